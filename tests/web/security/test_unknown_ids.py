"""What is somebody else's is answered as what is not there: in status, words and headers, and with as many questions."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from tests.api.conftest import Caller
from tests.api.test_access import BODIES, NEW, ROWS, signed_in

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # another one each time
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # what was asked for
VARY = ("Expires", "Content-Length", "ETag")
WRONG_CODE = "api/v1/join/"  # names no circle, and counts

Row = tuple[str, str]


def path_of(address: str, things: dict[str, str]) -> str:
    path = f"/{address}"
    for pattern, thing in things.items():
        path = path.replace(pattern, thing)
    return path


def at(callers: list[Caller], address: str) -> list[Caller]:
    return callers if address.startswith(("api/", "phone/")) else [signed_in(caller) for caller in callers]


def answer(caller: Caller, row: Row, path: str) -> tuple[Any, ...]:
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        found = caller.ask(row[0], path, BODIES.get(row))
    headers = {name: UUID.sub("", value) for name, value in found.headers.items() if name not in VARY}
    return found.status_code, UUID.sub("", TOKEN.sub("", found.text)), headers, len(queries)


@pytest.fixture
def callers(guest: Caller, other_owner: Caller, stranger: Caller, things: dict[str, str]) -> list[Caller]:
    for caller in (guest, other_owner):
        caller.get("circles/")  # the day of the first use is noted
    return [guest, other_owner, stranger]


@pytest.mark.slow
def test_an_id_of_others_is_answered_as_one_that_nothing_has(things: dict[str, str], callers: list[Caller]) -> None:
    invented = {name: str(uuid4()) if name.startswith("<uuid:") else thing for name, thing in things.items()}
    named = [row for row in ROWS if "<uuid:" in row[1] and row not in NEW]
    assert len(named) > 60
    for row in named:
        for caller in at(callers, row[1]):
            found, missing = (answer(caller, row, path_of(row[1], ids)) for ids in (things, invented))
            assert found == missing, row


@pytest.mark.slow
def test_a_circle_of_others_that_is_named_is_answered_as_none(things: dict[str, str], callers: list[Caller]) -> None:
    before = models.Event.objects.count()
    naming = [row for row in ROWS if row[1].partition("/")[0] in ("api", "circle", "invite") and row[1] != WRONG_CODE]
    for row in naming:
        path = path_of(row[1], things)
        for caller in at(callers[:2], row[1]):
            named = (f"{path}?circle={id}" for id in (things["<uuid:circle>"], uuid4()))
            found, missing = (answer(caller, row, one) for one in named)
            assert found == missing, row
    assert models.Event.objects.count() == before
