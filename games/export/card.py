"""The card of a match or an evening, as a picture: felt and ivory, names and totals.

Pictures are cached and drawn one at a time, so that repeated requests cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw

from games.export import fonts
from games.export.lettering import Box, Lettering, with_short_texts

WIDTH, HEIGHT = 1200, 630
EDGE, GAP = 56, 24
TOP = 196  # the upper edge of the cards
BAND = 8  # the height of the golden band
FINE = 2  # shapes are drawn larger, so that their edges are smooth
# As in the light theme of look.css.
FELT, DEEP, ON_FELT, ON_FELT_SOFT = "#1f5a41", "#184935", "#fdf8ea", "#d3e2d4"
CARD, INK, SOFT, GOLD, SHADOW = "#fffdf7", "#23251e", "#5a5643", "#f2cb6c", "#123a2a"
LOCK = Lock()


@dataclass(frozen=True)
class CardLine:
    """A side and its total, or a match and its result."""

    name: str
    total: str
    is_first: bool


@dataclass(frozen=True)
class CardContent:
    heading: str
    note: str
    rows: tuple[CardLine, ...]
    is_list: bool = False
    omission: str = ""  # what the rows leave out


def draw_card(picture: CardContent) -> bytes:
    rows = tuple(map(with_short_texts, picture.rows))
    with LOCK:
        return draw_cached(replace(with_short_texts(picture), rows=rows))


@lru_cache(maxsize=100)  # about 20 KB each
def draw_cached(picture: CardContent) -> bytes:
    boxes = list_boxes(len(picture.rows)) if picture.is_list else grid_boxes(len(picture.rows))
    image = draw_background(boxes, picture.rows, (WIDTH, HEIGHT))
    letters = Lettering(ImageDraw.Draw(image))
    letters.line((EDGE, 44, WIDTH - 340, 116), picture.heading, fonts.FIGURES, 60, ON_FELT)
    letters.line((WIDTH - 330, 44, WIDTH - EDGE, 116), "Scorekeeper", fonts.BOLD, 34, ON_FELT_SOFT, side="r")
    note = " · ".join(filter(None, (picture.note, picture.omission)))
    letters.line((EDGE, 122, WIDTH - EDGE, 172), note, fonts.TEXT, 34, ON_FELT_SOFT)
    for box, row in zip(boxes, picture.rows, strict=True):
        (draw_across if picture.is_list else draw_upright)(letters, box, row)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def grid_boxes(count: int) -> list[Box]:
    """Return the boxes of totals, arranged as in the app: side by side, more than three in two rows."""
    columns = count if count <= 3 else (count + 1) // 2
    lines = -(-count // columns) if count else 0
    return [box(columns, lines, number % columns, number // columns, GAP) for number in range(count)]


def list_boxes(count: int) -> list[Box]:
    return [box(1, max(count, 4), 0, number, GAP // 2) for number in range(count)]


def box(columns: int, lines: int, column: int, line: int, gap: int) -> Box:
    width = (WIDTH - 2 * EDGE - gap * (columns - 1)) // columns
    height = (HEIGHT - TOP - EDGE + gap // 2 - gap * (lines - 1)) // lines
    left, top = EDGE + column * (width + gap), TOP + line * (height + gap)
    return left, top, left + width, top + height


def draw_background(boxes: list[Box], rows: tuple[CardLine, ...], size: tuple[int, int]) -> Image.Image:
    """Return felt that grows darker to its foot, with cards on it. The leaders' cards have a golden edge."""
    large = felt(*size).copy()
    draw = ImageDraw.Draw(large)
    for (left, top, right, bottom), row in zip(boxes, rows, strict=True):
        for lower, upper, colour in ((5, 5, SHADOW), (0, 0, GOLD if row.is_first else CARD), (0, BAND, CARD)):
            shape = (left * FINE, (top + upper) * FINE, right * FINE, (bottom + lower) * FINE)
            draw.rounded_rectangle(shape, radius=18 * FINE, fill=colour)
    return large.resize(size, Image.Resampling.BOX)


@cache
def felt(width: int, height: int) -> Image.Image:
    size = (width * FINE, height * FINE)
    shade = Image.linear_gradient("L").resize(size)
    return Image.composite(Image.new("RGB", size, DEEP), Image.new("RGB", size, FELT), shade)


def draw_upright(letters: Lettering, box: Box, row: CardLine) -> None:
    left, top, right, bottom = box
    left, right, is_large = left + 26, right - 26, bottom - top > 250
    middle = top + (bottom - top) * 9 // 20
    name, total = (left, top + BAND, right, middle), (left, middle, right, bottom - 4)
    letters.line(name, row.name, fonts.BOLD, 44 if is_large else 30, SOFT, lines=3 if is_large else 2)
    letters.number(total, row.total, 170 if is_large else 84, INK, side="l" if is_large else "r")


def draw_across(letters: Lettering, box: Box, row: CardLine) -> None:
    left, top, right, bottom = box
    middle = right - 360
    letters.line((left + 26, top + BAND, middle - 20, bottom), row.name, fonts.BOLD, 34, INK, lines=2)
    letters.number((middle, top + BAND, right - 26, bottom), row.total, 44, INK)
