"""The order in the lane of expensive requests: an address that used it for long lets others go first."""

import os
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from scorekeeper import lane_turns, lanes
from scorekeeper.admission import Admission
from scorekeeper.clients import line
from scorekeeper.lane_turns import LaneOrder
from scorekeeper.lanes import ExpensiveLane, SharedLocks
from tests.ground.wsgi_client import ask

HOSTILE, HONEST = "203.0.113.7", "203.0.113.8"


@pytest.fixture
def path() -> Iterator[str]:
    with lanes.shared_file(None):
        yield os.environ[lanes.VARIABLE]


def lane_of(path: str) -> ExpensiveLane:
    """Return the lane as one of several worker processes has it."""
    return ExpensiveLane(SharedLocks(path), 1)


def test_the_debt_of_an_address_is_that_of_all_processes(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = lane_of(path).order, lane_of(path).order
    monkeypatch.setattr(lane_turns.time, "monotonic", lambda: 1_000.0)
    first.spend("a", 20)
    assert (other.debt("a"), other.debt("b")) == (20, 0)
    assert (other.rank("a"), other.rank("b")) == (5, 0)
    monkeypatch.setattr(lane_turns.time, "monotonic", lambda: 1_100.0)
    assert other.debt("a") == 10
    monkeypatch.setattr(lane_turns.time, "monotonic", lambda: 10.0)
    assert other.debt("a") == 0  # the machine was started again


def test_a_debt_has_an_end() -> None:
    turns = LaneOrder(None)
    for _ in range(3):
        turns.spend("a", 50)
    assert turns.debt("a") <= lane_turns.MOST_DEBT


def test_a_full_disk_stops_nothing(path: str) -> None:
    """The order is then that of chance."""
    file = os.open(path, os.O_RDONLY)
    turns = LaneOrder(file)
    turns.spend("a", 50)
    turns.wait(0)
    assert (turns.rank("a"), turns.has_better(3)) == (0, False)
    os.close(file)


def test_work_of_an_address_with_a_debt_waits_behind_others(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    lane, other = lane_of(path), lane_of(path)
    lane.order.spend("hostile", 20)
    other.order.wait(other.order.rank("honest"))
    with pytest.raises(lanes.Busy), lane.wait_for_place("hostile"):
        raise AssertionError("The other one waits.")
    with other.wait_for_place("honest"):
        pass
    with lane.wait_for_place("hostile"):
        pass


def test_an_address_has_one_place(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With several places, the many guests of one address would take all of them."""
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    lane = ExpensiveLane(SharedLocks(path), 2)
    with lane.wait_for_place("a"):
        with pytest.raises(lanes.Busy), lane.wait_for_place("a"):
            raise AssertionError("An address has two places.")
        with lane.wait_for_place("b"):
            pass


def test_long_work_lets_others_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long preview does not end before an honest request that came later, whoever asked for it first."""
    monkeypatch.setattr(lanes, "is_expensive", lambda *_request: True)
    monkeypatch.setattr(lane_turns, "LOOKS", 0)
    has_begun, ended = Event(), []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        if environ["REMOTE_ADDR"] == HOSTILE:
            has_begun.set()
            while HONEST not in ended:
                lanes.let_others_pass()
        ended.append(environ["REMOTE_ADDR"])
        return [b"ok"]

    admission = Admission(application)
    admission.lane.order.spend(f"all of {line({'REMOTE_ADDR': HOSTILE})}", 10)
    hostile = Thread(target=ask, args=(admission, "/"), kwargs={"REMOTE_ADDR": HOSTILE}, daemon=True)
    hostile.start()
    assert has_begun.wait(10)
    assert ask(admission, "/", REMOTE_ADDR=HONEST)[0] == "200 OK"
    hostile.join(10)
    assert ended == [HONEST, HOSTILE]


@pytest.mark.fifth
def test_work_of_many_addresses_leaves_a_connection_to_those_whom_it_lets_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the one with the place of the lane waits for a connection, and those with one wait for the place."""
    monkeypatch.setattr(lanes, "is_expensive", lambda *_request: True)
    monkeypatch.setattr(lane_turns, "LOOKS", 0)
    debts = {
        f"203.0.113.{number}": debt for number, debt in enumerate((40, 20, 10, 5, 2.5, 1.5, 0.5))
    }  # each of a rank
    at_work, ended, may_end = [], [], Event()

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        address = environ["REMOTE_ADDR"]
        at_work.append(address)
        while not may_end.is_set():
            lanes.let_others_pass()
            time.sleep(0.01)
        ended.append(address)
        return [b"ok"]

    admission = Admission(application)
    threads = []
    for address, debt in debts.items():  # each would let the next one pass
        admission.lane.order.spend(f"all of {line({'REMOTE_ADDR': address})}", debt)
        thread = Thread(target=ask, args=(admission, "/"), kwargs={"REMOTE_ADDR": address}, daemon=True)
        thread.start()
        threads.append(thread)
        waits = time.monotonic() + 2
        while address not in at_work and time.monotonic() < waits:
            time.sleep(0.01)
    passing = len(at_work)
    may_end.set()
    for thread in threads:
        thread.join(20)
    assert passing == 1 + lanes.MOST_PASSED
    assert sorted(ended) == sorted(debts)


def test_short_work_keeps_its_place(path: str) -> None:
    """Work of an address without a debt passes nobody in."""
    lane = lane_of(path)
    with lane.wait_for_place("a"):
        lane.order.wait(0)
        lanes.let_others_pass()
        assert lane.free_place() is None
    lanes.let_others_pass()  # without a place there is nothing to give
