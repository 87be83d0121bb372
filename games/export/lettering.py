"""Text in a picture: it fits where it stands, however long a name is, and holds no letter that the font lacks."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from PIL import ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from games.export import fonts

Box = tuple[int, int, int, int]  # left, top, right, bottom

SMALLEST = 0.6  # of the size that was wanted; what is longer still is cut
CUT = "…"
NO_LETTER = "\uffff"
WORD = re.compile(r"[^\s-]*[\s-]|[^\s-]+$")
SPACING = 1.15
LETTER = re.compile(r".[\u0591-\u05c7\u0610-\u061a\u064b-\u065f]*")  # with the points that belong to it
RIGHT = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic and their neighbours
FROM_THE_RIGHT = re.compile(rf"{RIGHT}+(?:[ '’-]+{RIGHT}+)*")


@cache
def font(name: str, size: int) -> FreeTypeFont:
    path = fonts.find(name)
    assert path is not None, name  # else nothing is drawn
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=5000)
def is_known(name: str, letter: str) -> bool:
    face = font(name, 20)
    return letter.isspace() or bytes(face.getmask(letter)) != bytes(face.getmask(NO_LETTER))


def drop_unknown_letters(name: str, text: str) -> str:
    """In letters of the font, on one line."""
    known = "".join(letter for letter in text if letter.isprintable() and is_known(name, letter))
    return " ".join(known.split())


def visual_order(text: str) -> str:
    """As it is drawn from the left: names written from the right are turned round, each by itself."""
    return FROM_THE_RIGHT.sub(lambda found: "".join(reversed(LETTER.findall(found[0]))), text)


class Lettering:
    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self.draw = draw

    def line(self, box: Box, text: str, name: str, size: int, colour: str, *, side: str = "l", lines: int = 1) -> None:
        """In the middle of the height of its box; `side` is where it begins, as anchors call it: l, m or r."""
        left, top, right, bottom = box
        face, pieces = fitted(
            visual_order(drop_unknown_letters(name, text)), name, size, (right - left, bottom - top), lines
        )
        at = {"l": left, "m": (left + right) // 2, "r": right}[side]
        step = int(face.size * SPACING)
        first = (top + bottom) // 2 - step * (len(pieces) - 1) // 2
        for number, piece in enumerate(pieces):
            self.draw.text((at, first + number * step), piece, fill=colour, font=face, anchor=f"{side}m")


def fitted(text: str, name: str, size: int, room: tuple[int, int], lines: int) -> tuple[FreeTypeFont, list[str]]:
    """The largest size in which it fits; else the smallest, and the ends are cut."""
    width, height = room
    smallest = int(size * SMALLEST)
    for one in range(size, smallest - 1, -2):
        face = font(name, one)
        pieces = broken(text, face, width)
        most = max(1, min(lines, int(height / one / SPACING)))
        if len(pieces) <= most and all(face.getlength(piece) <= width for piece in pieces):
            return face, pieces
    return face, [cut(piece, face, width) for piece in broken(text, face, width, most)]


def broken(text: str, face: FreeTypeFont, width: int, lines: int = 99) -> list[str]:
    """Between words, and after a dash in them; the last line takes what is left."""
    pieces = [""]
    for word in WORD.findall(text):
        longer = pieces[-1] + word
        if pieces == [""] or len(pieces) == lines or face.getlength(longer.rstrip()) <= width:
            pieces[-1] = longer
        else:
            pieces.append(word)
    return [piece.rstrip() for piece in pieces]


def cut(piece: str, face: FreeTypeFont, width: int) -> str:
    if face.getlength(piece) <= width:
        return piece
    while piece and face.getlength(piece + CUT) > width:
        piece = piece[:-1]
    return piece.rstrip() + CUT
