"""The stored data that a route of games/pages needs, loaded from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from games import models
from games.pages.request import PageData
from games.pages.routes import MATCH, Route
from games.store.log_cache import open_logs

LATEST = 100  # matches that the home page and a new match use

MatchLine = Any  # a named tuple: id, started, evening, summary


@contextmanager
def load_page_data(route: Route, member: models.Membership | None, args: dict[str, UUID]) -> Iterator[PageData]:
    """Yield the data of a route. The log belongs to the cache: use it only within the `with`."""
    if member is None:
        yield PageData()
    elif route.scope == MATCH:
        with open_logs(member.circle_id, [args["match"]]) as [log]:
            yield PageData(log)
    else:
        latest = latest_matches(member.circle_id)
        yield PageData(
            matches=[match.summary for match in latest],
            players=players(member.circle_id),
            evenings=lambda: evenings(member.circle_id, latest),
        )


def latest_matches(circle: UUID) -> list[MatchLine]:
    """Return the matches that were played last, the last one first."""
    rows = models.Match.objects.filter(circle=circle, is_deleted=False).order_by("-last", "id")
    return list(rows.values_list("id", "started", "evening", "summary", named=True)[:LATEST])


def evenings(circle: UUID, lines: list[MatchLine]) -> list[dict[str, Any]]:
    """Return the evenings of these matches, the last one first."""
    matches: dict[UUID, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line.started, line.id)):
        matches[line.evening].append(str(line.id))
    rows = models.Evening.objects.filter(circle=circle, id__in=list(matches)).order_by("-begins", "id")
    return [
        {
            "id": str(evening.id),
            "date": str(evening.date),
            "name": evening.name,
            "place": evening.place,
            "matches": matches[evening.id],
        }
        for evening in rows
    ]


def players(circle: UUID) -> list[dict[str, Any]]:
    rows = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return [
        {"id": str(id), "name": name, "hidden": hidden, "same_as": None if same_as is None else str(same_as)}
        for id, name, hidden, same_as in rows.values_list("id", "name", "hidden", "same_as")
    ]
