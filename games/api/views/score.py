"""Scoring without storing."""

from __future__ import annotations

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.api.base import PublicApi
from games.api.errors import InvalidRequest
from games.api.openapi.operation import operation
from games.api.throttles import OftenPerKey, PerKey
from games.match import document, sheet

MOST = 1000  # rounds, as many as an imported match can have


class Score(PublicApi):
    cached = "no-store"

    def get_throttles(self) -> list[BaseThrottle]:
        return [PerKey(), OftenPerKey()]

    @operation("ScoreSheet", body="Document", of_circle=False)
    def post(self, request: Request) -> Response:
        """Return the sheet of a match document. Nothing is stored."""
        deals = request.data.get("deals") if isinstance(request.data, dict) else None
        if isinstance(deals, list) and len(deals) > MOST:
            raise InvalidRequest(
                gettext("At most %(most)s rounds can be scored at once.") % {"most": MOST}, "many_deals"
            )
        return Response(sheet.as_json(sheet.Sheet(document.read(request.data)), gettext))
