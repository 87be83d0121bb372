"""Figures of consecutive matches, which can be merged with those of later matches.

The way in which matches are split does not matter: merged tallies are the same. So a month is added up once, and longer
periods are merged from months. A tally is stored as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.statistics.people import TablePerson
from games.statistics.played_match import PlayedMatch, PlayedSide
from games.statistics.wins import Wins

Json = dict[str, Any]

SHORTEST, LONGEST = 60, 12 * 3600  # seconds of a match whose rounds were entered while it was played
HIGHEST, LOWEST = "highest", "lowest"  # records; the value of the lowest total is negated


@dataclass
class Streak:
    """Matches won in a row: at the beginning, at the end, and the most of all. `matches` counts all matches."""

    matches: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    def merge(self, other: Streak) -> None:
        self.longest = max(self.longest, other.longest, self.last + other.first)
        self.first += other.first if self.first == self.matches else 0
        self.last = other.last + (self.last if other.last == other.matches else 0)
        self.matches += other.matches


@dataclass
class HeadToHead:
    """Matches in which two players sat on different sides, and how many of them either finished ahead."""

    matches: int = 0
    before: int = 0
    behind: int = 0

    def merge(self, other: HeadToHead) -> None:
        self.matches += other.matches
        self.before += other.before
        self.behind += other.behind


@dataclass
class ExtremeRound:
    """The points of a round, its match and its number."""

    points: int
    match: str
    number: int


@dataclass
class Count:
    """How often something happened that a game counts, and in how many rounds and matches it could have happened."""

    many: int = 0
    rounds: int = 0
    matches: int = 0

    def merge(self, other: Count) -> None:
        self.many += other.many
        self.rounds += other.rounds
        self.matches += other.matches


@dataclass
class Length:
    """How long matches lasted, in seconds, of those whose rounds were entered while they were played."""

    matches: int = 0
    seconds: int = 0
    shortest: ExtremeRound | None = None  # with seconds for points
    longest: ExtremeRound | None = None

    def merge(self, other: Length) -> None:
        self.matches += other.matches
        self.seconds += other.seconds
        self.shortest = better(self.shortest, other.shortest, -1)
        self.longest = better(self.longest, other.longest, 1)


@dataclass
class MatchRecord:
    """The largest number of its kind, with the match and the people who have it."""

    value: int
    match: str
    day: str
    people: list[str]


@dataclass
class PersonTally:
    """The tally of one person. `name` is the one in their last match."""

    name: str = ""
    last: str = ""  # the day of their last match
    wins: Wins = field(default_factory=Wins)
    tables: dict[str, int] = field(default_factory=dict)  # matches, by the number of sides at the table
    fewest: int = 0  # matches in which the fewest points win
    places: int = 0
    rounds: int = 0
    points: int = 0
    most: ExtremeRound | None = None
    least: ExtremeRound | None = None
    streak: Streak = field(default_factory=Streak)
    figures: dict[str, Count] = field(default_factory=dict)
    others: dict[str, HeadToHead] = field(default_factory=dict)
    partners: dict[str, Wins] = field(default_factory=dict)  # in teams
    together: dict[str, Count] = field(default_factory=dict)  # rounds won in one party, where parties change by round

    def merge(self, other: PersonTally) -> None:
        """Add the figures of later matches."""
        self.name = other.name
        self.last = max(self.last, other.last)
        merge_wins(self.wins, other.wins)
        for sides, matches in other.tables.items():
            self.tables[sides] = self.tables.get(sides, 0) + matches
        self.fewest += other.fewest
        self.places += other.places
        self.rounds += other.rounds
        self.points += other.points
        self.most = better(self.most, other.most, 1)
        self.least = better(self.least, other.least, -1)
        self.streak.merge(other.streak)
        for name, count in other.figures.items():
            self.figures.setdefault(name, Count()).merge(count)
        for key, against in other.others.items():
            self.others.setdefault(key, HeadToHead()).merge(against)
        for key, wins in other.partners.items():
            merge_wins(self.partners.setdefault(key, Wins()), wins)
        for key, count in other.together.items():
            self.together.setdefault(key, Count()).merge(count)


@dataclass
class MatchesTally:
    """The tally of some matches, and of everyone who played one."""

    matches: int = 0
    rounds: int = 0
    first: str = ""  # the days of the first and the last
    last: str = ""
    people: dict[str, PersonTally] = field(default_factory=dict)
    length: Length = field(default_factory=Length)
    # Wins by the number of seats, and the place of a seat after that of the first dealer: "4:0" is the dealer among four.
    seats: dict[str, Wins] = field(default_factory=dict)
    records: dict[str, MatchRecord] = field(default_factory=dict)

    def merge(self, other: MatchesTally) -> None:
        """Add the figures of later matches."""
        self.matches += other.matches
        self.length.merge(other.length)
        for seat, wins in other.seats.items():
            merge_wins(self.seats.setdefault(seat, Wins()), wins)
        for name, record in other.records.items():
            if name not in self.records or record.value > self.records[name].value:
                self.records[name] = record
        self.rounds += other.rounds
        self.first = min(filter(None, (self.first, other.first)), default="")
        self.last = max(self.last, other.last)
        for key, person in other.people.items():
            self.people.setdefault(key, PersonTally()).merge(person)


def merge_wins(wins: Wins, other: Wins) -> None:
    wins.played += other.played
    wins.won += other.won
    for sides, times in other.parts.items():
        wins.parts[sides] = wins.parts.get(sides, 0) + times


def better(earlier: ExtremeRound | None, later: ExtremeRound | None, sign: int) -> ExtremeRound | None:
    """Return the better round, or the earlier of two equal ones."""
    if earlier is None or later is None:
        return earlier or later
    return later if sign * later.points > sign * earlier.points else earlier


def merge_all(tallies: Iterable[MatchesTally]) -> MatchesTally:
    """Merge tallies of matches that follow each other, in this order."""
    merged = MatchesTally()
    for tally in tallies:
        merged.merge(tally)
    return merged


def match_tally(match: PlayedMatch, rounds: Sequence[Json]) -> MatchesTally:
    """Return the tally of one match. `rounds` has the summed rounds of each side (games/statistics/rounds.py)."""
    seated = match.seated
    people = {person.key: person_tally(match, person, side, rounds[side]) for person, side in seated}
    for person, side in seated:
        for other, theirs in seated:
            if theirs != side:
                people[person.key].others[other.key] = against(match, side, theirs)
            elif other != person:
                people[person.key].partners[other.key] = wins_of(match, side)
        together = rounds[side].get("together", {})
        for other, theirs in seated:
            if str(theirs) in together and other != person:
                won, both = together[str(theirs)]
                people[person.key].together[other.key] = Count(won, both, 1)
    played = match.complete if match.is_changed else rounds[0]["rounds"]
    return MatchesTally(
        1, played, match.day, match.day, people, length_of(match), wins_by_seat(match), records_of(match, played)
    )


def length_of(match: PlayedMatch) -> Length:
    """Return the length of a match. Rounds that were entered at once, or on another day, say nothing about it."""
    if not SHORTEST <= match.seconds <= LONGEST:
        return Length()
    lasted = ExtremeRound(match.seconds, match.match, 0)
    return Length(1, match.seconds, lasted, lasted)


def wins_by_seat(match: PlayedMatch) -> dict[str, Wins]:
    """Return the wins of each seat, counted from the first dealer. After a change of people there are none."""
    count = len(match.people)
    if match.is_changed:
        return {}
    return {
        f"{count}:{(seat - match.first_dealer) % count}": wins_of(match, match.side_of(seat)) for seat in range(count)
    }


def records_of(match: PlayedMatch, rounds: int) -> dict[str, MatchRecord]:
    """Return the highest total of the match, the lowest, the margin of the winners, and the rounds.

    Those who share a total, or the first place, share the record.
    """
    sides = [side for number, side in enumerate(match.sides) if number not in match.left]
    records = {"rounds": (rounds, people_on(sides))}
    if sides:
        totals = [side.total for side in sides]
        for name, sign, total in ((HIGHEST, 1, max(totals)), (LOWEST, -1, min(totals))):
            records[name] = (sign * total, people_on([side for side in sides if side.total == total]))
    if len(sides) > 1:
        first, second = sorted(sides, key=lambda side: side.place)[:2]
        ahead = people_on([side for side in sides if side.place == first.place])
        records["margin"] = (abs(first.total - second.total), ahead)
    return {name: MatchRecord(value, match.match, match.day, people) for name, (value, people) in records.items()}


def people_on(sides: Iterable[PlayedSide]) -> list[str]:
    """Return the keys of the people on these sides. A merged player who sat twice has one."""
    return list(dict.fromkeys(person.key for side in sides for person in side.people))


def person_tally(match: PlayedMatch, person: TablePerson, number: int, rounds: Json) -> PersonTally:
    wins = wins_of(match, number)
    return PersonTally(
        name=person.name,
        last=match.day,
        wins=wins,
        tables={str(match.sides_with_result): 1},
        fewest=int(rounds["fewest"]),
        places=match.sides[number].place,
        rounds=rounds["rounds"],
        points=rounds["points"],
        most=rounds["most"] and ExtremeRound(rounds["most"][0], match.match, rounds["most"][1]),
        least=rounds["least"] and ExtremeRound(rounds["least"][0], match.match, rounds["least"][1]),
        streak=Streak(1, wins.won, wins.won, wins.won),
        figures={name: Count(many, times, 1) for name, (many, times) in rounds["figures"].items()},
    )


def wins_of(match: PlayedMatch, number: int) -> Wins:
    wins = Wins()
    wins.add(match.sides[number].is_winner, len(match.winners))
    return wins


def against(match: PlayedMatch, side: int, other: int) -> HeadToHead:
    mine, theirs = match.sides[side].place, match.sides[other].place
    return HeadToHead(1, int(mine < theirs), int(mine > theirs))
