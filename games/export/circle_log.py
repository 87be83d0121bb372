"""A circle's log as a file: a line about the circle, then its events in order, as the API has them (JSON Lines).

Read by pages of events, not by one question that stays open: whoever fetches it slowly keeps nobody waiting, and the
longest log takes no more memory than a page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from games import models
from games.store.logs import FORMAT, event_json, format_time

PAGE = 500


def lines(circle: models.Circle, by: models.Person | None = None) -> Iterator[bytes]:
    """The log as it is now, whatever is written meanwhile; of one person, where only theirs are meant."""
    seq = circle.seq
    yield line(head(circle, by))
    found = models.Event.objects.filter(circle=circle)
    if by is not None:
        found = found.filter(by__in=[by.pk, *by.guests.values_list("pk", flat=True)])
    last = 0
    while page := list(found.filter(seq__gt=last, seq__lte=seq).order_by("seq")[:PAGE]):
        yield b"".join(line(event_json(event)) for event in page)
        last = page[-1].seq


def head(circle: models.Circle, by: models.Person | None) -> dict[str, Any]:
    """`seq` is the number of the last event, so that a file which was cut off can be told."""
    told = {
        "format": FORMAT,
        "circle": str(circle.pk),
        "name": circle.name,
        "created": format_time(circle.created),
        "seq": circle.seq,
        "exported": format_time(timezone.now()),
    }
    return told if by is None else {**told, "by": str(by.pk)}


def line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
