"""Lists in pages: a cursor names the last row that was sent, so that nothing is skipped or sent twice meanwhile."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_date
from django.utils.translation import gettext
from rest_framework.request import Request

from games.api.errors import Wrong
from games.table.shapes import is_id

Row = TypeVar("Row")

USUAL, MOST = 50, 200  # rows a page
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def page(request: Request, rows: QuerySet[Any, Row], field: str, *, falling: bool) -> tuple[list[Row], str | None]:
    """A page of rows ordered by a time, and the cursor of the next one. Equal times are told apart by the id."""
    # The ids run against the times: so do the indexes.
    order = (f"-{field}", "id") if falling else (field, "-id")
    cursor = request.query_params.get("cursor")
    if cursor is not None:
        time, id = read_cursor(cursor)
        beyond, among = ("lt", "gt") if falling else ("gt", "lt")
        # The first condition says nothing new, but lets the database begin at the right place of its index.
        rows = rows.filter(**{f"{field}__{beyond}e": time})
        rows = rows.filter(Q(**{f"{field}__{beyond}": time}) | Q(**{f"id__{among}": id}))
    most = limit(request)
    found = list(rows.order_by(*order)[: most + 1])
    return found[:most], write_cursor(found[most - 1], field) if len(found) > most else None


def limit(request: Request) -> int:
    wanted = number(request, "limit")
    if wanted is not None and not 1 <= wanted <= MOST:
        raise Wrong(
            gettext("“%(name)s” goes from %(least)s to %(most)s.") % {"name": "limit", "least": 1, "most": MOST},
            "number",
        )
    return USUAL if wanted is None else wanted


def write_cursor(row: Any, field: str) -> str:
    time = (getattr(row, field) - EPOCH) // timedelta(microseconds=1)
    return urlsafe_b64encode(f"{time} {row.id}".encode()).decode().rstrip("=")


def read_cursor(text: str) -> tuple[datetime, UUID]:
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        time, id = urlsafe_b64decode(padded).decode("ascii").split(" ")
        if not re.fullmatch(r"-?\d{1,17}", time, re.ASCII) or not is_id(id):
            raise ValueError
        return EPOCH + timedelta(microseconds=int(time)), UUID(id)
    except (ValueError, OverflowError):
        raise Wrong(gettext("This cursor is none of ours."), "cursor") from None


def number(request: Request, name: str) -> int | None:
    """A whole number in the address."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Wrong(gettext("“%(name)s” must be a whole number.") % {"name": name}, "number")
    return int(text)


def day(request: Request, name: str) -> date | None:
    """A date in the address."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None or not 1900 <= found.year < 9000:
        raise Wrong(gettext("“%(name)s” must be a date, such as 2026-11-20.") % {"name": name}, "date")
    return found


def id_of(request: Request, name: str) -> UUID | None:
    """An id in the address."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not is_id(text):
        raise Wrong(gettext("“%(name)s” must be an id: a UUID in small letters.") % {"name": name}, "id")
    return UUID(text)


def yes_no(request: Request, name: str) -> bool | None:
    text = request.query_params.get(name)
    if text not in (None, "true", "false"):
        raise Wrong(gettext("“%(name)s” is true or false.") % {"name": name}, "yes_no")
    return None if text is None else text == "true"
