"""A deal of a match with its answers, as questions and games read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from games.rules.setup import Setup

    Facts = dict[str, Any]
    Result = TypeVar("Result")


def once(calculate: Callable[[AnsweredDeal], Result]) -> Callable[[AnsweredDeal], Result]:
    """Let a function calculate its result once for each deal. Before all answers are judged, it calculates each time.

    Nobody may change the result, because all callers share it.
    """

    def result(deal: AnsweredDeal) -> Result:
        results = deal.results
        if results is None:
            return calculate(deal)
        if calculate not in results:
            results[calculate] = calculate(deal)
        shared: Result = results[calculate]
        return shared

    return result


def all_seats(setup: Setup, dealer: int) -> Sequence[int]:
    """Return the seats that play if nobody sits out."""
    return range(setup.players)


def next_seat(deal: AnsweredDeal) -> int:
    """Return the seat that deals next if the deal passes on by one seat."""
    return (deal.dealer + 1) % deal.setup.players


def after_dealer(deal: AnsweredDeal) -> int:
    """Return the first seat after the dealer that plays."""
    playing, seat = deal.playing, next_seat(deal)
    while seat not in playing:
        seat = (seat + 1) % deal.setup.players
    return seat


def unknown(question: str) -> LookupError:
    """Return the error of a game that reads a name which no question has. Without it the answer is missing for ever."""
    return LookupError(f"the game has no question “{question}”")


class AnsweredDeal:
    """The deal with this number in a match, with the answers so far.

    The sheet knows who deals, and what the last complete deal has left. Without a sheet the deal passes on by one seat.
    """

    def __init__(
        self,
        setup: Setup,
        number: int,
        before: Sequence[int],
        dealer: int | None = None,
        carried: Facts | None = None,
    ) -> None:
        self.setup = setup
        self.place = number  # in the match, from 0
        self.totals_before = before
        self.dealer_seat = setup.dealer_of(number) if dealer is None else dealer
        self.carried_facts = {} if carried is None else carried
        self.playing_seats: Sequence[int] | None = None  # after the first question about them
        self.depends = False  # whether something was read that depends on the place of the deal in the match
        self.given: dict[str, Any] = {}  # all valid answers, even partial ones
        self.answers: dict[str, Any] = {}  # complete answers, including those that follow from others
        self.wrong: list[str] = []  # the questions with invalid answers
        self.results: dict[Any, Any] | None = None  # of `once`, as soon as all answers are judged

    @property
    def number(self) -> int:
        """Return how many deals were before this one."""
        self.depends = True
        return self.place

    @property
    def before(self) -> Sequence[int]:
        """Return the totals before the deal."""
        self.depends = True
        return self.totals_before

    @property
    def dealer(self) -> int:
        self.depends = True
        return self.dealer_seat

    @property
    def carried(self) -> Facts:
        """Return what the last complete deal before this one has left to it."""
        self.depends = True
        return self.carried_facts

    @property
    def playing(self) -> Sequence[int]:
        """Return the seats that play. The others sit out, and have no points."""
        plays = self.setup.game.plays
        if plays is all_seats:
            return all_seats(self.setup, 0)
        self.depends = True  # the dealer may sit out
        if self.playing_seats is None:
            self.playing_seats = plays(self.setup, self.dealer_seat)
        return self.playing_seats

    @property
    def leader(self) -> int | None:
        """Return the seat that plays first, or None if nobody knows."""
        try:
            return self.setup.game.leads(self)
        except Exception as error:
            faults.note(self.setup.game, error)
            return None

    def rests(self, seat: int) -> bool:
        """Return whether a player sits out."""
        return self.setup.game.plays is not all_seats and seat not in self.playing

    def __getitem__(self, question: str) -> Any:
        """Return the complete answer, or None."""
        answer = self.answers.get(question)
        if answer is None and question not in self.setup.game.by_name:
            raise unknown(question)
        return answer

    def option(self, name: str) -> Any:
        return self.setup.options[name]

    def has_begun(self, question: str) -> bool:
        """Return whether the question is answered only in part."""
        return question in self.given and question not in self.answers

    def known(self, *questions: str) -> bool:
        for question in questions:
            if question not in self.answers:
                if question not in self.setup.game.by_name:
                    raise unknown(question)
                return False
        return True

    def at(self, question: str, place: int) -> Any:
        """Return one number of a list, or None if it is missing. The list may be incomplete."""
        numbers = self[question] or self.given.get(question)
        return None if numbers is None else numbers[place]

    def to(self, side: int | None, value: Any, rest: Any = 0) -> list[Any]:
        """Return a list with the value for one side and `rest` for the others, or `rest` for all if `side` is None."""
        values = [rest] * self.setup.sides
        if side is not None and side in range(len(values)):
            values[side] = value
        return values

    def pay(self, pairs: Iterable[tuple[int, int]]) -> list[int]:
        """Return a list with these points for the sides of these seats, and 0 for the others."""
        points = self.zeros()
        for seat, won in pairs:
            points[self.setup.side_of(seat)] += won
        return points

    def zeros(self) -> list[int]:
        """Return 0 points for every side."""
        return [0] * self.setup.sides


class AnyDeal(AnsweredDeal):
    """Any deal of a match, without answers. It notes whether something is read that differs between deals."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, 0, [0] * setup.sides)

    def __getitem__(self, question: str) -> Any:
        self.depends = True
        return super().__getitem__(question)

    def known(self, *questions: str) -> bool:
        self.depends = True
        return super().known(*questions)

    def at(self, question: str, place: int) -> Any:
        self.depends = True
        return super().at(question, place)
