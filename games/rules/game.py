"""What a game is: what it asks about a deal, and what the answers are worth.

A *match* is one game played to its end, a *deal* one dealing of the cards and what came
of it. A *side* scores: a player, or a team; a *seat* is a place in playing order. The
*answers* of a deal are a plain JSON object keyed by *question*; an *option* is a house
rule. A *line* of the sheet says how many points each side has, and what for.

Whatever has an order stands in tuples and lists, never in a dict or a class body:
MicroPython, which runs these files on the phone, keeps no order in those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.ending import leaders, places
from games.rules.words import Problem, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from games.rules.ask import Question
    from games.rules.cards import Pack
    from games.rules.ending import Limits, Race, Rounds
    from games.rules.option import Option

    Options = dict[str, Any]
    Facts = dict[str, Any]


class Match:
    """A game as it is played: the house rules, and who sits where."""

    def __init__(self, game: Game, options: Options, players: int, first_dealer: int = 0) -> None:
        self.game = game
        self.options = {option.name: options.get(option.name, option.default) for option in game.options}
        self.players = players
        self.sides = game.sides(players, self.options)
        self.fewest = game.fewest(self.options)  # whether the fewest points win
        self.first_dealer = first_dealer

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    def seats_of(self, side: int) -> list[int]:
        return [seat for seat in range(self.players) if self.side_of(seat) == side]

    def leaders(self, totals: Sequence[int]) -> list[int]:
        """Those at the top; more than one where they are level."""
        return leaders(totals, self.fewest)

    def places(self, totals: Sequence[int]) -> list[int]:
        return places(totals, self.fewest)

    def ahead(self, totals: Sequence[int], side: int) -> int:
        """By how many points a side is better than the best of the others; below zero where it is behind."""
        others = [total for other, total in enumerate(totals) if other != side]
        return min(others) - totals[side] if self.fewest else totals[side] - max(others)


class Deal:
    """The deal with this number in a match, as far as it is answered."""

    def __init__(self, match: Match, number: int, before: Sequence[int]) -> None:
        self.match = match
        self.number = number
        self.totals_before = before
        self.seat = (match.first_dealer + number) % match.players
        self.depends = False  # whether anybody has asked for what the same answers elsewhere in a match have otherwise
        self.given: dict[str, Any] = {}  # what was answered, perhaps in part
        self.answers: dict[str, Any] = {}  # what is known in full, what follows included
        self.wrong: list[str] = []  # the questions whose answers are wrong in themselves

    @property
    def before(self) -> Sequence[int]:
        """The totals before it."""
        self.depends = True
        return self.totals_before

    @property
    def dealer(self) -> int:
        self.depends = True
        return self.seat

    @property
    def leader(self) -> int:
        return (self.dealer + 1) % self.match.players

    def __getitem__(self, question: str) -> Any:
        """The answer known in full, or None."""
        return self.answers.get(question)

    def option(self, name: str) -> Any:
        return self.match.options[name]

    def begun(self, question: str) -> bool:
        """Whether it is answered in part only."""
        return question in self.given and question not in self.answers

    def known(self, *questions: str) -> bool:
        return not [question for question in questions if question not in self.answers]

    def at(self, question: str, place: int) -> Any:
        """One number of a list, known or not: others in it may still be missing."""
        numbers = self.answers.get(question) or self.given.get(question)
        return None if numbers is None else numbers[place]

    def to(self, side: int | None, worth: int) -> list[int]:
        """So much for one side, nothing for the others; nothing at all where nobody gets it."""
        return [worth if one == side else 0 for one in range(self.match.sides)]

    def zeros(self) -> list[int]:
        """Nothing for anybody."""
        return [0] * self.match.sides


class Line:
    """What each side gets for one thing; not known yet where `points` is None. `why` has a reason a side."""

    def __init__(self, label: str, points: Sequence[int] | None, why: Sequence[Words | None] | None = None) -> None:
        self.label = label
        self.points = points
        self.why = why


class Follows:
    """An answer that follows from others. Where another one is given, the words say why that cannot be."""

    def __init__(self, question: str, value: Any, text: str, **values: Any) -> None:
        self.question = question
        self.value = value
        self.words = Words(text, **values)


class Part:
    """Questions that are answered together, before those of the next part."""

    def __init__(self, name: str, label: str, questions: Sequence[str]) -> None:
        self.name = name
        self.label = label
        self.questions = questions


class Moment:
    """Something worth telling afterwards. It is seen once in about `rare` deals."""

    def __init__(self, name: str, rare: int, side: int | None, text: str, **values: Any) -> None:
        self.name = name
        self.rare = rare
        self.side = side
        self.words = Words(text, **values)


class Figure:
    """Something worth counting over many deals: `count` gives a number a side, None where it does not apply."""

    def __init__(self, name: str, label: str, count: Callable[[Deal], Sequence[int] | None]) -> None:
        self.name = name
        self.label = label
        self.count = count


def everyone(players: int, options: Options) -> int:
    """Every player is a side."""
    return players


def two_teams(players: int, options: Options) -> int:
    return 2


def most_win(options: Options) -> bool:
    """The fewest do not."""
    return False


def nothing(deal: Deal) -> Iterable[Any]:
    return ()


def no_facts(*about: Any) -> Facts:
    return {}


class Game:
    """Everything that is known about one game. The fields say it in the order of the table."""

    def __init__(
        self,
        *,
        key: str,
        name: str,
        aim: str,
        card: Sequence[str],
        picture: str = "deal",
        players: Sequence[int],
        questions: Sequence[Question],
        parts: Sequence[Part],
        score: Callable[[Deal], Sequence[Line]],
        end: Race | Rounds | Limits,
        sides: Callable[[int, Options], int] = everyone,
        fewest: Callable[[Options], bool] = most_win,
        options: Sequence[Option] = (),
        follows: Callable[[Deal], Iterable[Follows]] = nothing,
        problems: Callable[[Deal], Iterable[Problem]] = nothing,
        facts: Callable[[Deal], Facts] = no_facts,
        match_facts: Callable[[Match, Sequence[int]], Facts] = no_facts,
        keep: Sequence[str] = (),
        pack: Pack | None = None,
        moments: Callable[[Deal], Iterable[Moment]] = nothing,
        figures: Sequence[Figure] = (),
    ) -> None:
        self.key = key
        self.name = name
        self.aim = aim
        self.card = card  # the rules in ten lines at most
        self.picture = picture  # its drawing
        self.players = players  # the numbers of players that can play
        self.sides = sides  # how many score, given players and options
        self.fewest = fewest  # whether the fewest points win, given the options
        self.options = options
        self.questions = questions
        self.parts = parts
        self.follows = follows  # answers that follow from others
        self.problems = problems  # what two answers cannot mean together
        self.score = score
        self.facts = facts  # what the rules worked out on the way, of a deal
        self.match_facts = match_facts  # and of the whole sheet, from the totals
        self.end = end
        self.keep = keep  # questions whose answers stay in sight during the deal
        self.pack = pack
        self.moments = moments
        self.figures = figures

    @property
    def counts(self) -> str:
        """The numbers of players, in short: "2–4"."""
        least, most = min(self.players), max(self.players)
        return str(least) if least == most else f"{least}–{most}"

    def question(self, name: str) -> Question:
        for question in self.questions:
            if question.name == name:
                return question
        raise KeyError(name)
