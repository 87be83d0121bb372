"""Text in a picture: it fits into its box, however long a name is, and has no letter that the font lacks."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import fields, replace
from functools import cache, lru_cache
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from PIL import ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from games.export import fonts

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Drawn = TypeVar("Drawn", bound=DataclassInstance)

Box = tuple[int, int, int, int]  # left, top, right, bottom

SMALLEST = 0.6  # of the regular size; longer texts are cut
SMALLEST_NUMBER = 0.3  # a number must not be cut
MOST_LETTERS = 500  # no box has room for more, and measuring them takes time
CUT = "…"
NO_LETTER = "\uffff"
WORD = re.compile(r"[^\s-]*[\s-]|[^\s-]+$")
SPACING = 1.15
LETTER = re.compile(r".[\u0591-\u05c7\u0610-\u061a\u064b-\u065f]*")  # with its combining points
RIGHT = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic and their neighbours
FROM_THE_RIGHT = re.compile(rf"{RIGHT}+(?:[ '’-]+{RIGHT}+)*")


@cache
def font(name: str, size: int) -> FreeTypeFont:
    path = fonts.find(name)
    assert path is not None, name  # the caller has checked it
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=5000)
def is_known(name: str, letter: str) -> bool:
    face = font(name, 20)
    return letter.isspace() or bytes(face.getmask(letter)) != bytes(face.getmask(NO_LETTER))


def drop_unknown_letters(name: str, text: str) -> str:
    """Return the text on one line, without letters that the font lacks."""
    known = "".join(letter for letter in text if letter.isprintable() and is_known(name, letter))
    return " ".join(known.split())


def visual_order(text: str) -> str:
    """Return the letters in drawing order from the left: right-to-left names are reversed, each separately."""
    return FROM_THE_RIGHT.sub(lambda name: "".join(reversed(LETTER.findall(name[0]))), text)


def with_short_texts(content: Drawn) -> Drawn:
    """Return the content with the letters of its texts that a picture may draw: the cache of pictures holds its keys, too."""
    values = {field.name: getattr(content, field.name) for field in fields(content)}
    return replace(content, **{name: value[:MOST_LETTERS] for name, value in values.items() if isinstance(value, str)})


class Lettering:
    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self.draw = draw

    def number(self, box: Box, text: str, size: int, colour: str, *, side: str = "r") -> None:
        """Draw a number in figures."""
        self.line(box, text, fonts.FIGURES, size, colour, side=side, smallest=SMALLEST_NUMBER)

    def line(
        self,
        box: Box,
        text: str,
        name: str,
        size: int,
        colour: str,
        *,
        side: str = "l",
        lines: int = 1,
        smallest: float = SMALLEST,
    ) -> None:
        """Draw a text, vertically centred in its box; `side` is the anchor: l, m or r."""
        left, top, right, bottom = box
        face, parts = fit_text(
            visual_order(drop_unknown_letters(name, text[:MOST_LETTERS])),
            name,
            size,
            (right - left, bottom - top),
            lines,
            smallest,
        )
        at = {"l": left, "m": (left + right) // 2, "r": right}[side]
        step = int(face.size * SPACING)
        first = (top + bottom) // 2 - step * (len(parts) - 1) // 2
        for number, part in enumerate(parts):
            self.draw.text((at, first + number * step), part, fill=colour, font=face, anchor=f"{side}m")


def fit_text(
    text: str, name: str, size: int, room: tuple[int, int], lines: int, smallest: float = SMALLEST
) -> tuple[FreeTypeFont, list[str]]:
    """Return the largest size in which the text fits; if the smallest is too large, the lines are cut."""
    width, height = room
    for letter_size in range(size, int(size * smallest) - 1, -2):
        face = font(name, letter_size)
        parts = break_lines(text, face, width)
        most = max(1, min(lines, int(height / letter_size / SPACING)))
        if len(parts) <= most and all(face.getlength(part) <= width for part in parts):
            return face, parts
    return face, [cut_line(part, face, width) for part in break_lines(text, face, width, most)]


def break_lines(text: str, face: FreeTypeFont, width: int, lines: int = 99) -> list[str]:
    """Break a text between words, and after dashes in them; the last line takes the rest."""
    parts = [""]
    for word in WORD.findall(text):
        longer = parts[-1] + word
        if parts == [""] or len(parts) == lines or face.getlength(longer.rstrip()) <= width:
            parts[-1] = longer
        else:
            parts.append(word)
    return [part.rstrip() for part in parts]


def cut_line(part: str, face: FreeTypeFont, width: int) -> str:
    if face.getlength(part) <= width:
        return part
    fitting = bisect_right(range(1, len(part)), width, key=lambda count: ceil(face.getlength(part[:count] + CUT)))
    return part[:fitting].rstrip() + CUT
