"""Our fonts in a PDF, of which it holds the letters that it needs; and texts in letters that they have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from games.export import fonts
from games.export.lettering import CUT, drop_unknown_letters, visual_order
from games.export.measures import FELT, INK, SOFT

NOTHING = "?"  # where not one letter of a name can be printed
SMALLEST, PADDING = 6, 13  # points
LONGEST = 40  # letters of a name where many stand; in full it is found once


@cache
def register() -> None:
    """Under the names of their files."""
    for name in (fonts.TEXT, fonts.BOLD, fonts.FIGURES):
        pdfmetrics.registerFont(TTFont(name, str(fonts.find(name))))


def style(size: float, font: str = fonts.TEXT, colour: object = INK, **more: object) -> ParagraphStyle:
    told = {"fontName": font, "fontSize": size, "leading": size * 1.3, "textColor": colour}
    return ParagraphStyle("", **{**told, **more})


TITLE = style(26, fonts.FIGURES, FELT, leading=32)
NAME = style(9, fonts.BOLD)
HEAD = style(8, fonts.BOLD, alignment=TA_RIGHT)
RESULT = style(13, fonts.BOLD)
FIGURE = style(24, fonts.FIGURES, leading=28)
BODY = style(9.5)
SMALL = style(7.5, colour=SOFT, leading=9.5)
NOTE = style(9.5, colour=SOFT)


def text(said: str, how: ParagraphStyle) -> Paragraph:
    """Whatever people have written, it is only letters."""
    return Paragraph(escape(visual_order(printable(said, how.fontName))), how)


def printable(said: str, font: str = fonts.TEXT) -> str:
    """ReportLab cannot say what letters beyond the first 65,536 mean: whoever copies a text would get others."""
    return drop_unknown_letters(font, "".join(letter for letter in said if ord(letter) <= 0xFFFF)) or NOTHING


def short(said: str) -> str:
    found = printable(said)
    return found if len(found) <= LONGEST else found[:LONGEST].rstrip() + CUT


def name(said: str, how: ParagraphStyle, width: float) -> Paragraph:
    return text(short(said), fitting(short(said).split(), how, width))


def fitting(words: Iterable[str], how: ParagraphStyle, width: float) -> ParagraphStyle:
    """In a column: so small that none of them is broken, unless it would be too small to be read."""
    longest, room = widest(words, how.fontName, how.fontSize), width - PADDING
    return how if longest <= room else smaller(how, max(SMALLEST, how.fontSize * room / longest))


def widest(words: Iterable[str], font: str, size: float) -> float:
    return max((pdfmetrics.stringWidth(word, font, size) for word in words), default=0)


def smaller(how: ParagraphStyle, size: float) -> ParagraphStyle:
    return ParagraphStyle("", how, fontSize=size, leading=size * 1.3)
