"""Read the figures of a circle. Reading writes nothing and waits for no lock."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from games import models
from games.statistics import tally_json
from games.statistics.people import PlayerIndex
from games.statistics.periods import Days, MonthOrDays, days_of, side_by_side, split_period
from games.statistics.tally import MatchesTally, merge_all
from games.store.figures.from_rows import ALL_GAMES, GameTallies, merged_players, tally_days, tally_months

GameJson = dict[str, Any]  # tallies as JSON by game; a text until someone needs the tally


class CircleMonths:
    """The months in which a circle has finished matches, as they are stored. A month without a tally is added up."""

    def __init__(self, circle: UUID) -> None:
        self.circle = circle
        stored: dict[str, GameJson] = {}
        # As texts: parsing takes longest, and a page needs a part of them.
        texts = models.MonthTally.objects.filter(circle=circle).annotate(text=Cast("tally", TextField()))
        for month, game, text in texts.order_by("month", "game").values_list("month", "game", "text"):
            stored.setdefault(month, {})[game] = text
        missing = [month for month, games in stored.items() if games[ALL_GAMES] is None]
        people = merged_players(circle) if missing else PlayerIndex([])
        added_up = tally_months(circle, missing, people)
        months = stored | {month: as_json(tallies) for month, tallies in added_up.items()}
        self.months = {month: games for month, games in months.items() if games}

    def add_up(self, parts: Sequence[Days]) -> list[GameJson]:
        """Add up days from rows."""
        people = merged_players(self.circle) if parts else PlayerIndex([])
        return [as_json(tally_days(self.circle, first, last, people)) for first, last in parts]

    @property
    def games(self) -> set[str]:
        """Return the keys of all games that were played."""
        return {game for month in self.months.values() for game in month} - {ALL_GAMES}

    @property
    def days(self) -> Days | None:
        """Return the first day of the first month and the last day of the last month."""
        return (days_of(min(self.months))[0], days_of(max(self.months))[1]) if self.months else None

    def has_played(self, player: str) -> bool:
        return any(player in parsed(month, ALL_GAMES)["people"] for month in self.months.values())


class PeriodFigures:
    """The figures of a period from one day to another, both included. None stands for all matches on that side."""

    def __init__(self, months: CircleMonths, first: date | None = None, last: date | None = None) -> None:
        self.months = months
        begins, ends = months.days or (date.max, date.min)
        self.first = max(begins, first or begins)
        self.last = min(ends, last or ends)
        parts = split_period(self.first, self.last)
        days = [part for part in parts if not isinstance(part, str)]
        self.added_up = dict(zip(days, months.add_up(days), strict=True))
        self.parts = [self.part(part) for part in parts]

    @property
    def games(self) -> list[str]:
        """Return the keys of the games that were played in this period."""
        return sorted({game for part in self.parts for game in part} - {ALL_GAMES})

    def tally(self, game: str) -> MatchesTally:
        return merge_all(read_tally(part, game) for part in self.parts)

    def columns(self, game: str, player: str) -> list[tuple[str, MatchesTally]]:
        """Return the name and the tally of each month or year. The tallies hold one player only."""
        columns = side_by_side(self.first, self.last)
        return [
            (period, merge_all(read_tally(self.part(part), game, player) for part in parts))
            for period, parts in columns
        ]

    def part(self, part: MonthOrDays) -> GameJson:
        return self.months.months.get(part, {}) if isinstance(part, str) else self.added_up[part]


def as_json(tallies: GameTallies) -> GameJson:
    return {game: tally_json.tally_to_json(tally) for game, tally in tallies.items()}


def read_tally(part: GameJson, game: str, player: str | None = None) -> MatchesTally:
    return tally_json.tally_from_json(parsed(part, game), player) if game in part else MatchesTally()


def parsed(part: GameJson, game: str) -> dict[str, Any]:
    """Return the tally of a game as JSON, and keep it in the place of its text."""
    if isinstance(part[game], str):
        part[game] = json.loads(part[game])
    tally: dict[str, Any] = part[game]
    return tally
