"""Examples for the rule card of Doppelkopf."""

from typing import Any

from games.rules.game import Setup
from games.rules.judge import judge
from tests.rules.card_examples import CardExample, Check, ends_after_rounds, is_over, leads

PLUS_TWO = ("announcements", "plus_two")


class DoppelkopfExample(CardExample):
    own = ("re", "foxes", "doppelkopfs")


def worth(value: int, points: int, where: tuple[str, Any] | None = None, **answers: Any) -> DoppelkopfExample:
    """A game of two against two, and its value for Re."""
    return DoppelkopfExample(value, "value", where, re=[1, 2], re_points=points, **answers)


def won_by(party: str | None, points: int, **answers: Any) -> DoppelkopfExample:
    return DoppelkopfExample(party, "winner", re=[1, 2], re_points=points, **answers)


def a_first_solo_is_dealt_again(setup: Setup) -> bool:
    answers = {"re": [2], "solo": "jacks", "re_points": 130}
    deal, problems = judge(setup, 0, [0] * setup.sides, answers)
    return not problems and (setup.game.next_dealer(deal), setup.game.leads(deal)) == (0, 2)


EXAMPLES = {
    "Re wins with 121": [
        won_by("re", 121),
        won_by("kontra", 120),
        won_by("re", 120, kontra_said="said"),
        won_by("kontra", 120, re_said="said", kontra_said="said"),
    ],
    "No 90, no 60": [
        won_by("re", 151, re_said="no_90"),
        won_by("kontra", 150, re_said="no_90"),
        won_by("re", 90, kontra_said="no_90"),
        won_by(None, 130, re_said="no_90", kontra_said="no_90"),
    ],
    "The winners get 1 point": [
        worth(1, 121),
        worth(1, 150),
        worth(2, 151),
        worth(3, 181),
        worth(4, 211),
        worth(5, 240, no_trick="kontra"),
    ],
    "Each announced step": [worth(5, 151, PLUS_TWO, re_said="no_90"), worth(7, 181, PLUS_TWO, re_said="no_60")],
    "Re and Kontra are 2": [worth(3, 130, re_said="said"), worth(5, 130, re_said="said", kontra_said="said")],
    "Re and Kontra double": [worth(2, 130, re_said="said"), worth(4, 130, re_said="said", kontra_said="said")],
    "Reaching 120": [worth(-6, 120, PLUS_TWO, re_said="no_90"), worth(-7, 130, PLUS_TWO, re_said="no_60")],
    "Two against two": [worth(-2, 120), worth(2, 130, foxes=[1, 0]), worth(-1, 130, doppelkopfs=[0, 2])],
    "Charlie, the last trick": [worth(0, 130, charlie="kontra"), worth(2, 130, charlie="re")],
    "The losers pay": [
        DoppelkopfExample([-1, -1, -1, 3], re=[3], re_points=130),
        DoppelkopfExample([2, 2, 2, -6], re=[3], re_points=80),
    ],
    "Only the winners": [
        DoppelkopfExample([0, 0, 0, 3], re=[3], re_points=130),
        DoppelkopfExample([2, 2, 2, 0], re=[3], re_points=80),
    ],
    "In a player's first": [Check(a_first_solo_is_dealt_again, 4)],
    "This match is limited": [Check(ends_after_rounds)],
    "You end the match": [Check(lambda setup: not is_over(setup, 900_000, 5_000))],
    "If the leaders are tied at the end": [leads([3, 3, -3, -3], [0, 1])],
}

PLAY = ("Two packs without", "Trumps from the top", "The players with the queens", "A player with both queens")
