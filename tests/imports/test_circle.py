"""An exported circle is the same after its import on another server."""

import json
from typing import Any

import pytest

from games import services
from tests.imports.conftest import WritingPeople, another_server, circle_state, import_as_host, preview_data

SEEDS = range(8)


def body(log: bytes) -> list[bytes]:
    return log.splitlines()[1:]


def head(log: bytes) -> dict[str, Any]:
    """Return the first line without the time of export."""
    values: dict[str, Any] = json.loads(log.splitlines()[0])
    del values["exported"]
    return values


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("circle", SEEDS, indirect=True)
def test_circle_is_the_same_on_another_server(circle: WritingPeople) -> None:
    log, before = circle.log(), circle_state(circle.circle.pk)
    rosa = another_server()
    report = preview_data(rosa, log)
    assert (report.refused, report.cut_off, report.unchanged) == ([], None, 0)
    assert report.events == len(body(log))
    assert report.new == len([match for match in before["Match"] if not match["is_deleted"]])
    result = import_as_host(rosa, log)
    assert (result.circle, result.events) == (circle.circle.pk, report.events)
    assert circle_state(result.circle) == before
    assert (head(circle.log()), body(circle.log())) == (head(log), body(log))
    assert services.home_membership(rosa).circle_id == result.circle
    assert services.home_membership(rosa).role == "owner"
