"""The points of a round and their reasons as short lines, with the same texts as the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.display.reasons import Reason
from games.display.rows import DisplayedRow, ScoreCell
from games.rules.words import translate


def lines(row: DisplayedRow) -> Iterator[str]:
    """Yield who has changed, the reasons of each side, highlights, problems, notes, and whether answers are missing."""
    if row.change is not None:
        yield translate(row.change, gettext)
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
    return ", ".join(map(reason_text, cell.reasons))


def reason_text(reason: Reason) -> str:
    """Return a reason as the page says it: its label, the points, and why they are as many."""
    text = f"{translate(reason.label, gettext)} {reason.points}"
    return text if reason.why is None else f"{text} ({translate(reason.why, gettext)})"
