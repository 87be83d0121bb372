"""What an example of the rule card may be: a round with its points, the winners at the end, or a condition on the match."""

from collections.abc import Callable, Sequence
from typing import Any

from games.match.sheet_row import SheetRow
from games.rules.game import Setup
from games.rules.judge import judge
from games.rules.words import plain_text


class CardExample:
    """A round, and the points that a line of the sheet or a fact has. Without a name these are the points of the round.

    `where` has a house rule without which the example says nothing. Answers in `own` have lists of their own length:
    all others have one place for each side.
    """

    own: Sequence[str] = ()

    def __init__(self, value: Any, name: str = "", where: tuple[str, Any] | None = None, **answers: Any) -> None:
        self.value = value
        self.name = name
        self.where = where
        self.answers = answers

    def fits(self, setup: Setup) -> bool:
        by_side = [self.value] + [self.answers[name] for name in self.answers if name not in self.own]
        return all(len(answer) == setup.sides for answer in by_side if isinstance(answer, list)) and (
            self.where is None or setup.options[self.where[0]] == self.where[1]
        )

    def is_right(self, setup: Setup) -> bool:
        deal, problems = judge(setup, 0, [0] * setup.sides, self.answers)
        assert not problems, self.answers
        row = SheetRow(None, deal, problems, [0] * setup.sides)
        if not self.name:
            return bool(row.points == self.value)
        if self.name.islower():
            return bool(row.facts[self.name] == self.value)
        points = [line.points for line in row.lines if plain_text(line.label) == self.name]
        return (points or [[0] * setup.sides])[0] == self.value


class End:
    """The winners with these totals after a number of complete rounds."""

    def __init__(self, totals: list[int], winners: list[int], complete: int = 1) -> None:
        self.totals = totals
        self.winners = winners
        self.complete = complete

    def fits(self, setup: Setup) -> bool:
        return len(self.totals) == setup.sides

    def is_right(self, setup: Setup) -> bool:
        return setup.winners(self.totals, self.complete) == self.winners


class Check:
    """A condition on the setup, for matches of this many players, or for all."""

    def __init__(self, check: Callable[[Setup], bool], players: int | None = None) -> None:
        self.check = check
        self.players = players

    def fits(self, setup: Setup) -> bool:
        return self.players in (None, setup.players)

    def is_right(self, setup: Setup) -> bool:
        return self.check(setup)


def is_over(setup: Setup, best: int, complete: int) -> bool:
    """Return whether a match is over in which one side has points."""
    return len(setup.winners([best] + [0] * (setup.sides - 1), complete)) > 0


def ends_at_target(setup: Setup) -> bool:
    return setup.goal is not None and is_over(setup, setup.goal, 1) and not is_over(setup, setup.goal - 1, 1)


def ends_after_rounds(setup: Setup) -> bool:
    most = setup.most_rounds
    return most is not None and is_over(setup, 1, most) and not is_over(setup, 1, most - 1)


def sides(*seats: list[int]) -> Check:
    return Check(
        lambda setup: [setup.seats_of(side) for side in range(setup.sides)] == list(seats), sum(map(len, seats))
    )


def leads(totals: list[int], leaders: list[int]) -> Check:
    return Check(lambda setup: setup.leaders(totals) == leaders, len(totals))


def is_accepted(players: int, **answers: Any) -> Check:
    return Check(lambda setup: not judge(setup, 0, [0] * setup.sides, answers)[1], players)


def is_refused(players: int, **answers: Any) -> Check:
    return Check(lambda setup: bool(judge(setup, 0, [0] * setup.sides, answers)[1]), players)


TARGET = Check(ends_at_target)
