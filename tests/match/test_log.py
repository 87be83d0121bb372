"""What a log folds to: the order of deals, undo, and what two people wrote apart."""

from typing import Any

import pytest

from games.match import scoring
from games.match.log import Log, fold_events
from tests.match.logs import amend, answers, deal, event, id_of, start


def sheet(*events: Any) -> dict[str, Any]:
    found = scoring.sheet_json(fold_events(events), str)
    assert found is not None
    return found


def deals(log: Log) -> list[str]:
    """The names of the deals that count, in playing order."""
    return [one.id.replace("-", "").lstrip("0") for one in log.counted_deals()]


def names(*wanted: str) -> list[str]:
    return [id_of(name).replace("-", "").lstrip("0") for name in wanted]


def test_deals_stand_as_they_were_written() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "a"), deal("c", "b")])
    assert deals(log) == names("a", "b", "c")
    assert scoring.document_from_log(log)["started"] == "2026-11-20T19:42:10+02:00"


def test_numbers_go_before_the_order_of_the_list() -> None:
    events = [start(), deal("a", "start"), deal("b", "a"), deal("late", "b")]
    for one, seq in zip(events, (1, 2, 3, None), strict=True):
        one["seq"] = seq
    assert deals(fold_events([events[3], events[2], events[0], events[1]])) == names("a", "b", "late")


def test_a_round_recorded_late_goes_before_another() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "a"), deal("late", "b", before=id_of("b"))])
    assert deals(log) == names("a", "late", "b")


def test_a_struck_deal_is_left_out_until_it_is_restored() -> None:
    events = [start(), deal("a", "start"), deal("b", "a"), event("s", "strike", "b", deal=id_of("a"))]
    assert deals(fold_events(events)) == names("b")
    assert deals(fold_events([*events, event("r", "restore", "s", deal=id_of("a"))])) == names("a", "b")


def test_an_amendment_replaces_the_answers_whole() -> None:
    found = sheet(start(), deal("a", "start"), amend("x", "a", "a", 49))
    assert found["totals"] == [0, 1]
    assert found["differs"] == []


def test_house_rules_changed_on_the_way_count_for_all() -> None:
    events = [start(), *(deal(str(number), None) for number in range(4))]
    assert sheet(*events)["finished"]
    found = sheet(*events, event("o", "options", None, options={"lines": 10}))
    assert not found["finished"]
    assert found["facts"]["comb"]["lines"] == 10


def test_seats_put_right_move_the_dealer() -> None:
    found = sheet(start(), deal("a", "start"), event("p", "seats", "a", players=["Deniz", "Eleni"], first_dealer=1))
    assert found["sides"][0]["name"] == "Deniz"
    assert found["deals"][0]["dealer"] == 1


def test_finished_early_until_the_next_deal_or_reopened() -> None:
    events = [start(), deal("a", "start"), event("f", "finish", "a")]
    assert sheet(*events)["winners"] == [0]
    assert scoring.document_from_log(fold_events(events))["closed"] is True
    assert not sheet(*events, event("r", "reopen", "f"))["finished"]
    assert not sheet(*events, deal("b", "a"))["finished"]


def test_deleted_and_brought_back() -> None:
    events = [start(), event("d", "delete", "start")]
    assert fold_events(events).is_deleted
    assert not fold_events([*events, event("u", "undelete", "d")]).is_deleted


def test_a_second_start_or_deal_changes_nothing() -> None:
    log = fold_events([start(), start("again", game="pisti"), deal("a", "start"), deal("a", "start", points=49)])
    assert log.game == "bisca_tres"
    assert scoring.sheet_json(log, str)["totals"] == [1, 0]


@pytest.mark.parametrize("kind", ["wish", "Start", ""])
def test_what_is_not_known_is_passed_over_and_said(kind: str) -> None:
    log = fold_events([start(), event("w", kind, "start", anything=[1]), deal("a", "w")])
    assert log.needs_newer
    assert deals(log) == names("a")


def test_a_game_that_is_not_known_has_no_sheet() -> None:
    log = fold_events([start(game="whist"), deal("a", "start")])
    assert scoring.sheet_json(log, str) is None
    assert log.needs_newer


def test_of_rounds_written_apart_the_first_counts() -> None:
    found = sheet(start(), deal("a", "start", 71), deal("b", "start", 90))
    assert found["totals"] == [1, 0]
    assert found["aside"] == [{"deal": id_of("b"), "answers": answers(90), "points": [1, 0]}]


def test_the_same_answers_stand_aside_without_a_question() -> None:
    found = sheet(start(), deal("a", "start", 71), deal("b", "start", 71))
    assert (found["totals"], found["aside"]) == ([1, 0], [])


def test_a_twin_that_was_amended_is_asked_about_again() -> None:
    found = sheet(start(), deal("a", "start", 71), deal("b", "start", 71), amend("x", "b", "b", 49))
    assert [one["answers"] for one in found["aside"]] == [answers(49)]


def test_a_twin_of_a_deal_put_right_later_is_not() -> None:
    found = sheet(start(), deal("a", "start", 71), deal("b", "start", 71), amend("x", "a", "a", 49))
    assert (found["totals"], found["aside"]) == ([0, 1], [])


def test_whoever_knew_the_other_wrote_the_next_round() -> None:
    assert sheet(start(), deal("a", "start"), deal("b", "a"))["totals"] == [2, 0]
    assert sheet(start(), deal("a", "start"), event("o", "options", "a", options={}), deal("b", "o"))["totals"] == [
        2,
        0,
    ]


def test_no_after_means_that_all_was_known() -> None:
    assert sheet(start(), deal("a", "start"), deal("b", None))["totals"] == [2, 0]


def test_who_follows_one_that_stands_aside_stands_aside_too() -> None:
    found = sheet(start(), deal("a", "start"), deal("b", "start", 90), deal("c", "b", 80))
    assert [one["deal"] for one in found["aside"]] == [id_of("b"), id_of("c")]


def test_a_settlement_decides_what_counts() -> None:
    events = [start(), deal("a", "start", 71), deal("b", "start", 90)]
    both = ["a", "b"]
    kept = sheet(*events, event("s", "settle", both, keep=[id_of("a"), id_of("b")], strike=[]))
    assert (kept["totals"], kept["aside"]) == ([2, 0], [])
    other = sheet(*events, event("s", "settle", both, keep=[id_of("b")], strike=[id_of("a")]))
    assert (other["totals"], other["aside"]) == ([1, 0], [])
    struck = sheet(*events, event("s", "settle", both, strike=[id_of("b")]))
    assert (struck["totals"], struck["aside"]) == ([1, 0], [])


def test_a_deal_apart_from_a_struck_one_counts() -> None:
    events = [start(), deal("a", "start"), event("s", "strike", "a", deal=id_of("a")), deal("b", "start")]
    assert deals(fold_events(events)) == names("b")


def test_amendments_apart_that_differ_are_shown_until_somebody_who_knew_both_decides() -> None:
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), amend("y", "a", "a", 49)]
    found = sheet(*events)
    assert found["totals"] == [0, 1]
    assert found["differs"] == [{"deal": id_of("a"), "answers": [answers(80), answers(49)]}]
    assert sheet(*events, amend("z", "a", "y", 50))["differs"] != []
    assert sheet(*events, amend("z", "a", ["x", "y"], 80))["differs"] == []


def test_amendments_apart_that_say_the_same_are_no_question() -> None:
    assert sheet(start(), deal("a", "start"), amend("x", "a", "a", 80), amend("y", "a", "a", 80))["differs"] == []


def test_an_amendment_apart_from_a_strike_is_shown() -> None:
    strike = event("s", "strike", "a", deal=id_of("a"))
    found = sheet(start(), deal("a", "start"), amend("x", "a", "a", 80), strike)
    assert found["differs"] == [{"deal": id_of("a"), "answers": [answers(80), None]}]
    settled = sheet(
        start(),
        deal("a", "start"),
        amend("x", "a", "a", 80),
        strike,
        event("k", "settle", ["x", "s"], keep=[id_of("a")]),
    )
    assert (settled["differs"], settled["totals"]) == ([], [1, 0])


def test_a_settlement_decides_only_between_what_its_writer_knew() -> None:
    """It kept the round as one had amended it, and never heard of what another one wrote."""
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), event("k", "settle", "x", keep=[id_of("a")])]
    found = sheet(*events, amend("y", "a", "a", 49))
    assert found["differs"] == [{"deal": id_of("a"), "answers": [answers(80), answers(49)]}]
    assert sheet(*events, amend("y", "a", "a", 49), amend("z", "a", ["k", "y"], 49))["differs"] == []


def test_who_strikes_and_restores_decides_nothing_for_others() -> None:
    strike, restore = event("s", "strike", "x", deal=id_of("a")), event("r", "restore", "s", deal=id_of("a"))
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), strike, restore, amend("y", "a", "a", 49)]
    assert [one["deal"] for one in sheet(*events)["differs"]] == [id_of("a")]


def test_an_amendment_apart_from_a_settlement_that_strikes_is_shown() -> None:
    events = [start(), deal("a", "start"), deal("b", "start", 49)]
    settle = event("k", "settle", ["a", "b"], keep=[id_of("a")], strike=[id_of("b")])
    found = sheet(*events, settle, amend("x", "b", "b", 90))
    assert found["differs"] == [{"deal": id_of("b"), "answers": [None, answers(90)]}]


def test_only_the_last_word_of_each_is_shown() -> None:
    """An open deal is amended as its answers come in."""
    mine = [amend("x", "a", "a", 80), amend("y", "a", "x", 81), amend("z", "a", "y", 82)]
    found = sheet(start(), deal("a", "start"), *mine, amend("other", "a", "a", 49))
    assert found["differs"] == [{"deal": id_of("a"), "answers": [answers(82), answers(49)]}]


def test_null_is_no_answer_when_two_say_the_same() -> None:
    told = {**answers(71), "all_tricks": None}
    found = sheet(start(), deal("a", "start", 71), deal("b", "start", answers=told))
    assert (found["totals"], found["aside"]) == ([1, 0], [])
    amended = event("y", "amend", "a", deal=id_of("a"), answers=told)
    assert sheet(start(), deal("a", "start", 49), amend("x", "a", "a", 71), amended)["differs"] == []


def test_what_a_twin_said_before_is_not_the_same() -> None:
    """It was put right before the other record came: one of the two is wrong."""
    found = sheet(start(), deal("a", "start", 71), amend("x", "a", "a", 49), deal("b", "start", 71))
    assert [one["deal"] for one in found["aside"]] == [id_of("b")]


def test_a_round_restored_by_who_did_not_know_that_another_counts_stands_aside() -> None:
    strike, restore = event("s", "strike", "a", deal=id_of("a")), event("r", "restore", "s", deal=id_of("a"))
    events = [start(), deal("a", "start", 71), strike, deal("b", "start", 49)]
    found = sheet(*events, restore)
    assert (found["totals"], [one["deal"] for one in found["aside"]]) == ([0, 1], [id_of("a")])
    knowing = event("r", "restore", ["s", "b"], deal=id_of("a"))
    assert (sheet(*events, knowing)["totals"], sheet(*events, knowing)["aside"]) == ([1, 1], [])


def test_an_event_named_before_it_came_was_known_all_the_same() -> None:
    """The chain a, b, c arrives as a, c, b: c knew a only through b."""
    found = fold_events([start(), deal("a", "start"), deal("c", "b"), deal("b", "a")])
    assert deals(found) == names("a", "c", "b")


def test_events_that_name_each_other_do_no_harm() -> None:
    log = fold_events([start(), deal("a", ["start", "b"]), deal("b", ["start", "a"])])
    assert deals(log) == names("a", "b")


def test_the_ends_are_what_the_next_event_comes_after() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "start"), deal("c", "b")])
    assert log.causality.heads() == [id_of("a"), id_of("c")]
    assert fold_events([start()]).causality.heads() == [id_of("start")]
