"""Examples of the rule card of Skull King."""

from typing import Any

from tests.rules.card_examples import CardExample, Check, ends_after_rounds, is_accepted, leads


class SkullKingExample(CardExample):
    own = ("loot",)


def skull_king(value: Any, name: str, bids: list[int], tricks: list[int], **more: Any) -> CardExample:
    return SkullKingExample(value, name, bids=bids, tricks=tricks, **more)


EXAMPLES = {
    "Bid met: 20 for each trick": [skull_king([10, 20, 10], "Bid and tricks", [0, 1, 0], [0, 1, 0]), skull_king([20, -10, 10], "Bid and tricks", [1, 1, 0], [1, 0, 0])],
    "A bid of 0 is 10": [skull_king([-10, 10, -10], "Bid and tricks", [0, 0, 1], [1, 0, 0])],
    "You can get 10": [skull_king([10, 5, 10], "Bid and tricks", [1, 1, 0], [1, 0, 0]), skull_king([15, 0, 0], "Bonus", [0, 1, 0], [1, 0, 0], bonus=[30, 0, 0])],
    "With a cannonball": [skull_king([15, 0, 10], "Bid and tricks", [1, 1, 0], [1, 0, 0], cannonballs=[True, True, False])],
    "There is no cannonball": [skull_king([10, 5, 10], "Bid and tricks", [1, 1, 0], [1, 0, 0], cannonballs=[True, True, False])],
    "Bonus: a coloured 14": [skull_king([0, 40, 0], "Bonus", [0, 1, 0], [0, 1, 0], bonus=[0, 40, 0])],
    "The bonus counts only": [skull_king([0, 0, 0], "Bonus", [0, 0, 0], [1, 0, 0], bonus=[30, 0, 0])],
    "The kraken destroys": [is_accepted(3, bids=[0, 0, 0], destroyed=1, tricks=[0, 0, 0])],
    "Loot: 20": [skull_king([0, 20, 20], "Loot", [0, 1, 0], [0, 1, 0], loot=[{"from": 2, "winner": 1}])],
    "Rascal's bet": [
        skull_king([0, 20, 0], "Rascal's bet", [0, 1, 0], [0, 1, 0], wager={"seat": 1, "points": 20}),
        skull_king([0, -10, 0], "Rascal's bet", [0, 0, 0], [0, 1, 0], wager={"seat": 1, "points": 10}),
    ],
    "After ten rounds": [Check(ends_after_rounds), Check(lambda setup: setup.most_rounds == 10), leads([3, 3, 1], [0, 1])],
}  # fmt: skip

PLAY = ("Ten rounds:", "All players bid", "Follow suit", "A pirate takes")
