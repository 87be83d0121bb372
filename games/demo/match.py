"""The events of one invented match: rounds, corrected mistakes, and an end that may come early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from games.demo.dealing import Dealer, Round
from games.match.document import Document
from games.match.sheet import Sheet
from games.rules.game import Setup

Event = dict[str, Any]

LONGEST, BY_HAND = 60, (5, 11)  # rounds; and the range of rounds in games that only people end
AMENDED, STRUCK = 0.05, 0.02  # how often a round is recorded wrongly, or twice
MINUTE = timedelta(minutes=1)


class DemoMatch:
    """The events of a match. `at` is the time of the last one."""

    def __init__(self, chance: Random, ids: Iterator[str], setup: Setup, options: dict[str, Any], at: datetime) -> None:
        self.chance = chance
        self.ids = ids
        self.table = setup
        self.options = options
        self.at = at
        self.id = next(ids)
        self.events: list[Event] = []

    def sit_down(self, players: Sequence[dict[str, str]], skills: Sequence[float]) -> None:
        """Start the match. `skills` has one number per side."""
        self.dealer = Dealer(self.chance, self.table, skills)
        self.sheet = Sheet(Document(self.table, [player["name"] for player in players], [], closed=False))
        seats = {"players": list(players), "first_dealer": self.table.first_dealer}
        self.write("start", game=self.table.game.key, options=self.options, **seats)

    def write(self, kind: str, **data: Any) -> None:
        after = [self.events[-1]["id"]] if self.events else []
        at = self.at.isoformat()
        event = {"id": next(self.ids), "match": self.id, "kind": kind, "data": data, "after": after, "at": at}
        self.events.append(event)

    @property
    def rounds(self) -> int:
        return len([event for event in self.events if event["kind"] == "deal"])

    def play(self, most: int | None = None) -> None:
        """Play to the end. If it does not come within `most` rounds, finish the match by hand."""
        rounds = most or self.usual()
        while not self.sheet.finished and len(self.sheet.rows) < rounds:
            self.deal()
        if not self.sheet.finished:
            self.write("finish")

    def begin(self, rounds: int) -> None:
        """Play some rounds without ending the match."""
        for _ in range(rounds):
            self.deal(may_end=False)

    def usual(self) -> int:
        if self.table.goal is None and self.table.most_rounds is None:
            return self.chance.randint(*BY_HAND)
        return LONGEST

    def deal(self, may_end: bool = True) -> None:
        before, number = self.sheet.totals, len(self.sheet.rows)
        answers = self.dealer.round(number, before, self.sheet)
        self.sheet.add({"answers": answers})
        if self.sheet.finished and not may_end:
            return
        self.at += self.chance.randint(2, 5) * MINUTE
        roll = self.chance.random()
        if roll < AMENDED:
            id = self.write_deal(self.dealer.round(number, before, self.sheet))
            self.at += MINUTE
            self.write("amend", deal=id, answers=answers)
            return
        if roll < AMENDED + STRUCK:
            self.write("strike", deal=self.write_deal(answers))
        self.write_deal(answers)

    def write_deal(self, answers: Round) -> str:
        id = next(self.ids)
        self.write("deal", deal=id, answers=answers)
        return id
