"""Long lists in pages: a mark names the last row that was shown, so that nothing is skipped or shown twice meanwhile.

Nothing is counted and nothing left out before the page, so the last page costs what the first one costs.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from games.match.events import is_id

Row = TypeVar("Row")
Mark = tuple[datetime, UUID]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def page(
    rows: QuerySet[Any, Row], field: str, *, beyond: Mark | None, most: int, falling: bool = True
) -> tuple[list[Row], str | None]:
    """A page of rows ordered by a time, and the mark of the next one. Equal times are told apart by the id."""
    # The ids run against the times: so do the indexes.
    order = (f"-{field}", "id") if falling else (field, "-id")
    if beyond is not None:
        time, id = beyond
        further, among = ("lt", "gt") if falling else ("gt", "lt")
        # The first condition says nothing new, but lets the database begin at the right place of its index.
        rows = rows.filter(**{f"{field}__{further}e": time})
        rows = rows.filter(Q(**{f"{field}__{further}": time}) | Q(**{f"id__{among}": id}))
    return cut(list(rows.order_by(*order)[: most + 1]), field, most)


def page_of(rows: Iterable[Row], field: str, *, beyond: Mark | None, most: int) -> tuple[list[Row], str | None]:
    """The same of few rows that are all here, the latest first."""
    placed = sorted((EPOCH - getattr(row, field), row.id, row) for row in rows)  # type: ignore[attr-defined]
    if beyond is not None:
        time, id = beyond
        placed = [one for one in placed if one[:2] > (EPOCH - time, id)]
    return cut([row for *_place, row in placed], field, most)


def cut(found: list[Row], field: str, most: int) -> tuple[list[Row], str | None]:
    return found[:most], encode_cursor(found[most - 1], field) if len(found) > most else None


def encode_cursor(row: Any, field: str) -> str:
    time = (getattr(row, field) - EPOCH) // timedelta(microseconds=1)
    return urlsafe_b64encode(f"{time} {row.id}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> Mark:
    """Raises `ValueError` where it is none of ours."""
    padded = text.encode("ascii") + b"=" * (-len(text) % 4)
    time, id = urlsafe_b64decode(padded).decode("ascii").split(" ")
    if not re.fullmatch(r"-?\d{1,17}", time, re.ASCII) or not is_id(id):
        raise ValueError(text)
    try:
        return EPOCH + timedelta(microseconds=int(time)), UUID(id)
    except OverflowError:
        raise ValueError(text) from None
