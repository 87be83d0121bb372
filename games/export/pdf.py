"""Exports as PDF: a score sheet on A4, to print and pin up. Each match begins a page, and may have several."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.utils.translation import get_language, gettext
from reportlab.lib.colors import white
from reportlab.lib.pagesizes import A4
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    HRFlowable,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)

from games.export import evening_totals, fonts, options_text
from games.export.data import ExportData, ExportedMatch
from games.export.drawing import ChartDrawing, ChartKey, CombDrawing
from games.export.grid import rounds
from games.export.headline import former_line, name_of, totals_line
from games.export.letters import (
    BODY,
    FIGURE,
    NAME,
    NOTE,
    RESULT,
    SMALL,
    TITLE,
    fitting,
    name,
    register,
    text,
    with_short_names,
)
from games.export.measures import EDGE, FELT, FOOT, GOLD, HEAD, NO_PADDING, RULE, TOP, WASH, WIDTH
from games.export.numbered import NumberedCanvas
from games.export.pdf_turn import LOCK, pause
from games.statistics.evening_totals import EveningTotals

MOST = 150  # the maximal width of a score, in points


def render(data: ExportData) -> bytes:
    with LOCK:
        return build(data)


def build(data: ExportData) -> bytes:
    register()
    file = BytesIO()
    about = {"title": data.headline.title, "author": "Scorekeeper", "lang": get_language()}
    paper = BaseDocTemplate(file, pagesize=A4, initialFontName=fonts.TEXT, **about)
    room = Frame(EDGE, FOOT, WIDTH, A4[1] - FOOT - HEAD, 0, 0, 0, 0)
    paper.addPageTemplates(PageTemplate(frames=[room]))
    paper.build(list(story(data)), canvasmaker=NumberedCanvas)
    return file.getvalue()


def story(data: ExportData) -> Iterator[Flowable]:
    if data.is_evening:
        yield from cover(data)
    for match in data.matches:
        if data.is_evening:
            yield PageBreak()
        for part in sheet(match, "" if data.is_evening else data.place):
            pause()
            yield part


def cover(data: ExportData) -> Iterator[Flowable]:
    """Yield the overview of an evening: its matches and their results."""
    assert data.evening is not None
    yield text(data.headline.title, TITLE)
    yield from (text(line, NOTE) for line in (data.place, data.headline.picture.note, data.evening.note) if line)
    yield rule()
    rows = [
        [
            text(str(number), NOTE),
            text(match.game, NAME),
            [
                text(shortened(totals_line(match.card), match), BODY),
                text(shortened(match.headline.words, match), SMALL),
            ],
        ]
        for number, match in enumerate(data.matches, 1)
    ]
    if rows:
        yield Table(rows, [24, 120, WIDTH - 144], style=[*TOP, ("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE)])
    if data.totals:
        yield from totals_of_evening(data.totals)


def totals_of_evening(totals: EveningTotals) -> Iterator[Flowable]:
    yield Spacer(0, 14)
    yield text(gettext("Wins"), RESULT)
    yield from (text(line, BODY) for line in evening_totals.win_lines(totals))
    yield Spacer(0, 10)
    yield text(gettext("Points and places"), RESULT)
    for game, lines in evening_totals.point_lines(totals):
        yield Spacer(0, 4)
        yield text(game, NAME)
        yield from (text(line, BODY) for line in lines)


def shortened(words: str, match: ExportedMatch) -> str:
    return with_short_names(words, [side.name for side in match.card.sides])


def sheet(match: ExportedMatch, place: str) -> Iterator[Flowable]:
    yield text(match.game, TITLE)
    yield text(" · ".join(part for part in (match.day, place) if part), NOTE)
    rules = "; ".join(options_text.lines(match))
    if rules:
        yield text(gettext("House rules: %(rules)s") % {"rules": rules}, NOTE)
    yield rule()
    yield text(match.headline.words, RESULT)
    yield Spacer(0, 6)
    yield standing(match)
    if former := former_line(match.table.standing):
        yield Spacer(0, 4)
        yield text(former, NOTE)
    if match.chart.is_drawn:
        yield Spacer(0, 14)
        yield chart_with_key(match)
    if match.displayed_sheet.rows:
        yield Spacer(0, 12)
        yield from rounds(match)


def rule() -> Flowable:
    return HRFlowable(WIDTH, 1.5, color=FELT, spaceBefore=6, spaceAfter=10)


def standing(match: ExportedMatch) -> Flowable:
    """Return the totals, and beside them the comb of games that use one."""
    comb = match.table.standing.comb
    if comb is None:
        return scores(match, WIDTH)
    comb_drawing = CombDrawing(comb, WIDTH / 3)
    return Table(
        [[scores(match, WIDTH * 0.6), comb_drawing]],
        [WIDTH * 0.64, WIDTH * 0.36],
        style=[*TOP, *NO_PADDING],
        hAlign="LEFT",
    )


def scores(match: ExportedMatch, room: float) -> Flowable:
    """Return the totals side by side, as in the app; winners have a golden line."""
    sides = match.table.standing.sides
    winners = [sides.index(side) for side in match.table.standing.winners]
    width = min(room / len(sides), MOST)
    figure = fitting([str(side.total) for side in sides], FIGURE, width)
    row = [[name(name_of(side), NAME, width), text(str(side.total), figure)] for side in sides]
    styles: list[Any] = [
        *TOP,
        ("BACKGROUND", (0, 0), (-1, -1), WASH),
        ("LINEAFTER", (0, 0), (-2, -1), 3, white),
        ("LINEABOVE", (0, 0), (-1, -1), 3, RULE),
        *(("LINEABOVE", (side, 0), (side, 0), 3, GOLD) for side in winners),
    ]
    return Table([row], [width] * len(sides), style=styles, hAlign="LEFT")


def chart_with_key(match: ExportedMatch) -> Flowable:
    """Return the chart, with the key of its lines."""
    width = WIDTH * 0.3 - 34
    lines = [[ChartKey(curve, 28), name(curve.name, SMALL, width)] for curve in match.chart.curves]
    keys = Table(lines, [34, width], style=[*TOP, ("LEFTPADDING", (0, 0), (-1, -1), 0)], hAlign="LEFT")
    drawing = ChartDrawing(match.chart, WIDTH * 0.66)
    return Table([[drawing, keys]], [WIDTH * 0.7, WIDTH * 0.3], style=[*TOP, *NO_PADDING], hAlign="LEFT")
