"""Measures and colours of a printed page."""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from games.export import fonts

EDGE, HEAD, FOOT = 18 * mm, 16 * mm, 18 * mm
WIDTH = A4[0] - 2 * EDGE
FELT, GOLD, WASH = HexColor("#1f5a41"), HexColor("#c9982f"), HexColor("#faf3e0")
INK, SOFT, RULE = HexColor("#23251e"), HexColor("#5a5643"), HexColor("#dccfad")
# For all tables: by default they would use a font that the PDF does not embed.
LETTERS = ("FONT", (0, 0), (-1, -1), fonts.TEXT, 8)
TOP: list[Any] = [LETTERS, ("VALIGN", (0, 0), (-1, -1), "TOP")]
NO_PADDING: list[Any] = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
