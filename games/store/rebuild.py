"""Rebuild all rows of a circle from its events, and report differences. There must be none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Model

from games import models
from games.match.log import Log
from games.rules.custom_game import is_custom
from games.store import custom_games, evenings, players, readmodels, seasons
from games.store.figures import months
from games.store.logs import event_json, logs_of
from games.store.ratings import rebuild as ratings
from games.store.readmodels import TABLES

OF_CIRCLE: tuple[type[Model], ...] = (models.Player, models.Evening, models.Season, models.CustomGame)
ROWS: tuple[type[Model], ...] = (*(table.model for table in TABLES), *OF_CIRCLE)
ALL: tuple[type[Model], ...] = (*ROWS, models.MonthTally, models.MonthRatings, models.MatchRatings, models.Deal)

EVENTS_TOGETHER = 500  # of the circle itself
MOST_EVENTS = 2_000  # of the matches whose logs are in memory together

Snapshot = dict[tuple[str, Any], dict[str, Any]]


def rebuild(circle: UUID) -> list[str]:
    """Rebuild the rows of a circle; return one line for each that was wrong."""
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        before, tallies_before, ratings_before = snapshot(circle), months.snapshot(circle), ratings.snapshot(circle)
        rebuild_rows(circle)
        months.rebuild_months(circle)
        ratings.rebuild_ratings(circle)
        return [
            *differences(before, snapshot(circle)),
            *tally_differences(tallies_before, months.snapshot(circle)),
            *rating_differences(ratings_before, ratings.snapshot(circle)),
        ]


@transaction.atomic
def rebuild_rows(circle: UUID) -> None:
    """Rebuild the rows of a circle, and have its figures and ratings stored later.

    It takes little memory, however many matches there are.
    """
    models.Circle.objects.select_for_update().get(pk=circle)
    of_events: tuple[type[Model], ...] = (*ROWS, models.MonthTally, models.Deal)
    for model in of_events:
        model._default_manager.filter(circle=circle).delete()
    started: dict[UUID, int] = {}
    for matches in batches(circle):
        for match, log in logs_of(circle, matches).items():
            readmodels.write_rows(circle, match, readmodels.model_rows(Log()), readmodels.model_rows(log))
            if log.start is not None:
                started[match] = log.start["seq"]
    players.apply_player_events(circle, (event["data"] for event in events_of_circle(circle, "player")))
    seasons.apply_season_events(circle, (event["data"] for event in events_of_circle(circle, "season")))
    described = (event["data"] for event in events_of_circle(circle, "custom_game"))
    custom_games.apply_custom_game_events(circle, described)
    played = models.Match.objects.filter(circle=circle).values_list("game", flat=True).distinct()
    custom_games.refresh_copied_games(circle, filter(is_custom, played))
    evenings.rebuild_evenings(circle, events_of_circle(circle, "evening"), started)
    months.drop_tallies(circle, months.played_months(circle))
    ratings.mark_all_unrated(circle)


def batches(circle: UUID) -> Iterator[list[UUID]]:
    """Yield the matches of a circle: as many together as have few events, and long ones alone."""
    batch: list[UUID] = []
    count = 0
    of_matches = models.Event.objects.filter(circle=circle, match__isnull=False)
    for match, events in list(of_matches.values_list("match").annotate(Count("seq")).order_by("match")):
        if batch and count + events > MOST_EVENTS:
            yield batch
            batch, count = [], 0
        batch.append(match)
        count += events
    if batch:
        yield batch


def events_of_circle(circle: UUID, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the events of the circle itself of this kind. Those without data were emptied with their circle."""
    last = 0
    of_kind = models.Event.objects.filter(circle=circle, match__isnull=True, kind=kind).order_by("seq")
    while part := list(of_kind.filter(seq__gt=last)[:EVENTS_TOGETHER]):
        yield from (event_json(event) for event in part if event.data)
        last = part[-1].seq


def snapshot(circle: UUID) -> Snapshot:
    rows = {}
    for model in ROWS:
        for row in model._default_manager.filter(circle=circle):
            values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
            rows[model.__name__, row.pk] = values
    return rows


def differences(before: Snapshot, after: Snapshot) -> Iterator[str]:
    for key in sorted({*before, *after}, key=str):
        name, pk = key
        label = f"{name} {' '.join(str(part) for part in pk[1:])}"
        if key not in after:
            yield f"{label}: should not be there"
        elif key not in before:
            yield f"{label}: was missing"
        else:
            old, new = before[key], after[key]
            for field in new:
                if old[field] != new[field]:
                    yield f"{label}: {field} was {old[field]!r}, is {new[field]!r}"


def tally_differences(before: dict[tuple[str, str], Any], after: dict[tuple[str, str], Any]) -> Iterator[str]:
    """Compare stored tallies. A month without one is no difference, as readers add it up from rows."""
    for (month, game), tally in sorted(before.items()):
        if after.get((month, game)) != tally:
            yield f"MonthTally {month} {game or 'all games'}: was {tally!r}, is {after.get((month, game))!r}"


def rating_differences(before: dict[tuple[str, str], Any], after: dict[tuple[str, str], Any]) -> Iterator[str]:
    """Compare ratings. `before` is empty if some matches were not rated yet, which is no difference."""
    for name, key in sorted({*before, *after} if before else ()):
        if before.get((name, key)) != after.get((name, key)):
            yield f"{name} {key}: was {before.get((name, key))!r}, is {after.get((name, key))!r}"
