"""The definition of a game: the questions about a deal, and the points for the answers.

A *match* is one game played to its end. A *deal* is one dealing of the cards and its result. A *side* is a player or
a team with points of its own. A *seat* is a place in playing order. The *answers* of a deal are a plain JSON object
keyed by *question*. An *option* is a house rule. A *line* of the sheet has the points of each side for one thing.

Everything that has an order is in tuples and lists: in a dict or a class body the phone's MicroPython loses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import headings
from games.rules.card import Sentence, leads
from games.rules.deal import AnsweredDeal, after_dealer, all_seats, next_seat
from games.rules.outcome import Outcome, no_outcome
from games.rules.question import NEVER
from games.rules.setup import Setup
from games.rules.words import Problem, Words, plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from games.rules.ask import Question
    from games.rules.card import Task
    from games.rules.cards import Pack
    from games.rules.deal import Facts
    from games.rules.option import Option

    Options = dict[str, Any]
    Limit = Callable[[Setup], int | None]
    Counts = Sequence[int | None] | None
    Parties = Callable[[AnsweredDeal], Iterable[tuple[str, Sequence[int]]]]  # each with its label and its seats

__all__ = ["AnsweredDeal", "Facts", "Setup"]


def no_limit(setup: Setup) -> int | None:
    return None


class Line:
    """The points of each side for one thing; None while they are unknown. `why` has a reason for each side."""

    def __init__(self, label: str, points: Sequence[int] | None, why: Sequence[Words | None] | None = None) -> None:
        self.label = label
        self.points = points
        self.why = why


def added_up(lines: Sequence[Line]) -> list[int]:
    """Return the sum of the lines for each side, or an empty list without lines."""
    return [sum(column) for column in zip(*[line.points or () for line in lines])]


class Follows:
    """An answer that follows from others. The words explain why a different answer is a contradiction."""

    def __init__(self, question: str, value: Any, text: str, **values: Any) -> None:
        self.question = question
        self.value = value
        self.words = Words(text, **values)


def sole_leader(numbers: Sequence[int]) -> int | None:
    """Return the side with the most, or None if the top is shared."""
    sides = [side for side, number in enumerate(numbers) if number == max(numbers)]
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
    """Something to count over many deals. `count` returns a number for each side, or None if it does not apply.

    The number of a side is None if the deal says nothing about that side: only the bidder can make a bid.

    With `by` it is also counted apart under each value, such as each contract. `values` has these values with their
    labels. Where every side has a value of its own, such as its bid, `by` returns a list of them. `also_by` does the same
    for further values, such as the height of the bid, beside the trumps. `chances` returns how often it could have happened
    for each side, if that may be several times in a round. A figure that `looks_back` compares with the round before: it
    does not apply where the player did not sit in the same seat then.
    """

    def __init__(
        self,
        name: str,
        label: str,
        count: Callable[[AnsweredDeal], Counts],
        by: Callable[[AnsweredDeal], str | list[str] | None] | None = None,
        values: Sequence[tuple[str, str]] = (),
        also_by: Callable[[AnsweredDeal], str | list[str] | None] | None = None,
        looks_back: bool = False,
        chances: Callable[[AnsweredDeal], Sequence[int]] | None = None,
    ) -> None:
        self.name = name
        self.label = label
        self.count = count
        self.by = by
        self.values = values
        self.also_by = also_by
        self.looks_back = looks_back
        self.chances = chances


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


def check_names(
    key: str,
    questions: Sequence[Question],
    parts: Sequence[Part],
    pinned: Sequence[str],
    card: Sequence[str | Sentence],
    options: Sequence[Option],
) -> None:
    """Raise `ValueError` with a sentence if a question has no place on the page, or if nothing has a name that is used."""
    names = [question.name for question in questions]
    listed = [name for part in parts for name in part.questions]
    if sorted(names) != sorted(listed):
        wrong = [name for name in names if listed.count(name) != 1] or [name for name in listed if name not in names]
        raise ValueError(f"{key}: each question must be in one part, once: {', '.join(wrong or names)}.")
    known = dict.fromkeys(names, True)
    references = [
        (what, [getattr(one, what) for one in questions if hasattr(one, what)]) for what in ("begins", "replaces")
    ]
    for what, used in [("pinned", pinned)] + references:
        unknown = [name for name in used if name and name not in known]
        if unknown:
            raise ValueError(f"{key}: {what} names no question: {', '.join(unknown)}.")
    rules = {rule.name: True for rule in options}
    unknown = [name for line in card if isinstance(line, Sentence) for name in line.when if name not in rules]
    if unknown:
        raise ValueError(f"{key}: a Sentence names no house rule: {', '.join(unknown)}.")
    for question in questions:
        if question.kind == "several" and question.need == NEVER:
            why = "a round would be complete while one entry is in part, and lose the other entries"
            raise ValueError(f"{key}: {question.name} is a list, so its need is ONCE_BEGUN and not NEVER: {why}.")
        for inner in question.all_inner():
            if not inner.can_nest:
                raise ValueError(f"{key}: {question.name} cannot contain a question of the kind {inner.kind}.")


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
        direction_of: Callable[[Options], str] | None = None,
        picture: str = "deal",
        heading: str = headings.OTHER,
        also: Sequence[str] = (),
        variants: Sequence[str] = (),
        players: Sequence[int],
        questions: Sequence[Question],
        parts: Sequence[Part],
        score: Callable[[AnsweredDeal], Sequence[Line]],
        end: Ending,
        sides: Callable[[int, Options], int] = everyone,
        fewest: Callable[[Options], bool] = most_win,
        wins_games: bool = False,
        options: Sequence[Option] = (),
        follows: Callable[[AnsweredDeal], Iterable[Follows]] = nothing,
        problems: Callable[[AnsweredDeal], Iterable[Problem]] = nothing,
        facts: Callable[[AnsweredDeal], Facts] = no_facts,
        match_facts: Callable[[Setup, Sequence[int]], Facts] = no_facts,
        pinned: Sequence[str] = (),
        pack: Pack | None = None,
        plays: Callable[[Setup, int], Sequence[int]] = all_seats,
        leads: Callable[[AnsweredDeal], int | None] = after_dealer,
        next_dealer: Callable[[AnsweredDeal], int] = next_seat,
        carry: Callable[[AnsweredDeal], Facts] = no_facts,
        tasks: Callable[[AnsweredDeal], Sequence[Task]] = leads,
        parties: Parties = nothing,
        outcome: Callable[[AnsweredDeal], Outcome | None] = no_outcome,
        own_name: str = "",
        custom: Callable[[str, Any], Game] | None = None,
        moments: Callable[[AnsweredDeal], Iterable[Moment]] = nothing,
        figures: Sequence[Figure] = (),
    ) -> None:
        check_names(key, questions, parts, pinned, card, options)
        self.key = key
        self.name = name
        self.own_name = own_name  # of a game that a group has named itself; it is not translated
        self.custom = custom  # the game of a group with this key and these fields, where groups can have their own
        self.aim = aim
        self.card = card  # the rules in short
        self.direction = direction  # which way round the table play goes, or None if that is open
        self.direction_of = direction_of  # the same where a house rule decides
        self.picture = picture  # the name of its drawing
        self.heading, self.also = heading, also  # where lists have it; other names, by which a search finds it
        self.variants = variants  # names of its house rules, in the language of the page, by which it is found as well
        self.players = players  # the possible numbers of players
        self.sides = sides  # the number of sides, given players and options
        self.fewest = fewest  # whether the fewest points win, given the options
        self.wins_games = wins_games  # whether a round wins games, so that the totals are games and not points
        self.options = options
        self.questions = questions
        self.question_names = [question.name for question in questions]
        self.by_name = {question.name: question for question in questions}
        self.needed_questions = [question for question in questions if question.need != NEVER]  # perhaps needed
        self.parts = parts
        self.follows = follows  # answers that follow from others
        self.problems = problems  # contradictions between answers
        self.score = score
        self.facts = facts  # intermediate results of a deal
        self.match_facts = match_facts  # intermediate results of the match, from its totals
        self.end = end
        self.pinned = pinned  # questions whose answers stay visible during the deal
        self.pack = pack
        self.plays = plays  # the seats that play if this seat deals
        self.leads = leads  # the seat that plays first, or None if nobody knows
        self.next_dealer = next_dealer  # the seat that deals after a complete deal
        self.carry = carry  # what a complete deal leaves to the next: plain data, as in a match document
        self.tasks = tasks  # who does what, besides the dealer
        self.parties = parties  # who was with whom in a deal where every player is a side; it never changes points
        self.outcome = outcome  # a word for the result of a complete deal
        self.moments = moments
        self.figures = figures

    def direction_in(self, options: Options) -> str | None:
        """Return which way round the table play goes, or None if that is open."""
        return self.direction if self.direction_of is None else self.direction_of(options)

    @property
    def title(self) -> Words | str:
        """Return the name that people read: to translate, unless a group has given it."""
        return self.own_name or Words(self.name)

    @property
    def counts(self) -> str:
        """Return the numbers of players in short: "2–4"."""
        return "–".join([str(count) for count in sorted({min(self.players), max(self.players)})])

    @property
    def search_names(self) -> list[str]:
        """Return the English name and the other names, by which a search finds the game."""
        return [plain_text(self.name)] + list(self.also) + [plain_text(name) for name in self.variants]

    def question(self, name: str) -> Question:
        return self.by_name[name]
