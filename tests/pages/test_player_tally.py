"""The page of a game with bids and tricks of every player, of whom two score together."""

from collections.abc import Iterator

import pytest

from games.rules import ask, catalogue
from games.rules.game import AnsweredDeal, Ending, Game, Line, Part, two_teams
from tests.pages.browser import Html, start_match
from tests.rules.golden import NAMES


def score(deal: AnsweredDeal) -> Iterator[Line]:
    tricks = deal["tricks"]
    yield Line("Tricks", None if tricks is None else [tricks[0] + tricks[2], tricks[1] + tricks[3]])


GAME = Game(
    key="bids",
    name="Bids",
    aim="Win.",
    card=("Win.",),
    picture="game-points",
    players=(4,),
    sides=two_teams,
    questions=(
        ask.Tally("bids", "Bids", high=13, player=True, keys=True),
        ask.Tally("tricks", "Tricks", total=13, player=True, keys=True),
        ask.Tally("bonus", "Bonus", high=330, step=10, few=True, player=True, need=ask.NEVER),
    ),
    parts=(Part("bids", "Bids", ("bids",)), Part("tricks", "Tricks", ("tricks", "bonus"))),
    score=score,
    end=Ending(rounds=lambda setup: 3),
)
BIDS = [(f"bids-{seat}", bid) for seat, bid in enumerate("3423")]


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, GAME))


def radios(html: Html, name: str) -> list[str]:
    return [one.get("value") for one in html.root.all("input") if one.get("name") == name]


def test_a_bid_is_one_tap_for_every_player() -> None:
    table = start_match("bids", NAMES[:4])
    html = table.get(table.path).html
    for seat in range(4):
        assert radios(html, f"bids-{seat}") == [str(bid) for bid in range(14)]
    assert [one.get("aria-label") for one in html.root.all("div") if one.get("role") == "group"][:4] == list(NAMES[:4])


def test_the_tricks_of_the_last_player_follow() -> None:
    table = start_match("bids", NAMES[:4])
    table.save(*BIDS, ("tricks-0", "4"), ("tricks-1", "3"), ("tricks-3", "4"))
    assert table.sheet.rows[0].deal["tricks"] == [4, 3, 2, 4]
    assert table.sheet.totals == [6, 7]


def test_a_tap_counts_up_by_a_step() -> None:
    table = start_match("bids", NAMES[:4])
    html = table.press("open:bonus", [*table.form(), *BIDS]).html
    assert [one.get("value") for one in html.root.all("button") if one.get("value") == "add:bonus-2"]
    table.save(*BIDS, *[(f"tricks-{seat}", text) for seat, text in enumerate("4324")], ("bonus-2", "30"))
    assert table.sheet.rows[0].deal["bonus"] == [0, 0, 30, 0]
