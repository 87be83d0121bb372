"""Sum up the rounds of a match for each side. Stored with its result, so that statistics need not fold any log."""

from __future__ import annotations

from typing import Any

from games.match.sheet import Sheet, SheetRow


def side_rounds(sheet: Sheet, side: int) -> dict[str, Any]:
    """Sum up the complete rounds of a side. The most and the least are the points of a round and its number."""
    rows = [row for row in sheet.rows if row.complete]
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
        counts = [count[side] for count in (figure.count(row.deal) for row in rows) if count is not None]
        if counts:
            figures[figure.name] = [sum(counts), len(counts)]
    return figures
