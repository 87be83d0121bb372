"""Matches of a circle between two days as rows of cells, page by page, so that memory use stays small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games import models
from games.display.card import Card
from games.export import tables
from games.export.tables import Cell
from games.match.describe import seating_variants
from games.match.log_document import document_from_log, with_times
from games.match.sheet import sheet_from_log
from games.rules import catalogue
from games.rules.words import translate
from games.statistics.people import PlayerIndex, renamed_summary
from games.store.days import between
from games.store.folding import weights
from games.store.logs import format_time, logs_of
from games.store.people import people_of
from scorekeeper import lanes

PAGE = 200  # matches
MOST_EVENTS = 2_000  # with their data, of the matches whose logs are read at once, unless one alone has more
LONGEST, CUT = 200, "…"  # characters of an evening's name and location: forms accept no more, events do
Row = list[Cell]


def no_progress(count: int) -> None:
    """Do nothing: the progress callback for callers without a progress bar."""


@dataclass(frozen=True)
class Period:
    circle: models.Circle
    first: date | None = None
    last: date | None = None
    most_bytes: int | None = None  # of a file that is built before its first byte is sent
    progress: Callable[[int], None] = no_progress  # gets the number of exported matches

    @cached_property
    def people(self) -> PlayerIndex:
        """The players of the circle, by which files have the names that people have now."""
        return people_of(self.circle.pk)

    @property
    def matches(self) -> QuerySet[models.Match]:
        return between(models.Match.objects.filter(circle=self.circle, is_deleted=False), self.first, self.last)

    def pages(self) -> Iterator[list[models.Match]]:
        """Yield pages in the order of play; the id, descending as in the index, decides between equal times."""
        rows, count = self.matches.order_by("started", "-id"), 0
        page = list(rows[:PAGE])
        while page:
            yield page
            count += len(page)
            self.progress(count)
            time, id = page[-1].started, page[-1].id
            page = list(rows.filter(Q(started__gt=time) | Q(id__lt=id), started__gte=time)[:PAGE])

    def parts(self) -> Iterator[list[models.Match]]:
        """Yield parts of the pages whose logs are read at once: few matches if they are long."""
        for page in self.pages():
            counts = weights(self.circle.pk, [match.id for match in page])
            part, size = [page[0]], counts.get(page[0].id, 0)
            for match in page[1:]:
                size += counts.get(match.id, 0)
                if size > MOST_EVENTS:
                    yield part
                    lanes.let_others_pass()
                    part, size = [], counts.get(match.id, 0)
                part.append(match)
            yield part
            lanes.let_others_pass()


def most_sides() -> int:
    """Return the largest number of sides in any game."""
    return max(table.setup.sides for game in catalogue.GAMES for table in seating_variants(game))


def matches_head() -> list[str]:
    known = [
        gettext("Day"),
        gettext("Game"),
        gettext("Match"),
        gettext("Started"),
        gettext("Evening"),
        gettext("Location"),
        gettext("Rounds"),
        gettext("Finished"),
        gettext("Winners"),
    ]
    for number in range(1, most_sides() + 1):
        labels = (gettext("Side %(number)s"), gettext("Total %(number)s"), gettext("Player ids %(number)s"))
        known += [label % {"number": number} for label in labels]
    return known


def short(text: str) -> str:
    """Return a text without the end that no form accepts: each match of an evening repeats it."""
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + CUT


def side_ids(summary: dict[str, Any], people: PlayerIndex) -> list[str]:
    """Return the ids of the players of each side, by the summary of a match."""
    count = len(summary.get("sides") or [])
    seated = summary.get("seated") or [(summary.get("players") or [])[side::count] for side in range(count)]
    return [tables.ids_of(players, people) for players in seated]


def matches(page: list[models.Match], people: PlayerIndex) -> Iterator[Row]:
    """Yield one row per match."""
    ids = [match.evening for match in page if match.evening is not None]
    listed = models.Evening.objects.filter(circle=page[0].circle_id, id__in=ids)
    evenings: dict[UUID | None, tuple[str, str]] = {
        evening.id: (short(evening.name), short(evening.place)) for evening in listed
    }
    for match in page:
        summary = renamed_summary(match.summary, people)
        card, players = Card(summary), side_ids(summary, people)
        known: Row = [
            match.date,
            translate(card.game.title, gettext),
            str(match.id),
            format_time(match.started),
            *evenings.get(match.evening, ("", "")),
        ]
        finished = gettext("yes") if match.is_finished else gettext("no")
        sides: Row = [
            cell for side, ids in zip(card.sides, players, strict=True) for cell in (side.name, side.total, ids)
        ]
        yield [*known, card.rounds, finished, ", ".join(card.winners), *sides]


def rounds(part: list[models.Match], people: PlayerIndex) -> Iterator[Row]:
    """Yield one row per round and side that plays it."""
    logs = logs_of(part[0].circle_id, [match.id for match in part], people, lanes.let_others_pass)
    for match in part:
        sheet = sheet_from_log(logs[match.id])
        if sheet is None:
            continue
        name = translate(sheet.setup.game.title, gettext)
        for number, row in enumerate(sheet.rows):
            lineup = sheet.lineup_of(number)
            known: Row = [match.date, name, str(match.id), number + 1, lineup.names[row.deal.dealer]]
            for column in sorted(lineup.columns):
                side: Row = [lineup.column_names[column], row.points[column], row.totals[column]]
                yield [*known, *side, tables.ids_of(lineup.seated[column], people)]


def documents(part: list[models.Match], people: PlayerIndex) -> Iterator[dict[str, Any]]:
    """Yield the match documents."""
    logs = logs_of(part[0].circle_id, [match.id for match in part], people, lanes.let_others_pass)
    for match in part:
        yield with_times(document_from_log(logs[match.id]), logs[match.id])
