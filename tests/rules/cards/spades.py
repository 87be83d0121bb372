"""Examples of the rule card of Spades."""

from typing import Any

from tests.rules.card_examples import TARGET, CardExample, End


class SpadesExample(CardExample):
    own = ("bids", "blind", "tricks")


def spades(value: Any, name: str, bids: list[int], tricks: list[int], **more: Any) -> CardExample:
    return SpadesExample(value, name, bids=bids, tricks=tricks, **more)


NIL = [0, 4, 4, 4]
BLIND = [True, False, False, False]
HUNDRED, FIFTY_NIL = ("nil", 100), ("nil", 50)
EXAMPLES = {
    "Partners must take": [spades([50, 70], "Contract", [3, 4, 2, 3], [3, 4, 2, 4]), spades([50, -70], "Contract", [3, 4, 2, 3], [5, 3, 3, 2])],
    "Each trick above": [spades([0, 1], "Bags", [3, 4, 2, 3], [3, 4, 2, 4])],
    "Every tenth bag": [spades([-100, 0], "Ten bags", [1, 1, 1, 1], [5, 1, 7, 0])],
    "Bags cost nothing": [spades([0, 0], "Ten bags", [1, 1, 1, 1], [5, 1, 7, 0])],
    "Nil is a bid of 0": [
        spades([100, 0], "Nil", NIL, [0, 4, 5, 4], where=HUNDRED), spades([-100, 0], "Nil", NIL, [1, 4, 4, 4], where=HUNDRED),
        spades([50, 0], "Nil", NIL, [0, 4, 5, 4], where=FIFTY_NIL), spades([-50, 0], "Nil", NIL, [1, 4, 4, 4], where=FIFTY_NIL),
    ],
    "Blind nil, bid": [spades([200, 0], "Nil", NIL, [0, 4, 5, 4], blind=BLIND, where=HUNDRED), spades([-100, 0], "Nil", NIL, [1, 4, 4, 4], blind=BLIND, where=FIFTY_NIL)],
    "There is no blind": [spades([100, 0], "Nil", NIL, [0, 4, 5, 4], blind=BLIND, where=HUNDRED)],
    "Tricks of a failed nil are": [spades([-50, 70], "Contract", [0, 4, 5, 3], [1, 4, 4, 4]), spades([1, 1], "Bags", [0, 4, 5, 3], [1, 4, 4, 4])],
    "Tricks of a failed nil count": [spades([50, 70], "Contract", [0, 4, 5, 3], [1, 4, 4, 4]), spades([0, 1], "Bags", [0, 4, 5, 3], [1, 4, 4, 4])],
    "Play to": [TARGET, End([5000, 5001], [1]), End([5000, 5000], [])],
}  # fmt: skip

PLAY = ("13 cards each", "Spades are trumps")
