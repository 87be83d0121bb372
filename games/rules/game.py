"""The definition of a game: the questions about a deal, and the points for the answers.

A *match* is one game played to its end. A *deal* is one dealing of the cards and its result. A *side* is a player or
a team with points of its own. A *seat* is a place in playing order. The *answers* of a deal are a plain JSON object
keyed by *question*. An *option* is a house rule. A *line* of the sheet has the points of each side for one thing.

Everything that has an order is in tuples and lists, never in a dict or a class body. MicroPython, which runs these
files on the phone, does not preserve order in those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.card import leads
from games.rules.outcome import Outcome, no_outcome
from games.rules.words import Problem, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from games.rules.ask import Question
    from games.rules.card import Sentence, Task
    from games.rules.cards import Pack
    from games.rules.option import Option

    Options = dict[str, Any]
    Facts = dict[str, Any]
    Limit = Callable[["Setup"], int | None]


def no_limit(setup: Setup) -> int | None:
    return None


class Setup:
    """A game with its house rules and seats, before any deal."""

    def __init__(self, game: Game, options: Options, players: int, first_dealer: int = 0) -> None:
        self.game = game
        self.options = {option.name: options.get(option.name, option.default) for option in game.options}
        self.players = players
        self.sides = game.sides(players, self.options)
        self.fewest = game.fewest(self.options)  # whether the fewest points win
        self.first_dealer = first_dealer
        self.goal = game.end.points(self)  # of a side, or None
        self.most_rounds = game.end.rounds(self)  # that are complete, or None

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals the deal with this number."""
        return (self.first_dealer + number) % self.players

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    def seats_of(self, side: int) -> list[int]:
        return list(range(side, self.players, self.sides))

    def leaders(self, totals: Sequence[int]) -> list[int]:
        """Return the leading sides: several if they are tied."""
        best = min(totals) if self.fewest else max(totals)
        return [side for side, total in enumerate(totals) if total == best]

    def places(self, totals: Sequence[int]) -> list[int]:
        """Return the place of each side, 1 for the best. Equal totals share a place, and the next place is skipped."""
        ordered = sorted(totals, reverse=not self.fewest)
        return [1 + ordered.index(total) for total in totals]

    def ahead(self, totals: Sequence[int], side: int) -> int:
        """Return by how many points a side leads the best of the others; negative if it is behind."""
        others = [total for other, total in enumerate(totals) if other != side]
        return min(others) - totals[side] if self.fewest else totals[side] - max(others)

    def winners(self, totals: Sequence[int], complete: int) -> list[int]:
        """Return the sides that win with these totals and complete deals, or none if the match goes on."""
        is_at_goal = self.goal is not None and max(totals) >= self.goal
        if not is_at_goal and (self.most_rounds is None or complete < self.most_rounds):
            return []
        first = self.leaders(totals)
        return first if len(first) == 1 or not self.game.end.race else []

    def cannot_be_over(self, most: Sequence[int] | None, complete: int) -> bool:
        """Return whether no match with at most these totals and complete deals can be over. None allows any total."""
        by_points = self.goal is None or (most is not None and max(most) < self.goal)
        return by_points and (self.most_rounds is None or (most is not None and complete < self.most_rounds))


class AnsweredDeal:
    """The deal with this number in a match, with the answers so far."""

    def __init__(self, setup: Setup, number: int, before: Sequence[int]) -> None:
        self.setup = setup
        self.number = number
        self.totals_before = before
        self.depends = False  # whether something was read that depends on the place of the deal in the match
        self.given: dict[str, Any] = {}  # all valid answers, even partial ones
        self.answers: dict[str, Any] = {}  # complete answers, including those that follow from others
        self.wrong: list[str] = []  # the questions with invalid answers

    @property
    def before(self) -> Sequence[int]:
        """Return the totals before the deal."""
        self.depends = True
        return self.totals_before

    @property
    def dealer(self) -> int:
        self.depends = True
        return self.setup.dealer_of(self.number)

    @property
    def leader(self) -> int:
        return (self.dealer + 1) % self.setup.players

    def __getitem__(self, question: str) -> Any:
        """Return the complete answer, or None."""
        return self.answers.get(question)

    def option(self, name: str) -> Any:
        return self.setup.options[name]

    def has_begun(self, question: str) -> bool:
        """Return whether the question is answered only in part."""
        return question in self.given and question not in self.answers

    def known(self, *questions: str) -> bool:
        return not [question for question in questions if question not in self.answers]

    def at(self, question: str, place: int) -> Any:
        """Return one number of a list, or None if it is missing. The list may be incomplete."""
        numbers = self.answers.get(question) or self.given.get(question)
        return None if numbers is None else numbers[place]

    def to(self, side: int | None, value: Any, rest: Any = 0) -> list[Any]:
        """Return a list with the value for one side and `rest` for the others, or `rest` for all if `side` is None."""
        return [value if other == side else rest for other in range(self.setup.sides)]

    def zeros(self) -> list[int]:
        """Return 0 points for every side."""
        return [0] * self.setup.sides


class Line:
    """The points of each side for one thing; None while they are unknown. `why` has a reason for each side."""

    def __init__(self, label: str, points: Sequence[int] | None, why: Sequence[Words | None] | None = None) -> None:
        self.label = label
        self.points = points
        self.why = why


class Follows:
    """An answer that follows from others. The words explain why a different answer is a contradiction."""

    def __init__(self, question: str, value: Any, text: str, **values: Any) -> None:
        self.question = question
        self.value = value
        self.words = Words(text, **values)


def sole_leader(numbers: Sequence[int]) -> int | None:
    """Return the side with the most, or None if the top is shared."""
    best = max(numbers)
    sides = [side for side, number in enumerate(numbers) if number == best]
    return sides[0] if len(sides) == 1 else None


class Part:
    """Questions that are answered together, before those of the next part."""

    def __init__(self, name: str, label: str, questions: Sequence[str]) -> None:
        self.name = name
        self.label = label
        self.questions = questions


class Moment:
    """Something worth mentioning afterwards. It happens once in about `rare` deals."""

    def __init__(self, name: str, rare: int, side: int | None, text: str, **values: Any) -> None:
        self.name = name
        self.rare = rare
        self.side = side
        self.words = Words(text, **values)


class Figure:
    """Something to count over many deals. `count` returns a number for each side, or None if it does not apply."""

    def __init__(self, name: str, label: str, count: Callable[[AnsweredDeal], Sequence[int] | None]) -> None:
        self.name = name
        self.label = label
        self.count = count


class Ending:
    """How a match ends: at a number of points, after a number of complete deals, or at whichever comes first.

    Both are functions, which return None for no limit: without any limit players end the match by hand. The leaders
    share the win. In a race the sole leader wins, and play goes on while the top is shared.
    """

    def __init__(self, *, points: Limit = no_limit, rounds: Limit = no_limit, race: bool = False) -> None:
        self.points = points
        self.rounds = rounds
        self.race = race


def everyone(players: int, options: Options) -> int:
    """Return the number of sides if every player is one."""
    return players


def two_teams(players: int, options: Options) -> int:
    return 2


def most_win(options: Options) -> bool:
    """Return False: the most points win."""
    return False


def nothing(deal: AnsweredDeal) -> Iterable[Any]:
    return ()


def no_facts(*about: Any) -> Facts:
    return {}


class Game:
    """The definition of a game. Its fields are in the order in which players meet them."""

    def __init__(
        self,
        *,
        key: str,
        name: str,
        aim: str,
        card: Sequence[str | Sentence],
        direction: str | None = None,
        picture: str = "deal",
        players: Sequence[int],
        questions: Sequence[Question],
        parts: Sequence[Part],
        score: Callable[[AnsweredDeal], Sequence[Line]],
        end: Ending,
        sides: Callable[[int, Options], int] = everyone,
        fewest: Callable[[Options], bool] = most_win,
        options: Sequence[Option] = (),
        follows: Callable[[AnsweredDeal], Iterable[Follows]] = nothing,
        problems: Callable[[AnsweredDeal], Iterable[Problem]] = nothing,
        facts: Callable[[AnsweredDeal], Facts] = no_facts,
        match_facts: Callable[[Setup, Sequence[int]], Facts] = no_facts,
        pinned: Sequence[str] = (),
        pack: Pack | None = None,
        tasks: Callable[[AnsweredDeal], Sequence[Task]] = leads,
        outcome: Callable[[AnsweredDeal], Outcome | None] = no_outcome,
        moments: Callable[[AnsweredDeal], Iterable[Moment]] = nothing,
        figures: Sequence[Figure] = (),
    ) -> None:
        self.key = key
        self.name = name
        self.aim = aim
        self.card = card  # the rules in short
        self.direction = direction  # which way round the table play goes, or None if that is open
        self.picture = picture  # the name of its drawing
        self.players = players  # the possible numbers of players
        self.sides = sides  # the number of sides, given players and options
        self.fewest = fewest  # whether the fewest points win, given the options
        self.options = options
        self.questions = questions
        self.parts = parts
        self.follows = follows  # answers that follow from others
        self.problems = problems  # contradictions between answers
        self.score = score
        self.facts = facts  # intermediate results of a deal
        self.match_facts = match_facts  # intermediate results of the match, from its totals
        self.end = end
        self.pinned = pinned  # questions whose answers stay visible during the deal
        self.pack = pack
        self.tasks = tasks  # who does what, besides the dealer
        self.outcome = outcome  # a word for the result of a complete deal
        self.moments = moments
        self.figures = figures

    @property
    def counts(self) -> str:
        """Return the numbers of players in short: "2–4"."""
        least, most = min(self.players), max(self.players)
        return str(least) if least == most else f"{least}–{most}"

    def question(self, name: str) -> Question:
        for question in self.questions:
            if question.name == name:
                return question
        raise KeyError(name)
