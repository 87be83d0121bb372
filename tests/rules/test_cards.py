"""The rule card of a match says how its judge scores, with every combination of house rules.

The examples were worked out by hand from the sentences of the card. Each holds wherever its sentence is on the card, and
where a house rule takes the sentence off the card, at least one of its examples is wrong. `cards/` has those of later
games, a file for each: `EXAMPLES` by the start of a sentence, and `PLAY` for those about the play.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games.rules import bisca_cards, catalogue, option
from games.rules.card import SOME, Sentence, sentences
from games.rules.game import Game, Setup
from tests import chance
from tests.rules.card_examples import (
    TARGET,
    CardExample,
    Check,
    End,
    ends_after_rounds,
    ends_at_target,
    is_over,
    leads,
    sides,
)

# ---- Pisa


def votes(*cards: tuple[str, list[int]]) -> list[Any]:
    rest = {"goal": {"card": "many", "values": [1]}, "value": {"card": "0_high", "values": [2]}}
    return [{"trump": {"card": card, "values": values}, **rest} for card, values in cards]


def wins(winner: str | None, *cards: tuple[str, list[int]]) -> CardExample:
    return CardExample({"trump": winner, "goal": "many", "value": "0_high"}, "votes", laid=votes(*cards))


PISA = {
    "The highest sum wins": [
        wins("blue", ("red", [13]), ("red", [3]), ("blue", [9, 9])),
        wins("blue", ("red", [13, 3]), ("blue", [8]), ("blue", [7, 1])),
        wins("red", ("red", [13, 3]), ("blue", [12, 4]), ("green", [0])),
        wins("blue", ("red", [13, 5, 2]), ("blue", [13, 6, 1]), ("green", [0])),
        wins(None, ("red", [13]), ("green", [0]), ("blue", [13])),
    ],
    "First award": [
        CardExample([1, 2, 3], "first", bids=[40, 30, 20]),
        CardExample([1, 4, 2, 3], "first", bids=[40, 10, 30, 20]),
    ],
    "Tied bids get the lower score": [CardExample([1, 2, 2, 4], "first", bids=[44, 32, 32, 20])],
    "Tied bids get the higher score": [CardExample([1, 3, 3, 4], "first", bids=[44, 32, 32, 20])],
    "Second award": [
        CardExample([8, 5, 5, 2], "second", goal="many", tricks=[5, 2, 2, 1]),
        CardExample([2, 4, 6], "second", goal="few", tricks=[6, 3, 1]),
        CardExample([2, 4, 6, 9, 9], "second", goal="few", tricks=[4, 3, 1, 0, 0]),
    ],
    "Everyone deals once": [End([9, 5, 2], [], 2), End([9, 5, 2], [0], 3), End([9, 5, 2, 1], [], 3)],
    "If the leaders are tied at the end": [End([9, 9, 2], [0, 1], 3), End([1, 9, 9, 9], [1, 2, 3], 4)],
}

# ---- Bisca


def bisca(games: list[int], points: list[int], all_tricks: int | None = None) -> CardExample:
    return CardExample(games, points=points, all_tricks=all_tricks)


LEVEL = bisca([0, 0], [60, 60])
COMB = {"Mark each game": [TARGET]}
ONLY_ONE = [
    bisca([1, 0], [61, 59]),
    bisca([0, 1], [29, 91]),
    bisca([1, 0], [120, 0], 0),
    bisca([0, 1], [0, 120]),
    LEVEL,
]
TRES = {"61 card points win one game, never": ONLY_ONE, **COMB}
NOVE = {
    "61 card points win one game, 82": [
        bisca([1, 0], [81, 39]), bisca([2, 0], [82, 38]), bisca([2, 0], [120, 0]), bisca([0, 4], [0, 120], 1), LEVEL,
    ],
    **COMB,
}  # fmt: skip
TEAMS = {
    "61 card points win one game, 91": [
        bisca([1, 0], [90, 30]), bisca([2, 0], [91, 29]), bisca([2, 0], [120, 0]), bisca([0, 4], [0, 120], 1), LEVEL,
    ],
    "61 card points win one game, never": ONLY_ONE,
    **COMB,
}  # fmt: skip

# ---- Bisca Capixaba


def count(scored: list[int], points: list[int], trump: str, *, knocked: bool) -> CardExample:
    return CardExample(scored, "count_points", trump=trump, knocked=knocked, points=points)


def heley(scored: list[int], seven: int, ace: int | None, trump: str = "clubs", trick: int = 5) -> CardExample:
    """Seat 0 leads to the trick."""
    played = {"trick": trick, "leader": 0, "seven": seven, "ace": ace}
    return CardExample(scored, "heley_points", trump=trump, knocked=trump == "hearts", heley=played)


CAPIXABA = {
    "Numbers in brackets are for hearts.": [
        count([2, 0], [61, 59], "hearts", knocked=False), count([2, 0], [61, 59], "hearts", knocked=True),
    ],
    "Numbers in brackets are for hearts after": [
        count([1, 0], [61, 59], "hearts", knocked=False), count([2, 0], [61, 59], "hearts", knocked=True),
    ],
    "61 card points: 1 (2)": [
        count([1, 0], [61, 59], "clubs", knocked=False), count([0, 1], [31, 89], "spades", knocked=False),
        count([2, 0], [90, 30], "clubs", knocked=False), count([3, 0], [90, 30], "hearts", knocked=True),
        count([2, 0], [89, 31], "hearts", knocked=True), count([4, 0], [120, 0], "clubs", knocked=False),
        count([4, 0], [120, 0], "hearts", knocked=True), count([0, 0], [60, 60], "hearts", knocked=True),
    ],
    "Heley: ace played right": [
        heley([0, 1], 0, 1), heley([0, 2], 0, 1, "hearts"), heley([2, 0], 1, 0), heley([4, 0], 3, 0, "hearts"),
    ],
    "Heley de Roda": [heley([0, 2], 0, 3), heley([0, 3], 0, 3, "hearts")],
    "Heley de Parceiros": [
        heley([0, 2], 0, 2), heley([3, 0], 3, 1, "hearts"), heley([0, 0], 0, 2, trick=10), heley([0, 0], 0, 2, "hearts", 10),
    ],
    "Rodar o 7: the 7 is led and no ace beats it: 1 (2)": [heley([1, 0], 0, None), heley([2, 0], 0, None, "hearts")],
    "Rodar o 7: the 7 is led and no ace beats it: 2 (1)": [heley([2, 0], 0, None), heley([1, 0], 0, None, "hearts")],
    "The first to four game points": [TARGET, Check(lambda setup: setup.goal == 4), End([5, 3], [0]), End([3, 3], [])],
}  # fmt: skip

# ---- Pişti


PISTI = {
    "A single card captured": [
        CardExample([10, 20], "Pişti", pistis=[1, 2]), CardExample([20, 0, 0], "Jack pişti", jack_pistis=[1, 0, 0]),
    ],
    "Jacks and aces": [
        CardExample([1, 3], "Jacks", jacks=[1, 3]), CardExample([0, 4, 0], "Aces", aces=[0, 4, 0]),
        CardExample([0, 2], "2♣", two_of_clubs=1), CardExample([3, 0, 0, 0], "10♦", ten_of_diamonds=0),
    ],
    "Most tricks": [
        CardExample([3, 0], "Most tricks", tricks=[9, 8]), CardExample([0, 0], tricks=[8, 8]), CardExample([0, 3, 0], tricks=[5, 7, 4]),
        CardExample([0, 0, 0, 0], tricks=[6, 6, 2, 1]),
    ],
    "Most cards": [
        CardExample([3, 0], "Most cards", cards=[27, 25]), CardExample([0, 0], cards=[26, 26]), CardExample([0, 3, 0], cards=[15, 20, 17]),
        CardExample([0, 0, 0, 0], cards=[20, 20, 12, 0]),
    ],
    "Partners sit opposite": [sides([0, 2], [1, 3])],
    "Play to": [TARGET, End([500, 501], [1]), End([500, 500, 3], [])],
}  # fmt: skip

# ---- Pilotta


def pilotta(value: Any, name: str, bid: int, taken: list[int], **more: Any) -> CardExample:
    """Side 0 bids."""
    return CardExample(value, name, bidder=0, bid=bid, trick_points=taken, **more)


FIFTY = [[{"kind": "sequence", "length": 4}], []]
PILOTTA = {
    "The last trick is worth 10": [pilotta([25, 0], "Tricks", 80, [162, 0], kapo=0), pilotta([0, 25], "Tricks", 80, [0, 162], kapo=1)],
    "King and queen of trumps": [pilotta([2, 0], "Pilotta", 80, [97, 65], pilotta=0), pilotta([0, 2], "Pilotta", 80, [97, 65], pilotta=1)],
    "Runs: three": [
        pilotta([tens, 0], "Declarations", 80, [97, 65], declarations=[[shown], []])
        for tens, shown in [
            *[(tens, {"kind": "sequence", "length": length}) for length, tens in ((3, 2), (4, 5), (5, 10), (6, 10))],
            *[(tens, {"kind": "four", "rank": rank}) for rank, tens in (("J", 20), ("9", 15), ("A", 10), ("10", 10), ("K", 10), ("Q", 10))],
        ]
    ],
    "Only the side with the highest": [
        pilotta([7, 0], "Declarations", 80, [97, 65], declarations=[
            [{"kind": "sequence", "length": 4}, {"kind": "sequence", "length": 3}], [{"kind": "sequence", "length": 3}]
        ]),
        pilotta([0, 10], "Declarations", 80, [97, 65], declarations=[FIFTY[0], [{"kind": "sequence", "length": 5}]]),
    ],
    "A bid is made if tricks": [
        pilotta(True, "made", 100, [100, 62]), pilotta(False, "made", 100, [99, 63]), pilotta(True, "made", 100, [50, 112], declarations=FIFTY),
        pilotta(True, "made", 100, [80, 82], pilotta=0), pilotta(True, "made", 250, [162, 0], kapo=0),
    ],
    "A bid is made if the points": [
        pilotta(True, "made", 100, [100, 62]), pilotta(False, "made", 100, [99, 63], declarations=FIFTY), pilotta(False, "made", 100, [99, 63], pilotta=0),
    ],
    "Made: each side": [
        pilotta([10, 6], "Tricks", 90, [97, 65]), pilotta([9, 0], "Stake", 90, [97, 65]), pilotta([0, 2], "Pilotta", 90, [97, 65], pilotta=1),
        pilotta([0, 5], "Declarations", 90, [97, 65], declarations=[[], FIFTY[0]]),
    ],
    "The tricks are worth 16 tens": [
        pilotta([10, 6], "Tricks", 80, [97, 65]), pilotta([9, 7], "Tricks", 80, [92, 70]), pilotta([11, 5], "Tricks", 80, [108, 54]),
        pilotta([25, 0], "Tricks", 80, [162, 0], kapo=0),
    ],
    "If both end in 6, the side with more": [
        pilotta([11, 5], "Tricks", 100, [106, 56]),
        pilotta([7, 9], "Tricks", 80, [76, 86], declarations=FIFTY, where=("contract_counts", "everything")),
    ],
    "If both end in 6, the bidding side": [
        pilotta([11, 5], "Tricks", 100, [106, 56]),
        pilotta([8, 8], "Tricks", 80, [76, 86], declarations=FIFTY, where=("contract_counts", "everything")),
    ],
    "Failed: the other side": [
        pilotta([0, 16], "Tricks", 90, [89, 73]), pilotta([0, 25], "Tricks", 90, [0, 162], kapo=1), pilotta([0, 5], "Declarations", 160, [89, 73], declarations=FIFTY),
    ],
    "If the bid fails": [pilotta([0, 9], "Stake", 90, [89, 73])],
    "Nobody gets the stake": [pilotta([0, 0], "Stake", 90, [89, 73])],
    "The pilotta goes": [pilotta([0, 2], "Pilotta", 120, [89, 73], pilotta=0), pilotta([0, 2], "Pilotta", 90, [89, 73], pilotta=1)],
    "The pilotta stays": [pilotta([2, 0], "Pilotta", 120, [89, 73], pilotta=0), pilotta([0, 2], "Pilotta", 90, [89, 73], pilotta=1)],
    "Contra doubles": [
        pilotta([18, 0], "Stake", 90, [97, 65], contra=2), pilotta([36, 0], "Stake", 90, [97, 65], contra=4), pilotta([0, 18], "Stake", 90, [89, 73], contra=2),
        pilotta([16, 0], "Tricks", 90, [97, 65], contra=2), pilotta([2, 0], "Pilotta", 90, [97, 65], contra=2, pilotta=1),
    ],
    "Play to": [TARGET, End([500, 501], [1]), End([500, 500], [])],
}  # fmt: skip

# ---- Points

POINTS = {
    "For any game": [CardExample([-7, 12], "Points", points=[-7, 12])],
    "Most points wins": [leads([1, 2], [1])],
    "Fewest points wins": [leads([1, 2], [0])],
    "The match ends with": [TARGET],
    "This match is limited": [Check(ends_after_rounds)],
    "The first limit reached": [Check(lambda setup: ends_at_target(setup) and ends_after_rounds(setup))],
    "You end the match": [Check(lambda setup: not is_over(setup, 900_000, 5_000))],
    "If the leaders are tied at the end": [leads([3, 3], [0, 1])],
    "The teams sit alternately": [
        sides([0, 2], [1, 3]),
        sides([0, 2, 4], [1, 3, 5]),
        sides([0, 2, 4, 6], [1, 3, 5, 7]),
    ],
}

EXAMPLES: dict[str, dict[str, list[Any]]] = {
    "pisa": PISA, "pisa_ksr": PISA, "bisca_tres": TRES, "bisca_nove": NOVE, "bisca_seis": TEAMS, "bisca_quatro": TEAMS,
    "bisca_capixaba": CAPIXABA, "pisti": PISTI, "pilotta": PILOTTA, "points": POINTS,
}  # fmt: skip

# The sentences about the play, which nobody scores.
PLAY = (
    "13 cards each", "In each vote, lay", "Discard three", "The player on the dealer's left", "Trump beats the lesser trump",
    "Two players, 40", "Two teams of", "The dealer shuffles", "The player on the dealer's right", "The next card", "Play any card",
    "Rank:", "The winner of a trick", "When the stock", "Talking and signalling", "Signs for trumps:", "If the dealer's team", "After a cut",
    "Four cards each", "At the start", "No pişti with", "Eight cards each", "Bid 80", "Follow suit",
)  # fmt: skip


for path in sorted((Path(__file__).parent / "cards").glob("[a-z]*.py")):
    listed = import_module(f"tests.rules.cards.{path.stem}")
    EXAMPLES[path.stem] = listed.EXAMPLES
    PLAY += listed.PLAY


def examples(game: Game, sentence: Sentence) -> list[Any]:
    """Return the examples of a sentence, or an empty list if it is about the play."""
    assert game.key in EXAMPLES, f"write tests/rules/cards/{game.key}.py with the examples of the card"
    found = [listed for text, listed in EXAMPLES[game.key].items() if sentence.text.startswith(text)]
    if not found:
        assert sentence.text.startswith(PLAY), f"add an example to tests/rules/cards/{game.key}.py: {sentence.text}"
        return []
    [listed] = found
    assert listed, sentence.text
    return listed


MANY_RULES, MOST_CHANGED = 7, 3
SOME_OTHERS = chance.amount(usual=40, long=5000)


def setups(game: Game) -> Iterator[Setup]:
    """Yield every combination of house rules for every number of players.

    A run changes up to three of many rules in every way, and more in some of the ways. A long run tries all of these.
    """
    for players in game.players:
        offered = [rule for rule in game.options if rule.players is None or players in rule.players]
        several = []
        for values in product(*[values_of(rule) for rule in offered]):
            setup = Setup(game, {rule.name: value for rule, value in zip(offered, values, strict=True)}, players)
            changed = [rule for rule, value in zip(offered, values, strict=True) if value != rule.default]
            if len(offered) > MANY_RULES and len(changed) > MOST_CHANGED:
                several.append(setup)
            else:
                yield setup
        yield from chance.random_for(f"rules of {game.key}").sample(several, min(SOME_OTHERS, len(several)))


def values_of(rule: option.Option) -> list[Any]:
    if isinstance(rule, option.Switch):
        return [False, True]
    if isinstance(rule, option.Pick):
        return [value for value, _label in rule.values]
    if isinstance(rule, option.Target):
        return [rule.usual[0], rule.usual[0] + 7, *([None] if rule.none else [])]
    return [None, {"red": "blue", "blue": "red"}]


def all_sentences(game: Game) -> list[Sentence]:
    return [line if isinstance(line, Sentence) else Sentence(line) for line in game.card]


EVERY_GAME = pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)


@EVERY_GAME
def test_the_examples_of_a_card_are_scored_as_it_says(game: Game) -> None:
    tried = set()
    for setup in setups(game):
        for sentence in sentences(setup):
            for number, example in enumerate(examples(game, sentence)):
                if example.fits(setup):
                    tried.add((sentence.text, number))
                    assert example.is_right(setup), (sentence.text, number, setup.options, setup.players)
    assert tried == {
        (sentence.text, number) for sentence in all_sentences(game) for number in range(len(examples(game, sentence)))
    }


@EVERY_GAME
def test_every_condition_of_a_sentence_is_needed(game: Game) -> None:
    """Where one condition alone takes a sentence off the card, one of its examples is wrong in some match."""
    conditions = {
        (sentence.text, name) for sentence in all_sentences(game) for name in sentence.when if examples(game, sentence)
    }
    needed = set()
    for setup in setups(game):
        for sentence in all_sentences(game):
            failing = [name for name in sentence.when if not Sentence("", **{name: sentence.when[name]}).holds(setup)]
            listed = [example for example in examples(game, sentence) if example.fits(setup)]
            if len(failing) == 1 and any(not example.is_right(setup) for example in listed):
                needed.add((sentence.text, failing[0]))
    assert needed == conditions


@EVERY_GAME
def test_every_house_rule_that_changes_points_changes_the_card(game: Game) -> None:
    """The lesser trump of Pisa is only remembered, and the usual sum of a round only fills in a number."""
    named = {name for sentence in all_sentences(game) for name in sentence.when}
    named |= {
        rule.name for rule in game.options for sentence in all_sentences(game) if f"%({rule.name})s" in sentence.text
    }
    rules = {rule.name for rule in game.options} - {"subtrumps", "sum"}
    assert named == rules, "each house rule that changes points needs a Sentence in the card of the game"


def test_sentences_by_house_rule_are_marked() -> None:
    game = catalogue.find("pilotta")
    assert game is not None
    usual, other = Setup(game, {}, 4), Setup(game, {"target": 151, "stake_on_fail": False}, 4)
    assert [sentence for sentence in sentences(usual) if sentence.differs(usual)] == []
    assert [sentence.words(other).translated(str) for sentence in sentences(other) if sentence.differs(other)] == [
        "Nobody gets the stake of a failed bid.",
        "Play to 151. If several reach it in the same round, the highest wins; if tied, play on.",
    ]


def test_a_sentence_holds_with_the_values_of_its_conditions() -> None:
    game = catalogue.find("points")
    assert game is not None
    setup = Setup(game, {"target": 50}, 3)
    assert Sentence("", target=50, wins="most").holds(setup)
    assert Sentence("", target=SOME).holds(setup)
    assert not Sentence("", rounds=SOME).holds(setup)
    assert not Sentence("", target=SOME, wins="fewest").holds(setup)


def test_every_bisca_says_what_each_card_is_worth() -> None:
    for game in catalogue.GAMES:
        if game.key.startswith("bisca"):
            assert bisca_cards.RANKING in game.card, game.key
