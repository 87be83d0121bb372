"""What the rounds of one match say of each side: kept with its result, so that statistics need not fold any log."""

from __future__ import annotations

from typing import Any

from games.match.sheet import Sheet, SheetRow


def side_rounds(sheet: Sheet, side: int) -> dict[str, Any]:
    """Only rounds that are answered in full count. The most and the least are the points of a round and its number."""
    rows = [row for row in sheet.rows if row.complete]
    points = [(row.points[side], row.deal.number + 1) for row in rows]
    return {
        "fewest": sheet.setup.fewest,
        "rounds": len(rows),
        "points": sum(one for one, _number in points),
        "most": max(points, key=lambda one: one[0], default=None),
        "least": min(points, key=lambda one: one[0], default=None),
        "figures": round_figures(sheet, rows, side),
    }


def round_figures(sheet: Sheet, rows: list[SheetRow], side: int) -> dict[str, list[int]]:
    """What the game finds worth counting: how many, and in how many rounds there could have been any."""
    found = {}
    for figure in sheet.setup.game.figures:
        counts = [count[side] for count in (figure.count(row.deal) for row in rows) if count is not None]
        if counts:
            found[figure.name] = [sum(counts), len(counts)]
    return found
