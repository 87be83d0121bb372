"""Importing files, as people do on a page."""

from __future__ import annotations

import io
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games import services
from games.api import circles, query
from games.api.base import Api
from games.api.errors import Clash, InvalidRequest
from games.api.openapi.operation import JSON, operation
from games.api.openapi.parameters import DRY
from games.api.openapi.shapes import COUNT, ID, YES_NO, or_null, record, several
from games.api.parsers import FileParser, LinesParser
from games.api.throttles import ImportsPerKey, PerKey
from games.api.views.circles import membership_in
from games.http.downloads import LINES
from games.imports import target
from games.imports.preview import MOST_ENTRIES_SENT, preview
from games.imports.preview_report import Preview
from games.imports.source import MOST_BYTES_SENT, Source, UnreadableFile
from games.match.errors import Refused

NAME = {"type": "string"}
LINE = {"type": "integer", "minimum": 1}
REFUSED = record({"line": LINE, "match": or_null(ID), "code": NAME, "reason": NAME, "others": COUNT})
PEOPLE = record({"new": several(NAME), "known": several(NAME)})
FILE = {"description": "The file."}
PREVIEW = record(
    {
        "circle": ID,
        "dry": YES_NO,
        "new": COUNT,
        "more": COUNT,
        "here": COUNT,
        "deleted": COUNT,
        "events": COUNT,
        "not_taken": COUNT,
        "refused": several(REFUSED),
        "players": PEOPLE,
    }
)


class ImportIntoCircleView(Api):
    expensive = ("POST",)
    cached = "no-store"
    most_sent = MOST_BYTES_SENT
    parser_classes = (FileParser, LinesParser)

    def get_throttles(self) -> list[BaseThrottle]:
        return [PerKey(), ImportsPerKey()]

    @operation(PREVIEW, body=FILE, body_kinds=(JSON, LINES), of_circle=False, parameters=(DRY,), errors=(403, 409))
    def post(self, request: Request, circle: UUID) -> Response:
        """Import a file: match documents, events, or the log of this circle.

        The body is the file itself: JSON, or JSON Lines (`application/jsonl`). With `dry=true` nothing is stored, and
        the answer is a preview.
        """
        member = circles.check_writer(membership_in(request, circle))
        is_dry = query.yes_no(request, "dry") or False
        data = request.data if isinstance(request.data, bytes) else b""  # an empty body is not parsed
        if len(data) > MOST_BYTES_SENT:
            raise InvalidRequest(gettext("This is larger than %(most)s bytes.") % {"most": MOST_BYTES_SENT}, "long")
        source, by = source_of(data), circles.asker(request)
        try:
            goal = target.into(by, source, member.circle)
        except Refused as refused:
            raise Clash(refused.words.translated(gettext), refused.code) from None
        report = preview(by, source, goal, MOST_ENTRIES_SENT)
        if not is_dry and report.brings:
            try:
                services.import_file(by=by, source=source, target=goal, most=MOST_ENTRIES_SENT)
            except Refused as refused:
                raise Clash(refused.words.translated(gettext), refused.code) from None
        return Response(report_json(report, is_dry))


def source_of(data: bytes) -> Source:
    """Return the file; raise an error that names the line if it is unreadable."""
    try:
        return Source(io.BytesIO(data))
    except UnreadableFile as refused:
        words = gettext("Line %(line)s: %(why)s") % {"line": refused.line, "why": refused.words.translated(gettext)}
        raise InvalidRequest(words, refused.code) from None


def report_json(report: Preview, is_dry: bool) -> dict[str, Any]:
    """Return the numbers of the import, its refused entries and its players."""
    new, known = report.names
    return {
        "circle": str(report.circle),
        "dry": is_dry,
        **{name: getattr(report, name) for name in ("new", "more", "deleted", "events")},
        "here": report.unchanged,
        "not_taken": report.refused_count,
        "refused": [
            {
                "line": entry.line,
                "match": entry.match,
                "code": entry.code,
                "reason": entry.words.translated(gettext),
                "others": entry.others,
            }
            for entry in report.refused
        ],
        "players": {"new": new, "known": known},
    }
