"""The rule card of a match: the sentences of its game that hold with its house rules. The tasks of its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup

CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter_clockwise"
SOME = object()  # any value of a house rule but None


class Sentence:
    """A sentence of the rule card. `when` has the house rules with which it holds, by their names.

    The values of all house rules fill its placeholders. `most` is the number of rounds.
    """

    def __init__(self, text: str, **when: Any) -> None:
        self.text = text
        self.when = when

    def holds(self, setup: Setup) -> bool:
        for name in self.when:
            wanted, value = self.when[name], setup.options.get(name)
            if value is None if wanted is SOME else value != wanted:
                return False
        return True

    def words(self, setup: Setup) -> Words:
        return (
            Words(self.text, **(setup.options | {"most": setup.most_rounds})) if "%(" in self.text else Words(self.text)
        )

    def differs(self, setup: Setup) -> bool:
        """Return whether the sentence follows from a house rule that is not the default."""
        return any(
            setup.options[rule.name] != rule.default
            for rule in setup.game.options
            if rule.name in self.when or f"%({rule.name})s" in self.text
        )


def sentences(setup: Setup) -> list[Sentence]:
    """Return the sentences that hold in this match."""
    listed = [line if isinstance(line, Sentence) else Sentence(line) for line in setup.game.card]
    return [sentence for sentence in listed if sentence.holds(setup)]


class Task:
    """What players do in a round besides dealing: a text with the names of these seats, each with its word of `NAMES`.

    It may have other values, too, such as points that wait for the winner of the round.
    """

    NAMES = ("name", "second", "third")

    def __init__(self, text: str, *seats: int, **values: Any) -> None:
        self.text = text
        self.seats = seats
        self.values = values


def leads(deal: AnsweredDeal) -> list[Task]:
    """Return who plays first, if that is known."""
    leader = deal.leader
    return [] if leader is None else [Task(_("%(name)s plays first"), leader)]


def direction_words(direction: str | None, players: int) -> Words | None:
    """Return which way round the table a game goes, or None if nobody needs to know."""
    if direction is None or players < 3:
        return None
    if direction == CLOCKWISE:
        return Words(_("Play goes clockwise: the next player sits on the left."))
    return Words(_("Play goes counter-clockwise: the next player sits on the right."))
