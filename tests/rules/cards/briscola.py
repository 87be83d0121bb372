"""Examples for the rule card of Briscola."""

from tests.rules.card_examples import TARGET, CardExample, End, sides

EXAMPLES = {
    "Two or three players play alone": [sides([0], [1]), sides([0], [1], [2]), sides([0, 2], [1, 3])],
    "Most card points win one game": [
        CardExample([1, 0], points=[61, 59]), CardExample([0, 0], points=[60, 60]), CardExample([0, 1, 0], points=[30, 59, 31]), CardExample([0, 0, 0], points=[50, 20, 50]),
    ],
    "All 120 card points win two": [CardExample([2, 0], points=[120, 0]), CardExample([0, 0, 2], points=[0, 0, 120])],
    "The first to win": [TARGET, End([500, 3, 3], [0])],
}  # fmt: skip
PLAY = ("40 cards, three each", "The next player after", "The highest trump wins", "Rank:", "The winner of a trick")
