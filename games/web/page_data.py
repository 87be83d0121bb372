"""What Django has of that which an address of the table needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from games import models
from games.pages.request import PageData
from games.pages.routes import MATCH, Route
from games.store.log_cache import open_log

LATEST = 100  # matches that home and a new match look at

Line = Any  # of a match: its id, when it started, its evening, its summary


@contextmanager
def load_page_data(address: Route, member: models.Membership | None, args: dict[str, UUID]) -> Iterator[PageData]:
    """To be read and not to be kept."""
    if member is None:
        yield PageData()
    elif address.needs == MATCH:
        with open_log(member.circle_id, args["match"]) as log:
            yield PageData(log)
    else:
        found = matches(member.circle_id)
        yield PageData(
            matches=[match.summary for match in found],
            players=players(member.circle_id),
            evenings=lambda: evenings(member.circle_id, found),
        )


def matches(circle: UUID) -> list[Line]:
    """Those played last, a line each."""
    found = models.Match.objects.filter(circle=circle, is_deleted=False).order_by("-last", "id")
    return list(found.values_list("id", "started", "evening", "summary", named=True)[:LATEST])


def evenings(circle: UUID, lines: list[Line]) -> list[dict[str, Any]]:
    """Those of these matches, the last one first."""
    matches: dict[UUID, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line.started, line.id)):
        matches[line.evening].append(str(line.id))
    found = models.Evening.objects.filter(circle=circle, id__in=list(matches)).order_by("-begins", "id")
    return [
        {
            "id": str(one.id),
            "date": str(one.date),
            "name": one.name,
            "place": one.place,
            "matches": matches[one.id],
        }
        for one in found
    ]


def players(circle: UUID) -> list[dict[str, Any]]:
    found = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return [
        {"id": str(id), "name": name, "hidden": hidden, "same_as": None if same_as is None else str(same_as)}
        for id, name, hidden, same_as in found.values_list("id", "name", "hidden", "same_as")
    ]
