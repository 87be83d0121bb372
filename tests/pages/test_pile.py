"""The cards of a counted pile answer questions for its side, and for the other sides if these follow."""

from random import Random

import pytest

from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.pages.request import Form
from games.rules import catalogue
from games.rules.game import AnsweredDeal, Game, Setup
from tests.pages.browser import Pairs, Table, fields, start_match, with_values
from tests.rules.golden import NAMES

WITH_PILES = [game for game in catalogue.GAMES if game.pack is not None and game.pack.fills]


def taps(side: int, *cards: str) -> Pairs:
    return [("open", "pile"), ("pile-side", str(side)), *[("pile", card) for card in cards]]


def filled_form(game: Game, form: Pairs, players: int | None = None) -> Form:
    match, filled = Setup(game, {}, players or game.players[0]), Form(form)
    assert game.pack is not None
    Pile(match, filled, game.pack)
    return filled


def game_of(key: str) -> Game:
    game = catalogue.find(key)
    assert game is not None
    return game


def test_only_some_games_offer_a_pile() -> None:
    assert {"pisti", "pilotta", "bisca_tres"} <= {game.key for game in WITH_PILES}
    assert not start_match("pisa", NAMES[:3]).get(start_match("pisa", NAMES[:3]).path).text.count("open:pile")


@pytest.mark.parametrize("game", WITH_PILES, ids=lambda game: game.key)
def test_a_pile_gives_the_answers_of_the_pack(game: Game) -> None:
    chance = Random(game.key)
    assert game.pack is not None
    for _ in range(40):
        match = Setup(game, {}, chance.choice(game.players))
        cards = chance.sample(game.pack.cards(), chance.randint(1, 12))
        side = chance.randrange(match.sides)
        known_answers = [("trump", "hearts"), ("bidder", "0"), ("bid", "80"), ("last_trick", str(chance.randrange(2)))]
        form = Form([*known_answers, *taps(side, *(" ".join(card) for card in cards))])
        pile = Pile(match, form, game.pack)
        deal = AnsweredDeal(match, 0, [0] * match.sides)
        deal.answers.update(FormAnswers(match, Form(known_answers)).answers)
        expected = game.pack.answers(deal, side, [card for card in game.pack.cards() if card in cards])
        answers = FormAnswers(match, form).answers
        assert pile.side == side
        for question in expected:
            assert answers.get(question) == expected[question], question


def test_the_cards_of_one_side_leave_the_rest_to_the_other() -> None:
    form = filled_form(game_of("bisca_tres"), [("points-0", "50"), ("points-1", "70"), *taps(0, "A clubs", "7 hearts")])
    assert (form.get("points-0"), form.get("points-1")) == ("21", "")


def test_a_single_card_goes_to_its_side_or_to_the_other_of_two() -> None:
    assert filled_form(game_of("pisti"), taps(1, "2 clubs")).get("two_of_clubs") == "1"
    assert filled_form(game_of("pisti"), taps(1, "J clubs")).get("two_of_clubs") == "0"
    assert filled_form(game_of("pisti"), taps(1, "J clubs"), 3).get("two_of_clubs") == ""
    assert filled_form(game_of("pisti"), [("two_of_clubs", "1"), *taps(1, "J clubs")], 3).get("two_of_clubs") == ""
    assert filled_form(game_of("pisti"), [("two_of_clubs", "2"), *taps(1, "J clubs")], 3).get("two_of_clubs") == "2"


def test_a_pile_leaves_the_answers_of_other_sides_if_there_are_several() -> None:
    form = filled_form(game_of("pisti"), [("jacks-0", "1"), ("jacks-2", "2"), *taps(1, "J clubs")], 3)
    assert [form.get(f"jacks-{side}") for side in range(3)] == ["1", "1", "2"]


@pytest.mark.parametrize("form", [[("open", "pile")], taps(0, "J of clubs", "", "X")])
def test_only_known_cards_count(form: Pairs) -> None:
    assert filled_form(game_of("pisti"), [("jacks-0", "3"), *form]).get("jacks-0") == "3"


@pytest.mark.parametrize("side", ["", "-1", "2", "x", "00", "٠"])
def test_an_invalid_side_means_the_first_side(side: str) -> None:
    form = [("open", "pile"), ("pile-side", side), ("pile", "J clubs")]
    assert filled_form(game_of("pisti"), form).get("jacks-0") == "1"


def test_trumps_count_once_they_are_known() -> None:
    game = game_of("pilotta")
    assert filled_form(game, taps(0, "J hearts")).get("trick_points-0") == ""
    assert (
        filled_form(game, [("trump", "hearts"), ("last_trick", "1"), *taps(0, "J hearts")]).get("trick_points-0")
        == "20"
    )


# ---- on the page


def open_pile(table: Table, *typed: tuple[str, str]) -> Pairs:
    return fields(table.press("open:pile", with_values(table.form(), *typed)).form)


def test_the_cards_are_on_the_page_and_stay_tapped() -> None:
    table = start_match("pisti", NAMES[:2])
    form = open_pile(table)
    reply = table.press("", [*form, ("pile", "J clubs"), ("pile", "A hearts")])
    boxes = [box for box in reply.html.find("pile").all("input") if box.get("type") == "checkbox"]
    assert {box.get("value") for box in boxes} == {
        *(f"{rank} {suit}" for rank in "JA" for suit in ("clubs", "diamonds", "hearts", "spades")),
        "2 clubs",
        "10 diamonds",
    }
    assert [box.get("value") for box in boxes if "checked" in box.attributes] == ["J clubs", "A hearts"]
    assert {("jacks-0", "1"), ("aces-0", "1")} <= set(fields(reply.form))


def test_cards_count_only_in_an_open_pile() -> None:
    table = start_match("pisti", NAMES[:2])
    for opened, jacks in ([], "3"), ([("open", "pile")], "1"):
        reply = table.press("", [*with_values(table.form(), ("jacks-0", "3")), *opened, ("pile", "J clubs")])
        assert ("jacks-0", jacks) in fields(reply.form)


def test_a_pile_that_is_closed_leaves_its_numbers() -> None:
    table = start_match("pisti", NAMES[:2])
    form_after_taps = fields(table.press("", [*open_pile(table), ("pile", "J clubs"), ("pile", "J hearts")]).form)
    page_after_fold = table.press("fold:pile", form_after_taps)
    assert not page_after_fold.html.has("pile")
    assert ("jacks-0", "2") in fields(page_after_fold.form)


def test_a_card_that_is_tapped_again_no_longer_counts() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    form_after_taps = fields(table.press("", [*open_pile(table), ("pile", "A clubs")]).form)
    assert ("points-0", "11") in form_after_taps
    form_without_cards = [pair for pair in form_after_taps if pair[0] != "pile"]
    assert ("points-0", "11") not in fields(table.press("", form_without_cards).form)


def test_no_card_counts_in_two_piles() -> None:
    """The pile of one side is counted after the pile of another."""
    table = start_match("pisti", NAMES[:3])
    first_form = fields(
        table.press(
            "", [*with_values(open_pile(table), ("pile-side", "0")), ("pile", "J clubs"), ("pile", "J hearts")]
        ).form
    )
    second_form = fields(table.press("", with_values(first_form, ("pile-side", "1"))).form)
    jacks = [int(value or 0) for name, value in second_form if name in ("jacks-0", "jacks-1", "jacks-2")]
    assert sum(jacks) <= 2
