"""Things of other people get the same response as unknown ids: status, text, headers and query count."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from tests.api.conftest import Caller
from tests.api.test_access import BODIES, NEW, ROWS, path_of, signed_in

pytestmark = pytest.mark.fifth

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # differs each time
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # the ids of the request
VARY = ("Expires", "Content-Length", "ETag")
WRONG_CODE = "api/v1/join/"  # has no circle, and counts guesses
LOGS = ("", "&since=1", "&since=1&hash=", "&since=1&hash=0123456789abcdef", "&since=99&hash=0123456789abcdef")

Row = tuple[str, str]


def callers_for(callers: list[Caller], address: str) -> list[Caller]:
    return callers if address.startswith(("api/", "phone/")) else [signed_in(caller) for caller in callers]


def answer(caller: Caller, row: Row, path: str) -> tuple[Any, ...]:
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        response = caller.ask(row[0], path, BODIES.get(row))
    headers = {name: UUID.sub("", value) for name, value in response.headers.items() if name not in VARY}
    return response.status_code, UUID.sub("", TOKEN.sub("", response.text)), headers, len(queries)


@pytest.fixture
def callers(guest: Caller, other_owner: Caller, stranger: Caller, things: dict[str, str]) -> list[Caller]:
    for caller in (guest, other_owner):
        caller.get("circles/")  # stores the day of the first use
    return [guest, other_owner, stranger]


@pytest.mark.slow
def test_id_of_others_is_answered_like_an_unknown_id(things: dict[str, str], callers: list[Caller]) -> None:
    invented = {name: str(uuid4()) if name.startswith("<uuid:") else thing for name, thing in things.items()}
    rows = [row for row in ROWS if "<uuid:" in row[1] and row not in NEW]
    assert len(rows) > 60
    for row in rows:
        for caller in callers_for(callers, row[1]):
            others, missing = (answer(caller, row, path_of(row[1], ids)) for ids in (things, invented))
            assert others == missing, row


@pytest.mark.slow
def test_circle_of_others_in_the_query_is_answered_like_an_unknown_one(
    things: dict[str, str], callers: list[Caller]
) -> None:
    before = models.Event.objects.count()
    naming = [row for row in ROWS if row[1].partition("/")[0] in ("api", "circle", "invite") and row[1] != WRONG_CODE]
    for row in naming:
        path = path_of(row[1], things)
        for caller in callers_for(callers[:2], row[1]):
            paths = (f"{path}?circle={id}" for id in (things["<uuid:circle>"], uuid4()))
            others, missing = (answer(caller, row, path) for path in paths)
            assert others == missing, row
    assert models.Event.objects.count() == before


@pytest.mark.parametrize("log", LOGS)
def test_events_of_others_are_answered_like_those_of_an_unknown_circle(
    things: dict[str, str], callers: list[Caller], log: str
) -> None:
    assert models.Event.objects.filter(circle=things["<uuid:circle>"], seq=1).exists()
    for caller in callers[:2]:
        paths = (f"api/v1/events/?circle={id}{log}" for id in (things["<uuid:circle>"], uuid4()))
        others, missing = (answer(caller, ("GET", "api/v1/events/"), path) for path in paths)
        assert others == missing
        assert others[0] == 404
