"""What people do to a whole match."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import matches
from games.api.base import Api
from games.api.bodies import body_of
from games.api.openapi.operation import operation
from games.api.write_response import ACT, write_response
from games.services import actions

SETTLE = body_of("settle")
OPTIONS = body_of("options")
SEATS = body_of("seats")


class Settle(Api):
    @operation("Done", body="SettleBody")
    def post(self, request: Request, match: UUID) -> Response:
        """Say of rounds that were recorded twice which ones count."""
        member = matches.written_to(request, match)
        return write_response(request, actions.settle, member, match=match, **SETTLE.read(request))


class Options(Api):
    @operation("Done", body="OptionsBody")
    def put(self, request: Request, match: UUID) -> Response:
        """Change the house rules. Everything is computed anew."""
        member = matches.written_to(request, match)
        return write_response(request, actions.change_options, member, match=match, **OPTIONS.read(request))


class Seats(Api):
    @operation("Done", body="SeatsBody")
    def put(self, request: Request, match: UUID) -> Response:
        """Put right who sits where, and who dealt first."""
        member = matches.written_to(request, match)
        return write_response(request, actions.put_seats, member, match=match, **SEATS.read(request))


class Finish(Api):
    @operation("Done", body="ActBody", body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """End a match early: the leaders win."""
        member = matches.written_to(request, match)
        return write_response(request, actions.finish, member, match=match, **ACT.read(request))


class Reopen(Api):
    @operation("Done", body="ActBody", body_needed=False)
    def post(self, request: Request, match: UUID) -> Response:
        """Go on with a match that was ended early."""
        member = matches.written_to(request, match)
        return write_response(request, actions.reopen, member, match=match, **ACT.read(request))
