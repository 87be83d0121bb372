"""Measures how many documents of 20 rounds the server judges in a second, from their bytes to their sheets.

    .venv/bin/python benchmarks/judging.py              every game
    .venv/bin/python benchmarks/judging.py king skat    these games

The rounds are invented as for the demo, with the same seed each time, so they answer more questions than most rounds
do. A match that must end earlier has fewer rounds. Only the time of this process counts, but other work on the machine
can still double it: compare with the line of Points.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

django.setup()

from games.demo.dealing import Dealer
from games.match.document import Document
from games.match.score import score
from games.match.sheet import Sheet
from games.rules import catalogue
from games.rules.game import Game, Setup
from tests.rules.golden import NAMES

ROUNDS = 20
GOAL = 1_000  # documents a second
FAR = 1_000_000  # a target score that nobody reaches
MATCHES = 10  # of a game, each with other rounds
REPEATS, TRIES = 5, 6


def far_limits(game: Game) -> dict[str, int]:
    """Return the house rules with which a match does not end within 20 rounds, where a game has them."""
    return {rule.name: FAR for rule in game.options if rule.name in ("target", "rounds")}


def document(game: Game, chance: Random) -> tuple[bytes, int]:
    """Return a match of 20 rounds, or of fewer if it ends before, and the number of its rounds."""
    options, players = far_limits(game), chance.choice(game.players)
    setup, names = Setup(game, options, players), NAMES[:players]
    dealer = Dealer(chance, setup, [1.0] * setup.sides)
    sheet = Sheet(Document(setup, list(names), [], closed=False))
    answers = []
    while len(answers) < ROUNDS and not sheet.finished:
        answers.append(dealer.round(len(answers), sheet.totals, sheet))
        sheet.add({"answers": answers[-1]})
    deals = [{"id": str(number), "answers": answer} for number, answer in enumerate(answers)]
    match = {"game": game.key, "options": options, "players": names, "deals": deals}
    return json.dumps({"format": "scorekeeper.match/1", **match}).encode(), len(deals)


def seconds(documents: list[bytes]) -> float:
    """Return the shortest time in which these documents are judged once."""
    times = []
    for _try in range(TRIES):
        begun = process_time()
        for _repeat in range(REPEATS):
            for line in documents:
                score(line, str)
        times.append((process_time() - begun) / REPEATS)
    return min(times)


def main(keys: list[str]) -> None:
    gc.collect()
    gc.freeze()  # as the server does: scorekeeper/wsgi.py
    print(f"{'':18}{'rounds':>8}{'documents a second':>20}{'microseconds a round':>22}")
    for game in catalogue.GAMES:
        if keys and game.key not in keys:
            continue
        chance = Random(game.key)
        matches = [document(game, chance) for _match in range(MATCHES)]
        time, rounds = seconds([line for line, _count in matches]), sum(count for _line, count in matches)
        mark = "" if MATCHES / time >= GOAL else f"  below {GOAL}"
        print(
            f"{game.key:18}{rounds / MATCHES:8.1f}{MATCHES / time:20.0f}{1_000_000 * time / rounds:22.0f}{mark}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
