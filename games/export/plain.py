"""As a text to paste into a chat: lines that read well in any letters, so without columns."""

from __future__ import annotations

from collections.abc import Iterator

from games.export.data import ExportData, ExportedMatch


def render(taken: ExportData) -> bytes:
    return text(taken).encode()


def text(taken: ExportData) -> str:
    heads = [taken.told.title, taken.place] if taken.is_evening else []
    blocks = [[line for line in heads if line], *(list(lines(match, taken)) for match in taken.matches)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def lines(match: ExportedMatch, taken: ExportData) -> Iterator[str]:
    card = match.card
    about = [match.game] if taken.is_evening else [match.game, match.day, taken.place]
    yield ", ".join(piece for piece in about if piece)
    yield " – ".join(f"{side.name} {side.total}" for side in card.sides)
    yield match.told.words
    for row in match.paper.rows:
        points = " · ".join(f"{cell.points:+}" if cell.points else "0" for cell in row.cells)
        yield f"{row.number}. {points} = {' : '.join(str(cell.total) for cell in row.cells)}"
