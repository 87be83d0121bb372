"""The settings of a match: house rules, an early end, deletion; and readers, who may only look."""

import pytest

from games.pages.request import ROUTES, reverse
from tests.match.logs import id_of
from tests.pages.browser import Pairs, Reply, Table, fields, host, start_match, with_values
from tests.pages.requests import requests
from tests.rules.golden import NAMES


def post_settings(table: Table, *form: tuple[str, str]) -> Reply:
    return table.post(f"{table.path}more/", form)


def form_with(table: Table, button: str) -> Pairs:
    query = "?do=options" if button == "options" else ""
    [pairs] = [
        [*fields(form), (element.get("name"), element.get("value"))]
        for form in table.get(f"{table.path}more/{query}").html.forms()
        for element in form.all("button")
        if element.get("value") == button
    ]
    return pairs


def problems(reply: Reply) -> list[str]:
    assert (reply.status, reply.events) == (422, [])
    return reply.html.texts_of("problem")


# ---- house rules


def test_changed_house_rules_change_the_totals() -> None:
    table = start_match("pilotta", NAMES[:4])
    table.save(("bidder", "0"), ("bid", "160"), ("trick_points-0", "82"), ("trick_points-1", "80"))
    totals_before = table.sheet.totals
    reply = post_settings(table, *with_values(form_with(table, "options"), ("option-stake_on_fail", "false")))
    assert reply.events[0]["data"] == {"options": {"stake_on_fail": False}}
    assert table.sheet.totals != totals_before


def test_the_same_house_rules_are_no_event() -> None:
    table = start_match(
        "pilotta", NAMES[:4], options={"target": 151, "doubling": True, "contract_counts": "everything"}
    )
    assert post_settings(table, *form_with(table, "options")).events == []


def test_default_house_rules_are_no_options() -> None:
    table = start_match("pisti", NAMES[:4], options={"teams": True, "target": 77})
    form = with_values(form_with(table, "options"), ("option-teams", "false"), ("option-target", "151"))
    assert post_settings(table, *form).events[0]["data"] == {"options": {}}


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "1000000000", "٣"])
def test_an_invalid_target_is_explained_and_stays(number: str) -> None:
    table = start_match("pisti", NAMES[:2])
    reply = post_settings(
        table, *with_values(form_with(table, "options"), ("option-target", "other"), ("option-target-other", number))
    )
    assert problems(reply)
    assert reply.html.find("option-target-other").get("value") == number
    assert "checked" in reply.html.find("option-target-is-other").attributes


@pytest.mark.parametrize("target", [999_999, 1_000_000, 999_999_999])
def test_the_page_accepts_any_target_that_a_program_has_set(target: int) -> None:
    table = start_match("pisti", NAMES[:2], options={"target": target})
    post_settings(table, *with_values(form_with(table, "options"), ("option-most", "cards")))
    assert table.log.options == {"target": target, "most": "cards"}
    post_settings(table, ("act", "finish"))
    [form] = [form for form in table.get("/").html.forms() if form.get("action") == "/new/"]
    assert table.post("/new/", fields(form)).events[-1]["data"]["options"] == table.log.options


def test_an_unusual_target_is_in_its_field() -> None:
    table = start_match("pisti", NAMES[:2], options={"target": 77})
    html = table.get(f"{table.path}more/?do=options").html
    assert html.find("option-target-other").get("value") == "77"
    assert "checked" in html.find("option-target-is-other").attributes
    assert post_settings(table, *form_with(table, "options")).events == []


def test_a_pairing_is_chosen_value_by_value() -> None:
    table = start_match("pisa", NAMES[:3])
    form = with_values(form_with(table, "options"), ("option-subtrumps-red", "blue"), ("option-subtrumps-blue", "red"))
    assert post_settings(table, *form).events[0]["data"] == {"options": {"subtrumps": {"red": "blue", "blue": "red"}}}
    assert post_settings(table, *form_with(table, "options")).events == []
    assert problems(post_settings(table, ("act", "options"), ("option-subtrumps-red", "red")))


# ---- end and deletion


def test_a_match_is_finished_early_and_reopened() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    finished = table.follow(post_settings(table, *form_with(table, "finish")))
    assert finished.html.root.all("h2")[0].text == "Eleni wins"
    assert "ended early" in finished.text
    assert not finished.html.has("round")
    post_settings(table, *form_with(table, "reopen"))
    assert table.get(table.path).html.has("round")


@pytest.mark.parametrize("game", ["bisca_tres", "points"])
def test_the_end_page_names_the_person_who_ended_the_match(game: str) -> None:
    """It may have been someone at another phone, while others entered the next round."""
    table = start_match(game, NAMES[:2])
    table.save(("points-0", "71"), *([("points-1", "30")] if game == "points" else []))
    post_settings(table, ("act", "finish"))
    assert "ended by Rosa" in table.get(table.path).text
    del table.events[-1]["by"]  # as on a phone that has not sent it yet
    assert " by " not in table.get(table.path).html.root.all("section")[0].text


def test_a_deleted_match_has_a_page_and_can_be_restored() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    reply = post_settings(table, *form_with(table, "delete"))
    page = table.follow(reply)
    assert "This match is deleted." in page.text
    assert not table.get(table.path).html.has("round")
    post_settings(table, ("act", "undelete"))
    assert table.get(table.path).html.has("round")


@pytest.mark.parametrize("act", ["finish", "reopen", "totals", "delete"])
def test_a_deleted_match_offers_and_accepts_no_other_action(act: str) -> None:
    table = start_match("points", NAMES[:2])
    table.save(("points-0", "71"), ("points-1", "30"))
    post_settings(table, ("act", "delete"))
    for path in (table.path, f"{table.path}more/"):
        page = table.get(path)
        assert {button.get("value") for button in page.html.root.all("button") if button.get("name") == "act"} == {
            "undelete"
        }
    assert post_settings(table, ("act", act), ("total-0", "1"), ("total-1", "2")).events == []


@pytest.mark.parametrize("act", ["", "x", "start", "deal"])
def test_an_unknown_action_is_no_event(act: str) -> None:
    table = start_match("bisca_tres", NAMES[:2])
    reply = post_settings(table, ("act", act))
    assert (reply.status, reply.events) == (303, [])


def test_the_history_shows_the_last_event_first() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    post_settings(table, ("act", "finish"))
    history = table.get(f"{table.path}more/").html.find("history-title").parent
    assert history is not None
    lines = [element.text for element in history.all("b")]
    assert lines == ["Match ended", "Round 1 entered: 1 · 0", "Match started: Eleni, Deniz"]


# ---- roles


@pytest.mark.parametrize("name", [route.name for route in ROUTES])
def test_readers_can_look_but_not_write(name: str) -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    table.role = "reader"
    path = reverse(name, {"match": table.match, "deal": table.log.deals[0].id})
    reply = table.get(path)
    assert reply.status == {"new": 403, "late": 404}.get(name, 200)
    if reply.text:
        assert [form for form in reply.html.forms() if form.get("method") == "post"] == []
    for form in ([], [("press", "1")], [("undo", table.events[-1]["id"])], [("act", "delete")], [("strike", "1")]):
        posted = table.post(path, form)
        assert (posted.status, posted.events) == (405 if name in ("home", "walls", "wall", "rules") else 403, [])
    assert len(table.events) == 2


def test_scorers_write_as_owners_do() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.role = "scorer"
    assert table.save(("points-0", "71")).events


# ---- unknown matches


@pytest.mark.parametrize("name", [route.name for route in ROUTES if route.scope == "match"])
def test_an_unknown_match_has_no_page(name: str) -> None:
    path = reverse(name, {"match": id_of("gone"), "deal": id_of("gone")})
    assert (Table().get(path).status, Table().post(path, []).status in (404, 405)) == (404, True)


def test_a_match_of_a_newer_version_says_so() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    event = table.events[0]
    table.logs = {table.match: [{**event, "id": id_of("newer"), "data": {**event["data"], "options": {"newer": 1}}}]}
    reply = table.get(table.path)
    assert reply.status == 200
    assert "newer version" in reply.text


@pytest.mark.parametrize("page", ["", "sheet/", "wall/", "rules/", "more/"])
def test_a_match_of_an_unknown_game_shows_who_played_and_what_was_entered(page: str) -> None:
    """The file of a plug-in game may be missing for a while."""
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    start, *others = table.events
    table.logs = {table.match: [{**start, "data": {**start["data"], "game": "cribbage"}}, *others]}
    reply = table.get(table.path + page)
    assert reply.status == 200
    assert "This version does not know the game “cribbage”." in reply.html.root.text
    assert reply.html.root.text.count(", ".join(NAMES[:2])) == 1
    assert "points: 71, –" in reply.text


def test_the_page_mentions_events_of_a_newer_version() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    unknown = {**table.events[0], "id": id_of("applause"), "kind": "applaud", "data": {}, "seq": 2, "after": None}
    table.logs = {table.match: [*table.events, unknown]}
    assert "newer version" in table.get(table.path).text


def test_no_request_of_a_reader_is_answered_with_events() -> None:
    forms_sent = 0
    for request in requests(7, 400):
        if request["form"] is not None:
            assert host().answer({**request, "role": "reader"})["events"] == []
            forms_sent += 1
    assert forms_sent > 100
