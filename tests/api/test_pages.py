"""Pages: nothing is left out or shown twice, and many rows cost no more queries than a few."""

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Caller
from tests.api.many import fill
from tests.api.test_lists import ids

LISTS = {
    "matches/?limit=200": 5,
    "matches/?limit=200&order=last&unfinished=true": 5,
    f"matches/?limit=200&player={UUID(int=1)}": 6,
    "evenings/?limit=200": 5,
    "players/": 4,
    "events/": 4 if connection.vendor == "sqlite" else 6,  # PostgreSQL reads them in a transaction
    "circles/": 2,
    "devices/": 2,
}


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("path", LISTS)
def test_a_list_costs_the_same_for_3_rows_and_for_300(path: str, owner: Caller, other_owner: Caller) -> None:
    counts = []
    for caller, rows in ((owner, 3), (other_owner, 300)):
        fill(caller, rows, several=True)
        caller.get("circles/")  # the first of a day is noted
        with CaptureQueriesContext(connection) as queries:
            answer = caller.get(f"{path}{'&' if '?' in path else '?'}circle={caller.circle.pk}")  # type: ignore[union-attr]
        assert answer.status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= LISTS[path]


@pytest.mark.parametrize("order", ["started", "-started", "last", "-last"])
def test_pages_leave_nothing_out_and_show_nothing_twice(owner: Caller, order: str) -> None:
    fill(owner, 20)
    whole = ids(owner.get(f"matches/?order={order}"))
    assert len(whole) == 20
    found, cursor = [], ""
    while cursor is not None:
        answer = owner.get(f"matches/?order={order}&limit=3{cursor and '&cursor='}{cursor}")
        found += ids(answer)
        cursor = answer.json()["next"]
    assert found == whole


def test_what_comes_in_between_shifts_no_page(owner: Caller) -> None:
    fill(owner, 6)
    first = owner.get("matches/?limit=3").json()
    owner.started()
    second = owner.get(f"matches/?limit=3&cursor={first['next']}").json()
    assert len({match["id"] for match in first["matches"] + second["matches"]}) == 6


def test_evenings_come_in_pages_too(owner: Caller) -> None:
    fill(owner, 5)
    first = owner.get("evenings/?limit=3").json()
    second = owner.get(f"evenings/?limit=3&cursor={first['next']}").json()
    found = first["evenings"] + second["evenings"]
    assert [one["matches"] for one in found] == [[one["id"]] for one in found]
    assert (len(found), second["next"]) == (5, None)
    assert [one["begins"] for one in found] == sorted((one["begins"] for one in found), reverse=True)
