"""The phone folds each event of a log once."""

from typing import Any

import pytest

from games.match.log import fold_events
from games.match.sheet import sheet_json
from games.phone import host
from tests.match.histories import History
from tests.match.logs import deal, start


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the events that were folded."""
    ids: list[str] = []
    apply_event = host.apply_event

    def count(log: Any, event: Any) -> Any:
        ids.append(event["id"])
        return apply_event(log, event)

    monkeypatch.setattr(host, "apply_event", count)
    return ids


EVENTS = [start() | {"seq": 1}, deal("one", "start") | {"seq": 2}, deal("two", "one"), deal("three", "two")]


def fresh() -> host.Host:
    return host.Host(None, None)  # type: ignore[arg-type]


def test_only_new_events_are_folded(folded: list[str]) -> None:
    phone = fresh()
    for count in (1, 3, 3, 4):
        phone.fold_incrementally({"events": EVENTS[:count]})
    assert folded == [event["id"] for event in EVENTS]


def test_a_request_need_not_repeat_known_events(folded: list[str]) -> None:
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS[:3]})
    log = phone.fold_incrementally({"known": EVENTS[2]["id"], "events": EVENTS[3:]})
    assert log is not None
    assert log.events == EVENTS
    assert folded == [event["id"] for event in EVENTS]
    shorter = phone.fold_incrementally({"known": EVENTS[1]["id"], "events": []})
    assert shorter is not None
    assert shorter.events == EVENTS[:2]
    assert folded == [event["id"] for event in [*EVENTS, *EVENTS[:2]]]


def test_an_event_that_gets_the_time_of_the_tap_is_not_folded_again(folded: list[str]) -> None:
    """It was prepared before the tap."""
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS})
    tapped = EVENTS[3] | {"at": "2026-11-20T19:59:59+02:00"}
    log = phone.fold_incrementally({"known": EVENTS[2]["id"], "events": [tapped]})
    assert log is not None
    assert log.events == [*EVENTS[:3], tapped]
    assert folded == [event["id"] for event in EVENTS]


def test_known_events_are_in_the_order_of_their_request() -> None:
    phone, numbered = fresh(), [EVENTS[0], EVENTS[2] | {"seq": 3}, EVENTS[1]]
    phone.fold_incrementally({"events": numbered})
    log = phone.fold_incrementally({"known": EVENTS[2]["id"], "events": []})
    assert log is not None
    assert log.events == numbered[:2]


def test_an_unknown_event_is_an_error() -> None:
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS[:2]})
    with pytest.raises(ValueError, match="not in list"):
        phone.fold_incrementally({"known": EVENTS[3]["id"], "events": []})


def test_a_new_number_changes_nothing_else(folded: list[str]) -> None:
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS})
    by = {"name": "Eleni"}
    numbered = [*EVENTS[:2], EVENTS[2] | {"seq": 3}, EVENTS[3] | {"seq": 4, "by": by, "received": "2026"}]
    for request in ({"events": numbered}, {"known": EVENTS[1]["id"], "events": numbered[2:]}, {"events": EVENTS}):
        log = phone.fold_incrementally(request)
        assert log is not None
        assert log.events == EVENTS[:2] + request["events"][-2:]
    assert folded == [event["id"] for event in EVENTS]


def test_a_log_is_folded_even_if_the_page_is_missing() -> None:
    phone = fresh()
    assert phone.answer({"path": "/nowhere/", "events": EVENTS[:2]})["status"] == 404
    log = phone.fold_incrementally({"known": EVENTS[1]["id"], "events": EVENTS[2:]})
    assert log is not None
    assert log.events == EVENTS


@pytest.mark.parametrize(
    "then",
    [
        EVENTS[:2],  # fewer events, as in another copy
        [EVENTS[0], EVENTS[1], EVENTS[2], EVENTS[3] | {"seq": 3}],  # new numbers in another order
        [EVENTS[0], EVENTS[1], EVENTS[3], EVENTS[2]],
        [EVENTS[0], EVENTS[1], EVENTS[2] | {"data": {}}, EVENTS[3]],  # emptied
        [start("other") | {"seq": 1}],  # another match
        [],
    ],
)
def test_another_log_is_folded_from_its_start(folded: list[str], then: list[Any]) -> None:
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS})
    del folded[:]
    log = phone.fold_incrementally({"events": then})
    assert len(folded) == len(then)
    assert (log is None) == (not then)


def test_after_a_failed_event_the_log_is_folded_from_its_start(folded: list[str]) -> None:
    phone = fresh()
    phone.fold_incrementally({"events": EVENTS[:2]})
    wrong = {"id": EVENTS[2]["id"], "kind": "deal", "data": {"nothing": 1}}
    with pytest.raises(KeyError):
        phone.fold_incrementally({"events": [*EVENTS[:2], wrong]})
    del folded[:]
    phone.fold_incrementally({"events": EVENTS})
    assert folded == [event["id"] for event in EVENTS]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_a_growing_log_has_the_same_sheet_as_a_new_fold(seed: int) -> None:
    history, phone = History(seed), fresh()
    for _turn in range(12):
        history.play(4)
        for events in (history.server.events, *(other.events() for other in history.phones)):
            log = phone.fold_incrementally({"events": events})
            assert log is None if not events else sheet_json(log, str) == sheet_json(fold_events(events), str)  # type: ignore[arg-type]
