"""Add up finished matches from their rows. A log is folded only for results that an older version stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from games import models
from games.match.sheet import sheet_from_log
from games.statistics.people import PlayerIndex
from games.statistics.periods import Days, days_of, month
from games.statistics.played_match import PlayedMatch
from games.statistics.rounds import side_rounds
from games.statistics.tally import MatchesTally, match_tally
from games.store.logs import open_logs
from scorekeeper.lanes import let_others_pass

ALL_GAMES = ""
MONTHS_TOGETHER = 50
Item = TypeVar("Item")
GameTallies = dict[str, MatchesTally]  # by the key of a game; the tally of all games together is under ALL_GAMES


def tally_days(circle: UUID, first: date, last: date, people: PlayerIndex) -> GameTallies:
    """Add up the matches from one day to another, both included. Return an empty dict if no match counts."""
    tallies: GameTallies = {}
    for _day, game, tally in match_tallies(circle, finished_matches(circle, first, last), people):
        add_to(tallies, game, tally)
    return tallies


def tally_months(circle: UUID, names: Sequence[str], people: PlayerIndex) -> dict[str, GameTallies]:
    """Add up the matches of several months, some months in a query: a query of its own for each costs the most."""
    tallies: dict[str, GameTallies] = {name: {} for name in names}
    for batch in batched(names, MONTHS_TOGETHER):
        let_others_pass()
        matches = finished_matches(circle, date.min, date.max).filter(within(map(days_of, batch)))
        for day, game, tally in match_tallies(circle, matches, people):
            add_to(tallies[month(day)], game, tally)
    return tallies


def count_seats(circle: UUID, names: Sequence[str], days: Sequence[Days], most: int) -> tuple[int, int]:
    """Return the numbers of seats and of people in the matches of these months and days, or more than `most` seats.

    Adding up takes time in proportion to them.
    """
    count = 0
    people: set[UUID | str] = set()
    for batch in batched([*map(days_of, names), *days], MONTHS_TOGETHER):
        matches = counted_matches(circle).filter(within(batch))
        seats = models.Seat.objects.filter(circle=circle, match__in=matches.values("id"))
        count += seats.count()
        if count > most:
            break
        people.update(player or name for player, name in seats.values_list("player", "name").distinct())
    return count, len(people)


def within(periods: Iterable[Days]) -> Q:
    return reduce(or_, (Q(date__range=period) for period in periods))


def batched(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[first : first + size] for first in range(0, len(items), size))


def add_to(tallies: GameTallies, game: str, tally: MatchesTally) -> None:
    for key in (ALL_GAMES, game):
        tallies.setdefault(key, MatchesTally()).merge(tally)


def match_tallies(
    circle: UUID, matches: QuerySet[models.Match], people: PlayerIndex
) -> Iterator[tuple[date, str, MatchesTally]]:
    """Yield the day, the game and the tally of each match that counts."""
    rows = sorted(with_result(matches).values_list("date", "started", "id", "game", "summary"), key=lambda row: row[:3])
    rounds = rounds_of(circle, matches, {row[2] for row in rows})
    for day, _started, match, game, summary in rows:
        if match in rounds:  # otherwise it was deleted between the two queries
            yield day, game, match_tally(PlayedMatch(summary, people), rounds[match])


def finished_matches(circle: UUID, first: date, last: date) -> QuerySet[models.Match]:
    within = models.Match.objects.filter(circle=circle, date__gte=first, date__lte=last)
    return within.filter(is_deleted=False, is_finished=True)


def counted_matches(circle: UUID) -> QuerySet[models.Match]:
    """Return the matches that count in figures."""
    return with_result(finished_matches(circle, date.min, date.max))


def with_result(matches: QuerySet[models.Match]) -> QuerySet[models.Match]:
    """Return those that have a result. A match without a complete round has none."""
    return matches.filter(summary__complete__gt=0)


def rounds_of(circle: UUID, matches: QuerySet[models.Match], counted: Collection[UUID]) -> dict[UUID, list[Any]]:
    """Return the summed rounds of each side, by match. Results of older versions lack some, so their logs are read."""
    results = models.Result.objects.filter(circle=circle, match__in=matches.values("id"))
    rounds: dict[UUID, list[Any]] = defaultdict(list)
    for match, _side, summed in sorted(results.values_list("match", "side", "rounds"), key=lambda row: row[:2]):
        if match in counted:
            rounds[match].append(summed)
    old = [match for match, sides in rounds.items() if not all(side and "fewest" in side for side in sides)]
    with open_logs(circle, old) as logs:
        for match, log in zip(old, logs, strict=True):
            sheet = sheet_from_log(log)
            assert sheet is not None, match  # it was known when the match was over
            rounds[match] = [side_rounds(sheet, side) for side in range(len(sheet.totals))]
    return rounds


def merged_players(circle: UUID) -> PlayerIndex:
    """Return an index of merged players only. Names are left out, as a new name changes no figure."""
    rows = models.Player.objects.filter(circle=circle, same_as__isnull=False).values_list("id", "same_as")
    return PlayerIndex((str(player), "", str(same_as)) for player, same_as in rows)
