"""Examples of the rule card of Wizard."""

from tests.rules.card_examples import CardExample, Check, ends_after_rounds, is_accepted, is_refused, leads

EXAMPLES = {
    "Bid met: 20, and": [CardExample([20, 30, 20], "", ("uneven", False), bids=[0, 1, 0], tricks=[0, 1, 0]), CardExample([30, -10, -10], bids=[1, 1, 1], tricks=[1, 0, 0])],
    "The bids may add up": [is_accepted(3, bids=[1, 0, 0], tricks=[1, 0, 0])],
    "The bids may not add up": [is_refused(3, bids=[1, 0, 0], tricks=[1, 0, 0])],
    "This match has": [Check(ends_after_rounds), Check(lambda setup: setup.most_rounds == 15, 4), leads([3, 3, 1], [0, 1])],
}  # fmt: skip

PLAY = ("60 cards:", "The next card", "The player on the dealer's", "Follow the colour", "The first wizard")
