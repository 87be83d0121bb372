"""Exports as text to paste into a chat, without columns, so that any font will do."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.export import evening_totals
from games.export.data import ExportData, ExportedMatch
from games.export.headline import former_line, totals_line
from games.rules.words import translate


def render(data: ExportData) -> bytes:
    return text(data).encode()


def text(data: ExportData) -> str:
    heads = [data.headline.title, data.place] if data.is_evening else []
    wins = [gettext("Wins"), *evening_totals.win_lines(data.totals)] if data.totals else []
    blocks = [[line for line in heads if line], wins, *(list(lines(match, data)) for match in data.matches)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def lines(match: ExportedMatch, data: ExportData) -> Iterator[str]:
    about = [match.game] if data.is_evening else [match.game, match.day, data.place]
    yield ", ".join(part for part in about if part)
    yield " – ".join(filter(None, (totals_line(match.card), former_line(match.table.standing))))
    yield match.headline.words
    for row in match.displayed_sheet.rows:
        if row.change is not None:
            yield translate(row.change, gettext)
        points = " · ".join(f"{cell.points:+}" if cell.points else "0" for cell in row.cells)
        yield f"{row.number}. {points} = {' : '.join(str(cell.total) for cell in row.cells)}"
