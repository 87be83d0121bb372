"""A circle's log as JSON Lines: a line about the circle, then its events in order, as in the API.

Events are read page by page, not by one open query. So a slow download keeps nobody waiting, and the longest log
takes no more memory than a page, which is limited in bytes, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from games import models
from games.store.event_pages import iterate_pages
from games.store.logs import FORMAT, event_json, format_time

PAGE = 500


def lines(circle: models.Circle, by: models.Person | None = None) -> Iterator[bytes]:
    """Yield the log up to its present end. With `by`, yield only the events of that person."""
    seq = circle.seq
    yield line(head(circle, by))
    events = models.Event.objects.filter(circle=circle)
    if by is not None:
        events = events.filter(by__in=[by.pk, *by.guests.values_list("pk", flat=True)])
    for page in iterate_pages(events.filter(seq__lte=seq), PAGE):
        yield b"".join(line(without_origin(event_json(event))) for event in page)


def without_origin(event: dict[str, Any]) -> dict[str, Any]:
    """Return the event without the mark of an import, as every server that imports it sets that mark itself."""
    return {**event, "by": {"id": event["by"]["id"], "name": event["by"]["name"]}}


def head(circle: models.Circle, by: models.Person | None) -> dict[str, Any]:
    """Return the first line. Its `seq` is the number of the last event, to detect a file that was cut off."""
    values = {
        "format": FORMAT,
        "circle": str(circle.pk),
        "name": circle.name,
        "created": format_time(circle.created),
        "seq": circle.seq,
        "exported": format_time(timezone.now()),
    }
    return values if by is None else {**values, "by": str(by.pk)}


def line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
