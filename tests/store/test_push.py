"""Pushes of events: which are accepted and numbered, and which are refused."""

import io
import json
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from games import models, services
from games.imports import target
from games.imports.preview import preview
from games.imports.source import Source
from games.match import limits, log
from games.match.sheet import sheet_json
from games.store import append
from games.store.logs import log_of
from tests.match import wide_logs
from tests.match.logs import MATCH, amend, answers, deal, event, id_of, start
from tests.store.conftest import Home


def test_events_are_numbered_in_the_order_of_the_list(home: Home) -> None:
    assert home.accept(start(), deal("a", "start"), deal("b", "a")) == [1, 2, 3]
    assert home.accept(deal("c", "b")) == [4]
    assert models.Circle.objects.get(pk=home.circle.pk).seq == 4


def test_the_same_push_twice_is_stored_once(home: Home) -> None:
    events = [start(), deal("a", "start")]
    assert home.accept(*events) == home.accept(*events) == [1, 2]
    assert models.Event.objects.count() == 2


def test_the_same_event_twice_in_one_push_is_stored_once(home: Home) -> None:
    assert home.accept(start(), start()) == [1, 1]


def test_content_is_compared_as_json(home: Home) -> None:
    first = deal("a", ["start"])
    again = {
        **first,
        "after": id_of("start"),
        "data": dict(reversed(first["data"].items())),
        "seq": 77,
        "by": {"name": "x"},
    }
    assert home.accept(start(), first) == [1, 2]
    assert home.accept(again) == [2]


def test_other_content_under_a_known_id_is_refused(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    assert home.codes(deal("a", "start", points=90)) == ["changed"]
    assert home.codes(event("a", "strike", "start", deal=id_of("a"))) == ["changed"]


@pytest.mark.parametrize("kind", ["strike", "amend"])
def test_what_follows_a_round_with_a_taken_id_waits_for_a_new_id(home: Home, kind: str) -> None:
    """Another copy of a phone has saved the round of this id. This copy's correction is not about that round."""
    home.accept(start(), deal("a", "start"))
    more = {"answers": {"points": [80, None]}} if kind == "amend" else {}
    correction = event("s", kind, "a", deal=id_of("a"), **more)
    pushed = home.push(deal("a", "start", points=90), correction, deal("b", "a"))
    assert [(id, code) for id, code, _words in pushed.refused] == [(id_of("a"), "changed")]
    assert [one["id"] for one in pushed.accepted] == [id_of("b")]
    assert home.accept(correction) == [4]


def test_an_import_leaves_nothing_out_after_a_taken_id(home: Home) -> None:
    """It goes on with what is left out in another transaction, so it would store event by event."""
    home.accept(start(), deal("a", "start"))
    events = [deal("a", "start", points=90), *(event(f"s{n}", "strike", "a", deal=id_of("a")) for n in range(3))]
    appender = append.EventAppender(home.circle.pk, 2, home.person, timezone.now(), events, is_new=False)
    assert (len(appender.accepted), appender.left_out) == (3, [])


def test_true_differs_from_one(home: Home) -> None:
    home.accept(start(), event("f", "finish", "start", why=1))
    assert home.codes(event("f", "finish", "start", why=True)) == ["changed"]


def test_one_bad_event_does_not_spoil_the_rest(home: Home) -> None:
    home.accept(start())
    pushed = home.push(deal("a", "start"), deal("bad", "a", points=119), deal("b", "a"))
    assert [event["id"] for event in pushed.accepted] == [id_of("a"), id_of("b")]
    assert [(id, code, words.translated(str)) for id, code, words in pushed.refused] == [
        (id_of("bad"), "problem", "1 and 119 card points are impossible: no card is worth 1.")
    ]


def test_event_that_refers_to_a_refused_one_is_refused(home: Home) -> None:
    assert home.codes(start(game="whist"), deal("a", "start")) == ["document", "depends"]
    home.accept(start())
    assert home.codes(deal("bad", "start", points=119), amend("x", "bad", "bad", 71)) == ["problem", "depends"]
    assert home.codes(amend("x", "bad", "bad", 71)) == ["no_deal"]


def test_refused_event_can_be_pushed_again(home: Home) -> None:
    assert home.codes(deal("a", "start")) == ["no_match"]
    assert home.accept(start(), deal("a", "start")) == [1, 2]


def test_match_of_another_circle_is_unknown(home: Home, other_home: Home) -> None:
    home.accept(start())
    assert other_home.codes(deal("a", "start")) == ["no_match"]


def test_each_circle_has_its_own_numbers(home: Home, other_home: Home) -> None:
    assert home.accept(start(), deal("a", "start")) == [1, 2]
    assert other_home.accept(start()) == [1]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (7, "id"),
        ({}, "id"),
        ({**start("x"), "id": "7"}, "id"),
        ({**start("x"), "id": id_of("x").upper().replace("0", "A")}, "id"),
        ({**start("x"), "kind": "wish"}, "kind"),
        ({**start("x"), "kind": ["start"]}, "kind"),
        ({**start("x"), "match": None}, "no_match"),
        ({**start("x"), "match": "1"}, "no_match"),
        ({**start("x"), "data": None}, "data"),
        ({**start("x"), "data": []}, "data"),
        ({**start("x"), "after": 7}, "data"),
        ({**start("x"), "after": ["start"]}, "data"),
        ({**start("x"), "at": "yesterday"}, "data"),
        ({**start("x"), "at": "2026-02-30T10:00:00Z"}, "data"),
        ({**start("x"), "at": "2026-11-20T19:42:10"}, "data"),
        (start("x"), "doubled"),
        (deal("x", "start", deal=id_of("a")), "doubled"),
        (deal("x", "start", deal="1"), "data"),
        (deal("x", "start", answers=[]), "data"),
        (deal("x", "start", answers=None), "data"),
        (deal("x", "start", answers={"wish": 1}), "problem"),
        (deal("x", "start", before=id_of("nobody")), "no_deal"),
        (amend("x", "a", "a", 119), "problem"),
        (event("x", "strike", "a", deal=id_of("nobody")), "no_deal"),
        (event("x", "strike", "a"), "data"),
        (event("x", "restore", "a", deal=id_of("nobody")), "no_deal"),
        (event("x", "settle", "a", keep=[id_of("nobody")]), "no_deal"),
        (event("x", "settle", "a", keep=["1"]), "data"),
        (event("x", "options", "a", options={"wish": 1}), "document"),
        (event("x", "options", "a", options={"lines": 7}), "document"),
        (event("x", "options", "a"), "data"),
        (event("x", "seats", "a", players=["Eleni"]), "document"),
        (event("x", "seats", "a", players=["Eleni", "Deniz"], first_dealer=2), "document"),
        ({**event("x", "player", None, player=id_of("p"), name="Rosa")}, "data"),
        ({**event("x", "player", None, player=id_of("p")), "match": None}, "data"),
        ({**event("x", "player", None, player=id_of("p"), name=" "), "match": None}, "data"),
        ({**event("x", "player", None, player=id_of("p"), name="R", same_as=id_of("q")), "match": None}, "no_player"),
        ({**event("x", "evening", None, evening=id_of("e"), matches=[id_of("nobody")]), "match": None}, "no_match"),
    ],
)
def test_invalid_event_is_refused(home: Home, wrong: object, code: str) -> None:
    home.accept(start(), deal("a", "start"))
    assert home.codes(wrong) == [code]
    assert models.Event.objects.count() == 2


def test_a_start_needs_a_game_players_and_options_that_fit(home: Home) -> None:
    for wrong in (
        {"game": "whist"},
        {"players": ["Eleni"]},
        {"options": {"wish": True}},
        {"first_dealer": 2},
        {"game": "pisti", "players": ["A", "B", "C"], "options": {"teams": True}},
    ):
        assert home.codes(start(**wrong)) == ["document"], wrong
    assert home.codes(start(players=["Eleni", ""])) == ["data"]


def test_a_deal_whose_writer_knew_that_the_match_was_over_is_refused(home: Home) -> None:
    rounds = [deal(name, after) for name, after in (("a", "start"), ("b", "a"), ("c", "b"), ("d", "c"))]
    home.accept(start(), *rounds)
    assert home.codes(deal("e", "d"), deal("f", None)) == ["over", "over"]
    assert home.accept(deal("g", "c")) == [6]  # its writer had seen three rounds


def test_a_deal_after_finish_is_refused_unless_its_writer_did_not_know(home: Home) -> None:
    home.accept(start(), deal("a", "start"), event("f", "finish", "a"))
    assert home.codes(deal("b", "f")) == ["over"]
    assert home.accept(deal("c", "a")) == [4]


def test_answers_are_judged_by_the_rules_their_writer_knew(home: Home) -> None:
    home.accept(start(game="pisti", players=["A", "B", "C", "D"]))
    home.accept(event("o", "options", "start", options={"teams": True}))
    four = {"jacks": [1, 1, 1, 1]}
    assert home.accept(deal("a", "start", answers=four)) == [3]
    assert home.codes(deal("b", "o", answers=four)) == ["problem"]


def test_unknown_ids_in_after_are_accepted(home: Home) -> None:
    home.accept(start())
    assert home.accept(deal("a", ["never", "seen"])) == [2]
    assert home.accept(deal("b", [])) == [3]


def test_server_sets_its_own_fields(home: Home) -> None:
    home.accept({**start(), "seq": 99, "by": {"id": id_of("x"), "name": "x"}, "received": "1999-01-01T00:00:00Z"})
    stored = log_of(home.circle.pk, models.Event.objects.get().match).events[0]
    assert stored["seq"] == 1
    assert stored["by"] == {"id": str(home.person.pk), "name": "Eleni"}
    assert stored["received"] > "2026"


def test_round_recorded_twice_counts_once(home: Home) -> None:
    home.accept(start(), deal("a", "start", 71))
    home.accept(deal("b", "start", 90))
    sheet = sheet_json(log_of(home.circle.pk, models.Match.objects.get().id), str)
    assert sheet is not None
    assert [duplicate["answers"] for duplicate in sheet["aside"]] == [answers(90)]
    assert home.match(MATCH).summary["undecided"] == 1
    home.accept(event("s", "settle", ["a", "b"], keep=[id_of("b")]))
    assert home.match(MATCH).summary["undecided"] == 0
    assert home.match(MATCH).summary["totals"] == [2, 0]


@pytest.mark.parametrize("year", ["0002", "1969", "2026"])
def test_times_of_a_match_are_those_of_its_events(home: Home, year: str) -> None:
    """A clock may be wrong, even before 1970. An amendment does not make a match last."""
    round = {**deal("a", "start"), "at": f"{year}-11-20T20:00:00.250+02:00"}
    home.accept({**start(), "at": f"{year}-11-20T19:42:10.5+02:00"}, round, amend("b", "a", "a", 70))
    match = home.match(MATCH)
    assert match.started == datetime(int(year), 11, 20, 17, 42, 10, 500_000, UTC)
    assert match.last == datetime(int(year), 11, 20, 18, 0, 0, 250_000, UTC)


def test_a_phone_sends_its_events_into_a_match_that_others_have_filled(
    home: Home, other_home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", 4)
    monkeypatch.setattr(limits, "RESERVE", 2)
    models.Membership.objects.create(circle=home.circle, person=other_home.person, role=models.Role.SCORER)
    home.accept(start(), deal("a", "start"), deal("b", "a"), deal("c", "b"))
    assert home.codes(deal("d", "c")) == ["many_events"]
    outbox = [deal("x", "a"), deal("y", "x"), deal("z", "y")]
    pushed = services.push(by=other_home.person, circle=home.circle.pk, events=outbox)
    assert [event["id"] for event in pushed.accepted] == [id_of("x"), id_of("y")]
    assert [(id, code) for id, code, _words in pushed.refused] == [(id_of("z"), "many_events")]
    again = services.push(by=other_home.person, circle=home.circle.pk, events=outbox)
    assert again.accepted == pushed.accepted


def test_a_push_leaves_out_its_last_events_once_too_many_rounds_were_numbered_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The people of an inserted round follow from its position, which each inserted round changes."""
    monkeypatch.setattr(log, "MOST_RENUMBERED", 60)
    rounds = [wide_logs.deal(number, None) for number in range(20)]
    change = event("people", "people", None, players=["Deniz", "Eleni"], points="take_over")
    home.accept(wide_logs.start(options={"target": 10**6}), *rounds, change)
    late = [wide_logs.deal(number, None, before=id_of("d3")) for number in range(20, 30)]
    accepted = []
    for _time in range(len(late)):
        pushed = home.push(*late[len(accepted) :])
        assert pushed.refused == []
        assert 0 < len(pushed.accepted) < 5
        accepted += pushed.accepted
        if len(accepted) == len(late):
            break
    assert len({event["seq"] for event in accepted}) == len(late)


def test_an_import_leaves_out_no_events_of_a_long_match(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_RENUMBERED", 60)
    rounds = [wide_logs.deal(number, None) for number in range(20)]
    change = event("people", "people", None, players=["Deniz", "Eleni"], points="take_over")
    home.accept(wide_logs.start(options={"target": 10**6}), *rounds, change)
    late = [wide_logs.deal(number, None, before=id_of("d3")) for number in range(20, 30)]
    source = Source(io.BytesIO("\n".join(map(json.dumps, late)).encode()))
    goal = target.choose_target(home.person, source, home.circle)
    assert preview(home.person, source, goal).events == len(late)
    assert services.import_file(by=home.person, source=source, target=goal, most=None).events == len(late)


def test_a_push_leaves_out_its_last_events_once_the_log_was_folded_too_often(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events that were named before they came make the log fold again, once the place of a round is needed."""
    monkeypatch.setattr(log, "MOST_RENUMBERED", 2 * log.FOLD * 20)
    change = event("people", "people", None, players=["Deniz", "Eleni"], points="take_over")
    rounds = [wide_logs.deal(number, None) for number in range(4)]
    home.accept(wide_logs.start(options={"target": 10**6}), *rounds[:3], change, rounds[3])
    left = []
    for number in range(10, 20):
        left.append(event(f"s{number}", "strike", [f"r{number}"], deal=id_of("d0")))
        left.append(event(f"r{number}", "restore", "d3", deal=id_of("d0")))
        left.append(wide_logs.deal(number, None, before=id_of("d2")))
    count = len(left)
    while left:
        pushed = home.push(*left)
        assert pushed.refused == []
        assert 0 < len(pushed.accepted) < count
        left = left[len(pushed.accepted) :]


def test_a_push_that_takes_long_is_stored_in_part(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a small push of expensive events keeps all others waiting. The client sends the rest again."""
    monkeypatch.setattr(append, "MOST_SECONDS", 0)
    left = [start(), deal("a", "start"), deal("b", "a")]
    while left:
        pushed = home.push(*left)
        assert [event["id"] for event in pushed.accepted] == [left[0]["id"]]
        assert pushed.refused == []
        left = left[1:]


def test_a_page_pushes_all_of_its_events(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "MOST_SECONDS", 0)
    events = [start(), deal("a", "start"), deal("b", "a"), deal("a", "b")]
    pushed = services.push(by=home.person, circle=home.circle.pk, events=events, is_whole=True)
    assert [event["id"] for event in pushed.accepted] == [event["id"] for event in events[:3]]
    assert [id for id, _code, _words in pushed.refused] == [events[3]["id"]]


def test_a_first_match_is_stored_whole(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "MOST_SECONDS", 0)
    events = [start(), deal("a", "start"), deal("b", "a")]
    _guest, pushed = services.push_as_guest(events=events)
    assert len(pushed.accepted) == 3
