"""Random match documents: valid ones, and ones with random damage.

The answers come from the questions of each game, so new games are covered without changes here.
"""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from games.demo.answers import Answers, random_option_value
from games.demo.dealing import Dealer
from games.match.document import Document
from games.match.sheet import Sheet
from games.rules import ask, catalogue, option
from games.rules.game import Game, Setup
from games.rules.judge import judge
from tests.rules.golden import NAMES

MOST_ROUNDS = 20
ODD = (
    None, True, False, 0, 1, -1, 7.0, 2.5, 999_999_999, "", "7", "hearts", "\u015fu", [], [None], [[]], {}, {"kind": "four"},
    [0, 0], [1, 119], [True, 5], ["5", 5],
)  # fmt: skip


def random_documents(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield documents: a third of them are valid, the others have odd values."""
    chance = Random(seed)
    for number in range(count):
        document = random_document(chance, chance.choice(catalogue.GAMES))
        if number % 3:
            for _ in range(chance.randint(1, 3)):
                spoil(chance, document)
        yield document


def random_document(chance: Random, game: Game) -> dict[str, Any]:
    players = chance.choice(game.players)
    options = random_options(chance, game, players)
    setup = Setup(game, options, players)
    is_full, count = chance.random() < 0.15, chance.randint(0, 6)
    if is_full and setup.most_rounds is not None:
        count = setup.most_rounds  # else matches of many rounds would never end
    rounds = (
        dealt_rounds(chance, setup)
        if is_full and count > MOST_ROUNDS
        else [random_answers(chance, setup, number, is_full=is_full) for number in range(min(count, MOST_ROUNDS))]
    )
    return {
        "format": "scorekeeper.match/1",
        "id": None,
        "game": game.key,
        "options": options,
        "players": list(NAMES[:players]),
        "first_dealer": chance.randrange(players),
        "deals": [{"id": str(number), "answers": answers} for number, answers in enumerate(rounds)],
    } | ({"closed": True} if chance.random() < 0.1 else {})


def dealt_rounds(chance: Random, setup: Setup) -> list[dict[str, Any]]:
    """Return all rounds of a long match, each right after those before it: in such games each contract is played once."""
    sheet = Sheet(Document(setup, list(NAMES[: setup.players]), [], closed=False))
    dealer = Dealer(chance, setup, [1.0] * setup.sides)
    rounds: list[dict[str, Any]] = []
    while not sheet.finished and len(rounds) < (setup.most_rounds or MOST_ROUNDS):
        rounds.append(dealer.round(len(rounds), sheet.totals, sheet))
        sheet.add({"answers": rounds[-1]})
    return rounds


def random_options(chance: Random, game: Game, players: int) -> dict[str, Any]:
    options = {}
    for rule in game.options:
        value = random_option(chance, rule)
        if chance.random() < 0.4 and rule.refusal(value, players) is None:
            options[rule.name] = value
    return options


def random_option(chance: Random, rule: option.Option) -> Any:
    if isinstance(rule, option.Target):
        return chance.choice([*rule.usual, 1, 20, 50] + [None] * bool(rule.none))
    return random_option_value(chance, rule)


def random_answers(chance: Random, setup: Setup, number: int = 0, *, is_full: bool = False) -> dict[str, Any]:
    """Return answers to a random share of the questions, so that some deals are complete, or to all that are needed."""
    share = 1.0 if is_full else chance.choice((0.5, 0.9, 1.0))
    draw = Answers(chance, setup) if is_full else AnswersWithGaps(chance, setup)
    answers: dict[str, Any] = {}
    for question in setup.game.questions:
        often = share if question.need == ask.NEEDED else share * 0.3
        if chance.random() < often:
            draw.deal, _problems = judge(setup, number, [0] * setup.sides, answers)
            answers[question.name] = draw.answer(question)
    return answers


class AnswersWithGaps(Answers):
    """Answers whose numbers fit together. Some numbers are missing."""

    def tally(self, question: ask.Tally) -> list[Any]:
        tally = super().tally(question)
        if self.chance.random() < 0.15:
            tally[self.chance.randrange(len(tally))] = None
        return tally


def spoil(chance: Random, value: Any) -> None:
    """Change, insert or delete a random value of the document."""
    places = list(inside(value))
    holder, key = chance.choice(places)
    if chance.random() < 0.15 and isinstance(holder, dict):
        holder[chance.choice(("bids", "tricks", "points", "x", "ş", "seat", "kind"))] = copy.deepcopy(
            chance.choice(ODD)
        )
    elif chance.random() < 0.15 and isinstance(holder, list):
        holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(chance.choice(ODD)))
    elif chance.random() < 0.2:
        del holder[key]
    elif chance.random() < 0.4 and type(holder[key]) is int:
        holder[key] += chance.choice((-1, 1, 10, 100))
    else:
        holder[key] = copy.deepcopy(chance.choice(ODD))


def inside(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in the value: its container and its key."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in list(entries):
        yield value, key
        yield from inside(item)


FRAGMENTS = (
    b"\\ud83d\\ude00", b"\\ud800", b"\\udc00", b"\\u0000", b"\\u00e9", b"\\n", b"\\x", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80",
    b"\xf0\x9f\x98\x80", b"\xff", b"\x00", b"\x7f", b"\xc2\x85", b"1e999", b"1e5", b"-0", b"00", b"1.", b"12345678901", b"1000000000",
    b"999999999", b"NaN", b"Infinity", b"nul", b"true", b",", b":", b'"', b"{", b"}", b"[", b"]", b"[[[[[[[[[[[[[[[[[[[[", b" \t\r",
    b'"a":1,"a":2,',
)  # fmt: skip


def damage(chance: Random, text: bytearray) -> None:
    at = chance.randrange(len(text))
    kind = chance.random()
    if kind < 0.3:
        del text[at : at + chance.randint(1, 4)]
    elif kind < 0.7:
        text[at:at] = chance.choice(FRAGMENTS)
    else:
        text[at] = chance.randrange(256)
