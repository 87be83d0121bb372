"""Return lists in pages.

A cursor names the last row sent, so no row is skipped or sent twice if others are added meanwhile.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext
from rest_framework.request import Request

from games.api.errors import InvalidRequest
from games.api.query import whole_number
from games.store import keyset

Row = TypeVar("Row")

USUAL, MOST = 50, 200  # rows a page


def page(request: Request, rows: QuerySet[Any, Row], field: str, *, falling: bool) -> tuple[list[Row], str | None]:
    """Return a page of rows ordered by a time, and the cursor of the next page."""
    cursor = request.query_params.get("cursor")
    try:
        beyond = None if cursor is None else keyset.decode_cursor(cursor)
    except ValueError:
        raise InvalidRequest(gettext("Invalid cursor."), "cursor") from None
    return keyset.page(rows, field, beyond=beyond, most=limit(request), falling=falling)


def limit(request: Request) -> int:
    """Return how many rows a page has."""
    rows = whole_number(request, "limit", 1, MOST)
    return USUAL if rows is None else rows
