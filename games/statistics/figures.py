"""What is told of a tally: few figures, and none with fewer than three matches behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from games.rules.game import Game
from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.tally import ExtremeRound, PersonTally, PlayerTally
from games.statistics.wins import Wins

T = TypeVar("T", "Opponent", "Partner")

LEAST = 3  # matches, before anything is told of them


@dataclass
class Opponent:
    """Somebody on another side: who of the two came before the other how often."""

    person: TablePerson
    matches: int
    before: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.before - self.behind


@dataclass
class Partner:
    """Somebody on the same side, and what they won together."""

    person: TablePerson
    wins: Wins
    is_best: bool = False

    @property
    def share(self) -> Fraction:
        return self.wins.worth / self.wins.played


@dataclass
class CountedFigure:
    """What a game counts: how many, in how many rounds where there could have been any."""

    name: str
    label: str
    many: int
    rounds: int

    @property
    def each(self) -> Fraction:
        return Fraction(self.many, self.rounds)


class PlayerFigures:
    """Of one person. Places and points are told of one game alone: those of different games mean different things."""

    def __init__(self, person: TablePerson, found: PersonTally, names: Names, game: Game | None) -> None:
        self.person = person
        self.matches = found.wins.played
        self.is_enough = self.matches >= LEAST
        self.last = found.last
        self.won = found.wins.won
        self.shared = found.wins.shared
        self.worth = found.wins.worth
        self.share = found.wins.worth / self.matches
        self.longest = found.streak.longest
        self.current = found.streak.last
        self.rounds = found.rounds
        self.place: Fraction | None = None
        self.a_round: Fraction | None = None  # points
        self.most: ExtremeRound | None = None
        self.least: ExtremeRound | None = None
        self.best: ExtremeRound | None = None
        self.worst: ExtremeRound | None = None
        self.figures: list[CountedFigure] = []
        if game is not None:
            self.place = Fraction(found.places, self.matches)
            self.a_round = Fraction(found.points, found.rounds) if found.rounds else None
            self.most, self.least = found.most, found.least
            self.best, self.worst = best_and_worst(found)
            self.figures = list(counted(found, game))
        self.faced, self.faced_few = enough(
            [Opponent(names.person(key), one.matches, one.before, one.behind) for key, one in found.others.items()],
            lambda one: one.matches,
        )
        self.partners, self.partners_few = enough(
            [Partner(names.person(key), wins) for key, wins in found.partners.items()], lambda one: one.wins.played
        )
        self.partners.sort(key=lambda one: -one.share)
        for one in self.partners:
            one.is_best = one.share == self.partners[0].share > 0


class Names:
    """Who somebody of a tally is today. Who is no player of the circle has the name that was written down."""

    def __init__(self, people: PlayerIndex, tally: PlayerTally) -> None:
        self.people = people
        self.tally = tally

    def person(self, key: str) -> TablePerson:
        return TablePerson(key, self.people.names.get(key) or self.tally.people[key].name)


def rank_players(tally: PlayerTally, people: PlayerIndex, game: Game | None) -> list[PlayerFigures]:
    """Everybody who played, the best first: by the share of wins, of equal ones who has played more."""
    names = Names(people, tally)
    found = [PlayerFigures(names.person(key), one, names, game) for key, one in tally.people.items()]
    return sorted(found, key=lambda one: (-one.share, -one.matches, one.person.name, one.person.key))


def best_and_worst(found: PersonTally) -> tuple[ExtremeRound | None, ExtremeRound | None]:
    """The rounds with the most and the fewest points, the better one first; none where different matches go by either."""
    if found.fewest == 0:
        return found.most, found.least
    return (found.least, found.most) if found.fewest == found.wins.played else (None, None)


def counted(found: PersonTally, game: Game) -> Iterator[CountedFigure]:
    """In the order of the game; what it does not count any more is told no more."""
    for figure in game.figures:
        count = found.figures.get(figure.name)
        if count is not None and count.matches >= LEAST:
            yield CountedFigure(figure.name, figure.label, count.many, count.rounds)


def enough(found: list[T], matches: Callable[[T], int]) -> tuple[list[T], list[str]]:
    """Those with matches enough, most of them first; and the names of the others."""
    found.sort(key=lambda one: (-matches(one), one.person.name, one.person.key))
    return [one for one in found if matches(one) >= LEAST], [one.person.name for one in found if matches(one) < LEAST]
