"""Sum up the rounds of a match for each side. Stored with its result, so that statistics need not fold any log."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules import faults
from games.rules.game import Figure


def side_rounds(sheet: Sheet, side: int) -> dict[str, Any]:
    """Sum up the complete rounds of a side. The most and the least are the points of a round and its number.

    After a change of its people these are the rounds since: nobody has figures of rounds that others played. Someone who
    sat out has points, mostly 0, but no best or worst round.
    """
    since = sheet.lineup.since[side]
    rows = [row for row in sheet.rows if row.complete and row.deal.number >= since and row.side_of(side) is not None]
    played = [(row.points[side], row.deal.number + 1) for row in rows if not sat_out(row, row.side_of(side))]
    together = rounds_together(sheet, rows, side)
    more = {"together": together} if together else {}
    return more | {
        "fewest": sheet.setup.fewest,
        "rounds": len(rows),
        "points": sum(row.points[side] for row in rows),
        "most": max(played, key=lambda scored: scored[0], default=None),
        "least": min(played, key=lambda scored: scored[0], default=None),
        "figures": round_figures(sheet, rows, side),
    }


def round_figures(sheet: Sheet, rows: list[SheetRow], side: int) -> dict[str, list[int]]:
    """Return what the game counts: how often it happened, and in how many rounds, or how often, it could have happened."""
    figures: dict[str, list[int]] = {}
    for figure in sheet.setup.game.figures:
        for row in rows_after_another(rows, side) if figure.looks_back else rows:
            at = row.side_of(side)
            number, chances, names = (None, 0, []) if at is None or sat_out(row, at) else counted(figure, row, at)
            if number is not None:
                for name in names:
                    many, rounds = figures.get(name, [0, 0])
                    figures[name] = [many + number, rounds + chances]
    return figures


def rows_after_another(rows: list[SheetRow], side: int) -> list[SheetRow]:
    """Return the rounds before which the people of the side sat in the same seat of the same table.

    What a round leaves to the next belongs to seats, and may be of someone else.
    """
    return [
        row
        for before, row in pairwise(rows)
        if (before.side_of(side), before.deal.setup.players) == (row.side_of(side), row.deal.setup.players)
    ]


def sat_out(row: SheetRow, at: int | None) -> bool:
    """Return whether nobody of this side of the table played the round."""
    return at is not None and all(row.deal.rests(seat) for seat in row.deal.setup.seats_of(at))


def counted(figure: Figure, row: SheetRow, side: int) -> tuple[int | None, int, list[str]]:
    """Return what a figure counts for a side in a round, how often that could be, and its names.

    The number is None if it does not apply.
    """
    try:
        count = figure.count(row.deal)
        if count is None or count[side] is None:
            return None, 0, []
        values = [by(row.deal) for by in (figure.by, figure.also_by) if by is not None]
        own = [value[side] if isinstance(value, list) else value for value in values]
        apart = [value_name(figure.name, value) for value in own if value is not None]
        chances = 1 if figure.chances is None else figure.chances(row.deal)[side]
        return int(count[side] or 0), chances, [figure.name, *apart]
    except Exception as error:
        faults.note(row.deal.setup.game, error)
        return None, 0, []


def value_name(figure: str, value: str) -> str:
    """Return the name under which a figure is counted for one value, such as a contract."""
    return f"{figure}:{value}"


def rounds_together(sheet: Sheet, rows: list[SheetRow], side: int) -> dict[str, list[int]]:
    """Return for each other side how many rounds the two won in one party, and in how many they were in one.

    Only in games whose parties change from round to round. Both sides have the same numbers.
    """
    together: dict[str, list[int]] = {}
    for row in rows:
        columns = sheet.lineup_of(row.deal.place).columns
        parties = [[columns[seat] for seat in seats] for _label, seats in row.parties]
        for own in [party for party in parties if side in party]:
            is_won = is_ahead(row, own, [party for party in parties if party is not own])
            for other in own:
                if other != side and row.deal.number >= sheet.lineup.since[other]:
                    won, rounds = together.get(str(other), [0, 0])
                    together[str(other)] = [won + is_won, rounds + 1]
    return together


def is_ahead(row: SheetRow, own: list[int], others: list[list[int]]) -> bool:
    """Return whether the sides of a party have better points in a round than those of any other party, added up."""
    sign = -1 if row.deal.setup.fewest else 1
    mine, *theirs = (sign * sum(row.points[column] for column in party) for party in (own, *others))
    return all(mine > points for points in theirs)
