"""Examples for the rule card of French tarot."""

from typing import Any

from tests.rules.card_examples import CardExample, Check, ends_after_rounds, is_over, leads

CALLING = ("dealer_rests", False)


class TarotExample(CardExample):
    own = ("poignees",)


def played(value: Any, name: str, contract: str, bouts: int, points: int, **answers: Any) -> TarotExample:
    """A round of any number of players: where five play, seat 2 is the partner."""
    return TarotExample(value, name, taker=1, partner=2, contract=contract, bouts=bouts, points=points, **answers)


def paid(value: list[int], partner: int | None = None, where: tuple[str, Any] | None = None) -> TarotExample:
    """A petite made exactly, so that everyone pays 25."""
    return TarotExample(value, "", where, taker=1, partner=partner, contract="petite", bouts=0, points=56)


EXAMPLES = {
    "At a table of five": [paid([0, 75, -25, -25, -25])],
    "The taker's party needs": [
        played(made, "made", "garde", bouts, points)
        for made, bouts, points in [
            *((True, 0, 56), (False, 0, 55), (True, 1, 51), (False, 1, 50)),
            *((True, 2, 41), (False, 2, 40), (True, 3, 36), (False, 3, 35)),
        ]
    ],
    "Each round is worth 25": [
        played(35, "value", "petite", 2, 51),
        played(-54, "value", "garde", 2, 39),
        played(100, "value", "garde_sans", 2, 41),
        played(-156, "value", "garde_contre", 2, 40),
    ],
    "The 1 of trumps": [
        played(35, "value", "petite", 2, 41, petit="taker"),
        played(30, "value", "garde", 2, 41, petit="defence"),
        played(140, "value", "garde_sans", 2, 41, petit="taker"),
    ],
    "A poignée is": [
        played(45, "value", "petite", 2, 41, poignees=["single"]),
        played(-56, "value", "petite", 2, 40, poignees=["double"]),
        played(65, "value", "petite", 2, 41, poignees=["triple"]),
    ],
    "Every trick: 400": [
        played(560, "value", "garde", 3, 91, chelem="announced"),
        played(360, "value", "garde", 3, 91, chelem="unannounced"),
        played(-62, "value", "garde", 3, 80, chelem="failed"),
        played(-278, "value", "petite", 0, 3, chelem="defence"),
    ],
    "Every defender pays": [
        paid([-25, 50, -25]),
        paid([-25, 75, -25, -25]),
        paid([-25, 50, 25, -25, -25], 2, CALLING),
        paid([-25, 100, -25, -25, -25], 1, CALLING),
        paid([0, 50, 25, -25, -25, -25], 2),
    ],
    "This match is limited": [Check(ends_after_rounds)],
    "You end the match": [Check(lambda setup: not is_over(setup, 900_000, 5_000))],
    "If the leaders are tied at the end": [leads([25, 25, -50], [0, 1])],
}

PLAY = (
    "78 cards",
    "K = 4½",
    "Three to five play",
    "The highest bidder plays against",
    "Where five play",
    "Half a point",
)
