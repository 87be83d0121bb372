"""What logs cost: ten times as many events are ten times the work, however they name each other. Work is counted in lines."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from games.match.conflicts import MOST
from games.match.effort import Effort
from games.match.errors import Refused
from games.match.history import log_history
from games.match.log import Log, apply_event, fold_events
from games.match.scoring import sheet_json
from games.match.summary import summary
from games.match.validation import MOST as MOST_OF_A_MATCH
from games.match.validation import validate_for_log
from games.pages.request import PageData, PageRequest
from games.pages.router import handle
from tests.match.logs import MATCH, id_of
from tests.match.oracle import Oracle, without_null
from tests.match.wide_logs import SHAPES, WRITERS, about, amend, idle, log_of

FEW, MANY = 50, 500
MORE = 12  # times the work for ten times the events
LEVEL = {"options": {"target": 1_000_000}}  # by it a match could end, but does not

all_shapes = pytest.mark.parametrize("shape", SHAPES)


def lines(work: Callable[[list[dict[str, Any]]], Any], shape: str, size: int, **data: Any) -> int:
    """How many lines of Python it runs, with those that have the events at hand, as a request reads them."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work(log_of(shape, size, **data))
    finally:
        sys.settrace(before)
    return count


def pushed(events: list[dict[str, Any]]) -> Log:
    log = Log()
    for event in events:
        validate_for_log(log, event)
        apply_event(log, event)
    return log


def push(events: list[dict[str, Any]]) -> Any:
    return summary(pushed(events))


def sheet_page(events: list[dict[str, Any]]) -> Any:
    return handle(PageData(fold_events(events)), PageRequest("sheet", {"match": MATCH}))


@pytest.mark.slow
@all_shapes
def test_a_push_costs_in_proportion_to_its_events(shape: str) -> None:
    few, many = (lines(push, shape, size, **LEVEL) for size in (FEW, MANY))
    assert many <= MORE * few


@pytest.mark.slow
def test_rounds_whose_writers_did_not_know_that_it_could_be_over_cost_in_proportion() -> None:
    shape = "others, and a chain that does not know the first"
    few, many = (lines(pushed, shape, size, options={"target": 10}) for size in (2 * FEW, 2 * MANY))
    assert many <= MORE * few


def test_a_push_folds_matches_again_so_often_and_no_more() -> None:
    """Each round of the chain knows something else, and the match could be over: it is not folded for all of them."""
    log, count = Log(), 400
    events = log_of("others, and a chain that does not know the first", 2 * count, options={"target": 10})
    for event in events[: count + 1]:
        validate_for_log(log, event)
        apply_event(log, event)
    assert log.effort.left <= 0
    late = idle(2 * count, "d0") | {"seq": 2 * count}
    validate_for_log(log, late)  # the first round alone has ended it, but this is not looked at any more
    log.effort = Effort()
    with pytest.raises(Refused, match="over"):
        validate_for_log(log, late)


def test_a_match_has_so_many_events_and_no_more() -> None:
    log = pushed(log_of("finished again and again", MOST_OF_A_MATCH - 2))
    assert len(log.events) == MOST_OF_A_MATCH
    for number, kind in enumerate(("finish", "delete")):
        step_is_refused(log, about(number, "reopen", 0, None))
        event = about(number, kind, 0, None)
        validate_for_log(log, event)
        apply_event(log, event)
        step_is_refused(log, about(2 + number, kind, 0, None))


def step_is_refused(log: Log, event: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        validate_for_log(log, event)
    assert refused.value.code == "long"


@pytest.mark.slow
@all_shapes
def test_reading_costs_in_proportion_to_the_events(shape: str) -> None:
    for read in (log_history, lambda events: sheet_json(fold_events(events), str), sheet_page):
        few, many = (lines(read, shape, size) for size in (FEW, MANY))
        assert many <= MORE * few


def knew(events: list[dict[str, Any]]) -> dict[str, set[str]]:
    """What the writer of each event knew, once all have come."""
    ids = [event["id"] for event in events]
    found: dict[str, set[str]] = {}
    for number, event in enumerate(events):
        known, new = set(), set(ids[:number]) if event["after"] is None else set(event["after"])
        while new:
            known |= new
            new = {
                name for one in events if one["id"] in new for name in one["after"] or ids[: ids.index(one["id"])]
            } - known
        found[event["id"]] = known & set(ids)
    return found


@all_shapes
def test_they_tell_what_the_oracle_tells(shape: str) -> None:
    events = log_of(shape, 24)
    wanted, log, pushed_log = Oracle(events, knew(events)), fold_events(events), pushed(events)
    shown = sheet_json(log, str)
    assert shown is not None
    assert shown == sheet_json(pushed_log, str)
    assert [deal.id for deal in log.counting()] == [deal.id for deal in wanted.counting()]
    assert [(one["deal"], one["answers"]) for one in shown["aside"]] == wanted.aside()
    differs = {one["deal"]: [without_null(answers) for answers in one["answers"]] for one in shown["differs"]}
    assert differs.keys() == wanted.differs().keys()
    for id, one in wanted.differs().items():
        assert all(without_null(answers) in differs[id] for answers in one.last())


def test_of_many_versions_of_a_round_the_newest_of_each_writer_are_listed() -> None:
    [differs] = (sheet_json(fold_events(log_of("amended, unknown to each other", 200)), str) or {})["differs"]
    listed = [answers["points"][0] for answers in differs["answers"]]
    assert listed == list(range(200 - MOST * WRITERS, 200))


def test_whoever_knew_all_versions_decides_also_about_those_that_are_not_listed() -> None:
    events = log_of("amended, unknown to each other", 200)
    last = amend(200, 0, [f"a{number}" for number in range(200)], 7) | {"seq": 900}
    assert (sheet_json(fold_events([*events, last]), str) or {})["differs"] == []


def test_all_rounds_that_one_may_be_the_same_as_can_be_struck_at_once() -> None:
    events = log_of("kept, and others beside them", 100)
    log = fold_events(events)
    aside = log.by_id[id_of("d100")]
    form = [("settle", f"keep:{aside.id} twins:{aside.id}")]
    found = handle(
        PageData(log), PageRequest("sheet", {"match": MATCH}, form=form, now="2026-11-20T19:42:10Z", ids=[id_of("new")])
    )
    assert found.events[0]["data"] == {"keep": [aside.id], "strike": [id_of(f"d{number}") for number in range(50)]}
