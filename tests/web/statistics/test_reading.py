"""Pages and API only read statistics: no GET writes or waits for a lock, whether months are stored or not."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.store.figures.months import drop_tallies
from scorekeeper.sqlite3 import base
from tests.api.conftest import Caller
from tests.web.evenings.conftest import Cast

PAGES = [
    "/statistics/",
    "/statistics/?game=bisca_tres",
    "/statistics/?period=2025",
    "/statistics/?game=pilotta&period=12-months",
    "/statistics/?period=tomorrow",
    "/players/",
    "/players/ELENI/",
    "/players/ELENI/?game=pilotta",
    "/players/ELENI/?period=2025-07",
]
API = [
    "statistics/",
    "statistics/?game=pilotta",
    "statistics/?from=2025-05-03&to=2025-07-02",
    "players/ELENI/figures/",
    "players/ELENI/figures/?game=bisca_tres&from=2025-06-01",
]
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|LOCK|SAVEPOINT|BEGIN)|.*\bFOR (NO KEY )?UPDATE\b", re.DOTALL)


@pytest.fixture(params=["stored", "not stored", "partly stored"])
def months(request: pytest.FixtureRequest, years: Cast) -> Cast:
    names = sorted(models.MonthTally.objects.filter(game="").values_list("month", flat=True))
    assert len(names) == 5
    drop_tallies(years.circle.pk, {"stored": [], "not stored": names, "partly stored": names[1:3]}[request.param])
    return years


@contextmanager
def only_reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(base, "open_lock", lambda _database: pytest.fail("A reader takes the write lock."))
    rows = list(models.MonthTally.objects.order_by("pk").values())
    with CaptureQueriesContext(connection) as captured:
        yield
    assert [query["sql"] for query in captured if WRITING.match(query["sql"])] == []
    assert len(captured) > 0
    assert list(models.MonthTally.objects.order_by("pk").values()) == rows


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_writes_nothing(months: Cast, open_browser: Any, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client, path = open_browser(months.zeynep), path.replace("ELENI", months.players["Eleni"])
    with only_reads(monkeypatch):
        answer = client.get(path)
    assert answer.status_code == (422 if "tomorrow" in path else 200)
    assert "Refresh" not in answer.headers
    assert "no-store" not in answer["Cache-Control"]


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("path", API)
def test_the_api_writes_nothing(months: Cast, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    caller, path = Caller(months.eleni, months.circle), path.replace("ELENI", months.players["Eleni"])
    caller.get("circles/")  # the first request of a day notes that the device is in use
    with only_reads(monkeypatch):
        answer = caller.get(path)
    assert answer.status_code == 200
    assert answer.json()["matches"] > 0


@pytest.mark.slow
def test_pages_show_the_same_whether_months_are_stored_or_not(years: Cast, open_browser: Any) -> None:
    client = open_browser(years.zeynep)
    paths = [path.replace("ELENI", years.players["Eleni"]) for path in PAGES]
    stored = [client.get(path).text for path in paths]
    drop_tallies(years.circle.pk, list(models.MonthTally.objects.filter(game="").values_list("month", flat=True)))
    assert [client.get(path).text for path in paths] == stored
