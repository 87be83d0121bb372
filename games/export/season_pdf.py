"""The table of a season on A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext
from reportlab.lib.pagesizes import A4
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Spacer, Table

from games.export import fonts
from games.export.letters import BODY, HEAD, NAME, NOTE, RESULT, TITLE, name, register, text
from games.export.measures import EDGE, FOOT, GOLD, RULE, TOP, WIDTH
from games.export.measures import HEAD as ABOVE
from games.export.numbered import NumberedCanvas
from games.export.pdf import rule
from games.export.pdf_turn import LOCK, pause

if TYPE_CHECKING:
    from games.export.season import SeasonData
    from games.statistics.season import SeasonStanding

COLUMNS = (36, 190, 70, 60, 60, 60)
MOST_ROWS = 1_000
ROWS_TOGETHER = 100  # of a table: dividing it among pages takes time in proportion to the square of its rows


def render(data: SeasonData) -> bytes:
    with LOCK:
        register()
        file = BytesIO()
        about = {"title": data.season.name, "author": "Scorekeeper", "lang": get_language()}
        paper = BaseDocTemplate(file, pagesize=A4, initialFontName=fonts.TEXT, **about)
        room = Frame(EDGE, FOOT, WIDTH, A4[1] - FOOT - ABOVE, 0, 0, 0, 0)
        paper.addPageTemplates(PageTemplate(frames=[room]))
        paper.build(list(story(data)), canvasmaker=NumberedCanvas)
    return file.getvalue()


def story(data: SeasonData) -> Iterator[Flowable]:
    yield text(data.season.name, TITLE)
    yield text(data.note, NOTE)
    yield rule()
    yield text(data.result, RESULT)
    yield Spacer(0, 8)
    for first in range(0, min(len(data.rows), MOST_ROWS), ROWS_TOGETHER):
        pause()
        yield table(data, data.rows[first : first + ROWS_TOGETHER])
        yield Spacer(0, 8)
    if len(data.rows) > MOST_ROWS:
        yield text(gettext("and %(count)s more") % {"count": len(data.rows) - MOST_ROWS}, NOTE)
    yield text(data.rule, NOTE)
    if data.no_place:
        yield text(data.no_place, NOTE)


def table(data: SeasonData, standings: Sequence[SeasonStanding]) -> Flowable:
    heads = ("", gettext("Player"), gettext("Points"), gettext("Matches"), gettext("Wins"), gettext("Evenings"))
    wins = [f"{float(row.wins):g}" for row in standings]
    rows = [
        [
            text(str(row.place or "–"), NAME),
            name(row.person.name, NAME, COLUMNS[1]),
            *(text(value, BODY) for value in (data.points(row), str(row.played), won, str(len(row.evenings)))),
        ]
        for row, won in zip(standings, wins, strict=True)
    ]
    first = [number for number, row in enumerate(standings, 1) if row.place == 1]
    styles = [
        *TOP,
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE),
        *(("LINEBELOW", (0, n), (-1, n), 2, GOLD) for n in first),
    ]
    return Table([[text(head, HEAD) if head else "" for head in heads], *rows], COLUMNS, style=styles, repeatRows=1)
