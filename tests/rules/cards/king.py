"""Examples for the rule card of King."""

from typing import Any

from games.match.sheet_row import SheetRow
from games.rules.game import AnsweredDeal, Setup
from games.rules.judge import judge
from games.rules.king_contracts import ITEMS, NEGATIVE, contract
from tests.rules.card_examples import Check, ends_after_rounds, leads


def king(each: int, count: int, name: str) -> Check:
    """One player takes all that counts in a first round whose contract is chosen."""
    taken = [0, count, 0, 0]
    return Check(lambda setup: points_at(setup, 0, contract=name, taken=taken) == [0, each * count, 0, 0])


def ends_after(rounds: int) -> Check:
    return Check(lambda setup: setup.most_rounds == rounds and ends_after_rounds(setup))


EXAMPLES = {
    "Six rounds in this order": [Check(lambda setup: contracts_of(setup)[:6] == list(NEGATIVE))],
    "Then everyone deals": [
        Check(lambda setup: contracts_of(setup)[6:] == ["trumps"] * 4), ends_after(10), Check(lambda setup: AnsweredDeal(setup, 3, [0] * 4).leader == 3),
    ],
    "Each trick or heart −20": [Check(lambda setup: [values_in(setup).get(name) for name in NEGATIVE] == [-20, -20, -50, -30, -160, -90])],
    "With trumps each trick is worth 25": [Check(lambda setup: values_in(setup).get("trumps") == 25)],
    "The dealer may sell": [Check(lambda setup: points_at(setup, 6, taken=[13, 0, 0, 0], sold={"to": 1, "tricks": 2}) == [325, -50, 50, 0])],
    "The player after the dealer chooses": [Check(lambda setup: AnsweredDeal(setup, 3, [0] * 4).leader == 0 and contracts_of(setup) == [None] * 20)],
    "Each negative contract": [ends_after(20)],
    "Each trick −50": [
        king(-50, 13, "tricks"), king(-30, 13, "hearts"), king(-100, 4, "queens"), king(-60, 8, "men"), king(-320, 1, "king"), king(-180, 2, "last_two"),
    ],
    "With trumps each trick is worth 50": [king(50, 13, "trumps")],
    "Nulos in place": [Check(lambda setup: points_at(setup, 6, taken=[13, 0, 0, 0], trump="nulos") == [-650, 325, 325, 325])],
    "The most points win": [leads([3, 3, 1, -9], [0, 1])],
}  # fmt: skip


def contracts_of(setup: Setup) -> list[Any]:
    """Return the contract of each round that is known before anything is answered."""
    return [contract(AnsweredDeal(setup, number, [0] * 4)) for number in range(setup.most_rounds or 0)]


def points_at(setup: Setup, number: int, **answers: Any) -> list[int]:
    """Return the points of a round in its place, or an empty list if it is refused."""
    deal, problems = judge(setup, number, [0] * setup.sides, answers)
    return [] if problems else SheetRow(None, deal, problems, [0] * setup.sides).points


def values_in(setup: Setup) -> dict[str, int]:
    """Return what each thing is worth in the rounds of Portugal."""
    values = {}
    for number in range(7):
        deal = AnsweredDeal(setup, number, [0] * 4)
        name = contract(deal) or ""
        count = ITEMS.get(name, 0)
        scored = points_at(setup, number, taken=[count, 0, 0, 0])
        values[name] = scored[0] // count if scored and count else 0
    return values


PLAY = ("Four players, each alone",)
