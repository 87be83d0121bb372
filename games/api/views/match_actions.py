"""Actions on a whole match."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import matches
from games.api.base import Api
from games.api.bodies import ActBody, FinishBody, OptionsBody, PeopleBody, SeatsBody, SettleBody
from games.api.openapi.operation import operation
from games.api.responses import MatchWriteSerializer
from games.api.write_response import write_response
from games.services import actions


class SettleView(Api):
    @operation(MatchWriteSerializer, body=SettleBody)
    def post(self, request: Request, match: UUID) -> Response:
        """Decide which of the rounds that were recorded twice count."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.settle, member, match=match, **SettleBody.read(request))


class OptionsView(Api):
    @operation(MatchWriteSerializer, body=OptionsBody)
    def put(self, request: Request, match: UUID) -> Response:
        """Change the house rules. Everything is computed again."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.change_options, member, match=match, **OptionsBody.read(request))


class SeatsView(Api):
    @operation(MatchWriteSerializer, body=SeatsBody)
    def put(self, request: Request, match: UUID) -> Response:
        """Correct the seats and the first dealer."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.put_seats, member, match=match, **SeatsBody.read(request))


class PeopleView(Api):
    @operation(MatchWriteSerializer, body=PeopleBody)
    def post(self, request: Request, match: UUID) -> Response:
        """Let other people play from a round on."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.change_people, member, match=match, **PeopleBody.read(request))


class FinishView(Api):
    @operation(MatchWriteSerializer, body=FinishBody, body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """End a match early: the leaders win. A match without rounds may be entered by its totals."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.finish, member, match=match, **FinishBody.read(request))


class ReopenView(Api):
    @operation(MatchWriteSerializer, body=ActBody, body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """Continue a match that was ended early."""
        member = matches.writer_of_match(request, match)
        return write_response(request, actions.reopen, member, match=match, **ActBody.read(request))
