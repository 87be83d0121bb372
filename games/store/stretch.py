"""The figures of a circle from one day to another: of every game, and month by month or year by year."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from uuid import UUID

from games.statistics import kept
from games.statistics.periods import EVER, Piece, pieces, side_by_side
from games.statistics.tally import Tally, merged
from games.store import figures, tallies
from games.store.cells import ALL_GAMES
from games.store.figures import Told


class Stretch:
    """Both days are within; None is as far as there are matches."""

    def __init__(
        self, circle: UUID, first: date | None = None, last: date | None = None, ever: Stretch | None = None
    ) -> None:
        """`ever` is all the time of the same circle, where that is known already."""
        self.circle = circle
        self.ever: Told = ever.ever if ever else figures.read(circle, [EVER]).get(EVER, {})
        self.first = self.last = date.min
        self.is_empty = not self.games_ever
        if not self.is_empty:
            begun, ended = map(date.fromisoformat, self.ever[ALL_GAMES]["days"])
            self.first, self.last = max(begun, first or begun), min(ended, last or ended)
            self.is_ever = (self.first, self.last) == (begun, ended)
            self.is_empty = self.first > self.last

    @property
    def games_ever(self) -> list[str]:
        """The keys of those that were played at any time."""
        return [game for game, told in self.ever.items() if game != ALL_GAMES and told["matches"]]

    @property
    def ever_people(self) -> set[str]:
        """Who has played at any time."""
        return set(self.ever[ALL_GAMES]["people"]) if self.ever else set()

    @cached_property
    def games(self) -> dict[str, Tally]:
        """Of each game that was played in this time, and of all together under the name of none."""
        if self.is_empty:
            return {ALL_GAMES: Tally()}
        parts = [self.ever] if self.is_ever else self.told(pieces(self.first, self.last))
        names = {ALL_GAMES, *(game for part in parts for game in part)}
        found = {name: merged(kept.read(part[name]) for part in parts if name in part) for name in sorted(names)}
        return {name: tally for name, tally in found.items() if tally.matches or name == ALL_GAMES}

    def of(self, game: str) -> Tally:
        return self.games.get(game, Tally())

    def side_by_side(self, game: str, only: str | None = None) -> list[tuple[str, Tally]]:
        """Of each month or year; of one person, where only they are wanted."""
        if self.is_empty:
            return []
        columns = list(side_by_side(self.first, self.last))
        every = [piece for _name, some in columns for piece in some]
        told = iter(self.told(every, game))
        return [(name, merged(read(next(told), game, only) for _piece in some)) for name, some in columns]

    def told(self, some: list[Piece], game: str | None = None) -> list[Told]:
        """Of each piece, by one question for all months and years."""
        found = figures.read(self.circle, [piece for piece in some if isinstance(piece, str)], game)
        return [found.get(piece, {}) if isinstance(piece, str) else self.of_days(*piece) for piece in some]

    def of_days(self, first: date, last: date) -> Told:
        return {game: kept.as_json(tally) for game, tally in tallies.of_days(self.circle, first, last).items()}


def read(told: Told, game: str, only: str | None) -> Tally:
    return kept.read(told[game], only) if game in told else Tally()
