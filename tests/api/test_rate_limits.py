"""Answers say how many requests are left."""

from typing import Any

import pytest

from games.api import throttles
from games.services import guesses
from tests.api.conftest import Caller

NAMES = ("Limit", "Remaining", "Reset")


def limits(answer: Any) -> tuple[int, ...]:
    return tuple(int(answer[f"RateLimit-{name}"]) for name in NAMES)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the limits, as the only item."""
    times = [1_000.0]
    monkeypatch.setattr(throttles.PerKey, "timer", lambda _throttle: times[0])
    return times


def test_requests_are_counted_down(owner: Caller, settings: Any, clock: list[float]) -> None:
    settings.THROTTLE = 3
    told = []
    for _request in range(3):
        told.append(limits(owner.get("circles/")))
        clock[0] += 0.25
    assert told == [(3, 2, 1), (3, 1, 1), (3, 0, 1)]
    refused = owner.get("circles/")
    assert (refused.status_code, limits(refused), refused["Retry-After"]) == (429, (3, 0, 1), "1")
    clock[0] += 1
    answer = owner.get("matches/x/")
    assert limits(owner.get("circles/")) == (3, 2, 1)
    assert not answer.has_header("RateLimit-Limit"), "an unknown address is not counted"


def test_errors_and_304_have_them_too(owner: Caller, settings: Any, clock: list[float]) -> None:
    settings.THROTTLE = 9
    known = owner.get("matches/")["ETag"]
    again = owner.get("matches/", headers={"if-none-match": known})
    assert (again.status_code, limits(again)) == (304, (9, 7, 1))
    wrong = owner.get("matches/?limit=x")
    assert (wrong.status_code, limits(wrong)) == (400, (9, 6, 1))


def test_the_limit_that_leaves_the_fewest_is_named(
    stranger: Caller, db: None, settings: Any, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THROTTLE = 500
    moment = guesses.window()
    monkeypatch.setattr(throttles, "window", lambda length: moment)  # no minute ends meanwhile
    first, second = (limits(stranger.post("score/", {})) for _time in range(2))
    assert (first[:2], second[:2]) == ((300, 299), (300, 298))
    settings.THROTTLE = 3
    assert limits(stranger.post("score/", {}))[:2] == (3, 0)


def test_without_limits_there_are_none(owner: Caller) -> None:
    assert not owner.get("circles/").has_header("RateLimit-Limit")


def test_every_operation_describes_them(owner: Caller) -> None:
    for path in owner.get("schema/").json()["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status in ("200", "201", "429"):
                    assert {f"RateLimit-{name}" for name in NAMES} <= set(response["headers"])
