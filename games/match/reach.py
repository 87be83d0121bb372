"""Whether a match can be over: found without a sheet where its rounds are worth too little for that, in any order.

Whoever records a round late, or without knowing others, would else have the whole match scored anew for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.deals import answers_key
from games.match.sheet import lines
from games.rules.judge import judge

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import Answers
    from games.match.log import Log
    from games.rules.game import Match

MOST = 8  # house rules that are remembered


class RecordedOptions:
    """House rules, and which of them anybody has asked for."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.names: dict[str, bool] = {}

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.names[name] = True
        return self.options.get(name, default)


class Reach:
    """The most that each side can have by the rounds of a log, by some house rules, whatever counts of them."""

    def __init__(self, match: Match) -> None:
        self.players = match.players
        self.options: dict[str, Any] = {}  # those that the rounds have been scored by
        self.most = [0] * match.sides
        self.deals: dict[str, bool] = {}  # those with answers, by their ids
        self.is_known = True  # False where points depend on what stands before them
        self.place = 0  # of the first event that is not in it

    def add(self, match: Match, id: str, answers: Answers) -> None:
        if answers_key(answers) != "{}":
            self.deals[id] = True
            match.options = noted = RecordedOptions(match.options)  # type: ignore[assignment]
            deal, problems = judge(match, 0, [0] * match.sides, answers)
            found = [] if problems else lines(deal)
            match.options = noted.options
            for name in noted.names:
                self.options[name] = match.options.get(name)
            self.is_known = self.is_known and not deal.depends and not problems
            for side in range(match.sides):
                points = sum([line.points[side] for line in found if line.points is not None])
                self.most[side] += max(points, 0)

    def is_by(self, match: Match) -> bool:
        return (self.players, len(self.most)) == (match.players, match.sides) and not [
            name for name in self.options if self.options[name] != match.options.get(name)
        ]


def cannot_be_over(log: Log, match: Match) -> bool:
    """True where nobody needs to look at the sheet; False says nothing."""
    end = match.game.end
    if end.is_out_of_reach(match, None, 0):
        return True  # people end it by hand
    reach = reach_of(log, match)
    for event in log.events[reach.place :]:
        data = event.get("data") or {}
        if event["kind"] in ("deal", "amend") and data:
            reach.add(match, data["deal"], data["answers"])
    reach.place = len(log.events)
    return reach.is_known and end.is_out_of_reach(match, reach.most, len(reach.deals))


def reach_of(log: Log, match: Match) -> Reach:
    for reach in log.reaches:
        if reach.is_by(match):
            return reach  # type: ignore[no-any-return]
    log.effort.spend(log)
    reach = Reach(match)
    log.reaches = log.reaches[-MOST + 1 :] + [reach]
    return reach
