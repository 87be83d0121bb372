"""Our fonts in a PDF, which embeds only the letters it needs; and texts limited to letters of these fonts."""

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

NOTHING = "?"  # for a name without a printable letter
SMALLEST, PADDING = 6, 13  # in points
LONGEST = 40  # letters of a name in tables; it appears once in full


@cache
def register() -> None:
    """Register the fonts under the names of their files."""
    for name in (fonts.TEXT, fonts.BOLD, fonts.FIGURES):
        pdfmetrics.registerFont(TTFont(name, str(fonts.find(name))))


def style(size: float, font: str = fonts.TEXT, colour: object = INK, **options: object) -> ParagraphStyle:
    defaults = {"fontName": font, "fontSize": size, "leading": size * 1.3, "textColor": colour}
    return ParagraphStyle("", **{**defaults, **options})


TITLE = style(26, fonts.FIGURES, FELT, leading=32)
NAME = style(9, fonts.BOLD)
HEAD = style(8, fonts.BOLD, alignment=TA_RIGHT)
RESULT = style(13, fonts.BOLD)
FIGURE = style(24, fonts.FIGURES, leading=28)
BODY = style(9.5)
SMALL = style(7.5, colour=SOFT, leading=9.5)
NOTE = style(9.5, colour=SOFT)


def text(content: str, style: ParagraphStyle) -> Paragraph:
    """Return a paragraph of user text: it is escaped, as ReportLab would read markup in it."""
    return Paragraph(escape(visual_order(printable(content, style.fontName))), style)


def printable(content: str, font: str = fonts.TEXT) -> str:
    """Drop letters beyond U+FFFF: ReportLab maps them wrongly, so that copied text would contain others."""
    return drop_unknown_letters(font, "".join(letter for letter in content if ord(letter) <= 0xFFFF)) or NOTHING


def short(content: str) -> str:
    letters = printable(content)
    return letters if len(letters) <= LONGEST else letters[:LONGEST].rstrip() + CUT


def with_short_names(content: str, names: Iterable[str]) -> str:
    """Return the text with these names as they are in tables: no row of a table may be higher than a page."""
    for each in sorted(names, key=len, reverse=True):  # one may begin with another
        content = content.replace(each, short(each))
    return content


def name(content: str, style: ParagraphStyle, width: float) -> Paragraph:
    return text(short(content), fitting(short(content).split(), style, width))


def fitting(words: Iterable[str], style: ParagraphStyle, width: float) -> ParagraphStyle:
    """Return a style so small that no word is broken in the column, unless it would be too small to read."""
    longest, room = widest(words, style.fontName, style.fontSize), width - PADDING
    return style if longest <= room else smaller(style, max(SMALLEST, style.fontSize * room / longest))


def widest(words: Iterable[str], font: str, size: float) -> float:
    return max((pdfmetrics.stringWidth(word, font, size) for word in words), default=0)


def smaller(style: ParagraphStyle, size: float) -> ParagraphStyle:
    return ParagraphStyle("", style, fontSize=size, leading=size * 1.3)
