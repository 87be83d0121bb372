"""The table of a season: points of each match by the season's rule, places, form, movement and attendance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from games.match.event_fields import AVERAGE, BY_PLACE, OF_GAME
from games.statistics.people import TablePerson

FORM = 5  # the last matches whose places a row shows
PARTS = 2520  # of a point or a win: whole, however many of up to ten sides share it. Fractions would take ten times as long.


@dataclass(frozen=True)
class SeasonRule:
    """What the results of a match are worth, and which of them count."""

    kind: str
    place_points: Sequence[int] = ()
    minimum: int = 0  # matches for a place in the table
    dropped: int = 0  # the worst results that do not count; an average counts all


class SeasonMatch(NamedTuple):
    """A match that counts. It has few objects, because a season may have thousands of matches."""

    day: date
    evening: Any  # what tells evenings apart
    is_fewest: bool  # whether the fewest points win
    places: tuple[int, ...]  # of the sides
    totals: tuple[int, ...]
    winners: tuple[bool, ...]
    people: tuple[TablePerson, ...]
    sides: tuple[int, ...]  # of these people, as places in the tuples above


@dataclass
class SeasonStanding:
    """The row of a person."""

    person: TablePerson
    results: list[int] = field(default_factory=list)  # parts of a point, in the order of play
    places: list[int] = field(default_factory=list)
    is_won: list[bool] = field(default_factory=list)
    wins_in_parts: list[int] = field(default_factory=list)
    evenings: set[Any] = field(default_factory=set)
    points: Fraction = Fraction()  # an average, or the sum of what counts
    place: int | None = None  # None: too few matches
    moved: int | None = None  # places won since the evening before; None: not placed then

    newest: list[int] = field(default_factory=list)  # the places in `results` of those of the last evening

    def add(self, match: SeasonMatch, side: int, points: int, win: int) -> None:
        self.results.append(points)
        self.places.append(match.places[side])
        self.is_won.append(match.winners[side])
        self.wins_in_parts.append(win)
        self.evenings.add(match.evening)

    def before(self, rule: SeasonRule) -> SeasonStanding | None:
        """Return the row before the last evening, as far as it decides the place. Return None if there was none."""
        count = len(self.results) - len(self.newest)
        if not count:
            return None
        newest = set(self.newest)
        earlier = [number for number in range(len(self.results)) if number not in newest] if newest else range(count)
        row = SeasonStanding(
            self.person,
            [self.results[number] for number in earlier],
            wins_in_parts=[self.wins_in_parts[number] for number in earlier],
        )
        row.points = sum_up(row.results, rule)
        return row

    @property
    def win_parts(self) -> int:
        return sum(self.wins_in_parts)

    @property
    def played(self) -> int:
        return len(self.results)

    @property
    def wins(self) -> Fraction:
        return Fraction(self.win_parts, PARTS)

    @property
    def form(self) -> list[tuple[int, bool]]:
        """Return the places in the last matches, each with whether it was won."""
        return list(zip(self.places[-FORM:], self.is_won[-FORM:], strict=True))


def points_of(match: SeasonMatch, side: int, rule: SeasonRule) -> int:
    """Return what a match is worth for the people of a side, in parts of a point."""
    place = match.places[side]
    if rule.kind == AVERAGE:
        behind = sum([other > place for other in match.places])
        return PARTS * behind + win_of(match, side)
    if rule.kind == BY_PLACE:
        tied = match.places.count(place)
        shared = rule.place_points[place - 1 : place - 1 + tied]  # sides with the same place share their points
        return PARTS * sum(shared) // tied
    return PARTS * (-match.totals[side] if match.is_fewest else match.totals[side])


def win_of(match: SeasonMatch, side: int) -> int:
    return PARTS // sum(match.winners) if match.winners[side] else 0


def season_table(matches: Sequence[SeasonMatch], rule: SeasonRule) -> list[SeasonStanding]:
    """Return the rows: those with a place first, then those with too few matches."""
    rows: dict[str, SeasonStanding] = {}
    last = matches[-1].evening if matches else None
    for match, worth in with_worth(matches, rule):
        is_last = match.evening == last
        for person, side in seated(match):
            row = rows.get(person.key)
            if row is None:
                row = rows[person.key] = SeasonStanding(person)
            row.add(match, side, *worth[side])
            row.person = person
            if is_last:
                row.newest.append(len(row.results) - 1)
    before = in_order(filter(None, [row.before(rule) for row in rows.values()]), rule)
    places = {row.person.key: row.place for row in before}
    for row in rows.values():
        row.points = sum_up(row.results, rule)
    table = in_order(rows.values(), rule)
    for row in table:
        was = places.get(row.person.key)
        row.moved = None if was is None or row.place is None else was - row.place
    return table


def with_worth(matches: Iterable[SeasonMatch], rule: SeasonRule) -> Iterator[tuple[SeasonMatch, list[tuple[int, int]]]]:
    """Yield each match with the points and the wins of its sides, in parts. Matches with the same places are worth the same."""
    known: dict[Any, list[tuple[int, int]]] = {}
    for match in matches:
        result = (match.places, match.winners, *((match.totals, match.is_fewest) if rule.kind == OF_GAME else ()))
        worth = known.get(result)
        if worth is None:
            sides = range(len(match.places))
            worth = known[result] = [(points_of(match, side, rule), win_of(match, side)) for side in sides]
        yield match, worth


def seated(match: SeasonMatch) -> Iterable[tuple[TablePerson, int]]:
    """Return each person with their side. A merged player who sat twice has the better place."""
    if len({person.key for person in match.people}) == len(match.people):
        return zip(match.people, match.sides, strict=True)
    people: dict[str, tuple[TablePerson, int]] = {}
    for side, person in sorted(zip(match.sides, match.people, strict=True), key=lambda seat: match.places[seat[0]]):
        people.setdefault(person.key, (person, side))
    return people.values()


def sum_up(results: Sequence[int], rule: SeasonRule) -> Fraction:
    """Return the average of the results, or the sum of the best. One result counts at least."""
    if rule.kind == AVERAGE:
        return Fraction(sum(results), PARTS * len(results))
    dropped = min(rule.dropped, len(results) - 1)
    return Fraction(sum(sorted(results)[dropped:] if dropped else results), PARTS)


def in_order(rows: Iterable[SeasonStanding], rule: SeasonRule) -> list[SeasonStanding]:
    """Sort the rows and give them places. Equal points and wins share a place."""
    minimum = max(1, rule.minimum)
    ordered = sorted(
        rows, key=lambda row: (row.played < minimum, -row.points, -row.win_parts, row.person.name, row.person.key)
    )
    previous: SeasonStanding | None = None
    for number, row in enumerate(ordered, 1):
        if row.played < minimum:
            break
        is_level = previous is not None and (previous.points, previous.win_parts) == (row.points, row.win_parts)
        row.place = previous.place if is_level and previous is not None else number
        previous = row
    return ordered


def champions(rows: Iterable[SeasonStanding]) -> list[TablePerson]:
    return [row.person for row in rows if row.place == 1]


def evenings_of(matches: Iterable[SeasonMatch]) -> list[tuple[Any, date]]:
    """Return the evenings of a season with their first day, in the order of play."""
    first: dict[Any, date] = {}
    for match in matches:
        first.setdefault(match.evening, match.day)
    return list(first.items())
