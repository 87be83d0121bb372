"""What a round brought and what for, in short lines: the same as the sheet on the page says."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.display.rows import DisplayedRow, ScoreCell
from games.rules.words import say


def lines(row: DisplayedRow) -> Iterator[str]:
    """The reasons of each side, what was seldom seen, and what is wrong or missing."""
    for cell in row.cells:
        if cell.reasons:
            yield f"{cell.side} {cell.points}: {reasons(cell)}"
    for words in (*row.moments, *row.problems):
        yield say(words, gettext)
    if not row.is_complete and not row.problems:
        yield gettext("Not all is answered yet.")


def line(row: DisplayedRow) -> str:
    return " · ".join(lines(row))


def reasons(cell: ScoreCell) -> str:
    return ", ".join(f"{say(reason.label, gettext)} {reason.points}" for reason in cell.reasons)
