"""Sitting down: who, where, by which house rules; nothing typed is lost before the match begins."""

from typing import Any
from urllib.parse import urlencode

import pytest

from games.match.log import fold_events
from games.rules import catalogue
from tests.match.logs import id_of
from tests.pages.browser import NOW, Element, Pairs, Reply, Table, fields, host, put, started
from tests.rules.golden import NAMES

GAMES = [(game.key, players) for game in catalogue.GAMES for players in game.players]


def circle(*names: str, **odd: Any) -> Table:
    table = Table()
    table.players = [{"id": id_of(name), "name": name, "hidden": False, "same_as": None} | odd for name in names]
    return table


def form_of(reply: Reply) -> Element:
    return reply.html.find("new-match")


def chosen(game: str, *seats: str, **fields: str) -> Pairs:
    return [("game", game), *[(f"seat-{number}", seat) for number, seat in enumerate(seats)], *fields.items()]


def seats(reply: Reply) -> list[str]:
    return [value for name, value in fields(form_of(reply)) if name[:5] == "seat-"]


def press(table: Table, what: str, form: Pairs) -> Reply:
    reply = table.post("/new/", [*form, ("press", what)])
    assert reply.events == []
    return reply


def begun(table: Table, reply: Reply) -> dict[str, Any]:
    """The match that has been started, as data."""
    assert reply.status == 303, reply.html.told("problem")
    match = reply.events[-1]["match"]
    assert reply.go == f"/table/{match}/"
    assert table.get(reply.go).status == 200
    assert [event["kind"] for event in reply.events] == ["player"] * (len(reply.events) - 1) + ["start"]
    assert fold_events(table.logs[match]).start is not None
    return reply.events[-1]["data"]


def problems(reply: Reply) -> list[str]:
    assert (reply.status, reply.events) == (422, [])
    return reply.html.told("problem")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_game_starts_with_every_number_of_players(game: str, players: int) -> None:
    table = circle(*NAMES[:3])
    known = [id_of(name) for name in NAMES[:3]][:players]
    new = [f"name:New {number}" for number in range(players - len(known))]
    data = begun(table, table.post("/new/", chosen(game, *known, *new, first_dealer=str(players - 1))))
    assert (data["game"], data["first_dealer"], data["options"]) == (game, players - 1, {})
    assert [player["name"] for player in data["players"]] == [*NAMES[: len(known)], *[one[5:] for one in new]]
    assert [player["name"] for player in table.players[3:]] == [one[5:] for one in new]
    assert [player["id"] for player in data["players"][len(known) :]] == [player["id"] for player in table.players[3:]]


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_too_few_and_too_many_are_told(count: int) -> None:
    reply = circle(*NAMES).post("/new/", chosen("bisca_seis", *[id_of(name) for name in NAMES[:count]]))
    assert problems(reply) == [f"Bisca de Seis has 6 players, not {count}."]
    assert seats(reply) == [id_of(name) for name in NAMES[:count]]


def test_without_a_game_nothing_begins() -> None:
    for form in ([], [("game", "cribbage")], [("game", "")]):
        assert problems(circle(*NAMES).post("/new/", form)) == ["Which game do you play?"]


def test_people_sit_down_get_up_and_move_on() -> None:
    table, form = circle(*NAMES), chosen("pilotta")
    one, two, three = (id_of(name) for name in NAMES[:3])
    for id in (one, two, two, three):
        form = fields(form_of(press(table, f"sit:{id}", form)))
    reply = press(table, "", form)
    assert seats(reply) == [one, two, three]
    assert seats(press(table, "turn", form)) == [two, three, one]
    assert seats(press(table, "stand:1", form)) == [one, three]
    assert seats(press(table, "stand:9", form)) == [one, two, three]
    assert seats(press(table, "sit:nobody", form)) == [one, two, three]


def test_nobody_sits_down_where_no_seat_is_free() -> None:
    two = [id_of(name) for name in NAMES[:2]]
    assert seats(press(circle(*NAMES), f"sit:{id_of(NAMES[2])}", chosen("bisca_tres", *two))) == two


def test_somebody_new_sits_down_by_name() -> None:
    table = circle(*NAMES)
    reply = press(table, "name", chosen("pisti", id_of("Eleni"), new_player="  Ayşe "))
    assert seats(reply) == [id_of("Eleni"), "name:Ayşe"]
    assert reply.html.find("new-player").get("value") == ""


def test_the_next_name_may_be_typed_by_then() -> None:
    reply = press(circle(*NAMES), "name:Ayşe", chosen("pisti", id_of("Eleni"), new_player="Em"))
    assert seats(reply) == [id_of("Eleni"), "name:Ayşe"]
    assert reply.html.find("new-player").get("value") == "Em"


def test_a_name_that_was_typed_and_not_added_was_meant_to_be() -> None:
    table = circle(*NAMES)
    data = begun(table, table.post("/new/", chosen("pisti", id_of("Eleni"), new_player="Ayşe")))
    assert [player["name"] for player in data["players"]] == ["Eleni", "Ayşe"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A name is needed here."),
        ("   ", "A name is needed here."),
        ("n" * 201, "This name is longer than 200 letters."),
        ("a\x07b", "A control character stands in the name."),
        ("a\x9fb", "A control character stands in the name."),
        ("Eleni", "Eleni sits here already."),
    ],
)
def test_a_name_that_cannot_be_is_told_and_stays(name: str, why: str) -> None:
    reply = press(circle(*NAMES), "name", chosen("pisti", id_of("Eleni"), new_player=name))
    assert problems(reply) == [why]
    assert seats(reply) == [id_of("Eleni")]
    assert reply.html.find("new-player").get("value") == name


@pytest.mark.parametrize("name", [" ", "\u00a0", "\u2003", "\u3000", "\t", "\u2028"])
def test_a_seat_for_nobody_never_starts_a_match(name: str) -> None:
    """Whatever a form says, an answer comes back: what the server refuses is told here."""
    reply = circle(*NAMES).post("/new/", chosen("pisti", id_of("Eleni"), f"name:{name}"))
    assert problems(reply)


def test_somebody_whose_name_was_erased_is_told_of() -> None:
    table = circle("Eleni", "Deniz")
    table.players[1]["name"] = ""
    assert problems(table.post("/new/", chosen("pisti", id_of("Eleni"), id_of("Deniz"))))


def test_the_house_rules_begin_with_the_match() -> None:
    table = circle(*NAMES)
    form = put(
        chosen("pisti", *[id_of(name) for name in NAMES[:4]]), ("option-teams", "true"), ("option-target", "101")
    )
    assert "Eleni & Andreas – Deniz & Zeynep" in press(table, "", form).text.replace("&amp;", "&")
    assert begun(table, table.post("/new/", form))["options"] == {"teams": True, "target": 101}


def test_a_house_rule_that_cannot_be_is_told_and_stays() -> None:
    form = put(
        chosen("pisti", id_of("Eleni"), id_of("Deniz")), ("option-target", "other"), ("option-target-other", "0")
    )
    reply = circle(*NAMES).post("/new/", form)
    assert len(problems(reply)) == 1
    assert reply.html.find("option-target-other").get("value") == "0"
    assert "open" in reply.html.find("house-rules").attributes


def test_house_rules_stay_open_while_somebody_chooses() -> None:
    reply = press(
        circle(*NAMES), "", put(chosen("pisti", id_of("Eleni")), ("option-target", "101"), ("ruled", "usual"))
    )
    assert "open" in reply.html.find("house-rules").attributes


def test_enter_in_a_field_of_the_house_rules_is_no_empty_name() -> None:
    """All seats are taken, so nobody new is asked for: the first button of the form has no name to add."""
    table = circle(*NAMES)
    form = put(chosen("bisca_tres", id_of("Eleni"), id_of("Deniz")))
    shown = form_of(press(table, "", form))
    first = shown.all("button")[0]
    reply = table.post("/new/", [*fields(shown), (first.get("name"), first.get("value"))])
    assert reply.status != 422, reply.html.told("problem")


def test_a_draw_is_fair() -> None:
    table, seen = circle(*NAMES), []
    form = chosen("pisti", *[id_of(name) for name in NAMES[:3]])
    for number in range(120):
        asked = table.asked("/new/", [*form, ("press", "draw")]) | {"ids": [f"{number * 7919:08x}"] * 20}
        reply = Reply(host().answer(asked))
        [dealer] = [value for name, value in fields(form_of(reply)) if name == "first_dealer"]
        seen.append(dealer)
    assert set(seen) == {"0", "1", "2"}
    assert max(seen.count(dealer) for dealer in "012") < 60


def test_those_who_played_it_last_sit_there_already_and_the_deal_has_passed_on() -> None:
    players = [{"id": id_of(name), "name": name} for name in NAMES[:3]]
    table = started("pisti", players, options={"target": 101}, first_dealer=2)
    table.players = circle(*NAMES).players
    reply = table.get("/new/?game=pisti")
    assert seats(reply) == [id_of(name) for name in NAMES[:3]]
    assert {("first_dealer", "0"), ("option-target", "101"), ("game", "pisti")} <= set(fields(form_of(reply)))
    assert begun(table, table.post("/new/", fields(form_of(reply))))["options"] == {"target": 101}
    assert seats(table.get("/new/?game=bisca_tres")) == []


def test_another_number_stays_chosen_before_it_is_typed() -> None:
    form = put(chosen("pisti", id_of("Eleni"), id_of("Deniz")), ("option-target", "other"))
    chose = press(circle(*NAMES), "", form).html
    assert "checked" in chose.find("option-target-is-other").attributes
    assert chose.find("option-target-other").get("value") == ""


# ---- another game, with the same people


def over(game: str, *names: str, rounds: int = 0, **data: Any) -> Table:
    """A match that is over; all of the cast are known."""
    table = started(game, [{"id": id_of(name), "name": name} for name in names], **data)
    table.players = circle(*NAMES).players
    for number in range(rounds):
        deal = {"deal": id_of(f"round {number} {table.fresh()[0]}"), "answers": {}}
        table.store(
            {"id": table.fresh()[0], "match": table.match, "kind": "deal", "data": deal, "after": None, "at": NOW}
        )
    table.post(f"{table.here}more/", [("act", "finish")])
    return table


def another_game(table: Table) -> Reply:
    """By the button of the end page, without a script."""
    [form] = [form for form in table.get(table.here).html.forms() if "Another game" in form.text]
    assert form.get("method") in ("", "get")
    return table.get(f"{form.get('action')}?{urlencode(fields(form))}")


def test_another_game_keeps_the_people_and_passes_the_deal_on() -> None:
    table = over("pilotta", "Zeynep", "Deniz", "Andreas", "Eleni", rounds=2, first_dealer=1)
    table.logs = {**over("pisti", *NAMES[:2], options={"target": 101}).logs, **table.logs}
    reply = another_game(table)
    assert "Zeynep, Deniz, Andreas, Eleni" in form_of(reply).text
    assert not reply.html.has("seats")
    chose = press(table, "", put(fields(form_of(reply)), ("game", "pisti")))
    assert seats(chose) == [id_of(name) for name in ("Zeynep", "Deniz", "Andreas", "Eleni")]
    data = begun(table, table.post("/new/", fields(form_of(chose))))
    assert [player["name"] for player in data["players"]] == ["Zeynep", "Deniz", "Andreas", "Eleni"]
    assert data["first_dealer"] == 3


def test_another_game_has_its_own_house_rules_as_they_were_last_time() -> None:
    last = over("pilotta", *NAMES[:4], options={"target": 251})
    table = over("pisti", *NAMES[:4], options={"target": 101, "teams": True})
    table.logs = {id_of("last"): [{**event, "match": id_of("last")} for event in last.events], **table.logs}
    form = put(fields(form_of(another_game(table))), ("game", "pilotta"))
    assert begun(table, table.post("/new/", form))["options"] == {"target": 251}
    chosen_first = fields(form_of(press(table, "", put(form, ("game", "pisti")))))
    assert begun(table, table.post("/new/", put(chosen_first, ("game", "pilotta"))))["options"] == {"target": 251}


def test_where_not_all_can_play_it_is_said_and_nobody_is_left_out_unasked() -> None:
    table = over("pilotta", *NAMES[:4], first_dealer=3)
    chose = press(table, "", put(fields(form_of(another_game(table))), ("game", "bisca_tres")))
    assert len(seats(chose)) == 4
    told = "Bisca de Três has 2 players, not 4."
    assert told in form_of(chose).text
    assert "Tap whoever sits out." in form_of(chose).text
    refused = table.post("/new/", fields(form_of(chose)))
    assert problems(refused) == [told]
    assert len(seats(refused)) == 4
    left = press(table, "stand:0", fields(form_of(press(table, "stand:1", fields(form_of(chose))))))
    data = begun(table, table.post("/new/", fields(form_of(left))))
    assert [player["name"] for player in data["players"]] == ["Andreas", "Zeynep"]
    assert data["first_dealer"] == 1


@pytest.mark.parametrize(
    ("dealer", "left", "then"), [("0", "0", "0"), ("2", "0", "1"), ("2", "2", "0"), ("1", "2", "1"), ("x", "1", "0")]
)
def test_whoever_deals_goes_on_dealing_when_somebody_gets_up(dealer: str, left: str, then: str) -> None:
    form = chosen("pisti", *[id_of(name) for name in NAMES[:3]], first_dealer=dealer)
    reply = press(circle(*NAMES), f"stand:{left}", form)
    assert ("first_dealer", then) in fields(form_of(reply))


def test_people_whom_only_the_match_knows_come_along() -> None:
    """A program may start a match with players that the circle has never heard of."""
    table = over("pisti", "Ada", "Deniz", "Grace")
    for form in (another_game(table), table.get("/new/")):
        assert form.status == 200
    data = begun(table, table.post("/new/", put(fields(form_of(another_game(table))), ("game", "pisti"))))
    assert [player["name"] for player in data["players"]] == ["Ada", "Deniz", "Grace"]
    assert data["players"][1]["id"] == id_of("Deniz")


def test_whoever_is_hidden_or_the_same_as_another_is_not_offered() -> None:
    table = circle(*NAMES[:2])
    table.players += [
        {"id": id_of("old"), "name": "Old", "hidden": True, "same_as": None},
        {"id": id_of("twin"), "name": "Twin", "hidden": False, "same_as": id_of("Eleni")},
    ]
    offered = [
        one.text for one in form_of(press(table, "", chosen("pisti"))).all("button") if one.get("value")[:4] == "sit:"
    ]
    assert offered == ["Eleni", "Deniz"]


@pytest.mark.parametrize("name", ["<b>Bob</b>", 'a"b', "{{ x }}", "%(name)s %s 100%", "שרה", "🂡", "n" * 200])
def test_any_name_is_shown_as_it_is(name: str) -> None:
    table = circle(*NAMES)
    data = begun(table, table.post("/new/", chosen("bisca_tres", id_of("Eleni"), f"name:{name}")))
    assert data["players"][1]["name"] == name
    [match] = table.logs
    table.match = match
    for path in ("", "sheet/", "wall/", "more/"):
        reply = table.get(table.here + path)
        assert name.split()[0] in reply.html.root.text
        assert "<b>Bob" not in reply.text
    assert name in table.get(table.here).html.told("name")


EARLIER = chosen("bisca_tres", id_of("Eleni"), id_of("Deniz"))


def test_a_match_from_paper_begins_when_it_was_played() -> None:
    table = circle(*NAMES)
    reply = table.get("/new/?day=2026-05-03")
    assert "A match played earlier" in reply.html.root.text
    form = put(fields(form_of(press(table, "sit:" + id_of("Eleni"), fields(form_of(reply))))), ("game", "bisca_tres"))
    assert {("day", "2026-05-03"), ("time", "20:00")} <= set(form)
    reply = table.post("/new/", [*form, ("new_player", "Rosa")])
    begun(table, reply)
    assert {event["kind"]: event["at"] for event in reply.events} == {
        "player": NOW,
        "start": "2026-05-03T20:00:00+02:00",  # by the clock of whoever writes it down
    }
    assert table.get("/new/?day=2026-05-03&time=19:05").html.find("time").get("value") == "19:05"


def test_a_new_match_begins_now_and_is_asked_for_no_day() -> None:
    table = circle(*NAMES)
    assert "day" not in [name for name, _value in fields(form_of(table.get("/new/")))]
    assert table.post("/new/", EARLIER).events[-1]["at"] == NOW


@pytest.mark.parametrize(
    ("day", "time", "why"),
    [
        ("", "20:00", "The day and the time are needed here, about when the match began."),
        ("2026-05-03", "", "The day and the time are needed here, about when the match began."),
        ("2025-02-29", "20:00", "The day and the time are needed here, about when the match began."),
        ("2026-05-03", "24:00", "The day and the time are needed here, about when the match began."),
        ("1899-12-31", "20:00", "The day and the time are needed here, about when the match began."),
        ("2026-11-20", "19:43", "This moment is still to come."),
    ],
)
def test_a_day_that_cannot_be_is_told_beside_its_field(day: str, time: str, why: str) -> None:
    reply = circle(*NAMES).post("/new/", [*EARLIER, ("day", day), ("time", time)])
    assert problems(reply) == [why]
    assert {("day", day), ("time", time)} <= set(fields(form_of(reply)))
