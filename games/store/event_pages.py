"""Read stored events in pages, so that memory holds few of them at a time, however large they are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext

from django.db import connection, transaction
from django.db.models import QuerySet

from games import models
from games.match.events import content_size
from games.store.logs import event_json

MOST_BYTES = 2_000_000  # of the events of a page, as JSON or by `content_size`: they take six times as much at most
AT_ONCE = 50  # events whose texts are read together


def iterate_pages(events: QuerySet[models.Event], most: int) -> Iterator[list[models.Event]]:
    """Yield the events in order. A query reads each page only when it is needed."""
    seq, more = 0, True
    while more:
        page, more = next_page(events.filter(seq__gt=seq).order_by("seq"), most)
        if page:
            yield page
            seq = page[-1].seq


def next_page(events: QuerySet[models.Event], most: int) -> tuple[list[models.Event], bool]:
    """Return the next events, and whether there are more: at most this number of `MOST_BYTES`, and at least one."""
    page: list[models.Event] = []
    size = 0
    # Without a transaction PostgreSQL's cursor would need one connection from part to part, which a pooler may not give.
    with transaction.atomic() if connection.vendor == "postgresql" else nullcontext():
        for event in read_in_parts(events[: most + 1]):
            text = json.dumps(event_json(event), ensure_ascii=False).encode()
            size += max(len(text), content_size(event.data, MOST_BYTES))
            if page and (len(page) == most or size > MOST_BYTES):
                return page, True
            page.append(event)
    return page, False


def read_in_parts(events: QuerySet[models.Event]) -> Iterable[models.Event]:
    """Yield the events, and read each part only when it is needed."""
    return events.iterator(chunk_size=AT_ONCE)
