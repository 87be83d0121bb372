"""Examples for the rule card of Briscola chiamata."""

from typing import Any

from tests.rules.card_examples import TARGET, CardExample, Check, End, ends_after_rounds, is_over, leads


def chiamata(value: list[int], caller: int, partner: int, counted: int, **more: Any) -> CardExample:
    return CardExample(value, caller=caller, partner=partner, points=counted, **more)


EXAMPLES = {
    "Caller and partner win with 61": [
        chiamata([2, -1, 1, -1, -1], 0, 2, 61), chiamata([-2, 1, -1, 1, 1], 0, 2, 60), chiamata([-2, 1, -1, 1, 1], 0, 2, 74, bid=75),
        chiamata([2, -1, 1, -1, -1], 0, 2, 75, bid=75), chiamata([0, 2, 1, -1, -1, -1], 1, 2, 61),
    ],
    "Won: the caller gets 2": [chiamata([-1, -1, -1, 1, 2], 4, 3, 90), chiamata([1, 1, 1, -1, -2], 4, 3, 30)],
    "The caller who holds": [chiamata([-1, 4, -1, -1, -1], 1, 1, 61), chiamata([1, -4, 1, 1, 1], 1, 1, 30), chiamata([0, 4, -1, -1, -1, -1], 1, 1, 61)],
    "All 120 card points, or none": [chiamata([4, -2, 2, -2, -2], 0, 2, 120), chiamata([-4, 2, -2, 2, 2], 0, 2, 0)],
    "The round in which a player reaches": [TARGET, End([500, 3, 501, 8, 7], [2])],
    "This match is limited": [Check(ends_after_rounds)],
    "You end the match": [Check(lambda setup: not is_over(setup, 900_000, 5_000))],
    "If the leaders are tied at the end": [leads([3, 3, 1, 0, -7], [0, 1])],
}  # fmt: skip
PLAY = (
    "Five players, eight",
    "Bid a lower",
    "The player with the called",
    "The next player after",
    "The highest trump wins",
    "Rank:",
)
