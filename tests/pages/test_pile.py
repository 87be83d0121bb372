"""Counting a pile card by card answers what the pack says it answers, for the side whose pile it is and for the rest."""

from random import Random

import pytest

from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.pages.request import Form
from games.rules import catalogue
from games.rules.game import AnsweredDeal, Game, Setup
from tests.pages.browser import Pairs, Table, fields, put, started
from tests.rules.golden import NAMES

WITH_PILES = [game for game in catalogue.GAMES if game.pack is not None and game.pack.fills]
SIDES = ("Eleni", "Deniz", "Andreas", "Zeynep")


def tapped(side: int, *cards: str) -> Pairs:
    return [("open", "pile"), ("pile-side", str(side)), *[("pile", card) for card in cards]]


def filled(game: Game, form: Pairs, players: int | None = None) -> Form:
    match, found = Setup(game, {}, players or game.players[0]), Form(form)
    Pile(match, found, SIDES[: match.sides])
    return found


def game_of(key: str) -> Game:
    found = catalogue.find(key)
    assert found is not None
    return found


def test_some_games_have_piles_and_some_have_none() -> None:
    assert {"pisti", "pilotta", "bisca_tres"} <= {game.key for game in WITH_PILES}
    assert not started("pisa", NAMES[:3]).get(started("pisa", NAMES[:3]).here).text.count("open:pile")


@pytest.mark.parametrize("game", WITH_PILES, ids=lambda game: game.key)
def test_a_pile_answers_what_the_pack_says(game: Game) -> None:
    chance = Random(game.key)
    assert game.pack is not None
    for _ in range(40):
        match = Setup(game, {}, chance.choice(game.players))
        cards = chance.sample(game.pack.cards(), chance.randint(1, 12))
        side = chance.randrange(match.sides)
        given = [("trump", "hearts"), ("bidder", "0"), ("bid", "80"), ("last_trick", str(chance.randrange(2)))]
        form = Form([*given, *tapped(side, *(" ".join(card) for card in cards))])
        pile = Pile(match, form, SIDES[: match.sides])
        deal = AnsweredDeal(match, 0, [0] * match.sides)
        deal.answers.update(FormAnswers(match, Form(given)).answers)
        expected = game.pack.answers(deal, side, [card for card in game.pack.cards() if card in cards])
        found = FormAnswers(match, form).answers
        assert pile.side == side
        for question in expected:
            assert found.get(question) == expected[question], question


def test_the_cards_of_one_side_leave_the_rest_to_the_other() -> None:
    form = filled(game_of("bisca_tres"), [("points-0", "50"), ("points-1", "70"), *tapped(0, "A clubs", "7 hearts")])
    assert (form.get("points-0"), form.get("points-1")) == ("21", "")


def test_a_single_card_goes_to_its_taker_or_else_to_the_other_of_two() -> None:
    assert filled(game_of("pisti"), tapped(1, "2 clubs")).get("two_of_clubs") == "1"
    assert filled(game_of("pisti"), tapped(1, "J clubs")).get("two_of_clubs") == "0"
    assert filled(game_of("pisti"), tapped(1, "J clubs"), 3).get("two_of_clubs") == ""
    assert filled(game_of("pisti"), [("two_of_clubs", "1"), *tapped(1, "J clubs")], 3).get("two_of_clubs") == ""
    assert filled(game_of("pisti"), [("two_of_clubs", "2"), *tapped(1, "J clubs")], 3).get("two_of_clubs") == "2"


def test_what_the_others_have_stays_where_there_are_more_than_two() -> None:
    form = filled(game_of("pisti"), [("jacks-0", "1"), ("jacks-2", "2"), *tapped(1, "J clubs")], 3)
    assert [form.get(f"jacks-{side}") for side in range(3)] == ["1", "1", "2"]


@pytest.mark.parametrize("form", [[("open", "pile")], [("pile", "J clubs")], tapped(0, "J of clubs", "", "X")])
def test_nothing_is_counted_that_is_not_tapped_in_an_open_pile(form: Pairs) -> None:
    assert filled(game_of("pisti"), [("jacks-0", "3"), *form]).get("jacks-0") == "3"


@pytest.mark.parametrize("side", ["", "-1", "2", "x", "00", "٠"])
def test_a_side_that_is_none_is_the_first(side: str) -> None:
    form = [("open", "pile"), ("pile-side", side), ("pile", "J clubs")]
    assert filled(game_of("pisti"), form).get("jacks-0") == "1"


def test_trumps_count_once_they_are_known() -> None:
    game = game_of("pilotta")
    assert filled(game, tapped(0, "J hearts")).get("trick_points-0") == ""
    assert (
        filled(game, [("trump", "hearts"), ("last_trick", "1"), *tapped(0, "J hearts")]).get("trick_points-0") == "20"
    )


# ---- on the page


def opened(table: Table, *typed: tuple[str, str]) -> Pairs:
    return fields(table.press("open:pile", put(table.form(), *typed)).form)


def test_the_cards_are_on_the_page_and_stay_tapped() -> None:
    table = started("pisti", NAMES[:2])
    form = opened(table)
    reply = table.press("", [*form, ("pile", "J clubs"), ("pile", "A hearts")])
    boxes = [one for one in reply.html.find("pile").all("input") if one.get("type") == "checkbox"]
    assert {one.get("value") for one in boxes} == {
        *(f"{rank} {suit}" for rank in "JA" for suit in ("clubs", "diamonds", "hearts", "spades")),
        "2 clubs",
        "10 diamonds",
    }
    assert [one.get("value") for one in boxes if "checked" in one.attributes] == ["J clubs", "A hearts"]
    assert {("jacks-0", "1"), ("aces-0", "1")} <= set(fields(reply.form))


def test_a_pile_that_is_closed_leaves_its_numbers() -> None:
    table = started("pisti", NAMES[:2])
    counted = fields(table.press("", [*opened(table), ("pile", "J clubs"), ("pile", "J hearts")]).form)
    closed = table.press("fold:pile", counted)
    assert not closed.html.has("pile")
    assert ("jacks-0", "2") in fields(closed.form)


def test_a_card_that_was_tapped_by_mistake_counts_no_more() -> None:
    table = started("bisca_tres", NAMES[:2])
    counted = fields(table.press("", [*opened(table), ("pile", "A clubs")]).form)
    assert ("points-0", "11") in counted
    taken_back = [pair for pair in counted if pair[0] != "pile"]
    assert ("points-0", "11") not in fields(table.press("", taken_back).form)


def test_no_card_lies_in_two_piles() -> None:
    """The pile of one is counted, then the pile of another."""
    table = started("pisti", NAMES[:3])
    first = fields(
        table.press("", [*put(opened(table), ("pile-side", "0")), ("pile", "J clubs"), ("pile", "J hearts")]).form
    )
    second = fields(table.press("", put(first, ("pile-side", "1"))).form)
    jacks = [int(value or 0) for name, value in second if name in ("jacks-0", "jacks-1", "jacks-2")]
    assert sum(jacks) <= 2
