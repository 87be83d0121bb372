"""Scoring without storing."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.api import limits
from games.api.base import PublicApi
from games.api.errors import InvalidRequest
from games.api.openapi.operation import operation
from games.api.throttles import PerKey, ScoringPerKey
from games.match import document, sheet


class ScoreView(PublicApi):
    expensive = ("POST",)
    cached = "no-store"

    def get_throttles(self) -> list[BaseThrottle]:
        return [PerKey(), ScoringPerKey()]

    @operation("ScoreSheet", body="Document", of_circle=False)
    def post(self, request: Request) -> Response:
        """Return the sheet of a match document. Nothing is stored."""
        deals = request.data.get("deals") if isinstance(request.data, dict) else None
        if isinstance(deals, list):
            require_few(deals)
        try:
            scored = sheet.Sheet(document.read(request.data), limits.MOST_PROBLEMS)
        except sheet.TooManyProblems:
            words = gettext("This match has more than %(most)s errors, so it is not scored.")
            raise InvalidRequest(words % {"most": limits.MOST_PROBLEMS}, "many_problems") from None
        return Response(sheet.as_json(scored, gettext))


def require_few(deals: list[Any]) -> None:
    """Raise `InvalidRequest` for more rounds, or more answers of a round, than can be scored."""
    if len(deals) > limits.MOST_DEALS:
        raise InvalidRequest(
            gettext("At most %(most)s rounds can be scored at once.") % {"most": limits.MOST_DEALS}, "many_deals"
        )
    answers = (deal.get("answers") for deal in deals if isinstance(deal, dict))
    if any(isinstance(answer, dict) and len(answer) > limits.MOST_ANSWERS for answer in answers):
        words = gettext("A round can have at most %(most)s answers here.")
        raise InvalidRequest(words % {"most": limits.MOST_ANSWERS}, "many_answers")
