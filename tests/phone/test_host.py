"""The phone folds a log once, and takes only what is new."""

from typing import Any

import pytest

from games.phone import host
from games.table.log import fold
from games.table.together import as_json
from tests.table.histories import History
from tests.table.logs import deal, start


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events that were taken."""
    taken: list[str] = []
    step = host.step

    def counted(log: Any, event: Any) -> Any:
        taken.append(event["id"])
        return step(log, event)

    monkeypatch.setattr(host, "step", counted)
    return taken


EVENTS = [start() | {"seq": 1}, deal("one", "start") | {"seq": 2}, deal("two", "one"), deal("three", "two")]


def fresh() -> host.Host:
    return host.Host(None, None)  # type: ignore[arg-type]


def test_only_new_events_are_taken(steps: list[str]) -> None:
    phone = fresh()
    for count in (1, 3, 3, 4):
        phone.folded(EVENTS[:count])
    assert steps == [event["id"] for event in EVENTS]


@pytest.mark.parametrize(
    "then",
    [
        EVENTS[:2],  # fewer: another copy
        [EVENTS[0], EVENTS[1], EVENTS[2] | {"seq": 3}, EVENTS[3]],  # numbered since
        [EVENTS[0], EVENTS[1], EVENTS[3], EVENTS[2]],
        [start("other") | {"seq": 1}],  # another match
        [],
    ],
)
def test_another_log_is_folded_anew(steps: list[str], then: list[Any]) -> None:
    phone = fresh()
    phone.folded(EVENTS)
    del steps[:]
    log = phone.folded(then)
    assert len(steps) == len(then)
    assert (log is None) == (not then)


def test_an_event_that_fails_leaves_nothing_half_taken(steps: list[str]) -> None:
    phone = fresh()
    phone.folded(EVENTS[:2])
    with pytest.raises(KeyError):
        phone.folded([*EVENTS[:2], {"id": EVENTS[2]["id"], "kind": "deal", "data": {"nothing": 1}}])
    del steps[:]
    phone.folded(EVENTS)
    assert steps == [event["id"] for event in EVENTS]


@pytest.mark.parametrize("seed", range(30))
def test_however_a_log_grows_it_comes_to_the_same(seed: int) -> None:
    history, phone = History(seed), fresh()
    for _turn in range(12):
        history.play(4)
        for events in (history.server.events, *(one.events() for one in history.phones)):
            kept = phone.folded(events)
            assert kept is None if not events else as_json(kept, str) == as_json(fold(events), str)  # type: ignore[arg-type]
