"""Pages with "page / pages" in the foot, which is drawn when all pages are complete."""

from __future__ import annotations

from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from games.export import fonts
from games.export.measures import EDGE, SOFT
from games.export.pdf_turn import pause

FOOT = 10 * mm  # the height of its line


class NumberedCanvas(Canvas):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self.pages.append(dict(self.__dict__))
        self._startPage()
        pause()

    def save(self) -> None:
        pages = self.pages
        for number, page in enumerate(pages, 1):
            self.__dict__.update(page)
            self.foot(f"{number} / {len(pages)}" if len(pages) > 1 else "")
            super().showPage()
            pause()
        super().save()

    def foot(self, number: str) -> None:
        width, _height = self._pagesize
        self.setFont(fonts.TEXT, 8)
        self.setFillColor(SOFT)
        self.drawString(EDGE, FOOT, "Scorekeeper")
        self.drawRightString(width - EDGE, FOOT, number)
