"""What some matches of a circle add up to: read of their rows, so that no log is folded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games import models
from games.match.scoring import sheet_from_log
from games.statistics.finished_match import FinishedMatch
from games.statistics.people import PlayerIndex
from games.statistics.rounds import side_rounds
from games.statistics.tally import PlayerTally, match_tally
from games.store.figures.months import ALL_GAMES, counted_matches
from games.store.log_cache import open_logs
from games.store.people import people_of

Tallies = dict[str, PlayerTally]  # of each game, and of all together under the name of none


def tally_days(circle: UUID, first: date, last: date) -> Tallies:
    matches = between(circle, first, last)
    rounds = rounds_of(circle, matches)
    people, found = grouped(circle), joined_rows([])
    rows = matches.values_list("date", "started", "id", "game", "summary")
    for _day, _began, id, game, summary in sorted(rows, key=in_time):
        played = FinishedMatch(summary, people)
        one = match_tally(played, rounds[id])
        for name in (ALL_GAMES, game):
            found.setdefault(name, PlayerTally()).put(one)
    return found


def joined_rows(parts: Iterable[Tallies]) -> Tallies:
    """Those of days that follow upon each other."""
    found: Tallies = {ALL_GAMES: PlayerTally()}
    for part in parts:
        for game, tally in part.items():
            found.setdefault(game, PlayerTally()).put(tally)
    return found


def last_day(circle: UUID, first: date, last: date) -> date | None:
    """On which anything was played."""
    return between(circle, first, last).order_by("-date").values_list("date", flat=True).first()


def between(circle: UUID, first: date, last: date) -> QuerySet[models.Match]:
    return counted_matches(circle).filter(date__gte=first, date__lte=last)


def rounds_of(circle: UUID, matches: QuerySet[models.Match]) -> dict[UUID, list[Any]]:
    """What the rounds of each match say of each side. Rows of older versions do not have all of it."""
    found: dict[UUID, list[Any]] = defaultdict(list)
    rows = models.Result.objects.filter(circle=circle, match__in=matches.values("id"))
    for match, _side, told in sorted(rows.values_list("match", "side", "rounds"), key=by_side):
        found[match].append(told)
    old = [match for match, sides in found.items() if not all(side and "fewest" in side for side in sides)]
    with open_logs(circle, old) as logs:
        for match, log in zip(old, logs, strict=True):
            sheet = sheet_from_log(log)
            assert sheet is not None, match  # it was known when the match was over
            found[match] = [side_rounds(sheet, side) for side in range(sheet.setup.sides)]
    return found


def by_side(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:2]


def grouped(circle: UUID) -> PlayerIndex:
    """Who is the same person, and no more: a player who gets another name changes no figure."""
    people = people_of(circle)
    return PlayerIndex((id, "", same_as) for id, same_as in people.same_as.items())


def in_time(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """By the day on which they were played; within it by the time."""
    return row[:3]
