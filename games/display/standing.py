"""The standing of a match: the totals, the leaders, the dealer and the player who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.badges import column_badges, table_badges
from games.match.lineups import keys_of
from games.rules import faults
from games.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.display.badges import Badge
    from games.match.sheet import Sheet
    from games.rules.card import Task


class SideStanding:
    """The total and place of a side.

    `to_go` is the number of points that it still needs. It is None if the game has no goal, or players avoid it.
    """

    def __init__(self, name: str, total: int, place: int, goal: int | None, is_aim: bool = True) -> None:
        self.name = name
        self.total = total
        self.place = place
        self.goal = goal
        self.to_go = max(0, goal - total) if goal is not None and is_aim else None
        self.leads = False
        self.has_left = False
        self.is_shared = False  # another side has the same place
        self.head = name  # of the column: with those before who left, and whose points it has too
        self.badges: list[Badge] = []  # of its players

    @property
    def progress(self) -> int:
        return max(0, min(self.total, self.goal or 0))


class Standing:
    def __init__(self, sheet: Sheet, index: int | None = None) -> None:
        """`index` is the index of the open round, from 0. None stands for the next round."""
        match = sheet.setup
        self.sheet = sheet
        self.goal = match.goal
        self.most = match.most_rounds
        self.ends_by_hand = self.goal is None and self.most is None
        self.sides = side_standings(sheet, sheet.totals, self.goal)
        badges = column_badges(sheet.lineup.players, sheet.lineup.seated, sheet.lineup.left)
        for number, side in enumerate(self.sides):
            side.badges = badges[number]
        self.former = former_players(sheet)
        for column, one in reversed(self.former):
            self.sides[column].head = f"{one.name} / {self.sides[column].head}"
        # In the order of the entry's fields; those who left come last.
        self.seated = [self.sides[column] for column in list(sheet.lineup.columns) + sheet.lineup.left]
        self.most_digits = max([len(str(total)) for total in sheet.totals])  # of a total, with its minus
        self.has_teams = match.sides < match.players  # texts say “lead” of a team, “leads” of a player
        self.leading = [side for side in self.sides if side.leads]
        self.at_top = [side for side in self.sides if side.place == 1]  # including when all are tied
        self.is_finished = sheet.finished
        self.is_nobodys = sheet.is_nobodys
        self.winners = [] if sheet.is_nobodys else [self.sides[side] for side in sheet.winners]
        self.number = (len(sheet.rows) if index is None else index) + 1
        lineup = sheet.lineup_of(self.number - 1)
        coming = sheet.new_deal(self.number - 1, lineup)
        self.dealer = lineup.names[coming.dealer]
        self.first_player = "" if coming.leader is None else lineup.names[coming.leader]
        self.tasks = [task_words(task, lineup.names) for task in faults.listed(match.game, match.game.tasks, coming)]
        self.comb = draw_comb(
            faults.value_of(match.game, match.game.match_facts, match, sheet.totals, otherwise={}).get("comb")
        )


def task_words(task: Task, names: Sequence[str]) -> Words:
    named = {word: names[seat] for word, seat in zip(task.NAMES, task.seats)}
    return Words(task.text, **(task.values | named))


def side_standings(sheet: Sheet, totals: Sequence[int], goal: int | None) -> list[SideStanding]:
    """Return the standing of all sides. Nobody leads before the first round, or if the match ended without a complete one."""
    can_lead = len(sheet.rows) > 0 and not sheet.is_nobodys
    top, order = sheet.lineup.leaders(totals), sheet.lineup.places(totals)
    standings = []
    for number, total in enumerate(totals):
        name = sheet.side_names[number]
        standing = SideStanding(name, total, order[number], goal, is_aim=not sheet.setup.fewest)
        standing.leads = can_lead and number in top and len(top) < len(sheet.lineup.columns)
        if number in sheet.lineup.left:
            standing.has_left, standing.to_go = True, None
        standing.is_shared = order.count(order[number]) > 1
        standings.append(standing)
    return standings


def former_players(sheet: Sheet) -> list[tuple[int, SideStanding]]:
    """Return who left when someone else began from zero in the same column, each with that column and the points then."""
    former = []
    for number in range(1, sheet.lineup_number + 1):
        old, new = sheet.lineups[number - 1], sheet.lineups[number]
        for column in new.restarts if new.number > 0 and not new.has_teams else []:
            if column in old.columns and keys_of(old.seated[column])[0] not in sheet.lineup.keys:
                total = sheet.rows[new.number - 1].totals[column]
                one = SideStanding(old.column_names[column], total, len(sheet.lineup.columns) + 1, None)
                one.has_left, one.badges = True, table_badges(old.seated[column])
                former.append((column, one))
    return former


class Comb:
    """The comb on which players mark games, as paths of a drawing."""

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
    """Return the path of a mark that looks drawn with a pen."""
    return f"M{x - 1} {y - 12}c8 -2 14 4 13 11s-6 13 -14 12 -13 -6 -12 -13 6 -9 13 -10z"


def draw_comb(fact: Any) -> Comb | None:
    return None if fact is None else Comb(fact["lines"], fact["top"], fact["bottom"])
