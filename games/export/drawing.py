"""Drawings of the pages in PDF: the chart and the comb, from the same SVG paths."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from reportlab.lib.colors import HexColor, white
from reportlab.platypus import Flowable

from games.display.chart import Chart
from games.display.standing import Comb
from games.export import fonts
from games.export.measures import INK, RULE, SOFT

# Colours and dashes of the lines, as in the light theme of look.css.
BLUE, BROWN, GREEN, PURPLE, BLACK = "#1b5da5", "#b04a00", "#1d6b3a", "#8a2d77", "#23251e"
WHOLE, LONG, SHORT, MIXED = (), (8, 5), (2, 5), (10, 4, 2, 4)
LINES = (
    (BLUE, WHOLE), (BROWN, LONG), (GREEN, SHORT), (PURPLE, MIXED), (BLACK, WHOLE), (BLUE, SHORT), (BROWN, MIXED), (GREEN, LONG),
)  # fmt: skip
PIECE = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
MOST_DOTS = 20  # of a line
ROUND = 0.5523  # the length of Bézier handles for a quarter circle of radius 1
SIZES = {"M": 2, "L": 2, "l": 2, "h": 1, "v": 1, "H": 1, "C": 6, "c": 6, "s": 4, "a": 7, "z": 0}


def path_steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path: a letter and its numbers. Further pairs after an M are lines."""
    tokens, at = PIECE.findall(text), 0
    letter = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        size = SIZES[letter]
        yield letter, [float(token) for token in tokens[at : at + size]]
        at += size
        letter = "L" if letter == "M" else letter


class SvgPainter:
    """A painter of those SVG path commands that our pictures use."""

    def __init__(self, path: Any) -> None:
        self.path = path
        self.x = self.y = 0.0
        self.handle: tuple[float, ...] = ()  # the last handle of a curve

    def draw(self, text: str) -> Any:
        for letter, numbers in path_steps(text):
            self.step(letter, numbers)
        return self.path

    def step(self, letter: str, numbers: list[float]) -> None:
        x, y = self.x, self.y
        if letter == "M":
            self.to(self.path.moveTo, *numbers)
        elif letter == "L":
            self.to(self.path.lineTo, *numbers)
        elif letter == "l":
            self.to(self.path.lineTo, x + numbers[0], y + numbers[1])
        elif letter in "hH":
            self.to(self.path.lineTo, numbers[0] + (x if letter == "h" else 0), y)
        elif letter == "v":
            self.to(self.path.lineTo, x, y + numbers[0])
        elif letter == "C":
            self.to(self.path.curveTo, *numbers)
        elif letter in "cs":
            beyond = [] if letter == "c" else [x - self.handle[0], y - self.handle[1]]  # go on in the same direction
            self.to(self.path.curveTo, *(n + (x, y)[place % 2] for place, n in enumerate(beyond + numbers)))
        elif letter == "a":
            self.half_circle(numbers[5])
        else:
            self.path.close()

    def half_circle(self, across: float) -> None:
        """Draw a half circle of this width: over the top to the right, or back below."""
        radius, x, y = across / 2, self.x, self.y
        reach, middle = radius * ROUND, x + radius
        self.to(self.path.curveTo, x, y - reach, middle - reach, y - radius, middle, y - radius)
        self.to(self.path.curveTo, middle + reach, y - radius, x + across, y - reach, x + across, y)

    def to(self, draw: Any, *numbers: float) -> None:
        draw(*numbers)
        self.handle = numbers[-4:-2]
        self.x, self.y = numbers[-2:]


class Drawing(Flowable, ABC):  # type: ignore[misc]
    """A drawing in the coordinates of the page, scaled to a width."""

    across, down = 360, 130

    def __init__(self, width: float) -> None:
        super().__init__()
        self.scale = width / self.across
        self.width, self.height = width, self.down * self.scale

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        self.canv.transform(self.scale, 0, 0, -self.scale, 0, self.height)
        self.canv.setLineCap(1)
        self.canv.setLineJoin(1)
        self.paint()
        self.canv.restoreState()

    @abstractmethod
    def paint(self) -> None:
        """Draw in the drawing's own coordinates, from the top down."""

    def stroke(self, text: str, colour: Any, width: float, dash: tuple[int, ...] = (), fill: Any = None) -> None:
        self.canv.setStrokeColor(colour)
        self.canv.setLineWidth(width)
        self.canv.setDash(*([list(dash)] if dash else []))
        if fill is not None:
            self.canv.setFillColor(fill)
        self.canv.drawPath(SvgPainter(self.canv.beginPath()).draw(text), stroke=1, fill=int(fill is not None))

    def letters(self, x: float, y: float, text: str, *, right: bool = False) -> None:
        """Write a text. The coordinates are upside down, so the letters are turned back."""
        self.canv.saveState()
        self.canv.transform(1, 0, 0, -1, x, y)
        self.canv.setFont(fonts.TEXT, 11)
        self.canv.setFillColor(SOFT)
        (self.canv.drawRightString if right else self.canv.drawCentredString)(0, 0, text)
        self.canv.restoreState()


class CombDrawing(Drawing):
    def __init__(self, comb: Comb, width: float) -> None:
        super().__init__(width)
        self.comb = comb

    def paint(self) -> None:
        self.stroke(self.comb.across, INK, 4)
        self.stroke(self.comb.teeth, INK, 4)
        if self.comb.blobs:
            self.stroke(self.comb.blobs, INK, 2, fill=INK)


class ChartDrawing(Drawing):
    across, down = 396, 212

    def __init__(self, chart: Chart, width: float) -> None:
        super().__init__(width)
        self.chart = chart

    def paint(self) -> None:
        chart = self.chart
        for level in chart.levels:
            self.stroke(f"M{chart.left} {level.at}H{chart.right}", RULE, 1)
            self.letters(chart.left - 6, level.at + 4, level.text, right=True)
        for mark in chart.marks:
            self.letters(mark.at, chart.bottom + 20, mark.text)
        for curve in chart.curves:
            colour, dash = LINES[curve.style - 1]
            self.stroke(curve.path, HexColor(colour), 2, dash)
            self.stroke(thin_out(curve.dots), HexColor(colour), 2, fill=white)


def thin_out(dots: str) -> str:
    """Keep every n-th dot of a long match, up to the last one: too many dots would hide the line."""
    paths = dots.split("M")[1:]
    every = -(-len(paths) // MOST_DOTS) or 1
    return "M" + "M".join(paths[(len(paths) - 1) % every :: every])


class ChartKey(Drawing):
    """The line of one side, as it appears before its name."""

    across, down = 40, 16

    def __init__(self, curve: Any, width: float) -> None:
        super().__init__(width)
        self.curve = curve

    def paint(self) -> None:
        colour, dash = LINES[self.curve.style - 1]
        self.stroke("M2 8H38", HexColor(colour), 2.5, dash)
        self.stroke(self.curve.key, HexColor(colour), 2.5, fill=white)
