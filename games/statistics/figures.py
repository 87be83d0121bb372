"""Figures that pages show of a tally. A figure with fewer than three matches behind it is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from games.rules.game import Figure, Game, nothing
from games.rules.words import Words, _
from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.rounds import value_name
from games.statistics.tally import ExtremeRound, MatchesTally, PersonTally
from games.statistics.wins import Wins, chance_of

T = TypeVar("T", "Opponent", "Partner")

LEAST = 3  # matches behind a figure


@dataclass
class Opponent:
    """A person on another side: how many matches either of the two finished ahead."""

    person: TablePerson
    matches: int
    before: int
    behind: int

    @property
    def tied(self) -> int:
        return self.matches - self.before - self.behind


@dataclass
class Partner:
    """A person on the same side, and what both won together: matches, or rounds where parties change by round."""

    person: TablePerson
    matches: int
    wins: Wins
    expected: Fraction | None = None  # matches, if the pair won as often as its two players do on average; for one game
    is_best: bool = False

    @property
    def share(self) -> Fraction:
        return self.wins.worth / self.wins.played


@dataclass
class CountedFigure:
    """How often something happened that a game counts, and in how many rounds it could have happened."""

    name: str
    label: str
    many: int
    rounds: int
    value: str = ""  # the label of the contract, or the like, under which it is counted apart

    def translated(self, gettext: Callable[[str], str]) -> str:
        """Return the label, with the value if it is counted apart."""
        if not self.value:
            return gettext(self.label)
        return Words(_("%(label)s: %(value)s"), label=Words(self.label), value=Words(self.value)).translated(gettext)

    @property
    def each(self) -> Fraction:
        return Fraction(self.many, self.rounds)


class PlayerFigures:
    """The figures of one person. Places and points are for one game only: they mean something else in another game."""

    def __init__(self, person: TablePerson, tally: PersonTally, names: Names, game: Game | None) -> None:
        self.person = person
        self.matches = tally.wins.played
        self.is_enough = self.matches >= LEAST
        self.last = tally.last
        self.won = tally.wins.won
        self.shared = tally.wins.shared
        self.worth = tally.wins.worth
        self.share = tally.wins.worth / self.matches
        is_known = sum(tally.tables.values()) == self.matches
        self.chance = chance_of(tally.tables) if is_known else None  # the wins that chance gives
        self.longest = tally.streak.longest
        self.current = tally.streak.last
        self.rounds = tally.rounds
        self.place: Fraction | None = None
        self.a_round: Fraction | None = None  # points
        self.most: ExtremeRound | None = None
        self.least: ExtremeRound | None = None
        self.best: ExtremeRound | None = None
        self.worst: ExtremeRound | None = None
        self.figures: list[CountedFigure] = []
        if game is not None:
            self.place = Fraction(tally.places, self.matches)
            self.a_round = Fraction(tally.points, tally.rounds) if tally.rounds else None
            self.most, self.least = tally.most, tally.least
            self.best, self.worst = best_and_worst(tally)
            self.figures = list(counted(tally, game))
        self.faced, self.faced_few = enough(
            [Opponent(names.person(key), met.matches, met.before, met.behind) for key, met in tally.others.items()],
            lambda opponent: opponent.matches,
        )
        self.changes_parties = game is not None and game.parties is not nothing
        self.partners, self.partners_few = enough(
            list(in_parties(tally, names) if self.changes_parties else self.in_teams(tally, names, game)),
            lambda partner: partner.matches,
        )
        self.partners.sort(key=lambda partner: -partner.share)
        for partner in self.partners:
            partner.is_best = partner.share == self.partners[0].share > 0

    def in_teams(self, tally: PersonTally, names: Names, game: Game | None) -> Iterator[Partner]:
        """Yield those who sat in a team with this person."""
        for key, wins in tally.partners.items():
            expected = None if game is None else wins.played * (self.share + names.share(key)) / 2
            yield Partner(names.person(key), wins.played, wins, expected)

    @property
    def above_chance(self) -> Fraction | None:
        """Return how many wins they have beyond those that chance gives. It is negative if they have fewer."""
        return None if self.chance is None else self.worth - self.chance


def in_parties(tally: PersonTally, names: Names) -> Iterator[Partner]:
    """Yield those who were in a party with this person, with the rounds of both."""
    for key, count in tally.together.items():
        yield Partner(names.person(key), count.matches, Wins(count.rounds, count.many))


class Names:
    """The names of a tally's people today. Those who are not players of the circle keep the name in their match."""

    def __init__(self, people: PlayerIndex, tally: MatchesTally) -> None:
        self.people = people
        self.tally = tally

    def person(self, key: str) -> TablePerson:
        return TablePerson(key, self.people.names.get(key) or self.tally.people[key].name)

    def share(self, key: str) -> Fraction:
        """Return the share of wins of a person."""
        wins = self.tally.people[key].wins
        return wins.worth / wins.played


def rank_players(tally: MatchesTally, people: PlayerIndex, game: Game | None) -> list[PlayerFigures]:
    """Sort everyone who played: by the share of wins, then by the number of matches."""
    names = Names(people, tally)
    figures = [PlayerFigures(names.person(key), person, names, game) for key, person in tally.people.items()]
    return sorted(figures, key=lambda player: (-player.share, -player.matches, player.person.name, player.person.key))


def by_chance(players: Iterable[PlayerFigures]) -> list[PlayerFigures]:
    """Sort those with enough matches by their wins beyond those that chance gives, the most first."""
    known = [player for player in players if player.is_enough and player.above_chance is not None]
    return sorted(known, key=lambda player: (-(player.above_chance or 0), player.person.name, player.person.key))


def best_and_worst(tally: PersonTally) -> tuple[ExtremeRound | None, ExtremeRound | None]:
    """Return the best and the worst round, or None if the most points win some matches and the fewest others."""
    if tally.fewest == 0:
        return tally.most, tally.least
    return (tally.least, tally.most) if tally.fewest == tally.wins.played else (None, None)


def counted(tally: PersonTally, game: Game) -> Iterator[CountedFigure]:
    """Yield the figures that the game counts today, in its order."""
    for figure in game.figures:
        values = [] if figure.by is None else figure_values(figure, tally)
        for name, value in [(figure.name, ""), *values]:
            count = tally.figures.get(name)
            if count is not None and count.matches >= LEAST:
                yield CountedFigure(name, figure.label, count.many, count.rounds, value)


def figure_values(figure: Figure, tally: PersonTally) -> list[tuple[str, str]]:
    """Return the names and labels under which a figure is counted apart, in the order of its values."""
    labels = dict(figure.values)
    known = [name.partition(":")[2] for name in tally.figures if name.startswith(value_name(figure.name, ""))]
    ordered = [value for value in labels if value in known] + sorted(set(known) - set(labels), key=by_size)
    return [(value_name(figure.name, value), labels.get(value, value)) for value in ordered]


def by_size(value: str) -> tuple[int, str]:
    """Sort 9 before 10."""
    return len(value), value


def enough(others: list[T], matches: Callable[[T], int]) -> tuple[list[T], list[str]]:
    """Return those with enough matches, the most matches first, and the names of the rest."""
    others.sort(key=lambda other: (-matches(other), other.person.name, other.person.key))
    few = [other.person.name for other in others if matches(other) < LEAST]
    return [other for other in others if matches(other) >= LEAST], few
