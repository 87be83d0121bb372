"""The rounds of a match."""

from __future__ import annotations

from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import matches
from games.api.base import Api
from games.api.bodies import ActBody, AmendBody, DealBody
from games.api.openapi.operation import operation
from games.api.responses import MatchWriteSerializer
from games.api.serializers import split_body
from games.api.write_response import write_response
from games.services import actions


class DealsView(Api):
    @operation(MatchWriteSerializer, 201, 200, body=DealBody)
    def post(self, request: Request, match: UUID) -> Response:
        """Add a round. Its answers may be incomplete."""
        member = matches.writer_of_match(request, match)
        data, event = split_body(DealBody.read(request))
        data.setdefault("deal", event.get("event") or str(uuid4()))
        return write_response(request, actions.add_deal, member, creates="deal", match=match, **data, **event)


class DealView(Api):
    operation_name = "OneDeal"

    @operation(MatchWriteSerializer, body=AmendBody)
    def put(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Amend a round. The new answers replace all old ones."""
        member = matches.writer_of_match(request, match)
        values = AmendBody.read(request)
        return write_response(request, actions.amend_deal, member, match=match, deal=deal, **values)

    @operation(MatchWriteSerializer, body=ActBody, body_needed=False)
    def delete(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Cross out a round. It can be restored."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.strike_deal, member, match=match, deal=deal, **ActBody.read(request))


class RestoreView(Api):
    @operation(MatchWriteSerializer, body=ActBody, body_needed=False)
    def post(self, request: Request, match: UUID, deal: UUID) -> Response:
        """Restore a round that was crossed out."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.restore_deal, member, match=match, deal=deal, **ActBody.read(request))
