"""Examples for the rule card of Sueca."""

from tests.rules.card_examples import TARGET, CardExample, End


def won(games: list[int], points: list[int], all_tricks: int | None = None) -> CardExample:
    return CardExample(games, points=points, all_tricks=all_tricks)


EXAMPLES = {
    "61 card points win one game, 91 two. At": [
        won([1, 0], [90, 30]), won([2, 0], [91, 29]), won([0, 2], [2, 118]), won([0, 0], [60, 60]),
    ],
    "All ten tricks": [won([0, 4], [0, 120], 1), won([2, 0], [120, 0])],
    "All 120 card points win four": [won([4, 0], [120, 0]), won([0, 4], [0, 120], 1)],
    "A side caught": [CardExample([0, 4], revoked=0), CardExample([4, 0], revoked=1, points=[0, 120])],
    "The first to win": [TARGET, End([500, 499], [0])],
}  # fmt: skip
PLAY = ("Two teams of two", "The player on the dealer's right", "The highest trump wins", "Rank:")
