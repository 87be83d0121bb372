"""The points of a round and their reasons as short lines, with the same texts as the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.display.rows import DisplayedRow, ScoreCell
from games.rules.words import translate


def lines(row: DisplayedRow) -> Iterator[str]:
    """Yield the reasons of each side, highlights, problems, notes, and whether answers are missing."""
    for cell in row.cells:
        if cell.reasons:
            yield f"{cell.side} {cell.points}: {reasons(cell)}"
    for words in (*row.highlights, *row.problems, *row.notes):
        yield translate(words, gettext)
    if row.is_open:
        yield gettext("Some answers are still missing.")


def line(row: DisplayedRow) -> str:
    return " · ".join(lines(row))


def reasons(cell: ScoreCell) -> str:
    return ", ".join(f"{translate(reason.label, gettext)} {reason.points}" for reason in cell.reasons)
