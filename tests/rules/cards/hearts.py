"""Examples for the rule card of Hearts. The first player takes the jack of diamonds."""

from tests.rules.card_examples import TARGET, CardExample, End, leads

MOON = [0, 0, 13, 0]
EXAMPLES = {
    "Each heart": [
        CardExample([5, 4, 3, 1], "Hearts", hearts=[5, 4, 3, 1], queen=1, jack=0), CardExample([0, 13, 0], "Q♠", hearts=[5, 4, 4], queen=1, jack=0),
    ],
    "All hearts and the queen of spades are a moon: 26 points for": [
        CardExample([26, 26, 0, 26], "Moon", hearts=MOON, queen=2, jack=0),
    ],
    "All hearts and the queen of spades are a moon: 26 points less": [CardExample([0, 0, -26, 0], "Moon", hearts=MOON, queen=2, jack=0)],
    "All hearts and the queen of spades are a moon: the shooter": [
        CardExample([0, 0, -26, 0], "Moon", hearts=MOON, queen=2, jack=0, moon="self"),
        CardExample([26, 26, 0, 26], "Moon", hearts=MOON, queen=2, jack=0, moon="others"),
    ],
    "All hearts and the queen of spades are 26": [CardExample([0, 0, 13, 0], "Hearts", hearts=MOON, queen=2, jack=0)],
    "The jack of diamonds": [CardExample([-10, 0, 0, 0], "J♦", hearts=[5, 4, 3, 1], queen=1, jack=0)],
    "The round in which a total": [TARGET, End([5, 500, 3, 8], [2]), leads([1, 2, 3], [0])],
    "If the leaders are tied at the end": [End([500, 3, 3], [1, 2])],
}  # fmt: skip
PLAY = ("All cards are dealt", "Pass three cards", "The player with the lowest")
