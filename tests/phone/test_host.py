"""The phone folds a log once, and takes only what is new."""

from typing import Any

import pytest

from games.match.log import fold_events
from games.match.scoring import sheet_json
from games.phone import host
from tests.match.histories import History
from tests.match.logs import deal, start


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events that were taken."""
    taken: list[str] = []
    step = host.apply_event

    def counted(log: Any, event: Any) -> Any:
        taken.append(event["id"])
        return step(log, event)

    monkeypatch.setattr(host, "apply_event", counted)
    return taken


EVENTS = [start() | {"seq": 1}, deal("one", "start") | {"seq": 2}, deal("two", "one"), deal("three", "two")]


def fresh() -> host.Host:
    return host.Host(None, None)  # type: ignore[arg-type]


def test_only_new_events_are_taken(steps: list[str]) -> None:
    phone = fresh()
    for count in (1, 3, 3, 4):
        phone.folded({"events": EVENTS[:count]})
    assert steps == [event["id"] for event in EVENTS]


def test_what_is_known_need_not_be_told_again(steps: list[str]) -> None:
    phone = fresh()
    phone.folded({"events": EVENTS[:3]})
    log = phone.folded({"known": EVENTS[2]["id"], "events": EVENTS[3:]})
    assert log is not None
    assert log.events == EVENTS
    assert steps == [event["id"] for event in EVENTS]
    shorter = phone.folded({"known": EVENTS[1]["id"], "events": []})
    assert shorter is not None
    assert shorter.events == EVENTS[:2]
    assert steps == [event["id"] for event in [*EVENTS, *EVENTS[:2]]]


def test_what_is_known_is_so_in_the_order_in_which_it_was_told() -> None:
    phone, numbered = fresh(), [EVENTS[0], EVENTS[2] | {"seq": 3}, EVENTS[1]]
    phone.folded({"events": numbered})
    log = phone.folded({"known": EVENTS[2]["id"], "events": []})
    assert log is not None
    assert log.events == numbered[:2]


def test_what_is_not_known_is_an_error() -> None:
    phone = fresh()
    phone.folded({"events": EVENTS[:2]})
    with pytest.raises(ValueError, match="not in list"):
        phone.folded({"known": EVENTS[3]["id"], "events": []})


def test_a_number_that_has_come_changes_nothing_else(steps: list[str]) -> None:
    phone = fresh()
    phone.folded({"events": EVENTS})
    by = {"name": "Eleni"}
    numbered = [*EVENTS[:2], EVENTS[2] | {"seq": 3}, EVENTS[3] | {"seq": 4, "by": by, "received": "2026"}]
    for told in ({"events": numbered}, {"known": EVENTS[1]["id"], "events": numbered[2:]}, {"events": EVENTS}):
        log = phone.folded(told)
        assert log is not None
        assert log.events == EVENTS[:2] + told["events"][-2:]
    assert steps == [event["id"] for event in EVENTS]


def test_a_log_is_taken_even_if_no_page_comes_of_it() -> None:
    phone = fresh()
    assert phone.answer({"path": "/nowhere/", "events": EVENTS[:2]})["status"] == 404
    log = phone.folded({"known": EVENTS[1]["id"], "events": EVENTS[2:]})
    assert log is not None
    assert log.events == EVENTS


@pytest.mark.parametrize(
    "then",
    [
        EVENTS[:2],  # fewer: another copy
        [EVENTS[0], EVENTS[1], EVENTS[2], EVENTS[3] | {"seq": 3}],  # numbered since, in another order
        [EVENTS[0], EVENTS[1], EVENTS[3], EVENTS[2]],
        [EVENTS[0], EVENTS[1], EVENTS[2] | {"data": {}}, EVENTS[3]],  # emptied
        [start("other") | {"seq": 1}],  # another match
        [],
    ],
)
def test_another_log_is_folded_anew(steps: list[str], then: list[Any]) -> None:
    phone = fresh()
    phone.folded({"events": EVENTS})
    del steps[:]
    log = phone.folded({"events": then})
    assert len(steps) == len(then)
    assert (log is None) == (not then)


def test_an_event_that_fails_leaves_nothing_half_taken(steps: list[str]) -> None:
    phone = fresh()
    phone.folded({"events": EVENTS[:2]})
    wrong = {"id": EVENTS[2]["id"], "kind": "deal", "data": {"nothing": 1}}
    with pytest.raises(KeyError):
        phone.folded({"events": [*EVENTS[:2], wrong]})
    del steps[:]
    phone.folded({"events": EVENTS})
    assert steps == [event["id"] for event in EVENTS]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_however_a_log_grows_it_comes_to_the_same(seed: int) -> None:
    history, phone = History(seed), fresh()
    for _turn in range(12):
        history.play(4)
        for events in (history.server.events, *(one.events() for one in history.phones)):
            kept = phone.folded({"events": events})
            assert kept is None if not events else sheet_json(kept, str) == sheet_json(fold_events(events), str)  # type: ignore[arg-type]
