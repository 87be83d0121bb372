"""The rounds of a match on paper: two rows each, the numbers, and the reasons in small letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext
from reportlab.platypus import Flowable, Table

from games.display.rows import DisplayedRow, ScoreCell
from games.export import fonts, reasons_text
from games.export.data import ExportedMatch
from games.export.letters import HEAD, NAME, SMALL, name, text, widest, with_short_names
from games.export.measures import FELT, LETTERS, RULE, SOFT, WIDTH

MOST = 100  # rounds in a table
ROUND, DEALER = 46, 84  # in points: the first columns; the sides share the rest
POINTS, TOTALS, GAP = 8, 9.5, 8  # font sizes, where there is room; the gap beside a number
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
    ("RIGHTPADDING", (-2, 0), (-2, 0), 0),  # its head spans the last column, too
]

FOOT: list[Any] = [
    ("LINEABOVE", (0, -2), (-1, -2), 1, FELT),
    ("FONT", (0, -2), (0, -1), fonts.BOLD, 8),
    ("NOSPLIT", (0, -3), (-1, -1)),
]


def rounds(match: ExportedMatch) -> Iterator[Flowable]:
    """Yield the tables of the rounds. The head is on every page, and no round is split between pages.

    Many rounds become several tables, as the cost of laying out a table grows faster than its rows.
    """
    sides = match.table.standing.sides
    width = (WIDTH - ROUND - DEALER) / len(sides)
    head: list[Any] = [text(gettext("Round"), NAME), text(gettext("Dealer"), NAME)]
    head += [cell for side in sides for cell in (name(side.head, HEAD, width), "")]
    columns = ScoreColumns(match, width)
    people = [person for lineup in match.table.sheet.lineups for person in lineup.names]
    widths = [ROUND, DEALER, *([width - columns.total, columns.total] * len(sides))]
    for begin in range(0, len(match.displayed_sheet.rows), MOST):
        rows = [head]
        styles = [*LINED, *of_sides(len(sides), columns.scale)]
        for row in match.displayed_sheet.rows[begin : begin + MOST]:
            added = of_round(row, people if row.change else [])
            styles += of_rows(len(rows), len(added))
            rows += added
        if begin + MOST >= len(match.displayed_sheet.rows):
            rows += totals(match)
            styles += FOOT
        yield Table(rows, widths, style=styles, repeatRows=1, hAlign="LEFT")


def totals(match: ExportedMatch) -> list[list[Any]]:
    """Return the last two rows: the totals and the places."""
    sides = match.table.standing.sides
    places = ["" if match.table.standing.is_nobodys else "–" if side.has_left else side.place for side in sides]
    return [
        [gettext("Total"), "", *(cell for side in sides for cell in ("", side.total))],
        [gettext("Place"), "", *(cell for place in places for cell in ("", place))],
    ]


class ScoreColumns:
    """The width of a side's two columns, and the scale of all numbers, so that no number covers another."""

    def __init__(self, match: ExportedMatch, width: float) -> None:
        cells = [cell for row in match.displayed_sheet.rows for cell in row.cells]
        points_wide = widest(map(points, cells), fonts.TEXT, POINTS)
        total_wide = widest((str(cell.total) for cell in cells), fonts.BOLD, TOTALS)
        self.scale = min(1, (width - 2 * GAP) / (points_wide + total_wide))
        room = width - GAP - points_wide * self.scale
        self.total = min(room, max(width * 0.4, GAP + total_wide * self.scale))


def points(cell: ScoreCell) -> str:
    return f"{cell.points:+}" if cell.points else "–"


def of_round(row: DisplayedRow, people: list[str]) -> list[list[Any]]:
    """Return the numbers and the reasons of a round. `people` are those whom the reasons name besides the sides."""
    cells = [value for cell in row.cells for value in (points(cell), cell.total)]
    numbers = [row.number, name(row.dealer, SMALL, DEALER), *cells]
    reasons = with_short_names(reasons_text.line(row), [*row.names, *people])
    return [numbers, ["", text(reasons, SMALL)]] if reasons else [numbers]


def of_sides(count: int, scale: float) -> list[Any]:
    """Return styles of the sides: a name spans both columns, and totals are bold."""
    styles: list[Any] = []
    for side in range(count):
        first, last = 2 + 2 * side, 3 + 2 * side
        styles.append(("SPAN", (first, 0), (last, 0)))
        styles.append(("FONTSIZE", (first, 1), (first, -1), POINTS * scale))
        styles += [
            ("FONT", (last, 1), (last, -1), fonts.BOLD, TOTALS * scale),
            ("TEXTCOLOR", (last, 1), (last, -1), FELT),
        ]
    return styles


def of_rows(first: int, count: int) -> list[Any]:
    last = first + count - 1
    styles: list[Any] = [("LINEBELOW", (0, last), (-1, last), 0.5, RULE)]
    if count > 1:
        styles += [("SPAN", (1, last), (-1, last)), ("NOSPLIT", (0, first), (-1, last))]
        styles.append(("TOPPADDING", (0, last), (-1, last), 0))
    return styles
