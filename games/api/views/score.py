from __future__ import annotations

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import Open
from games.api.openapi.operation import operation
from games.table import document, sheet


class Score(Open):
    cached = "no-store"

    @operation("ScoreSheet", body="Document", of_circle=False)
    def post(self, request: Request) -> Response:
        """The sheet of a match document. Nothing is stored."""
        return Response(sheet.as_json(sheet.Sheet(document.read(request.data)), gettext))
