"""A match as its log tells it: the document, the sheet, the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import matches
from games.api.base import Api
from games.api.errors import Newer
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.http import etags
from games.match.history import log_history
from games.match.scoring import document_from_log, sheet_json
from games.store.log_cache import open_log


def log_response(request: Request, match: UUID, make: Callable[[models.Match], Any]) -> Response:
    """Nothing is read of the log where the asker knows it already."""
    found = matches.visible_match(request, match)
    return etags.answer(request, etags.log_etag(found.circle_id, found.seq), lambda: make(found))


class DocumentView(Api):
    def make(self, match: models.Match) -> Any:
        with open_log(match.circle_id, match.id) as log:
            return document_from_log(log)

    @operation("Document", tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """The match document: what happened at the table."""
        return log_response(request, match, self.make)


class SheetView(Api):
    def make(self, match: models.Match) -> Any:
        with open_log(match.circle_id, match.id) as log:
            found = sheet_json(log, gettext)
        if found is None:
            raise Newer
        return found

    @operation("Sheet", tagged=True, errors=(409,))
    def get(self, request: Request, match: UUID) -> Response:
        """The sheet: what it is worth, and what people have still to decide."""
        return log_response(request, match, self.make)


class HistoryView(Api):
    def make(self, match: models.Match) -> Any:
        with open_log(match.circle_id, match.id) as log:
            return {"events": log_history(log.events)}

    @operation(record({"events": several(ref("History"))}), tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """Who did what and when, and what stood there before."""
        return log_response(request, match, self.make)
