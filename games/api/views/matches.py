"""The matches of a circle."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import circles, matches
from games.api.base import Api
from games.api.bodies import ActBody, StartBody
from games.api.errors import InvalidRequest
from games.api.filters import filtered_matches
from games.api.openapi.operation import operation
from games.api.openapi.parameters import CURSOR, FILTERS, LIMIT, ORDER
from games.api.openapi.shapes import or_null, record, ref, several
from games.api.pagination import page
from games.api.responses import MatchWriteSerializer
from games.api.serializers import split_body
from games.api.write_response import write_response
from games.http import etags
from games.services import actions

ORDERS = {
    "started": ("started", False),
    "-started": ("started", True),
    "last": ("last", False),
    "-last": ("last", True),
}


class MatchesView(Api):
    @operation(
        record({"matches": several(ref("Match")), "next": or_null({"type": "string"})}),
        parameters=(*FILTERS, ORDER, CURSOR, LIMIT),
        tagged=True,
    )
    def get(self, request: Request) -> Response:
        """List the matches of the circle, in pages."""
        member = circles.membership(request)
        tag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.conditional_response(request, tag, lambda: matches_page(request, member.circle_id))

    @operation(MatchWriteSerializer, 201, 200, body=StartBody)
    def post(self, request: Request) -> Response:
        """Start a match."""
        member = circles.writer(request)
        data, event = split_body(StartBody.read(request))
        data.setdefault("match", event.get("event") or str(uuid4()))
        return write_response(request, actions.start_match, member, creates="match", **data, **event)


def matches_page(request: Request, circle: UUID) -> dict[str, Any]:
    """Return a page of the list, with the cursor of the next."""
    order = request.query_params.get("order", "-started")
    if order not in ORDERS:
        words = gettext("“%(name)s” must be one of: %(values)s.")
        raise InvalidRequest(words % {"name": "order", "values": ", ".join(ORDERS)}, "choice")
    field, falling = ORDERS[order]
    rows = filtered_matches(request, circle).values_list(*matches.LINE, named=True)
    page_rows, cursor = page(request, rows, field, falling=falling)
    people = matches.people_of_matches(circle, page_rows)
    return {"matches": [matches.match_json(match, people) for match in page_rows], "next": cursor}


class MatchView(Api):
    operation_name = "OneMatch"

    @operation("Match", tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """Return the summary of a match."""
        row = matches.visible_match(request, match)
        people = matches.people_of_matches(row.circle_id, [row])
        evening = (
            "" if row.evening is None else f"-{row.evening.hex[:8]}"
        )  # it may change without an event of the match
        tag = etags.log_etag(row.circle_id, row.seq) + evening + matches.names_etag(row)
        return etags.conditional_response(request, tag, lambda: matches.match_json(row, people))

    @operation(MatchWriteSerializer, body=ActBody, body_needed=False)
    def delete(self, request: Request, match: UUID) -> Response:
        """Delete a match. It can be restored for 30 days."""
        member = matches.writer_of_match(request, match, deleted=True)
        return write_response(request, actions.delete_match, member, match=match, **ActBody.read(request))


class UndeleteView(Api):
    @operation(MatchWriteSerializer, body=ActBody, body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """Restore a deleted match."""
        member = matches.writer_of_match(request, match, deleted=True)
        return write_response(request, actions.undelete_match, member, match=match, **ActBody.read(request))
