"""The cost of logs is linear in their events, however these name each other. Cost is counted in executed lines."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from games.match import changes, columns, limits
from games.match.deals import MOST_VERSIONS
from games.match.errors import Refused
from games.match.history import log_history
from games.match.log import Effort, Log, apply_event, fold_events
from games.match.sheet import sheet_json
from games.match.summary import summary
from games.match.validation import validate_for_log
from games.pages.request import PageData, PageRequest
from games.pages.router import handle
from tests.match import logs
from tests.match.logs import MATCH
from tests.match.oracle import Oracle, without_null
from tests.match.wide_logs import SHAPES, WRITERS, amend, idle, log_of

pytestmark = pytest.mark.fifth

FEW, MANY = 50, 500
MORE = 12  # times the work for ten times the events
HIGH_TARGET = {"options": {"target": 1_000_000}}  # the match could end, but does not


@pytest.fixture(autouse=True)
def unlimited_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an event name every round of its log: the cost stays linear without the limit, too."""
    monkeypatch.setattr(limits, "MOST_IDS", 10 * MANY)


all_shapes = pytest.mark.parametrize("shape", SHAPES)


def lines(work: Callable[[list[dict[str, Any]]], Any], shape: str, size: int, **data: Any) -> int:
    """Return how many lines of Python the work executes, including the lines that build the events."""
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


@pytest.mark.fifth
@pytest.mark.slow
@all_shapes
def test_the_cost_of_a_push_is_linear_in_its_events(shape: str) -> None:
    few, many = (lines(push, shape, size, **HIGH_TARGET) for size in (FEW, MANY))
    assert many <= MORE * few


@pytest.mark.slow
def test_the_cost_of_concurrent_rounds_of_a_match_near_its_end_is_linear() -> None:
    shape = "others, and a chain that does not know the first"
    few, many = (lines(pushed, shape, size, options={"target": 10}) for size in (2 * FEW, 2 * MANY))
    assert many <= MORE * few


def test_a_push_folds_matches_again_only_a_limited_number_of_times() -> None:
    """The writer of each round has seen other events, and the match could be over. It is not folded for all of them."""
    log, count = Log(), 400
    events = log_of("others, and a chain that does not know the first", 2 * count, options={"target": 10})
    for event in events[: count + 1]:
        validate_for_log(log, event)
        apply_event(log, event)
    assert log.effort.left <= 0
    late = idle(2 * count, "d0") | {"seq": 2 * count}
    validate_for_log(log, late)  # the first round has ended the match, but the effort is used up
    log.effort = Effort()
    with pytest.raises(Refused, match="already ended"):
        validate_for_log(log, late)


@pytest.mark.fifth
@pytest.mark.slow
@all_shapes
def test_the_cost_of_reading_is_linear_in_the_events(shape: str) -> None:
    for read in (
        lambda events: log_history(fold_events(events)),
        lambda events: sheet_json(fold_events(events), str),
        sheet_page,
    ):
        few, many = (lines(read, shape, size) for size in (FEW, MANY))
        assert many <= MORE * few


def seen_events(events: list[dict[str, Any]]) -> dict[str, set[str]]:
    """Return the events that the writer of each event had seen, once all have come."""
    ids = [event["id"] for event in events]
    seen: dict[str, set[str]] = {}
    for number, event in enumerate(events):
        known, new = set(), set(ids[:number]) if event["after"] is None else set(event["after"])
        while new:
            known |= new
            new = {
                name
                for other in events
                if other["id"] in new
                for name in other["after"] or ids[: ids.index(other["id"])]
            } - known
        seen[event["id"]] = known & set(ids)
    return seen


@pytest.mark.fifth
@all_shapes
def test_every_shape_agrees_with_the_oracle(shape: str) -> None:
    events = log_of(shape, 24)
    oracle, log, pushed_log = Oracle(events, seen_events(events)), fold_events(events), pushed(events)
    sheet = sheet_json(log, str)
    assert sheet is not None
    assert sheet == sheet_json(pushed_log, str)
    assert [deal.id for deal in log.counted_deals()] == [deal.id for deal in oracle.counted_deals()]
    assert [(item["deal"], item["answers"]) for item in sheet["aside"]] == oracle.aside()
    differs = {item["deal"]: [without_null(answers) for answers in item["answers"]] for item in sheet["differs"]}
    assert differs.keys() == oracle.differs().keys()
    for id, conflict in oracle.differs().items():
        assert all(without_null(answers) in differs[id] for answers in conflict.last())


def test_the_newest_versions_of_each_writer_are_listed() -> None:
    [differs] = (sheet_json(fold_events(log_of("amended, unknown to each other", 200)), str) or {})["differs"]
    listed = [answers["points"][0] for answers in differs["answers"]]
    assert listed == list(range(200 - MOST_VERSIONS * WRITERS, 200))
    assert differs["unlisted"] == 200 - MOST_VERSIONS * WRITERS


def test_the_newest_duplicates_of_each_writer_are_listed() -> None:
    """The first round counts. The sheet has the number of further duplicates, and all count as undecided."""
    log = fold_events(log_of("unknown to each other", 101))
    sheet = sheet_json(log, str) or {}
    listed = [aside["answers"]["points"][0] for aside in sheet["aside"]]
    assert listed == list(range(101 - MOST_VERSIONS * WRITERS, 101))
    assert sheet["aside_unlisted"] == 100 - MOST_VERSIONS * WRITERS
    assert summary(log)["undecided"] == 100
    few = sheet_json(fold_events(log_of("unknown to each other", 10)), str) or {}
    assert (len(few["aside"]), "aside_unlisted" in few) == (9, False)


def test_an_amendment_after_all_versions_decides_also_unlisted_ones() -> None:
    events = log_of("amended, unknown to each other", 200)
    last = amend(200, 0, [f"a{number}" for number in range(200)], 7) | {"seq": 900}
    assert (sheet_json(fold_events([*events, last]), str) or {})["differs"] == []


def test_the_cost_of_rounds_after_a_change_of_people_is_linear() -> None:
    def pushed_after_change(size: int) -> int:
        events = log_of("one after the other", size)
        change = logs.event("people", "people", "d0", players=["Eleni", "Iris"], points="take_over")
        return lines(lambda _events: pushed([*events[:2], change, *events[2:]]), "one after the other", 0)

    few, many = pushed_after_change(FEW), pushed_after_change(MANY)
    assert many <= MORE * few


@pytest.mark.parametrize("is_first", ["seats", "people"])
def test_the_number_of_corrected_changes_is_limited(is_first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each correction of the seats may concern all changes of the people whose writers did not know it."""
    monkeypatch.setattr(limits, "MOST_CORRECTED", 200)
    corrected = []
    monkeypatch.setattr(changes, "substituted", lambda players, names: corrected.append(names) or players)
    people = [
        logs.event(f"p{number}", "people", "start", players=["Rui", "Eva"], points="take_over") for number in range(30)
    ]
    seats = [
        logs.event(f"s{number}", "seats", f"s{number - 1}" if number else "start", players=["Ana", f"Zoe {number}"])
        for number in range(30)
    ]
    order = [*seats, *people] if is_first == "seats" else [*people, *seats]
    log = fold_events([logs.start(game="points", players=["Rui", "Ana"]), *order])
    assert len(log.changes) == 30
    assert len(corrected) == 200


def test_refused_changes_of_people_cost_one_look_at_the_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """They store nothing, so a push could hold the write lock with them again and again."""
    monkeypatch.setattr(limits, "MOST_COLUMNS", 4)
    log = fold_events([logs.start(game="points", players=["Rui", "Ana"]), logs.deal("a", "start", 60)])
    looked = []
    monkeypatch.setattr(columns, "possible_changes", lambda log: looked.append(log) or [])
    for number in range(20):
        players = [f"{number} {seat}" for seat in range(8)]
        event = logs.event(f"p{number}", "people", "a", players=players, points="take_over")
        with pytest.raises(Refused, match="A match has room"):
            validate_for_log(log, event)
    assert len(looked) == 1


def test_restored_rounds_are_compared_with_a_limited_number_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_COMPARED", 100)
    deals = [logs.deal(f"d{number}", "start", number) for number in range(40)]
    kept = logs.event(
        "keep", "settle", [f"d{number}" for number in range(40)], keep=[deal["data"]["deal"] for deal in deals]
    )
    struck = [logs.event(f"s{number}", "strike", "start", deal=deals[number]["data"]["deal"]) for number in range(20)]
    restored = [
        logs.event(f"r{number}", "restore", "start", deal=deals[number]["data"]["deal"]) for number in range(20)
    ]
    log = fold_events([logs.start(), *deals, kept, *struck, *restored])
    assert log.comparisons_left == 0
    assert [log.recorded[deal["data"]["deal"]].is_duplicate for deal in deals[:20]] == [True] * 20


def test_the_rounds_that_settle_events_name_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_SETTLED", 5)
    deals = [logs.deal(f"d{number}", "start", number) for number in range(4)]
    ids = [deal["data"]["deal"] for deal in deals]
    strikes = [logs.event(f"s{number}", "settle", "start", strike=ids[2 * number :][:2]) for number in range(2)]
    late = logs.event("late", "settle", "start", strike=ids[:2], keep=ids[2:])
    log = fold_events([logs.start(), *deals, *strikes, late])
    assert [log.recorded[id].is_struck for id in ids] == [True] * 4


def test_rounds_that_know_no_change_of_the_people_look_at_none() -> None:
    """There may be 500 changes that no round knew, and 20,000 rounds."""

    def cost(changes: int) -> int:
        people = [
            logs.event(f"p{number}", "people", "start", players=["Rui", "Eva"], points="take_over")
            for number in range(changes)
        ]
        rounds = [logs.deal(f"d{number}", f"d{number - 1}" if number else "start", 60) for number in range(50)]
        count = 0

        def trace(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal count
            count += event == "line"
            return trace

        log = fold_events([logs.start(), *people])
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            for event in rounds:
                apply_event(log, event)
        finally:
            sys.settrace(before)
        return count

    assert cost(200) <= 2 * cost(20)
