"""Examples for the rule card of Skat."""

from typing import Any

from tests.rules.card_examples import CardExample, Check, ends_after_rounds, is_over, leads


class SkatExample(CardExample):
    own = ("no_trick",)


def suit(value: Any, name: str, game: str, points: int | None = None, matadors: int = 1, **answers: Any) -> SkatExample:
    return SkatExample(value, name, declarer=1, game=game, matadors=matadors, points=points, **answers)


def null(value: Any, name: str = "value", **answers: Any) -> SkatExample:
    return SkatExample(value, name, declarer=1, game="null", **{"won": True, **answers})


def passed(value: list[int], points: list[int], **answers: Any) -> SkatExample:
    return SkatExample(value, passed_out=True, ramsch_points=points, **answers)


EXAMPLES = {
    "The declarer wins with 61": [suit(True, "won", "clubs", 61), suit(False, "won", "clubs", 60)],
    "Schneider is 90": [
        suit(True, "won", "clubs", 90, announced="schneider"),
        suit(False, "won", "clubs", 89, announced="schneider"),
        suit(False, "won", "clubs", 118, announced="schwarz"),
    ],
    "Base:": [
        suit(18, "value", "diamonds", 61),
        suit(30, "value", "hearts", 61, 2),
        suit(44, "value", "spades", 61, 3),
        suit(144, "value", "clubs", 61, 11),
        suit(120, "value", "grand", 61, 4),
    ],
    "Add 1 each": [
        suit(27, "value", "diamonds", 61, hand=True),
        suit(27, "value", "diamonds", 90),
        suit(45, "value", "diamonds", 90, announced="schneider"),
        suit(36, "value", "diamonds", 120, reached="schwarz"),
        suit(63, "value", "diamonds", 120, announced="schwarz", reached="schwarz"),
        suit(72, "value", "diamonds", 120, announced="ouvert", reached="schwarz"),
    ],
    "Null is": [null(23), null(35, hand=True), null(46, announced="ouvert"), null(59, announced="ouvert", hand=True)],
    "Won: the value": [
        suit([0, 24, 0], "Game value", "clubs", 61),
        suit([0, -48, 0], "Game value", "clubs", 60),
        suit([0, -72, 0, 0], "Game value", "clubs", 60, hand=True),
    ],
    "Worth less than the bid": [
        suit(30, "value", "hearts", 61, bid=23),
        suit(False, "won", "hearts", 61, bid=23),
        suit(True, "won", "hearts", 61, bid=20),
    ],
    "Seeger–Fabian": [
        null([0, 73, 0], ""),
        null([40, -96, 40], "", won=False),
        null([30, -96, 30, 30], "", won=False),
    ],
    "Kontra counts": [suit([0, 48, 0], "Game value", "clubs", 61, kontra=2), suit([0, -192, 0], "Game value", "clubs", 60, kontra=4)],
    "If everyone passes": [passed([0, 0, 0], [70, 50, 0])],
    "Ramsch if everyone": [passed([-70, 0, 0], [70, 50, 0]), passed([-60, -60, 0], [60, 60, 0])],
    "Ramsch: if one player": [passed([-140, 0, 0], [70, 50, 0], no_trick=[2]), passed([0, 120, 0], [0, 120, 0], no_trick=[0, 2])],
    "This match is limited": [Check(ends_after_rounds)],
    "You end the match": [Check(lambda setup: not is_over(setup, 900_000, 5_000))],
    "If the leaders are tied at the end": [leads([23, 23, 0], [0, 1])],
}  # fmt: skip

PLAY = ("32 cards", "Three play", "The highest bidder plays alone", "Trumps are the four jacks")
