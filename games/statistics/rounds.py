"""Sum up the rounds of a match for each side. Stored with its result, so that statistics need not fold any log."""

from __future__ import annotations

from typing import Any

from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow


def side_rounds(sheet: Sheet, side: int) -> dict[str, Any]:
    """Sum up the complete rounds of a side. The most and the least are the points of a round and its number.

    After a change of its people these are the rounds since: nobody has figures of rounds that others played.
    """
    since = sheet.lineup.since[side]
    rows = [row for row in sheet.rows if row.complete and row.deal.number >= since and row.side_of(side) is not None]
    points = [(row.points[side], row.deal.number + 1) for row in rows]
    return {
        "fewest": sheet.setup.fewest,
        "rounds": len(rows),
        "points": sum(scored for scored, _number in points),
        "most": max(points, key=lambda scored: scored[0], default=None),
        "least": min(points, key=lambda scored: scored[0], default=None),
        "figures": round_figures(sheet, rows, side),
    }


def round_figures(sheet: Sheet, rows: list[SheetRow], side: int) -> dict[str, list[int]]:
    """Return what the game counts: how often it happened, and in how many rounds it could have happened."""
    figures = {}
    for figure in sheet.setup.game.figures:
        counted = [(figure.count(row.deal), row.side_of(side)) for row in rows]
        counts = [count[at] for count, at in counted if count is not None and at is not None]
        if counts:
            figures[figure.name] = [sum(counts), len(counts)]
    return figures
