from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import circles, matches
from games.api.base import Api
from games.api.bodies import body_of, split
from games.api.errors import Wrong
from games.api.filters import filtered_matches
from games.api.openapi.operation import operation
from games.api.openapi.parameters import CURSOR, FILTERS, LIMIT, ORDER
from games.api.openapi.shapes import or_null, record, ref, several
from games.api.pagination import page
from games.api.write_response import ACT, write_response
from games.http import etags
from games.match.events import is_id, optional
from games.services import actions

START = body_of("start", optional("match", is_id))
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
        """The matches of the circle, a line each, in pages."""
        member = circles.membership(request)
        tag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.answer(request, tag, lambda: one_page(request, member.circle_id))

    @operation("Done", 201, 200, body="StartBody")
    def post(self, request: Request) -> Response:
        """Start a match."""
        member = circles.writable(request)
        data, event = split(START.read(request))
        data.setdefault("match", event.get("event") or str(uuid4()))
        return write_response(request, actions.start_match, member, made=True, **data, **event)


def one_page(request: Request, circle: UUID) -> dict[str, Any]:
    order = request.query_params.get("order", "-started")
    if order not in ORDERS:
        known = {"name": "order", "values": ", ".join(ORDERS)}
        raise Wrong(gettext("“%(name)s” is one of these: %(values)s.") % known, "choice")
    field, falling = ORDERS[order]
    rows = filtered_matches(request, circle).values_list(*matches.LINE, named=True)
    found, following = page(request, rows, field, falling=falling)
    return {"matches": [matches.match_json(match) for match in found], "next": following}


class MatchView(Api):
    @operation("Match", tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """A match in a line."""
        found = matches.visible_match(request, match)
        return etags.answer(request, etags.log_etag(found.circle_id, found.seq), lambda: matches.match_json(found))

    @operation("Done", body="ActBody", body_needed=False)
    def delete(self, request: Request, match: UUID) -> Response:
        """Delete a match. For 30 days it can be brought back."""
        member = matches.written_to(request, match, deleted=True)
        return write_response(request, actions.delete_match, member, match=match, **ACT.read(request))


class Undelete(Api):
    @operation("Done", body="ActBody", body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """Bring a deleted match back."""
        member = matches.written_to(request, match, deleted=True)
        return write_response(request, actions.undelete_match, member, match=match, **ACT.read(request))
