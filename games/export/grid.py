"""The rounds of a match on paper: two rows each, the numbers, and in small letters what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext
from reportlab.platypus import Flowable, Table

from games.display.rows import DisplayedRow, ScoreCell
from games.export import fonts, reasons_text
from games.export.data import ExportedMatch
from games.export.letters import HEAD, NAME, SMALL, name, short, text, widest
from games.export.measures import FELT, LETTERS, RULE, SOFT, WIDTH

MOST = 100  # rounds in a table
ROUND, DEALER = 46, 84  # points: the first columns; the sides share the rest
POINTS, TOTALS, GAP = 8, 9.5, 8  # how high their letters are, where there is room; what is free beside a number
LINED: list[Any] = [
    LETTERS,
    ("TEXTCOLOR", (2, 1), (-1, -1), SOFT),
    ("ALIGN", (2, 0), (-1, -1), "RIGHT"),
    ("LEFTPADDING", (2, 1), (-1, -1), 2),
    ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
    ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
    ("LINEBELOW", (0, 0), (-1, 0), 1, FELT),
    ("TOPPADDING", (0, 1), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 1), (-1, -1), 2),
    ("LEFTPADDING", (0, 0), (0, -1), 0),
    ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
    ("RIGHTPADDING", (-2, 0), (-2, 0), 0),  # whose head reaches over the last column, too
]

FOOT: list[Any] = [
    ("LINEABOVE", (0, -2), (-1, -2), 1, FELT),
    ("FONT", (0, -2), (0, -1), fonts.BOLD, 8),
    ("NOSPLIT", (0, -3), (-1, -1)),
]


def rounds(match: ExportedMatch) -> Iterator[Flowable]:
    """Its head stands on every page, and no round is torn apart. Many rounds are several tables.

    To lay a table out costs more than in proportion to its rows.
    """
    sides = match.table.standing.sides
    width = (WIDTH - ROUND - DEALER) / len(sides)
    head: list[Any] = [text(gettext("Round"), NAME), text(gettext("Dealer"), NAME)]
    head += [cell for side in sides for cell in (name(side.name, HEAD, width), "")]
    columns = Columns(match, width)
    widths = [ROUND, DEALER, *([width - columns.total, columns.total] * len(sides))]
    for begin in range(0, len(match.paper.rows), MOST):
        rows = [head]
        styles = [*LINED, *of_sides(len(sides), columns.scale)]
        for row in match.paper.rows[begin : begin + MOST]:
            added = of_round(row)
            styles += of_rows(len(rows), len(added))
            rows += added
        if begin + MOST >= len(match.paper.rows):
            rows += totals(match)
            styles += FOOT
        yield Table(rows, widths, style=styles, repeatRows=1, hAlign="LEFT")


def totals(match: ExportedMatch) -> list[list[Any]]:
    """The last two rows: the totals and the places."""
    sides = match.table.standing.sides
    places = ["" if match.table.standing.is_nobodys else side.place for side in sides]
    return [
        [gettext("Total"), "", *(piece for side in sides for piece in ("", side.total))],
        [gettext("Place"), "", *(piece for place in places for piece in ("", place))],
    ]


class Columns:
    """The two of each side: how wide that of its totals is, and how large all numbers, so that none stands on another."""

    def __init__(self, match: ExportedMatch, width: float) -> None:
        cells = [cell for row in match.paper.rows for cell in row.cells]
        points_wide = widest(map(points, cells), fonts.TEXT, POINTS)
        total_wide = widest((str(cell.total) for cell in cells), fonts.BOLD, TOTALS)
        self.scale = min(1, (width - 2 * GAP) / (points_wide + total_wide))
        room = width - GAP - points_wide * self.scale
        self.total = min(room, max(width * 0.4, GAP + total_wide * self.scale))


def points(cell: ScoreCell) -> str:
    return f"{cell.points:+}" if cell.points else "–"


def of_round(row: DisplayedRow) -> list[list[Any]]:
    cells = [piece for cell in row.cells for piece in (points(cell), cell.total)]
    numbers = [row.number, name(row.dealer, SMALL, DEALER), *cells]
    reasons = reasons_text.line(row)
    for one in row.names:
        reasons = reasons.replace(one, short(one))
    return [numbers, ["", text(reasons, SMALL)]] if reasons else [numbers]


def of_sides(count: int, scale: float) -> list[Any]:
    """Of each the name over both columns, and the totals strong."""
    found: list[Any] = []
    for side in range(count):
        first, last = 2 + 2 * side, 3 + 2 * side
        found.append(("SPAN", (first, 0), (last, 0)))
        found.append(("FONTSIZE", (first, 1), (first, -1), POINTS * scale))
        found += [
            ("FONT", (last, 1), (last, -1), fonts.BOLD, TOTALS * scale),
            ("TEXTCOLOR", (last, 1), (last, -1), FELT),
        ]
    return found


def of_rows(first: int, count: int) -> list[Any]:
    last = first + count - 1
    found: list[Any] = [("LINEBELOW", (0, last), (-1, last), 0.5, RULE)]
    if count > 1:
        found += [("SPAN", (1, last), (-1, last)), ("NOSPLIT", (0, first), (-1, last))]
        found.append(("TOPPADDING", (0, last), (-1, last), 0))
    return found
