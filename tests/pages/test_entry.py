"""The entry of a round: what it asks, what it says while somebody types, and what it says on saving."""

from random import Random
from typing import Any

import pytest

from games.pages.entry.form_answers import FormAnswers, answers_to_fields
from games.pages.request import LIVE, Form
from games.rules import catalogue
from games.rules.game import Setup
from tests.pages.browser import Html, Pairs, Table, fields, put, started
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


def shown(html: Html) -> set[str]:
    """The names of all that can be touched, hidden fields left aside."""
    form = html.find("round")
    touched = {one.get("name") for one in form.all("input") if one.get("type") != "hidden"}
    pressed = {one.get("value") for one in form.all("button") if one.get("name") == "press"}
    return touched | pressed


def typing(table: Table, *typed: tuple[str, str]) -> Html:
    return table.press("", put(table.form(), *typed)).html


def problems(html: Html) -> list[str]:
    return html.told("problem")


# ---- what is asked


def test_an_empty_entry_asks_the_first_part_only() -> None:
    pilotta = shown(first("pilotta"))
    assert {"bidder", "bid", "trump"} <= pilotta
    assert "trick_points-0" not in pilotta
    assert {"points-0", "points-1"} <= shown(first("bisca_tres", 2))


def first(game: str, players: int = 4) -> Html:
    table = started(game, golden.NAMES[:players])
    return table.get(table.here).html


def test_the_second_part_comes_with_the_first() -> None:
    table = started("pilotta")
    assert "trick_points-0" not in shown(typing(table, ("bidder", "0")))
    assert "trick_points-0" in shown(typing(table, *BID[:2]))


def test_what_is_told_already_is_not_kept_behind_the_first_part() -> None:
    assert "trick_points-0" in shown(typing(started("pilotta"), ("trick_points-0", "82")))


def test_seldom_answers_are_folded_and_can_be_opened() -> None:
    table = started("bisca_tres", ("Eleni", "Deniz"))
    assert "open:all_tricks" in shown(table.get(table.here).html)
    assert "all_tricks" not in shown(table.get(table.here).html)
    opened = table.press("open:all_tricks", table.form())
    assert {"all_tricks", "fold:all_tricks"} <= shown(opened.html)
    chosen = table.press("fold:all_tricks", put(fields(opened.form), ("all_tricks", "1")))
    assert "all_tricks" not in shown(chosen.html)
    assert ("all_tricks", "1") in fields(chosen.form)
    assert chosen.html.told("told") != []
    assert "Deniz" in chosen.html.told("told")[0]


def test_what_was_noted_before_is_only_to_remember() -> None:
    table = started("pilotta")
    table.save(*BID)
    html = table.get(table.here).html
    assert "bidder" not in shown(html)
    assert "trick_points-0" in shown(html)
    assert html.told("remember") != []
    assert "90" in html.told("remember")[0]
    assert dict(fields(html.find("round"))) | dict(BID) == dict(fields(html.find("round")))
    changed = table.press("open:auction", fields(html.find("round"))).html
    assert {"bidder", "bid"} <= shown(changed)


# ---- what is wrong


def test_what_may_come_right_is_no_problem_while_somebody_types() -> None:
    table = started("pilotta")
    for typed in (("trick_points-0", "1"), ("bid", "7"), ("bid", "85")):
        assert problems(typing(table, *BID[:1], typed)) == [], typed
    assert (
        problems(typing(started("pisa", golden.NAMES[:3]), ("tricks-0", "3"), ("tricks-1", "2"), ("tricks-2", "1")))
        == []
    )


def test_what_cannot_come_right_is_said_at_once() -> None:
    assert problems(typing(started("pilotta"), ("trick_points-0", "163"))) == ["163 is too high; the most is 162."]
    assert problems(typing(started("pilotta"), ("trick_points-0", "100"), ("trick_points-1", "100"))) != []
    assert problems(typing(started("bisca_tres", ("a", "b")), ("points-0", "x"))) == [
        "A whole number is needed here, of 6 digits at most."
    ]


def test_on_saving_everything_is_said_and_nothing_is_lost() -> None:
    table = started("bisca_tres", ("Eleni", "Deniz"))
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
    reply = started("pisti").save()
    assert reply.status == 422
    assert problems(reply.html) == ["Nothing is entered yet."]


# ---- what follows


def test_the_rest_is_shown_and_not_typed() -> None:
    table = started("pilotta")
    html = typing(table, *BID, ("trick_points-0", "82"))
    [rest] = [one for one in html.root.all("input") if one.get("name") == "trick_points-1"]
    assert (rest.get("value"), rest.get("placeholder")) == ("", "80")
    reply = table.save(*BID, ("trick_points-0", "82"))
    assert reply.events[0]["data"]["answers"]["trick_points"] == [82, None]
    assert table.sheet.rows[0].complete


def test_sums_go_along_with_what_is_typed() -> None:
    table = started("pisa", golden.NAMES[:3])
    bids = (("bids-0", "20"), ("bids-1", "30"), ("bids-2", "41"), ("goal", "many"))
    assert "of 10" in sums(typing(table, *bids), "tricks")
    assert sums(typing(table, *bids, ("tricks-0", "3")), "tricks") == "3 of 10"
    assert sums(typing(table, *bids, ("tricks-0", "3"), ("tricks-1", "2")), "tricks") == "10 of 10"
    assert sums(typing(table, ("bids-0", "20"), ("bids-1", "30")), "bids") == "50"


def sums(html: Html, question: str) -> str:
    return html.find(f"{question}-sum").text


def test_what_follows_from_an_answer_goes_with_it() -> None:
    """It was shown, not said: with the answer that it followed from it is gone."""
    table = started("pilotta")
    form = put(table.form(), *BID, ("kapo", "0"), ("open", "last_trick"))
    shown_once = fields(table.press("", form).form)
    other = table.press("", put(shown_once, ("kapo", "1")))
    assert problems(other.html) == []
    assert table.post(table.here, fields(other.form)).status == 303


def test_a_knock_that_was_a_mistake_leaves_no_trumps_behind() -> None:
    table = started("bisca_capixaba")
    knocked = fields(table.press("", put(table.form(), ("open", "knocked"), ("knocked", "true"))).form)
    taken_back = fields(table.press("", put(knocked, ("knocked", ""))).form)
    assert "trump" not in names(taken_back)


# ---- what it is worth


def test_what_is_still_needed_is_said() -> None:
    table = started("pilotta")
    assert "Still open: Trick points" in typing(table, *BID).find("worth").text
    assert typing(table).find("worth").text == ""


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_a_round_is_worth_on_the_entry_what_it_is_worth_on_the_sheet(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    seen = 0
    for _ in range(25):
        players = chance.choice(game.players)
        options = fitting(chance, game, players)
        table = started(key, golden.NAMES[:players], options=options)
        match = Setup(game, options, players)
        answers = random_answers(chance, match)
        mend(match, answers)
        form = put(table.form(), *answers_to_fields(match, answers))
        previewed = table.press("", form)
        saved = table.post(table.here, form)
        if saved.events:
            row = table.sheet.rows[0]
            preview = previewed.html.find("preview").all("li")
            assert [int(item.all("b")[0].text) for item in preview] == row.points
            totals = [one.text for item in preview for one in item.all("span") if one.get("class") == "total"]
            assert totals == [f"→ {total}" for total in row.totals]
            seen += 1
    assert seen > 10


def fitting(chance: Random, game: Any, players: int) -> dict[str, Any]:
    found = random_options(chance, game, players)
    return {
        one.name: found[one.name]
        for one in game.options
        if one.name in found and one.refused(found[one.name], players) is None
    }


def test_who_wins_with_it_is_said_before_it_is_saved() -> None:
    table = started("pisti", ("Eleni", "Deniz"), options={"target": 15})
    assert (
        "This ends the match" in typing(table, *PISTI, *PISTIS[:1], ("pistis-1", "2"), *PISTIS[2:]).find("worth").text
    )
    reply = table.save(*PISTI, *PISTIS[:1], ("pistis-1", "2"), *PISTIS[2:])
    assert reply.events
    assert table.sheet.winners == [1]


def test_only_the_last_round_can_win_the_match() -> None:
    table = started("pisti", ("Eleni", "Deniz"), options={"target": 40})
    table.save(*PISTI, *PISTIS)
    table.save(*PISTI, *PISTIS)
    first_round = table.log.deals[0].id
    form = put(table.form(table.round(first_round)), ("pistis-1", "5"))
    assert "This ends the match" not in table.press("", form, table.round(first_round)).html.find("worth").text


# ---- nothing is lost on the way


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_what_was_answered_is_on_the_page_again_and_nothing_else(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    for _ in range(40):
        players = chance.choice(game.players)
        options = fitting(chance, game, players)
        match = Setup(game, options, players)
        table = started(key, golden.NAMES[:players], options=options)
        fields_sent = answers_to_fields(match, random_answers(chance, match))
        again = fields(table.press("", put(table.form(), *fields_sent)).form)
        assert FormAnswers(match, Form(again)).answers == FormAnswers(match, Form(fields_sent)).answers


def test_a_bid_higher_than_the_page_has_keys_for_stays() -> None:
    """A bid has no end."""
    table = started("pilotta")
    table.save(("bidder", "0"), ("bid", "300"), ("trick_points-0", "82"))
    assert table.sheet.rows[0].deal["bid"] == 300
    deal = table.log.deals[0].id
    path = table.round(deal)
    opened = table.press("open:auction", table.form(path), path)
    reply = table.post(path, put(fields(opened.form), ("trick_points-0", "90")))
    assert reply.events[0]["data"]["answers"]["bid"] == 300


def test_no_problem_says_the_same_id_twice() -> None:
    reply = started("pisti", ("Eleni", "Deniz")).save(
        *PISTI, ("pistis-0", "24"), ("pistis-1", "0"), ("jack_pistis-0", "1"), ("jack_pistis-1", "1"), ("jacks-0", "0")
    )
    assert reply.status == 422
    assert reply.html.doubled() == []


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
    """On each visit to a field, as a browser without a script goes there."""
    answers, question = CORRECTED[key]
    game = catalogue.find(key)
    assert game is not None
    table = started(key, ("Eleni", "Deniz", "Andreas", "Zeynep")[: game.players[0]])
    first = put(table.form(), *answers_to_fields(Setup(game, {}, game.players[0]), answers))
    table.post(table.here, [*first, ("now", f"{question}-0")])
    path = table.round(table.log.deals[0].id)
    reply = table.get(path)
    if not reply.html.has(f"{question}-0"):
        reply = table.press("open:votes", fields(reply.form), path)
    for name, keys, then in ((f"{question}-0", "62", "62"), (f"{question}-1", "81", "81"), (f"{question}-0", "7", "7")):
        reply = table.press(f"now:{name}", fields(reply.form), path)
        for digit in keys:
            reply = table.press(digit, fields(reply.form), path)
        assert reply.html.find(name).get("value") == then


@pytest.mark.parametrize("typed", [(("points-0", "100"), ("points-1", "62")), ()])
def test_after_a_refused_save_the_first_digit_replaces_the_number_of_the_first_wrong_field(typed: Pairs) -> None:
    table = started("bisca_tres", ("Eleni", "Deniz"))
    reply = table.save(*typed, ("now", "points-1"), ("prefilled", "points-1:"))
    assert reply.status == 422
    assert reply.html.find("points-0").get("value") == dict(typed).get("points-0", "")
    for key, number in (("2", "2"), ("5", "25")):
        reply = table.press(key, fields(reply.form))
        assert reply.html.find("points-0").get("value") == number
    assert reply.html.find("points-1").get("value") == dict(typed).get("points-1", "")


@pytest.mark.parametrize(("game", "begins"), [("pisa", ("Deniz", "Andreas", "Eleni")), ("pisa_ksr", ("Deniz",) * 3)])
def test_the_votes_are_asked_in_the_order_of_the_game(game: str, begins: tuple[str, ...]) -> None:
    table = started(game, ("Eleni", "Deniz", "Andreas"))
    reply = table.press("open:laid", table.form())
    for vote, first in zip(("trump", "goal", "value"), begins, strict=True):
        reply = table.press(f"at:laid-0-{vote}", fields(reply.form))
        turns = [one for one in reply.form.all("ol") if one.get("class") == "laid"]
        assert turns[0].all("li")[0].all("b")[0].text == first


def test_a_part_of_the_page_is_answered_alone() -> None:
    table = started("pisti")
    part = table.get(table.here, "round")
    assert part.text.lstrip().startswith("<form")
    assert [form.get("id") for form in part.html.forms()] == ["round"]
    live = table.get(table.here, LIVE).html
    assert all(live.has(id) for id in ("totals", "notice", "sheet"))
    assert not live.root.all("html", "head", "h1")
