"""Figures of some matches, one after the other, which can be put behind those of earlier ones.

However a row of matches is cut into pieces, their tallies merge to the same: so those of a month are worked out once, and
those of years are made of them. A tally is kept as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.statistics.finished_match import FinishedMatch
from games.statistics.people import TablePerson
from games.statistics.wins import Wins

Json = dict[str, Any]


@dataclass
class Streak:
    """Matches won in a row: at the beginning, at the end, and the most of all, in so many matches."""

    matches: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    def put(self, other: Streak) -> None:
        self.longest = max(self.longest, other.longest, self.last + other.first)
        self.first += other.first if self.first == self.matches else 0
        self.last = other.last + (self.last if other.last == other.matches else 0)
        self.matches += other.matches


@dataclass
class HeadToHead:
    """Matches in which two sat on different sides, and in how many of them either came before the other."""

    matches: int = 0
    before: int = 0
    behind: int = 0

    def put(self, other: HeadToHead) -> None:
        self.matches += other.matches
        self.before += other.before
        self.behind += other.behind


@dataclass
class ExtremeRound:
    """The points of a round, and where it stands."""

    points: int
    match: str
    number: int


@dataclass
class Count:
    """How many there were of what a game counts; in how many rounds and matches there could have been any."""

    many: int = 0
    rounds: int = 0
    matches: int = 0

    def put(self, other: Count) -> None:
        self.many += other.many
        self.rounds += other.rounds
        self.matches += other.matches


@dataclass
class PersonTally:
    """What there is of one person. `name` is the one that was written down last."""

    name: str = ""
    last: str = ""  # the day of their last match
    wins: Wins = field(default_factory=Wins)
    fewest: int = 0  # matches in which the fewest points win
    places: int = 0
    rounds: int = 0
    points: int = 0
    most: ExtremeRound | None = None
    least: ExtremeRound | None = None
    streak: Streak = field(default_factory=Streak)
    figures: dict[str, Count] = field(default_factory=dict)
    others: dict[str, HeadToHead] = field(default_factory=dict)
    partners: dict[str, Wins] = field(default_factory=dict)

    def put(self, other: PersonTally) -> None:
        """Put these figures of later matches behind those that there are."""
        self.name = other.name
        self.last = max(self.last, other.last)
        put_wins(self.wins, other.wins)
        self.fewest += other.fewest
        self.places += other.places
        self.rounds += other.rounds
        self.points += other.points
        self.most = better(self.most, other.most, 1)
        self.least = better(self.least, other.least, -1)
        self.streak.put(other.streak)
        for name, count in other.figures.items():
            self.figures.setdefault(name, Count()).put(count)
        for key, against in other.others.items():
            self.others.setdefault(key, HeadToHead()).put(against)
        for key, wins in other.partners.items():
            put_wins(self.partners.setdefault(key, Wins()), wins)


@dataclass
class PlayerTally:
    """What there is of some matches, and of everybody who played one."""

    matches: int = 0
    rounds: int = 0
    first: str = ""  # the days of the first and the last
    last: str = ""
    people: dict[str, PersonTally] = field(default_factory=dict)

    def put(self, other: PlayerTally) -> None:
        self.matches += other.matches
        self.rounds += other.rounds
        self.first = min(filter(None, (self.first, other.first)), default="")
        self.last = max(self.last, other.last)
        for key, person in other.people.items():
            self.people.setdefault(key, PersonTally()).put(person)

    def add(self, match: FinishedMatch, rounds: Sequence[Json]) -> None:
        """A match that is over; `rounds` is what those of each side say (games/statistics/rounds.py)."""
        self.put(match_tally(match, rounds))


def put_wins(wins: Wins, other: Wins) -> None:
    wins.played += other.played
    wins.won += other.won
    for sides, times in other.parts.items():
        wins.parts[sides] = wins.parts.get(sides, 0) + times


def better(one: ExtremeRound | None, other: ExtremeRound | None, sign: int) -> ExtremeRound | None:
    """Of equal ones the earlier stays."""
    if one is None or other is None:
        return one or other
    return other if sign * other.points > sign * one.points else one


def merge(tallies: Iterable[PlayerTally]) -> PlayerTally:
    """Tallies of matches that follow upon each other, in this order."""
    found = PlayerTally()
    for tally in tallies:
        found.put(tally)
    return found


def match_tally(match: FinishedMatch, rounds: Sequence[Json]) -> PlayerTally:
    seated = match.seated
    people = {person.key: person_tally(match, person, side, rounds[side]) for person, side in seated}
    for person, side in seated:
        for other, theirs in seated:
            if theirs != side:
                people[person.key].others[other.key] = against(match, side, theirs)
            elif other != person:
                people[person.key].partners[other.key] = wins_of(match, side)
    return PlayerTally(1, rounds[0]["rounds"], match.day, match.day, people)


def person_tally(match: FinishedMatch, person: TablePerson, number: int, rounds: Json) -> PersonTally:
    wins = wins_of(match, number)
    return PersonTally(
        name=person.name,
        last=match.day,
        wins=wins,
        fewest=int(rounds["fewest"]),
        places=match.sides[number].place,
        rounds=rounds["rounds"],
        points=rounds["points"],
        most=rounds["most"] and ExtremeRound(rounds["most"][0], match.match, rounds["most"][1]),
        least=rounds["least"] and ExtremeRound(rounds["least"][0], match.match, rounds["least"][1]),
        streak=Streak(1, wins.won, wins.won, wins.won),
        figures={name: Count(many, times, 1) for name, (many, times) in rounds["figures"].items()},
    )


def wins_of(match: FinishedMatch, number: int) -> Wins:
    found = Wins()
    found.add(match.sides[number].is_winner, len(match.winners))
    return found


def against(match: FinishedMatch, side: int, other: int) -> HeadToHead:
    mine, theirs = match.sides[side].place, match.sides[other].place
    return HeadToHead(1, int(mine < theirs), int(mine > theirs))
