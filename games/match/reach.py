"""Whether a match can be over, without scoring its sheet: its rounds may be worth too little in any order.

Otherwise the complete match would be scored again for each round that is recorded late or concurrently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.deals import answers_key
from games.rules import faults
from games.rules.judge import judge
from games.rules.words import Note

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import Answers
    from games.match.log import Log
    from games.rules.game import AnsweredDeal, Line, Setup

MOST_OPTIONS = 8  # sets of house rules that are remembered


class TrackedOptions:
    """House rules that note which of them are read."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.names: dict[str, bool] = {}

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.names[name] = True
        return self.options.get(name, default)


class Reach:
    """The most points that each side can have from the rounds of a log by some house rules, whichever rounds count."""

    def __init__(self, setup: Setup) -> None:
        self.players = setup.players
        self.options: dict[str, Any] = {}  # the options that scoring the rounds has read
        self.most = [0] * setup.sides
        self.deals: dict[str, bool] = {}  # the deals with answers, by their ids
        self.is_known = True  # False where points depend on the rounds before
        self.place = 0  # of the first event that is not included

    def add(self, setup: Setup, id: str, answers: Answers) -> None:
        if answers_key(answers) != "{}":
            self.deals[id] = True
            setup.options = noted = TrackedOptions(setup.options)  # type: ignore[assignment]
            deal, problems = judge(setup, 0, [0] * setup.sides, answers)
            wrong = [problem for problem in problems if not isinstance(problem, Note)]
            scored = None if wrong else faults.value_of(setup.game, lines_of, deal)
            setup.options = noted.options
            for name in noted.names:
                self.options[name] = setup.options.get(name)
            self.is_known = self.is_known and not deal.depends and scored is not None
            for side in range(setup.sides):
                points = sum([line.points[side] for line in scored or () if line.points is not None])
                self.most[side] += max(points, 0)

    def fits(self, setup: Setup) -> bool:
        return (self.players, len(self.most)) == (setup.players, setup.sides) and not [
            name for name in self.options if self.options[name] != setup.options.get(name)
        ]


def lines_of(deal: AnsweredDeal) -> list[Line]:
    return list(deal.setup.game.score(deal))


def cannot_be_over(log: Log, setup: Setup) -> bool:
    """Return True if the match cannot be over. False means that only the sheet can tell."""
    if setup.cannot_be_over(None, 0):
        return True  # it ends by hand
    if log.changes:
        return False  # points go with the people, not with the seats
    reach = reach_of(log, setup)
    for event in log.events[reach.place :]:
        data = event.get("data") or {}
        if event["kind"] in ("deal", "amend") and data:
            reach.add(setup, data["deal"], data["answers"])
    reach.place = len(log.events)
    return reach.is_known and setup.cannot_be_over(reach.most, len(reach.deals))


def reach_of(log: Log, setup: Setup) -> Reach:
    for reach in log.reaches:
        if reach.fits(setup):
            return reach  # type: ignore[no-any-return]
    log.effort.spend(log)
    reach = Reach(setup)
    log.reaches = log.reaches[-MOST_OPTIONS + 1 :] + [reach]
    return reach
