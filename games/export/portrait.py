"""An upright picture (1080 × 1350) of a result or a table, for phones and chats: felt and ivory, as the app looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from threading import Lock

from django.utils.translation import gettext
from PIL import ImageDraw

from games.export import fonts
from games.export.card import BAND, INK, ON_FELT, ON_FELT_SOFT, SOFT, CardLine, draw_background
from games.export.lettering import Box, Lettering, with_short_texts

WIDTH, HEIGHT = 1080, 1350
EDGE, GAP = 64, 16
TOP, FOOT = 360, 96  # the upper edge of the rows, and the room below them
MOST_ROWS = 10
TALLEST = 260  # of a row
LARGE = 180  # from this height on a row has larger letters
LOCK = Lock()


@dataclass(frozen=True)
class PortraitLine:
    place: str
    name: str
    value: str
    is_first: bool


@dataclass(frozen=True)
class PortraitContent:
    heading: str
    note: str
    result: str
    rows: tuple[PortraitLine, ...]


def draw_portrait(content: PortraitContent) -> bytes:
    hidden = len(content.rows) - MOST_ROWS
    more = gettext("and %(count)s more") % {"count": hidden} if hidden > 0 else ""
    rows = tuple(map(with_short_texts, content.rows[:MOST_ROWS]))
    with LOCK:
        return draw_cached(replace(with_short_texts(content), rows=rows), more)


@lru_cache(maxsize=100)  # about 40 KB each
def draw_cached(content: PortraitContent, more: str) -> bytes:
    rows = content.rows
    boxes = row_boxes(len(rows))
    lines = tuple(CardLine(row.name, row.value, row.is_first) for row in rows)
    image = draw_background(boxes, lines, (WIDTH, HEIGHT))
    letters = Lettering(ImageDraw.Draw(image))
    letters.line((EDGE, 48, WIDTH - EDGE, 196), content.heading, fonts.FIGURES, 68, ON_FELT, lines=2)
    letters.line((EDGE, 200, WIDTH - EDGE, 250), content.note, fonts.TEXT, 34, ON_FELT_SOFT)
    letters.line((EDGE, 262, WIDTH - EDGE, 336), content.result, fonts.BOLD, 44, ON_FELT, lines=2)
    for box, row in zip(boxes, rows, strict=True):
        draw_row(letters, box, row)
    foot = (EDGE, HEIGHT - 76, WIDTH - EDGE, HEIGHT - 32)
    letters.line(foot, "Scorekeeper", fonts.BOLD, 34, ON_FELT_SOFT, side="r")
    if more:
        letters.line(foot, more, fonts.TEXT, 34, ON_FELT_SOFT)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def row_boxes(count: int) -> list[Box]:
    height = min(TALLEST, (HEIGHT - TOP - FOOT - GAP * (count - 1)) // count) if count else 0
    tops = [TOP + number * (height + GAP) for number in range(count)]
    return [(EDGE, top, WIDTH - EDGE, top + height) for top in tops]


def draw_row(letters: Lettering, box: Box, row: PortraitLine) -> None:
    left, top, right, bottom = box
    top += BAND
    is_large = bottom - top > LARGE
    begins = left + (132 if row.place else 28)
    middle = right - (330 if is_large else 290)
    letters.line((left + 28, top, begins, bottom), row.place, fonts.FIGURES, 72 if is_large else 52, SOFT)
    letters.line(
        (begins, top, middle, bottom), row.name, fonts.BOLD, 56 if is_large else 40, INK, lines=3 if is_large else 2
    )
    letters.number((middle + 16, top, right - 28, bottom), row.value, 110 if is_large else 60, INK)
