"""How a match stands, as the felt shows it: who has how much, who leads, who deals and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.sheet import side_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.sheet import Sheet


class SideStanding:
    """What a side has. `to_go` is what it still needs, None where nobody plays to a number, or wants to reach it."""

    def __init__(self, name: str, total: int, place: int, goal: int | None, wants_it: bool = True) -> None:
        self.name = name
        self.total = total
        self.place = place
        self.goal = goal
        self.to_go = max(0, goal - total) if goal is not None and wants_it else None
        self.leads = False
        self.is_shared = False  # its place

    @property
    def progress(self) -> int:
        return max(0, min(self.total, self.goal or 0))


class Standing:
    def __init__(self, sheet: Sheet, round: int | None = None) -> None:
        """`round` is the number of the one that is open; else it is the next."""
        match = sheet.setup
        self.sheet = sheet
        self.goal = match.game.end.goal(match)
        self.most = match.game.end.most_deals(match)
        self.ends_by_hand = self.goal is None and self.most is None
        self.sides = sides(sheet, sheet.totals, self.goal)
        self.figures = max([len(str(total)) for total in sheet.totals])  # of the longest total, its minus included
        self.has_teams = match.sides < match.players  # several people lead, one leads
        self.leading = [side for side in self.sides if side.leads]
        self.at_top = [side for side in self.sides if side.place == 1]  # also while all are level
        self.is_finished = sheet.finished
        self.is_nobodys = sheet.is_nobodys
        self.winners = [] if sheet.is_nobodys else [self.sides[side] for side in sheet.winners]
        self.number = (len(sheet.rows) if round is None else round) + 1
        seat = (match.first_dealer + self.number - 1) % match.players
        self.dealer = sheet.names[seat]
        self.leader = sheet.names[(seat + 1) % match.players]
        self.comb = comb(match.game.match_facts(match, sheet.totals).get("comb"))


def sides(sheet: Sheet, totals: Sequence[int], goal: int | None) -> list[SideStanding]:
    """All sides; those at the top lead, unless nobody has played yet or the match is nobody's."""
    can_lead = len(sheet.rows) > 0 and not sheet.is_nobodys
    top, order = sheet.setup.leaders(totals), sheet.setup.places(totals)
    found = []
    for number, total in enumerate(totals):
        name = side_name(sheet.setup, sheet.names, number)
        side = SideStanding(name, total, order[number], goal, wants_it=not sheet.setup.fewest)
        side.leads = can_lead and number in top and len(top) < len(totals)
        side.is_shared = order.count(order[number]) > 1
        found.append(side)
    return found


class Comb:
    """The comb that games are marked on, as players draw it."""

    def __init__(self, lines: int, top: int, bottom: int) -> None:
        self.lines = lines
        self.top = top
        self.bottom = bottom
        step = 340 // lines
        self.across = "M10 65C90 61 170 67 350 63"
        teeth = [10 + step // 2 + step * line for line in range(lines)]
        self.teeth = "".join([f"M{x} 9c{-3 + line % 3} 36 {2 - line % 4} 75 -1 111" for line, x in enumerate(teeth)])
        self.blobs = "".join([blob(x, 34) for x in teeth[:top]] + [blob(x, 96) for x in teeth[:bottom]])


def blob(x: int, y: int) -> str:
    """A mark, as a pen makes it."""
    return f"M{x - 1} {y - 12}c8 -2 14 4 13 11s-6 13 -14 12 -13 -6 -12 -13 6 -9 13 -10z"


def comb(fact: Any) -> Comb | None:
    return None if fact is None else Comb(fact["lines"], fact["top"], fact["bottom"])
