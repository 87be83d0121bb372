"""Evenings find the neighbours of a match by an index, even if thousands begin at the same time."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.store import evenings
from tests.match.logs import start
from tests.store.conftest import Home
from tests.store.test_evenings import evenings as listed

AT = "2026-01-01T00:00:00Z"


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return " ".join(str(row[3]) for row in cursor.fetchall())


@pytest.mark.skipif("config.getoption('db') == 'postgres'", reason="A small table needs no index there.")
@pytest.mark.parametrize(("beyond", "order"), [("<", "DESC"), (">", "ASC")])
def test_neighbours_are_read_in_the_order_of_an_index(home: Home, beyond: str, order: str) -> None:
    home.accept(start())
    match = evenings.matches_of(home.circle.pk).get()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        evenings.neighbours(match, beyond, order, 1)
    [query] = queries.captured_queries
    plan = plan_of(query["sql"])
    assert "matches_in_order" in plan
    assert "TEMP B-TREE" not in plan  # which sorts all matches of the same time


def test_matches_of_one_time_are_one_evening(home: Home) -> None:
    def at_once(number: int) -> dict[str, Any]:
        return {**start(f"m{number}"), "match": f"00000000-0000-0000-0000-{number:012}", "at": AT}

    home.accept(*map(at_once, range(40)))
    assert [len(matches) for matches in listed(home)] == [40]
