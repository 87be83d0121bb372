"""The states of circles: what changes with each event, and when the circle is deleted. Streams wait for that."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import connection

from games import models

TOGETHER = 500  # circles of a query


def state_of(circle: models.Circle) -> str:
    """Return a text without spaces that is another one after each change of the log."""
    return f"{circle.seq}-{circle.erasures}-{'deleted' if circle.deleted else ''}"


def read_states(circles: Iterable[str]) -> dict[str, str]:
    """Return the states of these circles, by their ids as texts."""
    ids = list(map(UUID, circles))
    parts = (ids[first : first + TOGETHER] for first in range(0, len(ids), TOGETHER))
    rows = (
        row for part in parts for row in models.Circle.objects.filter(id__in=part).only("seq", "erasures", "deleted")
    )
    return {str(circle.pk): state_of(circle) for circle in rows}


def read_states_in_own_thread(circles: Iterable[str]) -> dict[str, str]:
    """Return the same with the connection of a thread outside of requests, which nobody else renews."""
    connection.close_if_unusable_or_obsolete()
    try:
        return read_states(circles)
    except BaseException:
        connection.close()
        raise
