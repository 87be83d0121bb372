"""Split long lists into pages. A cursor names the last row of a page, so that rows are neither skipped nor repeated.

Nothing is counted and no offset is skipped, so the last page costs as much as the first one.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from games.match.event_fields import is_id

Row = TypeVar("Row")
Mark = tuple[datetime, UUID]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def page(
    rows: QuerySet[Any, Row], field: str, *, beyond: Mark | None, most: int, falling: bool = True
) -> tuple[list[Row], str | None]:
    """Return a page of rows ordered by a time, and the cursor of the next page. The id decides between equal times."""
    # Ids are ordered against the times, as in the indexes.
    order = (f"-{field}", "id") if falling else (field, "-id")
    if beyond is not None:
        time, id = beyond
        further, among = ("lt", "gt") if falling else ("gt", "lt")
        # The first condition is redundant, but lets the database start at the right place of its index.
        rows = rows.filter(**{f"{field}__{further}e": time})
        rows = rows.filter(Q(**{f"{field}__{further}": time}) | Q(**{f"id__{among}": id}))
    return cut(list(rows.order_by(*order)[: most + 1]), field, most)


def page_of(rows: Iterable[Row], field: str, *, beyond: Mark | None, most: int) -> tuple[list[Row], str | None]:
    """Return a page of a few rows that are already in memory, latest first, and the cursor of the next page."""
    keyed = sorted((EPOCH - getattr(row, field), row.id, row) for row in rows)  # type: ignore[attr-defined]
    if beyond is not None:
        time, id = beyond
        keyed = [item for item in keyed if item[:2] > (EPOCH - time, id)]
    return cut([row for *_place, row in keyed], field, most)


def cut(rows: list[Row], field: str, most: int) -> tuple[list[Row], str | None]:
    return rows[:most], encode_cursor(rows[most - 1], field) if len(rows) > most else None


def encode_cursor(row: Any, field: str) -> str:
    time = (getattr(row, field) - EPOCH) // timedelta(microseconds=1)
    return urlsafe_b64encode(f"{time} {row.id}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> Mark:
    """Return time and id of the cursor. Raise `ValueError` unless `encode_cursor` could have written the text."""
    padded = text.encode("ascii") + b"=" * (-len(text) % 4)
    time, id = urlsafe_b64decode(padded).decode("ascii").split(" ")
    if not re.fullmatch(r"-?\d{1,17}", time, re.ASCII) or not is_id(id):
        raise ValueError(text)
    try:
        return EPOCH + timedelta(microseconds=int(time)), UUID(id)
    except OverflowError:
        raise ValueError(text) from None
