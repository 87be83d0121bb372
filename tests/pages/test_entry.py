"""The entry of a round: its questions, and the problems that it shows while someone types and on saving."""

from random import Random
from typing import Any

import pytest

from games.pages.entry.form_answers import FormAnswers, answers_to_fields
from games.pages.request import LIVE, Form
from games.rules import catalogue
from games.rules.game import Setup
from tests.pages.browser import Html, Pairs, Table, buttons, fields, start_match, with_values
from tests.rules import golden
from tests.rules.documents import random_answers, random_options
from tests.rules.matches import mend

PISTI = (
    ("jacks-0", "3"),
    ("aces-0", "2"),
    ("two_of_clubs", "0"),
    ("ten_of_diamonds", "1"),
    ("tricks-0", "12"),
    ("tricks-1", "9"),
)
PISTIS = (("pistis-0", "0"), ("pistis-1", "1"), ("jack_pistis-0", "0"), ("jack_pistis-1", "0"))
BID = (("bidder", "0"), ("bid", "90"), ("trump", "hearts"))


def names(form: Pairs) -> set[str]:
    return {name for name, _value in form}


def visible_names(html: Html) -> set[str]:
    """Return the names of all visible inputs, and the values of all keys."""
    form = html.find("round")
    touched = {element.get("name") for element in form.all("input") if element.get("type") != "hidden"}
    pressed = {element.get("value") for element in form.all("button") if element.get("name") == "press"}
    return touched | pressed


def typing(table: Table, *typed: tuple[str, str]) -> Html:
    return table.press("", with_values(table.form(), *typed)).html


def problems(html: Html) -> list[str]:
    return html.texts_of("problem")


# ---- questions


def test_an_empty_entry_asks_the_first_part_only() -> None:
    pilotta = visible_names(first_page("pilotta"))
    assert {"bidder", "bid", "trump"} <= pilotta
    assert "trick_points-0" not in pilotta
    assert {"points-0", "points-1"} <= visible_names(first_page("bisca_tres", 2))


def first_page(game: str, players: int = 4) -> Html:
    table = start_match(game, golden.NAMES[:players])
    return table.get(table.path).html


def test_the_second_part_appears_once_the_first_is_answered() -> None:
    table = start_match("pilotta")
    assert "trick_points-0" not in visible_names(typing(table, ("bidder", "0")))
    assert "trick_points-0" in visible_names(typing(table, *BID[:2]))


def test_an_answered_second_part_does_not_wait_for_the_first() -> None:
    assert "trick_points-0" in visible_names(typing(start_match("pilotta"), ("trick_points-0", "82")))


def test_rare_questions_are_folded_and_can_be_opened() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    assert "open:all_tricks" in visible_names(table.get(table.path).html)
    assert "all_tricks" not in visible_names(table.get(table.path).html)
    opened = table.press("open:all_tricks", table.form())
    assert {"all_tricks", "fold:all_tricks"} <= visible_names(opened.html)
    chosen = table.press("fold:all_tricks", with_values(fields(opened.form), ("all_tricks", "1")))
    assert "all_tricks" not in visible_names(chosen.html)
    assert ("all_tricks", "1") in fields(chosen.form)
    assert chosen.html.texts_of("answers") != []
    assert "Deniz" in chosen.html.texts_of("answers")[0]


@pytest.mark.parametrize("saved", [True, False])
def test_an_answered_part_is_folded_to_a_line_with_the_answer(saved: bool) -> None:
    table = start_match("pilotta")
    if saved:
        table.save(*BID)
    html = table.get(table.path).html if saved else typing(table, *BID)
    assert "bidder" not in visible_names(html)
    assert "trick_points-0" in visible_names(html)
    assert html.texts_of("fold") == ["90 Hearts Eleni & Andreas Edit"]
    assert dict(fields(html.find("round"))) | dict(BID) == dict(fields(html.find("round")))
    changed = table.press("open:auction", fields(html.find("round")))
    assert {"bidder", "bid"} <= visible_names(changed.html)
    again = table.press("", with_values(fields(changed.form), ("bidder", "1"))).html
    assert again.texts_of("fold") == ["90 Hearts Deniz & Zeynep Edit"]


def test_a_part_stays_open_while_someone_types_into_it() -> None:
    """One digit of the last bid: the second may follow."""
    table = start_match("pisa")
    typed: Pairs = [("trump", "red"), ("goal", "many"), ("value", "13_high"), ("now", "bids-3")]
    typed += [(f"bids-{seat}", bid) for seat, bid in enumerate(("31", "24", "24"))]
    assert "bids-3" in visible_names(typing(table, *typed, ("bids-3", "1")))
    for bid in ("11", "12"):
        assert "bids-3" not in visible_names(typing(table, *typed, ("bids-3", bid)))
    changing = ("prefilled", "bids-3:=")  # 110 and 111 are possible where someone changes a number
    with_eleven = table.press("", with_values(table.form(), *typed, ("bids-3", "11"), changing))
    assert "now:done" in visible_names(with_eleven.html)
    assert "bids-3" not in visible_names(table.press("now:done", fields(with_eleven.form)).html)


def test_the_cursor_stands_on_the_bidders() -> None:
    table = start_match("pilotta")
    assert dict(fields(typing(table, *BID, ("bidder", "1")).find("round")))["now"] == "trick_points-1"
    html = typing(table, ("bidder", "1"), ("bid", "90"), ("trick_points-0", "8"), ("now", "trick_points-0"))
    assert dict(fields(html.find("round")))["now"] == "trick_points-0"


def test_an_opened_tile_leaves_the_keys_to_the_number() -> None:
    table = start_match("pilotta")
    opened = table.press("open:kapo", with_values(table.form(), *BID))
    assert {"1", "kapo"} <= visible_names(opened.html)
    assert dict(fields(opened.form))["now"] == "trick_points-0"
    other = table.press("open:pilotta", fields(opened.form))
    assert "pilotta" in visible_names(other.html)
    assert "kapo" not in visible_names(other.html)
    answered = table.press("", with_values(fields(other.form), ("pilotta", "1")))
    assert "1" in visible_names(answered.html)
    assert "pilotta" not in visible_names(answered.html)
    again = table.press("open:pilotta", fields(answered.form))
    assert {"pilotta", "take:pilotta"} <= visible_names(again.html)
    assert ("pilotta", "1") not in fields(table.press("take:pilotta", fields(again.form)).form)
    assert "1" in visible_names(table.press("now:trick_points-0", fields(again.form)).html)


@pytest.mark.parametrize(
    ("points", "result"),
    [
        ("112", "Made: Eleni & Andreas 20 → 20 , the others 5 → 5"),
        ("82", "Failed: Eleni & Andreas 0 → 0 , the others 25 → 25"),
    ],
)
def test_the_result_names_the_sides_and_the_outcome(points: str, result: str) -> None:
    worth = typing(start_match("pilotta"), *BID, ("trick_points-0", points)).find("worth")
    assert sorted(worth.text.split()) == sorted(result.split())


@pytest.mark.parametrize(
    ("game", "players", "typed", "outcome"),
    [
        ("bisca_quatro", 4, [("points-0", "94")], "Double game:"),
        ("bisca_quatro", 4, [("all_tricks", "1")], "Every trick:"),
        ("bisca_tres", 2, [("points-0", "61")], "Game:"),
        ("bisca_capixaba", 4, [("trump", "spades"), ("points-1", "95")], "Capote:"),
    ],
)
def test_each_game_has_a_word_for_its_outcome(game: str, players: int, typed: Pairs, outcome: str) -> None:
    html = typing(start_match(game, golden.NAMES[:players]), *typed)
    assert outcome in html.texts_of("success")


# ---- problems


def test_problems_that_further_digits_may_solve_are_not_shown() -> None:
    table = start_match("pilotta")
    for typed in (("trick_points-0", "1"), ("bid", "7"), ("bid", "85")):
        assert problems(typing(table, *BID[:1], typed)) == [], typed
    assert (
        problems(typing(start_match("pisa", golden.NAMES[:3]), ("tricks-0", "3"), ("tricks-1", "2"), ("tricks-2", "1")))
        == []
    )


def test_other_problems_are_shown_at_once() -> None:
    assert problems(typing(start_match("pilotta"), ("trick_points-0", "163"))) == [
        "163 is too high; the maximum is 162."
    ]
    assert problems(typing(start_match("pilotta"), ("trick_points-0", "100"), ("trick_points-1", "100"))) != []
    assert problems(typing(start_match("bisca_tres", ("a", "b")), ("points-0", "x"))) == [
        "Must be a whole number with at most 6 digits."
    ]


def test_saving_shows_all_problems_and_loses_no_field() -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    for typed in (
        (("points-0", "1"),),
        (("points-0", "60"), ("points-1", "59")),
        (("points-0", "x"), ("points-1", "7")),
    ):
        reply = table.save(*typed)
        assert reply.status == 422
        assert reply.events == []
        assert problems(reply.html) != []
        assert set(typed) <= set(fields(reply.form))
    assert len(table.events) == 1


def test_an_empty_entry_is_not_saved() -> None:
    reply = start_match("pisti").save()
    assert reply.status == 422
    assert problems(reply.html) == ["Nothing entered yet."]


# ---- values that follow


def test_a_rest_that_follows_is_a_placeholder_and_not_a_value() -> None:
    table = start_match("pilotta")
    html = typing(table, *BID, ("trick_points-0", "82"))
    [rest] = [element for element in html.root.all("input") if element.get("name") == "trick_points-1"]
    assert (rest.get("value"), rest.get("placeholder")) == ("", "80")
    reply = table.save(*BID, ("trick_points-0", "82"))
    assert reply.events[0]["data"]["answers"]["trick_points"] == [82, None]
    assert table.sheet.rows[0].complete


def test_sums_follow_the_typed_numbers() -> None:
    table = start_match("pisa", golden.NAMES[:3])
    bids = (("bids-0", "20"), ("bids-1", "30"), ("bids-2", "41"), ("goal", "many"))
    assert "of 10" in sums(typing(table, *bids), "tricks")
    assert sums(typing(table, *bids, ("tricks-0", "3")), "tricks") == "3 of 10"
    assert sums(typing(table, *bids, ("tricks-0", "3"), ("tricks-1", "2")), "tricks") == "10 of 10"
    assert sums(typing(table, ("bids-0", "20"), ("bids-1", "30")), "bids") == "50"


def sums(html: Html, question: str) -> str:
    return html.find(f"{question}-sum").text


def test_a_value_that_follows_disappears_with_its_answer() -> None:
    """The page shows such a value, but the form does not contain it."""
    table = start_match("pilotta")
    form = with_values(table.form(), *BID, ("kapo", "0"), ("open", "last_trick"))
    with_rest = fields(table.press("", form).form)
    other = table.press("", with_values(with_rest, ("kapo", "1")))
    assert problems(other.html) == []
    assert table.post(table.path, fields(other.form)).status == 303


def test_a_knock_that_was_a_mistake_leaves_no_trumps_behind() -> None:
    table = start_match("bisca_capixaba")
    knocked = fields(table.press("", with_values(table.form(), ("open", "knocked"), ("knocked", "true"))).form)
    cleared = fields(table.press("", with_values(knocked, ("knocked", ""))).form)
    assert "trump" not in names(cleared)


# ---- points


def test_the_entry_names_the_questions_that_are_still_open() -> None:
    table = start_match("pilotta")
    assert "Missing: Trick points" in typing(table, *BID).find("worth").text
    assert typing(table).find("worth").text == ""


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_the_preview_shows_the_points_of_the_sheet(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    saved_rounds = 0
    for _ in range(25):
        players = chance.choice(game.players)
        options = fitting(chance, game, players)
        table = start_match(key, golden.NAMES[:players], options=options)
        match = Setup(game, options, players)
        answers = random_answers(chance, match)
        mend(match, answers)
        form = with_values(table.form(), *answers_to_fields(match, answers))
        previewed = table.press("", form)
        saved = table.post(table.path, form)
        if saved.events:
            row = table.sheet.rows[0]
            slips = [element for element in previewed.html.root.all() if element.get("id") == "preview"]
            if not slips:  # the round brings nobody points
                assert not any(row.points)
                continue
            preview = slips[0].all("li")
            assert [int(item.all("b")[0].text) for item in preview] == row.points
            totals = [
                element.text for item in preview for element in item.all("span") if element.get("class") == "total"
            ]
            assert totals == [f"→ {total}" for total in row.totals]
            saved_rounds += 1
    assert saved_rounds > 10


def fitting(chance: Random, game: Any, players: int) -> dict[str, Any]:
    options = random_options(chance, game, players)
    return {
        option.name: options[option.name]
        for option in game.options
        if option.name in options and option.refusal(options[option.name], players) is None
    }


def test_the_entry_says_that_a_round_ends_the_match() -> None:
    table = start_match("pisti", ("Eleni", "Deniz"), options={"target": 15})
    assert "Deniz wins" in typing(table, *PISTI, *PISTIS[:1], ("pistis-1", "2"), *PISTIS[2:]).find("worth").text
    reply = table.save(*PISTI, *PISTIS[:1], ("pistis-1", "2"), *PISTIS[2:])
    assert reply.events
    assert table.sheet.winners == [1]


def test_only_the_last_round_can_win_the_match() -> None:
    table = start_match("pisti", ("Eleni", "Deniz"), options={"target": 40})
    table.save(*PISTI, *PISTIS)
    table.save(*PISTI, *PISTIS)
    first_round = table.log.deals[0].id
    form = with_values(table.form(table.round(first_round)), ("pistis-1", "5"))
    assert "wins" not in table.press("", form, table.round(first_round)).html.find("worth").text


# ---- fields that must not get lost


# Keys beside a row: a yes of a player who may not say it is left out, and so is an answer without a yes.
BESIDE = ("blind", "cannonballs")


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_a_page_contains_exactly_the_answers_that_were_sent(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    for _ in range(40):
        players = chance.choice(game.players)
        options = fitting(chance, game, players)
        match = Setup(game, options, players)
        table = start_match(key, golden.NAMES[:players], options=options)
        fields_sent = answers_to_fields(match, random_answers(chance, match))
        fields_again = fields(table.press("", with_values(table.form(), *fields_sent)).form)
        sent, again = (FormAnswers(match, Form(part)).answers for part in (fields_sent, fields_again))
        assert again == {name: value for name, value in sent.items() if name in again or name not in BESIDE}


def test_a_bid_higher_than_all_keys_stays() -> None:
    """A bid has no upper limit."""
    table = start_match("pilotta")
    table.save(("bidder", "0"), ("bid", "300"), ("trick_points-0", "82"))
    assert table.sheet.rows[0].deal["bid"] == 300
    deal = table.log.deals[0].id
    path = table.round(deal)
    opened = table.press("open:auction", table.form(path), path)
    reply = table.post(path, with_values(fields(opened.form), ("trick_points-0", "90")))
    assert reply.events[0]["data"]["answers"]["bid"] == 300


def test_a_page_with_several_problems_has_no_id_twice() -> None:
    reply = start_match("pisti", ("Eleni", "Deniz")).save(
        *PISTI, ("pistis-0", "24"), ("pistis-1", "0"), ("jack_pistis-0", "1"), ("jack_pistis-1", "1"), ("jacks-0", "0")
    )
    assert reply.status == 422
    assert reply.html.repeated_ids() == []


CORRECTED = {
    "bisca_tres": ({"points": [71, 49]}, "points"),
    "bisca_capixaba": ({"trump": "clubs", "points": [71, 49]}, "points"),
    "points": ({"points": [71, 49]}, "points"),
    "pilotta": ({"bidder": 0, "bid": 80, "trick_points": [100, 62]}, "trick_points"),
    "pisti": ({"tricks": [12, 9]}, "tricks"),
    "pisa": ({"bids": [40, 30, 20]}, "bids"),
}


@pytest.mark.parametrize("key", CORRECTED)
def test_a_number_is_corrected_by_its_digits_alone(key: str) -> None:
    """This holds each time that the field becomes current, in a browser without a script."""
    answers, question = CORRECTED[key]
    game = catalogue.find(key)
    assert game is not None
    table = start_match(key, ("Eleni", "Deniz", "Andreas", "Zeynep")[: game.players[0]])
    filled = with_values(table.form(), *answers_to_fields(Setup(game, {}, game.players[0]), answers))
    table.post(table.path, [*filled, ("now", f"{question}-0")])
    path = table.round(table.log.deals[0].id)
    reply = table.get(path)
    if not reply.html.has(f"{question}-0"):
        reply = table.press("open:tricks" if key == "pisti" else "open:votes", fields(reply.form), path)
    for name, keys, then in ((f"{question}-0", "62", "62"), (f"{question}-1", "81", "81"), (f"{question}-0", "7", "7")):
        reply = table.press(f"now:{name}", fields(reply.form), path)
        for digit in keys:
            reply = table.press(digit, fields(reply.form), path)
        assert reply.html.find(name).get("value") == then


@pytest.mark.parametrize("typed", [(("points-0", "100"), ("points-1", "62")), ()])
def test_a_digit_after_a_refused_save_replaces_the_first_wrong_number(typed: Pairs) -> None:
    table = start_match("bisca_tres", ("Eleni", "Deniz"))
    reply = table.save(*typed, ("now", "points-1"), ("prefilled", "points-1:"))
    assert reply.status == 422
    assert reply.html.find("points-0").get("value") == dict(typed).get("points-0", "")
    for key, number in (("2", "2"), ("5", "25")):
        reply = table.press(key, fields(reply.form))
        assert reply.html.find("points-0").get("value") == number
    assert reply.html.find("points-1").get("value") == dict(typed).get("points-1", "")


@pytest.mark.parametrize(("game", "begins"), [("pisa", ("Deniz", "Andreas", "Eleni")), ("pisa_ksr", ("Deniz",) * 3)])
def test_votes_follow_the_order_of_the_game(game: str, begins: tuple[str, ...]) -> None:
    table = start_match(game, ("Eleni", "Deniz", "Andreas"))
    reply = table.press("open:laid", table.form())
    for vote, first_player in zip(("trump", "goal", "value"), begins, strict=True):
        reply = table.press(f"at:laid-0-{vote}", fields(reply.form))
        [turns] = [element for element in reply.form.all("div") if element.get("class") == "rulers"]
        assert turns.all("div")[0].get("aria-label") == first_player


@pytest.mark.parametrize("card", ["", "K"])
def test_the_player_of_the_seven_opens_the_heley_beside_an_open_tile(card: str) -> None:
    table = start_match("bisca_capixaba", ("Eleni", "Deniz", "Andreas", "Zeynep"))
    reply = table.press("", with_values(table.form(), ("trump", "spades")))
    reply = table.press("open:indicator", fields(reply.form))
    reply = table.press("", with_values(fields(reply.form), ("indicator", card)))
    reply = table.press("", with_values(fields(reply.form), ("heley-seven", "0")))
    assert "heley-trick" in [element.get("name") for element in reply.form.all("input")]


def test_a_fragment_of_a_page_can_be_requested_alone() -> None:
    table = start_match("pisti")
    part = table.get(table.path, "round")
    assert part.text.lstrip().startswith("<form")
    assert [form.get("id") for form in part.html.forms()] == ["round"]
    live = table.get(table.path, LIVE).html
    assert all(live.has(id) for id in ("totals", "notice", "sheet"))
    assert not live.root.all("html", "head", "h1")


def test_a_card_goes_to_the_place_of_the_player_before() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    reply = table.press("open:laid", table.form())
    reply = table.press("", with_values(fields(reply.form), ("laid-1-trump-card", "blue")))
    keys = [button.get("value") for button in reply.form.all("button")]
    assert "lay:laid-2-trump-values:7:blue" in keys
    laid = table.press("lay:laid-2-trump-values:7:blue", fields(reply.form))
    assert {("laid-2-trump-card", "blue"), ("laid-2-trump-values-0", "7")} <= set(fields(laid.form))
    assert "again:laid-2-trump-values:7" in [button.get("value") for button in laid.form.all("button")]


def test_a_tied_vote_lists_its_winner_first() -> None:
    """With equal sums more cards win: 5 and 7 yellow beat 12 red."""
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    reply = table.press("open:laid", table.form())
    for seat, value, card in ((0, 12, "red"), (1, 5, "yellow"), (2, 7, "yellow")):
        reply = table.press(f"lay:laid-{seat}-trump-values:{value}:{card}", fields(reply.form))
    [sums] = [element for element in reply.form.all("p") if "sums" in (element.get("class") or "")]
    assert sums.text == "Yellow: 12, Red: 12"


def test_a_laid_value_that_is_no_number_is_counted_as_none() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    form = fields(table.press("open:laid", table.form()).form)
    for value in ("²", "x", "9" * 5_000):
        laid = (("laid-0-trump-card", "red"), ("laid-0-trump-values-0", value))
        assert table.press("", with_values(form, *laid)).status == 200


def test_closed_votes_with_a_card_missing_say_so_and_can_be_cleared() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    sentence = "Some cards are missing."
    opened = table.press("open:laid", table.form())
    assert sentence not in table.press("fold:laid", fields(opened.form)).text
    laid = table.press("lay:laid-0-trump-values:7:red", fields(opened.form))
    assert sentence not in laid.text
    closed = table.press("fold:laid", fields(laid.form))
    assert sentence in closed.text
    assert not closed.html.has("bids-0")
    cleared = table.press("take:laid", fields(closed.form))
    assert cleared.html.has("bids-0")
    assert sentence not in cleared.text


def test_votes_are_open_again_if_they_were_laid_in_the_round_before() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    assert not table.get(table.path).html.has("ask-laid")
    table.save(("laid-0-trump-card", "red"), ("laid-0-trump-values-0", "7"))
    page = table.get(f"{table.path}?next=1")
    assert page.html.has("ask-laid")
    assert not table.press("fold:laid", fields(page.form)).html.has("ask-laid")


def test_the_first_question_of_a_heley_stands_in_place_of_its_tile() -> None:
    table = start_match("bisca_capixaba")
    reply = table.press("", with_values(table.form(), ("trump", "clubs")))
    assert not reply.html.has("ask-heley")
    begun = table.press("", with_values(fields(reply.form), ("heley-seven", "2")))
    assert begun.html.has("ask-heley")
    assert begun.html.has("heley-ace-1")
    folded = table.press("fold:heley", fields(begun.form))
    assert not folded.html.has("ask-heley")
    assert not folded.html.has("heley-seven-1")
    cleared = table.press("take:heley", fields(begun.form))
    assert cleared.html.has("heley-seven-1")
    assert ("heley-seven", "2") not in fields(cleared.form)
    closed = table.press("fold:heley", fields(cleared.form))
    assert table.press("", with_values(fields(closed.form), ("heley-seven", "1"))).html.has("ask-heley")


def test_keys_wait_for_the_trumps_above_them() -> None:
    """Otherwise they would come up over the trumps, under a thumb that is on its way there."""
    table = start_match("pilotta")
    reply = table.press("", with_values(table.form(), *BID[:2]))
    assert "trick_points-0" in visible_names(reply.html)
    assert "7" not in visible_names(reply.html)
    assert "7" in visible_names(table.press("now:trick_points-1", fields(reply.form)).html)
    assert "7" in visible_names(table.press("", with_values(fields(reply.form), ("trick_points-1", "1"))).html)
    assert "7" in visible_names(table.press("", with_values(fields(reply.form), ("trump", "hearts"))).html)


def test_a_changed_part_stays_open_until_its_last_number() -> None:
    table = start_match("pisa")
    bids = [("bids-0", "20"), ("bids-1", "93"), ("bids-2", "0"), ("bids-3", "15"), ("goal", "many"), ("trump", "red")]
    reply = table.press("", with_values(table.form(), *bids, ("value", "0_high")))
    assert "open:votes" in visible_names(reply.html)
    reply = table.press("open:votes", fields(reply.form))
    for key in ("now:bids-1", "9", "now:bids-2", "3", "0", "now:bids-3"):
        reply = table.press(key, fields(reply.form))
        assert {"7", "bids-2"} <= visible_names(reply.html), key
    assert {("bids-1", "9"), ("bids-2", "30")} <= set(fields(reply.form))
    reply = table.press("now:done", fields(reply.form))
    assert "open:votes" in visible_names(reply.html)


BIDS_FIRST: Pairs = [
    ("now", "bids-3"),
    ("prefilled", "bids-3:"),
    *[(f"bids-{seat}", bid) for seat, bid in enumerate(("20", "93", "30", "15"))],
]


@pytest.mark.parametrize("choices", [("trump", "goal", "value"), ("goal", "value", "trump")])
def test_bids_that_come_first_stay_open_until_the_last_choice(choices: tuple[str, ...]) -> None:
    values = {"trump": "red", "goal": "few", "value": "13_high"}
    reply = start_match("pisa").press("", with_values(start_match("pisa").form(), *BIDS_FIRST))
    for choice in choices:
        assert "bids-3" in visible_names(reply.html), choice
        reply = start_match("pisa").press("", with_values(fields(reply.form), (choice, values[choice])))
    assert "bids-3" not in visible_names(reply.html)
    assert "open:votes" in visible_names(reply.html)


def test_next_folds_bids_without_the_last_choice() -> None:
    table = start_match("pisa")
    reply = table.press("", with_values(table.form(), *BIDS_FIRST))
    for choice in (("trump", "red"), ("goal", "few")):
        reply = table.press("", with_values(fields(reply.form), choice))
    assert {"bids-3", "now:done"} <= visible_names(reply.html)
    folded = table.press("now:done", fields(reply.form))
    assert "bids-3" not in visible_names(folded.html)
    assert "bids-3" not in visible_names(table.press("", with_values(fields(folded.form), ("trump", "red"))).html)


def test_edited_bids_fold_with_the_choice_that_was_left_out() -> None:
    table = start_match("pisa")
    folded = table.press("", with_values(table.form(), *BIDS_FIRST, ("trump", "red"), ("goal", "few")))
    reply = table.press("open:votes", fields(folded.form))
    for choice in (("trump", "blue"), ("value", "0_high")):
        assert "bids-3" in visible_names(reply.html), choice
        reply = table.press("", with_values(fields(reply.form), choice))
    assert "bids-3" not in visible_names(reply.html)


def test_the_cursor_stands_on_the_typed_number_of_a_recorded_round() -> None:
    table = start_match("pilotta")
    deal = table.save(*BID, ("bidder", "1"), ("trick_points-1", "112")).events[0]["data"]["deal"]
    form = table.get(table.round(deal)).form
    assert dict(fields(form))["now"] == "trick_points-1"
    typed = table.press("9", fields(form), table.round(deal))
    assert ("trick_points-1", "9") in fields(typed.form)


@pytest.mark.parametrize("passed", [True, False])
def test_a_passed_round_that_was_played_asks_for_trumps(passed: bool) -> None:
    """A correction of a played round folds the auction at once, as it shows what was saved."""
    table = start_match("pilotta")
    answers = (("passed_out", "true"),) if passed else (*BID, ("bidder", "1"), ("trick_points-1", "112"))
    path = table.round(table.save(*answers).events[0]["data"]["deal"])
    form = [
        (name, value)
        for name, value in fields(table.get(path).form)
        if name not in ("passed_out", "bidder", "bid", "trump")
    ]
    page = table.press("", [*form, ("bidder", "0"), ("bid", "90")], path)
    names = [element.get("name") for element in page.form.all("input") if element.get("type") == "radio"]
    assert ("trump" in names) is passed


def test_everyone_passed_is_one_tap() -> None:
    """The only answer of a tile needs no panel."""
    table = start_match("pilotta")
    reply = table.get(table.path)
    [box] = [field for field in reply.form.all("input") if field.get("name") == "passed_out"]
    assert (box.get("type"), box.get("value"), "checked" in box.attributes) == ("checkbox", "true", False)
    assert "open:passed_out" not in [value for _name, value in buttons(reply.form)]
    passed = table.press("", with_values(table.form(), ("passed_out", "true")))
    assert fields(passed.form).count(("passed_out", "true")) == 1
    assert not passed.html.has("bidder-0")
    assert "Nobody scores." in passed.html.find("worth").text
    again = [pair for pair in fields(passed.form) if pair[0] != "passed_out"]
    assert table.press("", again).html.has("bidder-0")
    table.post(table.path, fields(passed.form))
    assert [deal.answers for deal in table.log.counted_deals()] == [{"passed_out": True}]


def test_everyone_passed_is_offered_while_nobody_has_taken() -> None:
    table = start_match("coinche")
    contract = [("contract", "100"), ("trump", "hearts")]
    assert table.press("", with_values(table.form(), *contract)).html.has("passed_out-true")
    assert not table.press("", with_values(table.form(), *contract, ("taker", "0"))).html.has("passed_out-true")


def test_everyone_passed_replaces_the_answers_of_a_saved_round() -> None:
    table = start_match("coinche")
    played = [("taker", "0"), ("contract", "100"), ("trump", "hearts"), ("trick_points-0", "112")]
    deal = table.save(*played).events[0]["data"]["deal"]
    path = table.round(deal)
    page = table.get(path)
    assert page.html.has("passed_out-true")
    passed = table.press("", with_values(fields(page.form), ("passed_out", "true")), path)
    assert "Nobody scores." in passed.html.find("worth").text
    table.post(path, fields(passed.form))
    assert table.log.by_id[deal].answers == {"passed_out": True}


@pytest.mark.parametrize(
    ("game", "answers", "follows"),
    [
        ("pilotta", [("bidder", "0"), ("bid", "100"), ("trump", "clubs"), ("kapo", "1")], "trick_points"),
        ("bisca_quatro", [("all_tricks", "1")], "points"),
    ],
)
def test_no_keys_come_up_where_all_numbers_follow(game: str, answers: Pairs, follows: str) -> None:
    table = start_match(game)
    reply = table.press("", with_values(table.form(), *answers))
    assert reply.html.has(f"{follows}-0")
    assert "7" not in visible_names(reply.html)
    tapped = table.press(f"now:{follows}-0", fields(reply.form))
    assert "7" in visible_names(tapped.html)
    typed = table.press("9", fields(tapped.form))
    assert "7" in visible_names(typed.html)


def test_a_line_says_what_the_laid_cards_decide() -> None:
    """The table plays by it. Its Edit opens the cards again."""
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    votes = {"trump": "red", "goal": "many", "value": "13_high"}
    laid = [
        (f"laid-{seat}-{vote}-{part}", value if part == "card" else str(9 + seat))
        for seat in range(3)
        for vote, value in votes.items()
        for part in ("card", "values-0")
    ]
    opened = table.press("open:laid", with_values(table.form(), *laid))
    assert opened.html.texts_of("fold") == []
    closed = table.press("fold:laid", fields(opened.form))
    assert closed.html.texts_of("fold") == ["Red, Many tricks, 13 beats 0 Bids 27 · 30 · 33 Edit"]
    assert table.press("open:laid", fields(closed.form)).html.has("ask-laid")


def test_a_tied_vote_without_a_winner_is_asked_again_in_a_correction() -> None:
    """The round needs no answer about the high card. Its line would have no word."""
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    votes = {"trump": ["red"] * 3, "goal": ["many"] * 3, "value": ["13_high", "0_high", "13_high"]}
    values = {"trump": [[1], [2], [3]], "goal": [[1], [2], [3]], "value": [[5], [5, 4], [4]]}
    laid = [(f"laid-{seat}-{vote}-card", card) for vote, cards in votes.items() for seat, card in enumerate(cards)]
    laid += [
        (f"laid-{seat}-{vote}-values-{number}", str(value))
        for vote, seats in values.items()
        for seat, own in enumerate(seats)
        for number, value in enumerate(own)
    ]
    tricks = [(f"tricks-{seat}", str(count)) for seat, count in enumerate((5, 3, 2))]
    table.save(*laid, *tricks)
    page = table.get(table.round(table.log.counted_deals()[0].id))
    assert page.html.has("value-13_high")
    assert [line for line in page.html.texts_of("fold") if line == "Edit"] == []


def test_a_full_tie_of_a_vote_says_that_it_is_tied() -> None:
    table = start_match("pisa", ("Eleni", "Deniz", "Andreas"))
    reply = table.press("open:laid", table.form())
    for seat, value, card in ((0, 4, "red"), (1, 4, "blue"), (2, 1, "green")):
        assert "tied" not in reply.form.text
        reply = table.press(f"lay:laid-{seat}-trump-values:{value}:{card}", fields(reply.form))
    assert "1 Trump tied 4" in reply.form.text


def test_taker_without_a_partner_plays_alone() -> None:
    table = start_match("tarot", golden.NAMES[:5])
    taken = with_values(table.form(), ("taker", "1"), ("contract", "petite"))
    keys = table.press("", taken).html
    assert keys.find("ask-partner").text.count("Alone") == 1
    folded = table.press("", with_values(taken, ("partner", "1")))
    assert f"{golden.NAMES[1]}, Petite, Alone" in " ".join(folded.form.text.split())
