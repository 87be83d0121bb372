"""What is seldom needed: seats, house rules, an early end, deleting; and readers, who may look at all of it."""

import pytest

from games.pages.routes import ROUTES, reverse
from tests.match.logs import id_of
from tests.pages.browser import Pairs, Reply, Table, fields, host, put, started
from tests.pages.requests import requests
from tests.rules.golden import NAMES


def more(table: Table, *form: tuple[str, str]) -> Reply:
    return table.post(f"{table.here}more/", form)


def form_with(table: Table, button: str) -> Pairs:
    [found] = [
        [*fields(form), (one.get("name"), one.get("value"))]
        for form in table.get(f"{table.here}more/").html.forms()
        for one in form.all("button")
        if one.get("value") == button
    ]
    return found


def problems(reply: Reply) -> list[str]:
    assert (reply.status, reply.events) == (422, [])
    return reply.html.told("problem")


# ---- seats


def test_seats_are_put_right() -> None:
    table = started("pilotta", NAMES[:4])
    reply = more(table, *put(form_with(table, "seats"), ("seat-0", "1"), ("seat-1", "0"), ("first_dealer", "2")))
    assert reply.events[0]["data"] == {"players": ["Deniz", "Eleni", "Andreas", "Zeynep"], "first_dealer": 2}
    assert table.sheet.names == ["Deniz", "Eleni", "Andreas", "Zeynep"]


def test_nobody_sits_twice() -> None:
    table = started("pilotta", NAMES[:4])
    reply = more(table, *put(form_with(table, "seats"), ("seat-0", "1")))
    assert problems(reply) == ["Everybody sits once: somebody is here twice."]
    [form] = [form for form in reply.html.forms() if ("seat-0", "1") in fields(form)]
    assert [value for name, value in fields(form) if name[:5] == "seat-"] == ["1", "1", "2", "3"]


@pytest.mark.parametrize("seat", ["", "4", "-1", "x", "01", "٠"])
def test_a_seat_is_one_of_those_that_there_are(seat: str) -> None:
    table = started("pilotta", NAMES[:4])
    assert problems(more(table, ("act", "seats"), ("seat-0", seat), ("seat-1", "1"), ("seat-2", "2"), ("seat-3", "3")))


@pytest.mark.parametrize("dealer", ["", "4", "-1", "x"])
def test_a_dealer_who_is_nobody_changes_no_dealer(dealer: str) -> None:
    table = started("bisca_tres", NAMES[:2], first_dealer=1)
    more(table, ("act", "seats"), ("seat-0", "1"), ("seat-1", "0"), ("first_dealer", dealer))
    assert (table.sheet.names, table.log.first_dealer) == (["Deniz", "Eleni"], 1)


# ---- house rules


def test_house_rules_are_changed_and_everything_is_worked_out_anew() -> None:
    table = started("pilotta", NAMES[:4])
    table.save(("bidder", "0"), ("bid", "160"), ("trick_points-0", "82"), ("trick_points-1", "80"))
    was = table.sheet.totals
    reply = more(table, *put(form_with(table, "options"), ("option-stake_on_fail", "false")))
    assert reply.events[0]["data"] == {"options": {"stake_on_fail": False}}
    assert table.sheet.totals != was


def test_the_same_house_rules_are_no_event() -> None:
    table = started("pilotta", NAMES[:4], options={"target": 151, "doubling": True, "contract_counts": "everything"})
    assert more(table, *form_with(table, "options")).events == []


def test_back_to_the_usual_house_rules() -> None:
    table = started("pisti", NAMES[:4], options={"teams": True, "target": 77})
    form = put(form_with(table, "options"), ("option-teams", "false"), ("option-target", "151"))
    assert more(table, *form).events[0]["data"] == {"options": {}}


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "1000000000", "٣"])
def test_a_target_that_is_none_is_said_and_stays_to_be_put_right(number: str) -> None:
    table = started("pisti", NAMES[:2])
    reply = more(table, *put(form_with(table, "options"), ("option-target", "other"), ("option-target-other", number)))
    assert problems(reply)
    assert reply.html.find("option-target-other").get("value") == number
    assert "checked" in reply.html.find("option-target-is-other").attributes


@pytest.mark.parametrize("target", [999_999, 1_000_000, 999_999_999])
def test_whatever_target_a_program_has_set_is_in_nobodys_way(target: int) -> None:
    table = started("pisti", NAMES[:2], options={"target": target})
    more(table, *put(form_with(table, "options"), ("option-most", "cards")))
    assert table.log.options == {"target": target, "most": "cards"}
    more(table, ("act", "finish"))
    [again] = [form for form in table.get("/").html.forms() if form.get("action") == "/new/"]
    assert table.post("/new/", fields(again)).events[-1]["data"]["options"] == table.log.options


def test_another_target_shows_as_it_is() -> None:
    table = started("pisti", NAMES[:2], options={"target": 77})
    html = table.get(f"{table.here}more/").html
    assert html.find("option-target-other").get("value") == "77"
    assert "checked" in html.find("option-target-is-other").attributes
    assert more(table, *form_with(table, "options")).events == []


def test_small_cards_beside_the_trump_card() -> None:
    table = started("pisa", NAMES[:3])
    form = put(form_with(table, "options"), ("option-subtrumps-red", "blue"), ("option-subtrumps-blue", "red"))
    assert more(table, *form).events[0]["data"] == {"options": {"subtrumps": {"red": "blue", "blue": "red"}}}
    assert more(table, *form_with(table, "options")).events == []
    assert problems(more(table, ("act", "options"), ("option-subtrumps-red", "red")))


# ---- the end, and after it


def test_a_match_is_finished_early_and_taken_up_again() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    finished = table.follow(more(table, *form_with(table, "finish")))
    assert finished.html.root.all("h2")[0].text == "Eleni wins"
    assert "finished early" in finished.text
    assert not finished.html.has("round")
    more(table, *form_with(table, "reopen"))
    assert table.get(table.here).html.has("round")


def test_a_deleted_match_is_still_there_to_be_brought_back() -> None:
    table = started("bisca_tres", NAMES[:2])
    reply = more(table, *form_with(table, "delete"))
    page = table.follow(reply)
    assert "This match is deleted." in page.text
    assert not table.get(table.here).html.has("round")
    more(table, ("act", "undelete"))
    assert table.get(table.here).html.has("round")


@pytest.mark.parametrize("act", ["", "x", "start", "deal"])
def test_another_act_is_none(act: str) -> None:
    table = started("bisca_tres", NAMES[:2])
    reply = more(table, ("act", act))
    assert (reply.status, reply.events) == (303, [])


def test_the_history_tells_what_was_done_last_first() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    more(table, ("act", "finish"))
    told = [one.text for one in table.get(f"{table.here}more/").html.root.all("b")]
    assert told == ["The match was finished by hand", "A round was written down", "The match began"]


# ---- who may only look


@pytest.mark.parametrize("name", [address.name for address in ROUTES])
def test_readers_look_and_never_write(name: str) -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    table.role = "reader"
    path = reverse(name, {"match": table.match, "deal": table.log.deals[0].id})
    reply = table.get(path)
    assert reply.status == {"new": 403, "late": 404}.get(name, 200)
    if reply.text:
        assert [form for form in reply.html.forms() if form.get("method") == "post"] == []
    for form in ([], [("press", "1")], [("undo", table.events[-1]["id"])], [("act", "delete")], [("strike", "1")]):
        posted = table.post(path, form)
        assert (posted.status, posted.events) == (405 if name in ("home", "wall", "rules") else 403, [])
    assert len(table.events) == 2


def test_scorers_write_as_owners_do() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.role = "scorer"
    assert table.save(("points-0", "71")).events


# ---- what is not there


@pytest.mark.parametrize("name", [address.name for address in ROUTES if address.needs == "match"])
def test_a_match_that_is_not_there_has_no_page(name: str) -> None:
    path = reverse(name, {"match": id_of("gone"), "deal": id_of("gone")})
    assert (Table().get(path).status, Table().post(path, []).status in (404, 405)) == (404, True)


@pytest.mark.parametrize("data", [{"game": "cribbage"}, {"options": {"newer": 1}}])
def test_a_match_that_only_a_newer_version_knows_says_so(data: dict[str, object]) -> None:
    table = started("bisca_tres", NAMES[:2])
    event = table.events[0]
    table.logs = {table.match: [{**event, "id": id_of("newer"), "data": {**event["data"], **data}}]}
    reply = table.get(table.here)
    assert reply.status == 200
    assert "newer version" in reply.text


def test_what_only_a_newer_version_knows_is_said_on_the_page() -> None:
    table = started("bisca_tres", NAMES[:2])
    unknown = {**table.events[0], "id": id_of("applause"), "kind": "applaud", "data": {}, "seq": 2, "after": None}
    table.logs = {table.match: [*table.events, unknown]}
    assert "newer version" in table.get(table.here).text


def test_no_request_of_a_reader_is_answered_with_events() -> None:
    seen = 0
    for one in requests(7, 400):
        if one["form"] is not None:
            assert host().answer({**one, "role": "reader"})["events"] == []
            seen += 1
    assert seen > 100
