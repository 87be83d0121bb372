"""News of a circle as a stream, so that a client need not ask again and again."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games import models
from games.api import circles
from games.api.base import Api
from games.api.openapi.operation import operation
from games.api.views.exports import NoNegotiation
from games.http.news import KIND, news


class NewsView(Api):
    content_negotiation_class = NoNegotiation
    cached = "no-store"

    @operation({"type": "string"}, kind=KIND)
    def get(self, request: Request) -> HttpResponseBase:
        """Stream the number of the circle's last event: at once, and after each change.

        The answer goes on for ten minutes. A line that begins with a colon says nothing. Pull after each message.
        """
        key: models.Device = request.auth  # type: ignore[assignment]
        return news(circles.membership(request).circle, str(key.pk))
