"""A circle that is taken home and brought in elsewhere is the same circle."""

import json
from typing import Any

import pytest

from games import services
from tests.imports.conftest import Circle, brought, everything, looked, somewhere_else

SEEDS = range(8)


def body(log: bytes) -> list[bytes]:
    return log.splitlines()[1:]


def head(log: bytes) -> dict[str, Any]:
    """But for the moment when the file was made."""
    found: dict[str, Any] = json.loads(log.splitlines()[0])
    del found["exported"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("circle", SEEDS, indirect=True)
def test_elsewhere_it_is_the_same(circle: Circle) -> None:
    log, was = circle.log(), everything(circle.circle.pk)
    rosa = somewhere_else()
    found = looked(rosa, log)
    assert (found.refused, found.cut_off, found.here) == ([], None, 0)
    assert found.events == len(body(log))
    assert found.new == len([one for one in was["Match"] if not one["is_deleted"]])
    told = brought(rosa, log)
    assert (told.circle, told.events) == (circle.circle.pk, found.events)
    assert everything(told.circle) == was
    assert (head(circle.log()), body(circle.log())) == (head(log), body(log))
    assert services.home_of(rosa).circle_id == told.circle
    assert services.home_of(rosa).role == "owner"
