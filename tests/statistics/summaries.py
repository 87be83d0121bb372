"""Summaries of matches, written by hand."""

from typing import Any
from uuid import NAMESPACE_OID, uuid5

from games.rules.game import Setup
from games.rules.points import POINTS
from games.statistics.people import PlayerIndex
from games.statistics.played_match import PlayedMatch

CAST = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rui")


def id_of(name: str) -> str:
    return str(uuid5(NAMESPACE_OID, name))


PEOPLE = PlayerIndex((id_of(name), name, None) for name in CAST)


def seat(name: str) -> dict[str, str]:
    return {"id": id_of(name), "name": name}


def summary(
    game: str, names: str, totals: list[int], won: tuple[int, ...] = (), players: list[Any] | None = None, **more: Any
) -> dict[str, Any]:
    return {
        "match": id_of(f"{game} {names} {totals}"),
        "game": game,
        "started": "2026-11-20T19:05:00+02:00",
        "day": "2026-11-20",
        "deals": 5,
        "finished": bool(won),
        "names": names.split(),
        "players": [seat(name) for name in names.split()] if players is None else players,
        "totals": totals,
        "places": Setup(POINTS, {}, len(totals)).places(totals) if totals else [],
        "winners": list(won),
        **more,
    }


def played(*args: Any, people: PlayerIndex = PEOPLE, **more: Any) -> PlayedMatch:
    return PlayedMatch(summary(*args, **more), people)


# The evening of the look: four matches, two of them over.
EVENING = [
    played("pisa", "Eleni Deniz Andreas Zeynep", [41, 19, 29, 29], (0,)),
    played("bisca_seis", "Eleni Deniz Andreas Zeynep Maria Rui", [4, 1], (0,)),
    played("pisti", "Deniz Maria Rui", [63, 63, 57]),
    played("pilotta", "Eleni Deniz Andreas Zeynep", [119, 95]),
]
