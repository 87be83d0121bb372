"""Read the figures of a circle. Reading writes nothing and waits for no lock."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum, TextField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast, Length

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.statistics import tally_json
from games.statistics.people import PlayerIndex
from games.statistics.periods import Days, MonthOrDays, days_of, month, side_by_side, split_period
from games.statistics.tally import MatchesTally, merge_all, merge_wins
from games.statistics.wins import Wins
from games.store.figures.from_rows import (
    ALL_GAMES,
    GameTallies,
    count_seats,
    counted_matches,
    merged_players,
    tally_days,
    tally_months,
)
from games.store.figures.years import StoredYears, is_of_years
from scorekeeper.lanes import let_others_pass

MOST_SEATS = 20_000  # of the matches that one answer adds up: 5,000 matches of four, 3 s
MOST_MISSING = 600  # months that one answer adds up from rows, each in 1.5 ms at least
MOST_CHARACTERS = 30_000_000  # of the stored tallies that one answer reads: 3 s
MOST_PEOPLE = 6_000  # whose figures one answer adds up: a group has 5,000 players; others have only a name
FEW = 6  # months or years, which are never too many characters
EACH_PERSON = '"partners":'  # once for each person in the text of a tally; quotes in names have backslashes
LARGE_PERIOD = "large_period", _("This period has too many matches to add up at once. Choose a shorter period.")

TEXT = Cast("tally", TextField())
GameJson = dict[str, Any]  # tallies as JSON by game; a text until someone needs the tally


class YearsChanged(Exception):
    """Someone has changed a match of past years since the rows of years were listed."""


class CircleMonths:
    """The months in which a circle has finished matches, with the keys of the games that were played."""

    def __init__(self, circle: UUID, with_years: bool = True) -> None:
        self.circle = circle
        stored: dict[str, set[str]] = {}
        rows = models.MonthTally.objects.filter(circle=circle)
        for name, game in rows.values_list("month", "game"):  # by the index alone
            stored.setdefault(name, set()).add(game)
        years = {name: stored.pop(name) for name in list(stored) if is_of_years(name)}
        self.years = years if with_years else {}  # the rows of years, with their games
        missing = {name for name, games in stored.items() if games == {ALL_GAMES}}  # without a tally
        self.months = {name: games for name, games in stored.items() if name not in missing}
        days = counted_matches(circle).values_list("date", "game").distinct() if missing else []
        for day, game in days:
            if (name := month(day)) in missing:
                self.months.setdefault(name, set()).update((ALL_GAMES, game))

    @property
    def games(self) -> set[str]:
        """Return the keys of all games that were played."""
        return set().union(*self.months.values()) - {ALL_GAMES}

    @property
    def days(self) -> Days | None:
        """Return the first day of the first month and the last day of the last month."""
        return (days_of(min(self.months))[0], days_of(max(self.months))[1]) if self.months else None

    def read(self, parts: Sequence[MonthOrDays]) -> dict[MonthOrDays, GameJson]:
        """Return the tallies of these months, days and years, in their order. Raise `Refused` if they are too much to add up.

        A month that is not stored is added up from rows. Raise `YearsChanged` if a row of years is gone.
        """
        days = [part for part in parts if not isinstance(part, str)]
        known = [part for part in parts if not isinstance(part, str) or part in self.months or part in self.years]
        names = [part for part in known if isinstance(part, str)]
        stored = self.stored(names)
        if len(names) > FEW and (stored.aggregate(length=Sum(Length(TEXT)))["length"] or 0) > MOST_CHARACTERS:
            raise Refused(*LARGE_PERIOD)
        tallies: dict[MonthOrDays, GameJson] = {part: {} for part in known}
        # As texts: parsing takes longest, and a page needs a part of them.
        for name, game, text in stored.order_by("month", "game").values_list("month", "game", TEXT):
            tallies[name][game] = text
        missing = [name for name in names if not tallies[name]]
        if not self.years.keys().isdisjoint(missing):
            raise YearsChanged
        if len(missing) > MOST_MISSING:
            raise Refused(*LARGE_PERIOD)
        seats, people = count_seats(self.circle, missing, days, MOST_SEATS)
        if seats > MOST_SEATS or people > MOST_PEOPLE:
            raise Refused(*LARGE_PERIOD)
        index = merged_players(self.circle) if missing or days else PlayerIndex([])
        added_up = tally_months(self.circle, missing, index)
        tallies.update({name: as_json(games) for name, games in added_up.items()})
        tallies.update({part: as_json(tally_days(self.circle, *part, index)) for part in days})
        if has_many_people(self.circle, [games for games in tallies.values() if ALL_GAMES in games]):
            raise Refused(*LARGE_PERIOD)
        return tallies

    @cached_property
    def stored_years(self) -> StoredYears:
        return StoredYears(self.months, self.years)

    def has(self, name: str, game: str) -> bool:
        """Return whether a game was played in this month, or is in this row of years."""
        return game in self.months.get(name, self.years.get(name, ()))

    def count_wins(self, names: Sequence[str], game: str, player: str) -> dict[str, tuple[int, Wins]]:
        """Return the number of matches and the wins of one player in these months and years, if they are stored."""
        matches, wins = json_value("matches"), json_value("people", player, "wins")
        rows = self.stored(names).filter(game=game).values_list("month", matches, wins)
        return {name: (count, Wins(*won or ())) for name, count, won in rows}

    def stored(self, names: Sequence[str]) -> QuerySet[models.MonthTally]:
        """Return the stored rows of these months and years."""
        return models.MonthTally.objects.filter(circle=self.circle, month__in=names, tally__isnull=False)


class PeriodFigures:
    """The figures of a period from one day to another, both included. None stands for all matches on that side."""

    def __init__(self, months: CircleMonths, first: date | None = None, last: date | None = None) -> None:
        begins, ends = months.days or (date.max, date.min)
        self.first = max(begins, first or begins)
        self.last = min(ends, last or ends)
        self.months = months
        parts = split_period(self.first, self.last)
        try:
            self.tallies = months.read(months.stored_years.compact(parts))
        except YearsChanged:
            self.months = CircleMonths(months.circle, with_years=False)
            self.tallies = self.months.read(parts)

    @cached_property
    def parts_of_games(self) -> dict[str, list[GameJson]]:
        """The months and days in which each game was played: a page that asks for every game reads each of them once."""
        parts: dict[str, list[GameJson]] = {}
        for tallies in self.tallies.values():
            for game in tallies:
                parts.setdefault(game, []).append(tallies)
        return parts

    @property
    def games(self) -> list[str]:
        """Return the keys of the games that were played in this period."""
        return sorted(self.parts_of_games.keys() - {ALL_GAMES})

    def tally(self, game: str) -> MatchesTally:
        return merge_all(read_in_turns(self.parts_of_games.get(game, []), game))

    def columns(self, game: str, player: str) -> list[tuple[str, int, Wins]]:
        """Return the name, the number of matches, and the wins of one player, for each month or year."""
        columns = [
            (period, self.months.stored_years.compact(parts)) for period, parts in side_by_side(self.first, self.last)
        ]
        parts = {part for _period, parts in columns for part in parts}
        further = [
            part for part in parts - self.tallies.keys() if isinstance(part, str) and self.months.has(part, game)
        ]
        stored = self.months.count_wins(further, game, player)
        if stored.keys() != set(further):  # someone has changed a match of these months meanwhile
            months = CircleMonths(self.months.circle, with_years=False)
            return PeriodFigures(months, self.first, self.last).columns(game, player)
        counts: dict[MonthOrDays, tuple[int, Wins]] = dict(stored.items())
        for part in parts & self.tallies.keys():
            tally = merge_all(read_in_turns([self.tallies[part]], game, player))
            counts[part] = tally.matches, tally.people[player].wins if player in tally.people else Wins()
        return [(period, *add_up(counts[part] for part in parts if part in counts)) for period, parts in columns]


def add_up(counts: Iterable[tuple[int, Wins]]) -> tuple[int, Wins]:
    sum_of_matches, sum_of_wins = 0, Wins()
    for matches, wins in counts:
        sum_of_matches += matches
        merge_wins(sum_of_wins, wins)
    return sum_of_matches, sum_of_wins


def json_value(*path: str) -> KeyTransform:
    """Return the value in this place of a tally, which the database reads."""
    value: Any = "tally"
    for key in path:
        value = KeyTransform(key, value)
    transform: KeyTransform = value
    return transform


def has_many_people(circle: UUID, parts: Sequence[GameJson]) -> bool:
    """Return whether more people played than one answer adds up. Texts are parsed only if they may name that many."""
    texts = [part[ALL_GAMES] for part in parts if isinstance(part[ALL_GAMES], str)]
    others = sum(len(part[ALL_GAMES]["people"]) for part in parts if not isinstance(part[ALL_GAMES], str))
    if sum(text.count(EACH_PERSON) for text in texts) + others <= MOST_PEOPLE or count_people(circle) <= MOST_PEOPLE:
        return False
    people: set[str] = set()
    for part in parts:
        let_others_pass()
        people.update(parsed(part, ALL_GAMES)["people"])
        if len(people) > MOST_PEOPLE:
            return True
    return False


def count_people(circle: UUID) -> int:
    """Return how many people have sat at tables of a circle: ids, also of no player of the circle, and names without an id.

    Those beyond the limit are left out. An index has the seats by id, and apart from them the seats of names.
    """
    seats = models.Seat.objects.filter(circle=circle)
    ids = seats.filter(player__isnull=False).values("player").distinct()
    names = seats.filter(player__isnull=True).values("name").distinct()
    return ids[: MOST_PEOPLE + 1].count() + names[: MOST_PEOPLE + 1].count()


def as_json(tallies: GameTallies) -> GameJson:
    return {game: tally_json.tally_to_json(tally) for game, tally in tallies.items()}


def read_in_turns(parts: Iterable[GameJson], game: str, player: str | None = None) -> Iterator[MatchesTally]:
    """Yield the tallies, and let others pass before each: parsing and adding up many takes seconds."""
    for part in parts:
        if game in part:
            let_others_pass()
            yield read_tally(part, game, player)


def read_tally(part: GameJson, game: str, player: str | None = None) -> MatchesTally:
    return tally_json.tally_from_json(parsed(part, game), player)


def parsed(part: GameJson, game: str) -> dict[str, Any]:
    """Return the tally of a game as JSON, and keep it in the place of its text."""
    if isinstance(part[game], str):
        part[game] = json.loads(part[game])
    tally: dict[str, Any] = part[game]
    return tally
