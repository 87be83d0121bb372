"""A match from its log: the document, the sheet, the history."""

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
from games.api.errors import NewerVersionNeeded
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.http import etags
from games.match.history import log_history
from games.match.log_document import document_from_log
from games.match.sheet import sheet_json
from games.store.logs import open_logs


def log_response(request: Request, match: UUID, content: Callable[[models.Match], Any]) -> Response:
    """Return the content, or 304 without reading the log if the asker has it already."""
    row = matches.visible_match(request, match)
    tag = etags.log_etag(row.circle_id, row.seq) + matches.names_etag(row)
    return etags.conditional_response(request, tag, lambda: content(row))


class DocumentView(Api):
    def content(self, match: models.Match) -> Any:
        """Return the document of the match."""
        with open_logs(match.circle_id, [match.id], renamed=True) as [log]:
            return document_from_log(log)

    @operation("Document", tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """Return the match document: the rounds with their answers."""
        return log_response(request, match, self.content)


class SheetView(Api):
    def content(self, match: models.Match) -> Any:
        """Return the sheet of the match."""
        with open_logs(match.circle_id, [match.id], renamed=True) as [log]:
            sheet = sheet_json(log, gettext)
        if sheet is None:
            raise NewerVersionNeeded
        return sheet

    @operation("Sheet", tagged=True, errors=(409,))
    def get(self, request: Request, match: UUID) -> Response:
        """Return the sheet: points, and the open decisions of people."""
        return log_response(request, match, self.content)


class HistoryView(Api):
    expensive = ("GET",)

    def content(self, match: models.Match) -> Any:
        """Return the changes of the match, with the names of then."""
        with open_logs(match.circle_id, [match.id]) as [log]:
            return {"events": log_history(log)}

    @operation(record({"events": several(ref("History"))}), tagged=True)
    def get(self, request: Request, match: UUID) -> Response:
        """List the changes of a match: the person, the time, and the value before."""
        return log_response(request, match, self.content)
