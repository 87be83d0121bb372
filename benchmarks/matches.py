"""Matches for benchmarks, which are long and never end."""

from uuid import uuid4

from benchmarks.server import DEAL as PILOTTA
from games.pages.entry.form_answers import append_fields
from tools.pictures import ScriptedMatch

ROUNDS = 30
PISTI = {
    "jacks": [1, 3],
    "aces": [2, 2],
    "two_of_clubs": 0,
    "ten_of_diamonds": 1,
    "tricks": [14, 10],
    "pistis": [0, 1],
    "jack_pistis": [0, 0],
}
GAMES = {"pisti": (PISTI, 2), "pilotta": (PILOTTA, 4)}
SEATS = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz", "Andreas", "Zeynep")]
AT = "2026-01-09T19:05:00+02:00"


def scripted_match(game: str, rounds: int = ROUNDS) -> ScriptedMatch:
    answers, players = GAMES[game]
    return ScriptedMatch(game, AT, {"target": 1_000_000}).begin(SEATS[:players]).play(*[answers] * rounds)


def fields(game: str) -> list[tuple[str, str]]:
    """Return a round as the fields of a form."""
    pairs: list[tuple[str, str]] = []
    for name, value in GAMES[game][0].items():
        append_fields(name, value, pairs)
    return pairs
