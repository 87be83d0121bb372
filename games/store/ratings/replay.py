"""Rate matches in their order, some at a time, and store what they change.

The ratings are calculated without a lock. The circle is locked only while they are stored, and nothing is stored if a
result has changed meanwhile.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from math import inf
from uuid import UUID

from django.db import DatabaseError, transaction

from games import models
from games.statistics.periods import month
from games.statistics.played_match import PlayedMatch
from games.statistics.rating import (
    RatedSide,
    apply_match,
    rate,
    sides_from_json,
)
from games.store.daily_work import TIDY_SECONDS, work_within
from games.store.figures.from_rows import ALL_GAMES, counted_matches, merged_players
from games.store.ratings.months import GameState
from games.store.ratings.progress import ReplayPosition
from games.store.sql import Row, upsert

LOGGER = logging.getLogger(__name__)

BATCH = 500  # matches: about half a second of the processor
SPARE = 5  # batches for what changes while all matches of a circle are rated
MATCHES_AT_ONCE = 50  # after a push, whose answer waits for them
PUSH_SECONDS = 0.1
MOST_IN_MONTH, MOST_PEOPLE = 2_000, 2_500  # beyond these a push leaves the ratings to `tidy`
MOST_GAMES = 40  # in the month: a batch reads the ratings of each
MOST_RATINGS = 20_000  # of all people in the games of the month: reading them takes a tenth of a second
PAUSE = 0.05  # seconds between two batches, because SQLite has one lock for all writers


def rate_after_push(circle: UUID) -> None:
    """Rate the matches that a push has changed, as far as it takes a short time. Later pushes and `tidy` do the rest."""
    if is_large(circle):
        return
    until = time.monotonic() + PUSH_SECONDS
    try:
        while rate_some(circle, MATCHES_AT_ONCE) and time.monotonic() < until:
            pass
    except DatabaseError:
        LOGGER.exception("The matches of a push could not be rated. They are rated later.")


def is_large(circle: UUID) -> bool:
    """Return whether even one match takes too long for a push, because a batch reads its month and everyone's ratings."""
    progress = models.RatingProgress.objects.filter(circle=circle, since__isnull=False).first()
    if progress is None or progress.since is None:
        return False
    first = progress.since.replace(day=1)
    matches = models.MatchRatings.objects.filter(circle=circle, date__gte=first, date__lte=progress.since)
    if progress.people > MOST_PEOPLE or matches[: MOST_IN_MONTH + 1].count() > MOST_IN_MONTH:
        return True
    games = counted_matches(circle).filter(date__gte=first, date__lte=progress.since).values("game").distinct()
    count = games[: MOST_GAMES + 1].count()
    return count > MOST_GAMES or count * progress.people > MOST_RATINGS


def rate_all(circle: UUID, until: float = inf, pause: float = PAUSE) -> int:
    """Rate the matches of a circle that are not rated. Return 1 if there were any, otherwise 0.

    What changes meanwhile may stay for later pushes and the next `tidy`. Otherwise it would never end while someone ends and
    reopens an early match again and again. After the time `until`, by `time.monotonic()`, all the rest stays for them.
    """
    batches = count_unrated(circle) // BATCH + SPARE
    count = 0
    while count < batches and time.monotonic() < until and rate_some(circle, BATCH):
        count += 1
        time.sleep(pause)
    return min(count, 1)


def count_unrated(circle: UUID) -> int:
    progress = models.RatingProgress.objects.filter(circle=circle, since__isnull=False).first()
    return 0 if progress is None else counted_matches(circle).filter(position_of(progress).following("id")).count()


def position_of(progress: models.RatingProgress) -> ReplayPosition:
    assert progress.since is not None
    return ReplayPosition(progress.since, progress.started, progress.match)


def rate_all_circles(seconds: float = TIDY_SECONDS) -> int:
    """Rate the matches of every circle that are not rated, in this time. Return the number of circles."""
    unrated = models.RatingProgress.objects.filter(since__isnull=False)
    return work_within(seconds, unrated.values_list("circle", flat=True), rate_all)


def rate_some(circle: UUID, most: int) -> bool:
    """Rate the next matches, and store them unless a result has changed meanwhile. Return whether there were any to rate."""
    progress = models.RatingProgress.objects.filter(circle=circle, since__isnull=False).first()
    if progress is None:
        return False
    batch = RatedBatch(progress, most)
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        unchanged = {name: getattr(progress, name) for name in ("since", "started", "match", "version")}
        if models.RatingProgress.objects.filter(circle=circle, **unchanged).exists():
            batch.store()
    return True


class RatedBatch:
    """Some consecutive matches with their ratings."""

    def __init__(self, progress: models.RatingProgress, most: int) -> None:
        self.circle: UUID = progress.circle_id
        self.begins = position_of(progress)
        self.first_month = self.month = month(self.begins.day)
        self.states: dict[str, GameState] = {}  # by game
        self.played: set[str] = set()  # the games of this month
        self.matches: list[Row] = []
        self.months: list[Row] = []
        self.resume()
        rows = counted_matches(self.circle).filter(self.begins.following("id")).order_by("date", "started", "id")
        following = list(rows.values_list("date", "started", "id", "game", "summary")[: most + 1])
        self.is_last = len(following) <= most
        people = merged_players(self.circle)
        for day, started, id, game, summary in following[:most]:
            if month(day) != self.month:
                self.close_month()
                self.month = month(day)
            match = PlayedMatch(summary, people)
            sides = {key: rate(match, self.state(key).ratings) for key in (ALL_GAMES, game)}
            self.note_people(sides)
            self.matches.append(
                {"circle_id": self.circle, "match": id, "date": day, "started": started, "sides": sides}
            )
        if self.is_last:
            self.close_month()

    def state(self, game: str) -> GameState:
        """Return the ratings of a game so far. Those before the first month are read once: later rows may be of before."""
        if game not in self.states:
            self.states[game] = GameState(self.circle, game, self.first_month)
        return self.states[game]

    def note_people(self, sides_by_game: dict[str, list[RatedSide]]) -> None:
        """Note who played in this month."""
        for game, sides in sides_by_game.items():
            self.played.add(game)
            self.state(game).played.update(key for side in sides for key in side.people)

    def resume(self) -> None:
        """Apply the matches of the first month that are rated already."""
        for match, sides in self.rated_before():
            rated = {game: sides_from_json(stored) for game, stored in sides.items()}
            self.note_people(rated)
            for game, game_sides in rated.items():
                apply_match(str(match), game_sides, self.state(game).ratings)

    def rated_before(self) -> Iterator[tuple[UUID, dict[str, list[RatedSide]]]]:
        rows = models.MatchRatings.objects.filter(circle=self.circle, date__gte=f"{self.month}-01")
        before = rows.exclude(self.begins.following("match")).order_by("date", "started", "match")
        yield from before.values_list("match", "sides")

    def close_month(self) -> None:
        """Note the ratings at the end of a month."""
        self.months.extend(self.state(game).close_month(self.month) for game in sorted(self.played))
        self.played = set()

    def store(self) -> None:
        """Replace the rows of these matches, and of the months that they end."""
        replaced = models.MatchRatings.objects.filter(self.begins.following("match"), circle=self.circle)
        months = models.MonthRatings.objects.filter(circle=self.circle, month__gte=self.first_month)
        if not self.is_last:
            last = self.matches[-1]
            end = ReplayPosition(last["date"], last["started"], last["match"])
            replaced = replaced.exclude(end.following("match"))
            months = months.filter(month__lt=self.month)
        replaced.delete()
        months.delete()
        for model, rows in ((models.MatchRatings, self.matches), (models.MonthRatings, self.months)):
            if rows:
                upsert(model, rows)
        position = (None, None, None) if self.is_last else tuple(end)
        values: Row = dict(zip(("since", "started", "match"), position, strict=True))
        if ALL_GAMES in self.states:
            values["people"] = len(self.states[ALL_GAMES].ratings)
        models.RatingProgress.objects.filter(circle=self.circle).update(**values)
