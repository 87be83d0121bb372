"""The state that a log folds to: the order of deals, undoing, and concurrent events."""

from typing import Any

import pytest

from games.match.document import read
from games.match.errors import Refused
from games.match.log import Log, fold_events
from games.match.log_document import document_from_log
from games.match.sheet import Sheet, as_json, sheet_json
from games.match.summary import summary, winners_of
from games.match.validation import validate_for_log
from games.pages.entry.undoing import undo_last
from tests.match.logs import amend, answers, deal, event, id_of, start


def sheet_of(*events: Any) -> dict[str, Any]:
    sheet = sheet_json(fold_events(events), str)
    assert sheet is not None
    return sheet


def deals(log: Log) -> list[str]:
    """Return the names of the deals that count, in playing order."""
    return [deal.id.replace("-", "").lstrip("0") for deal in log.counted_deals()]


def names(*keys: str) -> list[str]:
    return [id_of(key).replace("-", "").lstrip("0") for key in keys]


def test_deals_are_in_the_order_in_which_they_were_recorded() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "a"), deal("c", "b")])
    assert deals(log) == names("a", "b", "c")
    assert document_from_log(log)["started"] == "2026-11-20T19:42:10+02:00"


def test_events_are_ordered_by_number_and_those_without_one_come_last() -> None:
    events = [start(), deal("a", "start"), deal("b", "a"), deal("late", "b")]
    for numbered, seq in zip(events, (1, 2, 3, None), strict=True):
        numbered["seq"] = seq
    assert deals(fold_events([events[3], events[2], events[0], events[1]])) == names("a", "b", "late")


def test_a_late_round_is_inserted_before_another() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "a"), deal("late", "b", before=id_of("b"))])
    assert deals(log) == names("a", "late", "b")


def test_a_struck_deal_does_not_count_until_it_is_restored() -> None:
    events = [start(), deal("a", "start"), deal("b", "a"), event("s", "strike", "b", deal=id_of("a"))]
    assert deals(fold_events(events)) == names("b")
    assert deals(fold_events([*events, event("r", "restore", "s", deal=id_of("a"))])) == names("a", "b")


def test_an_amendment_replaces_all_answers() -> None:
    sheet = sheet_of(start(), deal("a", "start"), amend("x", "a", "a", 49))
    assert sheet["totals"] == [0, 1]
    assert sheet["differs"] == []


def test_changed_house_rules_apply_to_all_rounds() -> None:
    events = [start(), *(deal(str(number), None) for number in range(4))]
    assert sheet_of(*events)["finished"]
    sheet = sheet_of(*events, event("o", "options", None, options={"lines": 10}))
    assert not sheet["finished"]
    assert sheet["facts"]["comb"]["lines"] == 10


def test_corrected_seats_move_the_dealer() -> None:
    sheet = sheet_of(start(), deal("a", "start"), event("p", "seats", "a", players=["Deniz", "Eleni"], first_dealer=1))
    assert sheet["sides"][0]["name"] == "Deniz"
    assert sheet["deals"][0]["dealer"] == 1


def test_a_match_finished_early_stays_finished_until_a_deal_or_a_reopening() -> None:
    events = [start(), deal("a", "start"), event("f", "finish", "a")]
    assert sheet_of(*events)["winners"] == [0]
    assert document_from_log(fold_events(events))["closed"] is True
    assert not sheet_of(*events, event("r", "reopen", "f"))["finished"]
    assert not sheet_of(*events, deal("b", "a"))["finished"]


def test_a_deleted_match_can_be_undeleted() -> None:
    events = [start(), event("d", "delete", "start")]
    assert fold_events(events).is_deleted
    assert not fold_events([*events, event("u", "undelete", "d")]).is_deleted


def test_a_second_start_or_deal_changes_nothing() -> None:
    log = fold_events([start(), start("again", game="pisti"), deal("a", "start"), deal("a", "start", points=49)])
    assert log.game == "bisca_tres"
    assert sheet_json(log, str)["totals"] == [1, 0]


@pytest.mark.parametrize("kind", ["wish", "Start", ""])
def test_an_unknown_kind_is_ignored_and_needs_a_newer_version(kind: str) -> None:
    log = fold_events([start(), event("w", kind, "start", anything=[1]), deal("a", "w")])
    assert log.needs_newer
    assert deals(log) == names("a")


def test_an_unknown_game_has_no_sheet() -> None:
    log = fold_events([start(game="whist"), deal("a", "start")])
    assert sheet_json(log, str) is None
    assert log.needs_newer


def test_the_first_of_two_concurrent_rounds_counts() -> None:
    sheet = sheet_of(start(), deal("a", "start", 71), deal("b", "start", 90))
    assert sheet["totals"] == [1, 0]
    assert sheet["aside"] == [{"deal": id_of("b"), "answers": answers(90), "points": [1, 0]}]


def test_a_duplicate_with_the_same_answers_is_decided() -> None:
    sheet = sheet_of(start(), deal("a", "start", 71), deal("b", "start", 71))
    assert (sheet["totals"], sheet["aside"]) == ([1, 0], [])


def test_an_amended_duplicate_is_undecided_again() -> None:
    sheet = sheet_of(start(), deal("a", "start", 71), deal("b", "start", 71), amend("x", "b", "b", 49))
    assert [item["answers"] for item in sheet["aside"]] == [answers(49)]


def test_a_duplicate_of_a_deal_amended_later_is_decided() -> None:
    sheet = sheet_of(start(), deal("a", "start", 71), deal("b", "start", 71), amend("x", "a", "a", 49))
    assert (sheet["totals"], sheet["aside"]) == ([0, 1], [])


def test_a_writer_who_had_seen_the_other_round_recorded_the_next_one() -> None:
    assert sheet_of(start(), deal("a", "start"), deal("b", "a"))["totals"] == [2, 0]
    assert sheet_of(start(), deal("a", "start"), event("o", "options", "a", options={}), deal("b", "o"))["totals"] == [
        2,
        0,
    ]


def test_a_writer_without_after_had_seen_all() -> None:
    assert sheet_of(start(), deal("a", "start"), deal("b", None))["totals"] == [2, 0]


def test_a_round_after_a_duplicate_is_a_duplicate() -> None:
    sheet = sheet_of(start(), deal("a", "start"), deal("b", "start", 90), deal("c", "b", 80))
    assert [item["deal"] for item in sheet["aside"]] == [id_of("b"), id_of("c")]


def test_a_settlement_decides_which_rounds_count() -> None:
    events = [start(), deal("a", "start", 71), deal("b", "start", 90)]
    both = ["a", "b"]
    counting = sheet_of(*events, event("s", "settle", both, keep=[id_of("a"), id_of("b")], strike=[]))
    assert (counting["totals"], counting["aside"]) == ([2, 0], [])
    other = sheet_of(*events, event("s", "settle", both, keep=[id_of("b")], strike=[id_of("a")]))
    assert (other["totals"], other["aside"]) == ([1, 0], [])
    struck = sheet_of(*events, event("s", "settle", both, strike=[id_of("b")]))
    assert (struck["totals"], struck["aside"]) == ([1, 0], [])


def test_a_deal_concurrent_with_a_struck_one_counts() -> None:
    events = [start(), deal("a", "start"), event("s", "strike", "a", deal=id_of("a")), deal("b", "start")]
    assert deals(fold_events(events)) == names("b")


def test_concurrent_amendments_differ_until_someone_who_has_seen_both_decides() -> None:
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), amend("y", "a", "a", 49)]
    sheet = sheet_of(*events)
    assert sheet["totals"] == [0, 1]
    assert sheet["differs"] == [{"deal": id_of("a"), "answers": [answers(80), answers(49)]}]
    assert sheet_of(*events, amend("z", "a", "y", 50))["differs"] != []
    assert sheet_of(*events, amend("z", "a", ["x", "y"], 80))["differs"] == []


def test_equal_concurrent_amendments_do_not_conflict() -> None:
    assert sheet_of(start(), deal("a", "start"), amend("x", "a", "a", 80), amend("y", "a", "a", 80))["differs"] == []


def test_a_concurrent_amendment_and_strike_conflict() -> None:
    strike = event("s", "strike", "a", deal=id_of("a"))
    sheet = sheet_of(start(), deal("a", "start"), amend("x", "a", "a", 80), strike)
    assert sheet["differs"] == [{"deal": id_of("a"), "answers": [answers(80), None]}]
    settled = sheet_of(
        start(),
        deal("a", "start"),
        amend("x", "a", "a", 80),
        strike,
        event("k", "settle", ["x", "s"], keep=[id_of("a")]),
    )
    assert (settled["differs"], settled["totals"]) == ([], [1, 0])


def test_a_settlement_decides_only_between_events_that_its_writer_had_seen() -> None:
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), event("k", "settle", "x", keep=[id_of("a")])]
    sheet = sheet_of(*events, amend("y", "a", "a", 49))
    assert sheet["differs"] == [{"deal": id_of("a"), "answers": [answers(80), answers(49)]}]
    assert sheet_of(*events, amend("y", "a", "a", 49), amend("z", "a", ["k", "y"], 49))["differs"] == []


def test_striking_and_restoring_a_round_decides_no_conflict_with_others() -> None:
    strike, restore = event("s", "strike", "x", deal=id_of("a")), event("r", "restore", "s", deal=id_of("a"))
    events = [start(), deal("a", "start"), amend("x", "a", "a", 80), strike, restore, amend("y", "a", "a", 49)]
    assert [item["deal"] for item in sheet_of(*events)["differs"]] == [id_of("a")]


def test_an_amendment_conflicts_with_a_concurrent_settlement_that_strikes() -> None:
    events = [start(), deal("a", "start"), deal("b", "start", 49)]
    settle = event("k", "settle", ["a", "b"], keep=[id_of("a")], strike=[id_of("b")])
    sheet = sheet_of(*events, settle, amend("x", "b", "b", 90))
    assert sheet["differs"] == [{"deal": id_of("b"), "answers": [None, answers(90)]}]


def test_only_the_last_amendment_of_each_writer_is_listed() -> None:
    mine = [amend("x", "a", "a", 80), amend("y", "a", "x", 81), amend("z", "a", "y", 82)]
    sheet = sheet_of(start(), deal("a", "start"), *mine, amend("other", "a", "a", 49))
    assert sheet["differs"] == [{"deal": id_of("a"), "answers": [answers(82), answers(49)]}]


def test_null_is_no_answer_when_answers_are_compared() -> None:
    with_null = {**answers(71), "all_tricks": None}
    sheet = sheet_of(start(), deal("a", "start", 71), deal("b", "start", answers=with_null))
    assert (sheet["totals"], sheet["aside"]) == ([1, 0], [])
    amended = event("y", "amend", "a", deal=id_of("a"), answers=with_null)
    assert sheet_of(start(), deal("a", "start", 49), amend("x", "a", "a", 71), amended)["differs"] == []


def test_earlier_answers_of_the_original_do_not_decide_a_duplicate() -> None:
    """The original was amended before the duplicate came, so one of them is wrong."""
    sheet = sheet_of(start(), deal("a", "start", 71), amend("x", "a", "a", 49), deal("b", "start", 71))
    assert [item["deal"] for item in sheet["aside"]] == [id_of("b")]


def test_a_restored_round_is_a_duplicate_of_a_round_that_the_writer_had_not_seen() -> None:
    strike, restore = event("s", "strike", "a", deal=id_of("a")), event("r", "restore", "s", deal=id_of("a"))
    events = [start(), deal("a", "start", 71), strike, deal("b", "start", 49)]
    sheet = sheet_of(*events, restore)
    assert (sheet["totals"], [item["deal"] for item in sheet["aside"]]) == ([0, 1], [id_of("a")])
    informed = event("r", "restore", ["s", "b"], deal=id_of("a"))
    assert (sheet_of(*events, informed)["totals"], sheet_of(*events, informed)["aside"]) == ([1, 1], [])


def test_an_event_that_is_named_before_it_comes_was_seen() -> None:
    """The chain a, b, c arrives as a, c, b: the writer of c had seen a only through b."""
    log = fold_events([start(), deal("a", "start"), deal("c", "b"), deal("b", "a")])
    assert deals(log) == names("a", "c", "b")


def test_events_may_name_each_other() -> None:
    log = fold_events([start(), deal("a", ["start", "b"]), deal("b", ["start", "a"])])
    assert deals(log) == names("a", "b")


def test_the_heads_are_the_events_that_no_other_event_names() -> None:
    log = fold_events([start(), deal("a", "start"), deal("b", "start"), deal("c", "b")])
    assert log.causality.heads() == [id_of("a"), id_of("c")]
    assert fold_events([start()]).causality.heads() == [id_of("start")]


ROUNDS = [start(), deal("a", "start"), deal("b", "a")]
ENDED = event("f", "finish", "b", result="none")


def test_a_match_ended_without_result_has_no_winners_and_no_places() -> None:
    sheet = sheet_of(*ROUNDS, ENDED)
    assert (sheet["finished"], sheet["winners"], sheet["places"], sheet["totals"]) == (True, [], [], [2, 0])
    log = fold_events([*ROUNDS, ENDED])
    written = document_from_log(log)
    assert (written["format"], written["closed"], written["result"]) == ("scorekeeper.match/1", True, "none")
    assert as_json(Sheet(read(written)), str)["winners"] == []
    summed = summary(log)
    assert (summed["finished"], summed["result"], summed["complete"], winners_of(summed)) == (True, "none", 0, [])


def test_a_match_that_a_side_has_won_can_end_without_result() -> None:
    won = [start(), *(deal(str(number), None) for number in range(4))]
    assert sheet_of(*won)["winners"] == [0]
    assert sheet_of(*won, event("f", "finish", None, result="none"))["winners"] == []


@pytest.mark.parametrize("later", [event("r", "reopen", "f"), deal("c", "f"), event("f2", "finish", "f")])
def test_the_last_end_a_further_round_or_a_reopened_match_counts_again(later: Any) -> None:
    events = [*ROUNDS, ENDED, later]
    assert sheet_of(*events)["places"] == [1, 2]
    assert "result" not in document_from_log(fold_events(events))
    assert "result" not in summary(fold_events(events))


def test_only_a_closed_document_can_be_without_result() -> None:
    written = document_from_log(fold_events(ROUNDS))
    for more in (
        {"result": "none"},
        {"closed": True},
        {"closed": True, "result": None},
        {"closed": True, "result": "x"},
    ):
        assert as_json(Sheet(read(written | more)), str)["places"] == [1, 2]


@pytest.mark.parametrize("data", [{"result": "draw"}, {"result": True}, {"result": "none", "totals": [3, 1]}])
def test_another_result_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        validate_for_log(fold_events([start()]), event("f", "finish", "start", **data))


def test_undoing_keeps_the_end_without_result() -> None:
    """Reopening, or a round after the end, is undone by an end that says the same."""
    for last in (event("r", "reopen", "f"), deal("c", "f")):
        log = fold_events([*ROUNDS, ENDED, last])
        acts = undo_last(log, fold_events(log.events[:-1]))
        assert acts[-1] == ("finish", {"result": "none"})


def test_undoing_an_end_or_a_reopening_returns_to_the_state_before_it() -> None:
    """An end may follow another one, and a reopening another one, from pages that were opened before."""
    closed = event("f", "finish", "b")
    twice = fold_events([*ROUNDS, closed, event("g", "finish", "f", result="none")])
    assert undo_last(twice, fold_events(twice.events[:-1])) == [("finish", {})]
    reopened = fold_events([*ROUNDS, ENDED, event("r", "reopen", "f"), event("q", "reopen", "r")])
    assert undo_last(reopened, fold_events(reopened.events[:-1])) == []


def test_a_match_that_has_rounds_is_ended_again_without_totals() -> None:
    """One phone entered the totals before it knew the first round. They are refused where a round counts."""
    closed = event("f", "finish", "start", totals=[3, 1])
    log = fold_events([start(), deal("a", "start"), closed, event("r", "reopen", "f")])
    assert undo_last(log, fold_events(log.events[:-1])) == [("finish", {})]
    alone = fold_events([start(), closed, event("r", "reopen", "f")])
    assert undo_last(alone, fold_events(alone.events[:-1])) == [("finish", {"totals": [3, 1]})]
