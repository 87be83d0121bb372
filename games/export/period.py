"""Matches of a circle between two days as rows of cells, page by page, so that memory use stays small."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games import models
from games.display.card import Card
from games.export.tables import Cell
from games.match.describe import seating_variants
from games.match.log_document import document_from_log
from games.rules import catalogue
from games.store.days import between
from games.store.logs import format_time, logs_of

PAGE = 200  # matches
Row = list[Cell]


def no_progress(count: int) -> None:
    """Do nothing: the progress callback for callers without a progress bar."""


@dataclass(frozen=True)
class Period:
    circle: models.Circle
    first: date | None = None
    last: date | None = None
    progress: Callable[[int], None] = no_progress  # gets the number of exported matches

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
        gettext("Where"),
        gettext("Rounds"),
        gettext("Finished"),
        gettext("Winners"),
    ]
    for number in range(1, most_sides() + 1):
        known += [gettext("Side %(number)s") % {"number": number}, gettext("Total %(number)s") % {"number": number}]
    return known


def matches(page: list[models.Match]) -> Iterator[Row]:
    """Yield one row per match."""
    ids = [match.evening for match in page if match.evening is not None]
    listed = models.Evening.objects.filter(circle=page[0].circle_id, id__in=ids)
    evenings: dict[UUID | None, tuple[str, str]] = {evening.id: (evening.name, evening.place) for evening in listed}
    for match in page:
        card = Card(match.summary)
        known: Row = [
            match.date,
            gettext(card.name),
            str(match.id),
            format_time(match.started),
            *evenings.get(match.evening, ("", "")),
        ]
        finished = gettext("yes") if match.is_finished else gettext("no")
        sides: Row = [cell for side in card.sides for cell in (side.name, side.total)]
        yield [*known, card.rounds, finished, ", ".join(card.winners), *sides]


def rounds(page: list[models.Match]) -> Iterator[Row]:
    """Yield one row per round and side."""
    points_of: dict[UUID, list[Any]] = defaultdict(list)
    deals = models.Deal.objects.filter(circle=page[0].circle_id, match__in=[match.id for match in page])
    for id, *row in deals.order_by("match", "number", "side").values_list("match", "number", "side", "points"):
        points_of[id].append(row)
    for match in page:
        summary, name = match.summary, gettext(Card(match.summary).name)
        totals = [0] * len(summary.get("sides", ()))
        people, begun = summary, 0
        for number, side, points in points_of[match.id]:
            while begun < len(summary.get("changes", ())) and summary["changes"][begun]["number"] <= number:
                people, begun = summary["changes"][begun], begun + 1
                totals = [0 if at in people["from_zero"] else total for at, total in enumerate(totals)]
            if side not in people.get("columns", [side]):
                continue  # the player of this side has left, or has not come yet
            totals[side] += points
            dealer = people["names"][(people["first_dealer"] + number) % len(people["names"])]
            known: Row = [match.date, name, str(match.id), number + 1, dealer]
            yield [*known, people["sides"][side], points, totals[side]]


def documents(page: list[models.Match]) -> Iterator[dict[str, Any]]:
    """Yield the match documents."""
    logs = logs_of(page[0].circle_id, [match.id for match in page])
    for match in page:
        yield document_from_log(logs[match.id])
