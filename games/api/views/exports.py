"""Matches, evenings and periods as files: the same ones that the pages export."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.api import circles, matches, query
from games.api.base import Api
from games.api.errors import Clash, NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.parameters import FROM, TO
from games.api.openapi.shapes import Schema
from games.api.throttles import FilesPerKey, PerKey
from games.api.views.circles import membership_in
from games.api.views.evenings import find_evening
from games.api.views.seasons import find_season
from games.export import streams
from games.export.data import load_evening, load_match
from games.export.formats import FORMATS
from games.export.period import Period
from games.export.season import FORMATS as SEASON_FORMATS
from games.export.streams import STREAMS
from games.http import etags
from games.http.downloads import attachment, period_file, season_file
from games.match.errors import Refused

FILE: Schema = {"description": "The file."}
FORM, PERIOD_FORM, SEASON_FORM = (
    OpenApiParameter("form", {"enum": [form.key for form in forms]}, OpenApiParameter.PATH)
    for forms in (FORMATS, STREAMS, SEASON_FORMATS)
)
KINDS, PERIOD_KINDS, SEASON_KINDS = (
    tuple(dict.fromkeys(form.mime_type for form in forms)) for forms in (FORMATS, STREAMS, SEASON_FORMATS)
)


class NoNegotiation(BaseContentNegotiation):
    """The address decides the format, whatever `Accept` says. Errors are JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class FileApi(Api):
    """A view that answers with a file."""

    expensive = ("GET",)
    cached = "no-store"
    content_negotiation_class = NoNegotiation

    def get_throttles(self) -> list[BaseThrottle]:
        return [PerKey(), FilesPerKey()]

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refused):
            exc = Clash(exc.words.translated(gettext), exc.code)
        if isinstance(exc, Http404):  # match, evening and season have their own errors
            exc = NoSuch(gettext("No such kind of file."))
        return super().handle_exception(exc)


class MatchExportView(FileApi):
    operation_name = "ExportMatch"
    builds_file = True

    @operation(FILE, kind=KINDS, parameters=(FORM,), errors=(409,), tagged=True)
    def get(self, request: Request, match: UUID, form: str) -> HttpResponseBase:
        """Export a match as a file."""
        row = matches.visible_match(request, match)
        return etags.conditional_file(request, row.circle, lambda: attachment(form, load_match(row)))


class EveningExportView(FileApi):
    operation_name = "ExportEvening"
    builds_file = True

    @operation(FILE, kind=KINDS, parameters=(FORM,), errors=(409,), tagged=True)
    def get(self, request: Request, evening: UUID, form: str) -> HttpResponseBase:
        """Export an evening as a file, with all its matches."""
        circle = circles.membership(request).circle
        row = find_evening(circle.pk, evening)
        return etags.conditional_file(request, circle, lambda: attachment(form, load_evening(row)))


class SeasonExportView(FileApi):
    operation_name = "ExportSeason"
    builds_file = True

    @operation(FILE, kind=SEASON_KINDS, parameters=(SEASON_FORM,), errors=(409,), tagged=True)
    def get(self, request: Request, season: UUID, form: str) -> HttpResponseBase:
        """Export the table of a season as a file."""
        circle = circles.membership(request).circle
        row = find_season(circle.pk, season)
        return etags.conditional_file(request, circle, lambda: season_file(form, row))


class CircleExportView(FileApi):
    operation_name = "ExportCircle"

    @operation(FILE, kind=PERIOD_KINDS, parameters=(PERIOD_FORM, FROM, TO), of_circle=False, tagged=True)
    def get(self, request: Request, circle: UUID, form: str) -> HttpResponseBase:
        """Export the matches of a circle as a file, from one day to another."""
        stream, member = streams.find(form), membership_in(request, circle)
        if stream is None:
            raise Http404
        period = Period(member.circle, query.day(request, "from"), query.day(request, "to"))
        return etags.conditional_file(request, member.circle, lambda: period_file(stream, period))
