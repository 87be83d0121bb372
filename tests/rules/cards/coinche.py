"""Examples of the rule card of Belote coinchée."""

from typing import Any

from tests.rules.card_examples import TARGET, CardExample, End, is_accepted, is_refused


def coinche(value: Any, name: str, contract: int, taken: list[int] | None, **more: Any) -> CardExample:
    """Side 0 takes."""
    return CardExample(value, name, taker=0, contract=contract, trick_points=taken, **more)


ALL, NOBODY = 0, [0, 0]  # side 0 takes all tricks; no points
TENS, EXACT = ("rounding", "tens"), ("rounding", "exact")
EXAMPLES = {
    "All eight tricks are a capot: 250": [
        coinche([250, 0], "Tricks", 100, None, all_tricks=ALL, where=("count", "made_and_bid")), coinche([0, 250], "Tricks", 100, None, all_tricks=1),
        coinche(True, "made", 250, None, all_tricks=ALL), coinche(False, "made", 250, [162, 0]),
    ],
    "All eight tricks are a capot: 252": [
        coinche([252, 0], "Tricks", 100, None, all_tricks=ALL, where=EXACT), coinche([0, 250], "Tricks", 100, None, all_tricks=1, where=TENS),
    ],
    "The last trick is worth 10": [is_accepted(4, taker=0, contract=100, trick_points=[100, 62])],
    "King and queen of trumps": [
        coinche([20, 0], "Belote", 180, [80, 82], belote=0, where=("count", "made_and_bid")), coinche([0, 20], "Belote", 180, [60, 102], belote=1, where=("count", "made_and_bid")),
    ],
    "Runs and fours of a kind score": [coinche([0, 50], "Declarations", 180, [70, 92], declared=[0, 50], where=("count", "made_and_bid"))],
    "No declarations are scored": [coinche(NOBODY, "Declarations", 180, [70, 92], declared=[0, 50])],
    "A contract is made if tricks, declarations and belote": [
        coinche(True, "made", 100, [80, 82], belote=0), coinche(False, "made", 110, [80, 82], belote=0), coinche(True, "made", 120, [70, 92], declared=[50, 0]),
    ],
    "A contract is made if tricks and belote": [
        coinche(True, "made", 100, [80, 82], belote=0), coinche(False, "made", 110, [80, 82], belote=0), coinche(False, "made", 120, [70, 92], declared=[50, 0]),
    ],
    "A contract is made if tricks and declarations": [
        coinche(True, "made", 100, [100, 62]), coinche(False, "made", 100, [80, 82], belote=0), coinche(True, "made", 120, [70, 92], declared=[50, 0]),
    ],
    "A contract is made if the tricks": [
        coinche(True, "made", 100, [100, 62]), coinche(False, "made", 100, [80, 82], belote=0), coinche(False, "made", 120, [70, 92], declared=[50, 0]),
    ],
    "A contract of 80 needs": [
        coinche(False, "made", 80, [80, 82], where=("eighty", 82)), coinche(True, "made", 80, [80, 82], where=("eighty", 80)), coinche(True, "made", 80, [82, 80]),
    ],
    "Made: the takers get their tricks": [
        coinche([100, 62], "Tricks", 100, [100, 62], where=EXACT), coinche([100, 0], "Contract", 100, [100, 62]), coinche([0, 20], "Belote", 100, [100, 62], belote=1),
        coinche([0, 50], "Declarations", 100, [100, 62], declared=[0, 50]),
    ],
    "Made: each side gets": [
        coinche([100, 62], "Tricks", 100, [100, 62], where=EXACT), coinche([100, 0], "Contract", 100, [100, 62]), coinche([0, 20], "Belote", 100, [100, 62], belote=1),
        coinche(NOBODY, "Declarations", 100, [100, 62], declared=[0, 50]),
    ],
    "Made: the takers get the contract": [coinche([100, 0], "", 100, [100, 62], belote=1, declared=[0, 50])],
    "Failed: the takers keep": [
        coinche([0, 160], "Tricks", 100, [70, 92]), coinche([0, 100], "Contract", 100, [70, 92]), coinche([0, 250], "Tricks", 250, [152, 10]), coinche([0, 280], "", 100, [70, 92], belote=1),
        coinche([0, 50], "Declarations", 180, [70, 92], declared=[50, 0]),
    ],
    "Failed: each side keeps": [
        coinche([20, 260], "", 100, [60, 102], belote=0, where=("belote_helps", False)), coinche([0, 250], "Tricks", 250, [152, 10]), coinche([0, 280], "", 100, [70, 92], belote=1),
        coinche(NOBODY, "Declarations", 180, [70, 92], declared=[50, 0]),
    ],
    "Failed: the others get": [
        coinche([0, 260], "", 100, [70, 92], belote=1), coinche([0, 340], "", 90, None, all_tricks=1), coinche([0, 280], "", 120, [70, 92], belote=0),
    ],
    "A coinche doubles all of that": [
        coinche([520, 0], "", 100, [110, 52], coinche=2), coinche([1040, 20], "", 100, [110, 52], coinche=4, belote=1), coinche([20, 600], "", 140, [60, 102], coinche=2, belote=0),
    ],
    "A coinche doubles the contract, a": [
        coinche([360, 0], "", 100, [110, 52], coinche=2), coinche([560, 20], "", 100, [110, 52], coinche=4, belote=1), coinche([20, 440], "", 140, [60, 102], coinche=2, belote=0),
    ],
    "A coinche doubles a contract that is made": [coinche([200, 0], "", 100, [110, 52], coinche=2), coinche([0, 600], "", 140, [60, 102], coinche=2, belote=0)],
    "A coinche doubles the contract, made": [coinche([200, 0], "", 100, [110, 52], coinche=2), coinche([0, 440], "", 140, [60, 102], coinche=2, belote=0)],
    "The takers need more points than the others: tricks, declarations": [
        coinche(True, "made", 180, [82, 80]), coinche(False, "made", 80, [61, 101], belote=0), coinche(True, "made", 180, [72, 90], belote=0),
        coinche(True, "made", 180, [70, 92], declared=[50, 0]),
    ],
    "The takers need more points than the others: tricks and": [
        coinche(True, "made", 180, [82, 80]), coinche(False, "made", 80, [61, 101], belote=0), coinche(True, "made", 180, [72, 90], belote=0),
        coinche(False, "made", 180, [70, 92], declared=[50, 0]),
    ],
    "With fewer, the takers get": [
        coinche([20, 162], "", 80, [60, 102], belote=0, where=EXACT), coinche([0, 252], "", 80, None, all_tricks=1, where=EXACT),
        coinche([0, 182], "", 80, [60, 102], declared=[20, 0], where=EXACT),
    ],
    "With fewer, each side keeps": [
        coinche([20, 162], "", 80, [60, 102], belote=0, where=EXACT), coinche([0, 252], "", 80, None, all_tricks=1, where=EXACT),
        coinche([0, 162], "", 80, [60, 102], declared=[20, 0], where=EXACT),
    ],
    "Tied, the others get": [coinche(81, "held", 80, [81, 81], where=EXACT), coinche([0, 81], "", 80, [81, 81], where=EXACT)],
    "Tied, the takers have failed": [coinche([0, 162], "", 80, [81, 81], where=EXACT), coinche(False, "made", 80, [91, 71], belote=1)],
    "The points of the tricks count exactly": [coinche([96, 66], "Tricks", 90, [96, 66], where=("count", "made_and_bid"))],
    "The points of the tricks are rounded": [
        coinche([100, 70], "Tricks", 90, [96, 66], where=("count", "made_and_bid")), coinche([100, 70], "Tricks", 90, [95, 67], where=("count", "made_and_bid")),
    ],
    "Bids without trumps": [is_accepted(4, taker=0, contract=100, trump=trump, trick_points=[100, 62]) for trump in ("no_trump", "all_trump")],
    "Only the four suits": [is_refused(4, taker=0, contract=100, trump=trump, trick_points=[100, 62]) for trump in ("no_trump", "all_trump")],
    "Play to": [TARGET, End([5000, 5001], [1]), End([5000, 5000], [])],
}  # fmt: skip

PLAY = ("Eight cards each", "The player on the dealer's", "Follow suit", "Bid 80")
