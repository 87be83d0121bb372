"""The figures of a circle from one day to another: of every game, and month by month or year by year."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from uuid import UUID

from games.statistics import tally_json
from games.statistics.periods import EVER, Piece, end_of_month, side_by_side, split_period
from games.statistics.tally import PlayerTally, merge
from games.store.figures import from_rows, refresh
from games.store.figures.months import ALL_GAMES
from games.store.figures.refresh import TallyJson


class PeriodFigures:
    """Both days are within; None is as far as there are matches."""

    def __init__(
        self, circle: UUID, first: date | None = None, last: date | None = None, ever: PeriodFigures | None = None
    ) -> None:
        """`ever` is all the time of the same circle, where that is known already."""
        self.circle = circle
        self.ever: TallyJson = ever.ever if ever else refresh.read(circle, [EVER]).get(EVER, {})
        self.first = self.last = date.min
        self.is_empty = not self.games_ever
        if not self.is_empty:
            begun, ended = map(date.fromisoformat, self.ever[ALL_GAMES]["days"])
            # By whole months at either end, wherever nothing was played beyond: those are added up already.
            self.first = max(begun.replace(day=1), first or begun.replace(day=1))
            self.last = min(end_of_month(ended), last or end_of_month(ended))
            self.is_ever = self.first <= begun and self.last >= ended
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
    def games(self) -> dict[str, PlayerTally]:
        """Of each game that was played in this time, and of all together under the name of none."""
        if self.is_empty:
            return {ALL_GAMES: PlayerTally()}
        parts = [self.ever] if self.is_ever else self.told(split_period(self.first, self.last))
        names = {ALL_GAMES, *(game for part in parts for game in part)}
        found = {
            name: merge(tally_json.tallies_from_json(part[name]) for part in parts if name in part)
            for name in sorted(names)
        }
        return {name: tally for name, tally in found.items() if tally.matches or name == ALL_GAMES}

    def of(self, game: str) -> PlayerTally:
        return self.games.get(game, PlayerTally())

    def side_by_side(self, game: str, only: str) -> list[tuple[str, PlayerTally]]:
        """Of each month or year, with what there is of one person."""
        if self.is_empty:
            return []
        columns = list(side_by_side(self.first, self.last))
        periods = [piece for _name, some in columns for piece in some if isinstance(piece, str)]
        found = refresh.read_one(self.circle, periods, game, only)
        return [
            (name, merge(read_period(self.piece(found, one), game, only) for one in some)) for name, some in columns
        ]

    def told(self, some: list[Piece]) -> list[TallyJson]:
        """Of each piece, by one question for all months and years."""
        found = refresh.read(self.circle, [piece for piece in some if isinstance(piece, str)])
        return [self.piece(found, piece) for piece in some]

    def piece(self, found: dict[str, TallyJson], piece: Piece) -> TallyJson:
        """As it was found; days that are no month are added up."""
        if isinstance(piece, str):
            return found.get(piece, {})
        days = from_rows.tally_days(self.circle, *piece)
        return {game: tally_json.tallies_to_json(tally) for game, tally in days.items()}


def read_period(told: TallyJson, game: str, only: str) -> PlayerTally:
    return tally_json.tallies_from_json(told[game], only) if game in told else PlayerTally()
