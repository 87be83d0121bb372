from __future__ import annotations

from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import matches
from games.api.base import Api
from games.api.bodies import body_of, split
from games.api.openapi.operation import operation
from games.api.write_response import ACT, write_response
from games.match.events import is_id, optional
from games.services import actions

DEAL = body_of("deal", optional("deal", is_id), without=("deal",))
AMEND = body_of("amend", without=("deal",))


class DealsView(Api):
    @operation("Done", 201, 200, body="DealBody")
    def post(self, request: Request, match: UUID) -> Response:
        """Add a round. Its answers may be incomplete."""
        member = matches.written_to(request, match)
        data, event = split(DEAL.read(request))
        data.setdefault("deal", event.get("event") or str(uuid4()))
        return write_response(request, actions.add_deal, member, made=True, match=match, **data, **event)


class DealView(Api):
    @operation("Done", body="AmendBody")
    def put(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Amend a round: these are its answers now, whole."""
        member = matches.written_to(request, match)
        said = AMEND.read(request)
        return write_response(request, actions.amend_deal, member, match=match, deal=deal, **said)

    @operation("Done", body="ActBody", body_needed=False)
    def delete(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Strike a round. It can be restored."""
        member = matches.written_to(request, match)
        return write_response(request, actions.strike_deal, member, match=match, deal=deal, **ACT.read(request))


class Restore(Api):
    @operation("Done", body="ActBody", body_needed=False)
    def post(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Restore a round that was struck."""
        member = matches.written_to(request, match)
        return write_response(request, actions.restore_deal, member, match=match, deal=deal, **ACT.read(request))
