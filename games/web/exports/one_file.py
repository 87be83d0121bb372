"""Export a match, an evening or a season: the page with the formats, and the file of each format."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games import models
from games.export import formats, plain
from games.export.data import ExportData, load_evening, load_match
from games.export.season import FORMATS, SeasonData, text
from games.http.downloads import attachment, season_file
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.web.evenings.base import find_evening
from games.web.page_host import membership
from games.web.seasons.base import find_season


def match_of(request: HttpRequest, match: UUID) -> models.Match:
    member = membership(request, match)
    row = models.Match.objects.filter(circle=member.circle_id, id=match, is_deleted=False).first() if member else None
    if row is None:
        raise Http404
    return row


def evening_of(request: HttpRequest, evening: UUID) -> models.Evening:
    """Return an evening of the circle in the query, or of any circle of the person."""
    circle = request.GET.get("circle")
    if circle is not None and not is_id(circle):
        raise Http404
    return find_evening(request, evening, None if circle is None else UUID(circle))[1]


@method_decorator(never_cache, "dispatch")
class ExportView(View):
    """A view that explains on its own page why a file is not available."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except Refused as refused:
            return render(request, "export/refused.html", {"words": refused.words}, status=409)


class MatchExportPageView(ExportView):
    expensive = ("GET",)

    def get(self, request: HttpRequest, match: UUID) -> HttpResponse:
        row = match_of(request, match)
        links = {"back": reverse("sheet", args=[match]), "evening": row.evening}
        return page(request, load_match(row), "export_match_as", {"match": match}, links)


class EveningExportPageView(ExportView):
    expensive = ("GET",)

    def get(self, request: HttpRequest, evening: UUID) -> HttpResponse:
        data = load_evening(evening_of(request, evening))
        links = {"back": reverse("evening", args=[evening]), "evening": None}
        return page(request, data, "export_evening_as", {"evening": evening}, links)


class MatchFileView(ExportView):
    expensive = ("GET",)
    builds_file = True

    def get(self, request: HttpRequest, match: UUID, form: str) -> HttpResponse:
        return attachment(form, load_match(match_of(request, match)))


class EveningFileView(ExportView):
    expensive = ("GET",)
    builds_file = True

    def get(self, request: HttpRequest, evening: UUID, form: str) -> HttpResponse:
        return attachment(form, load_evening(evening_of(request, evening)))


class SeasonExportPageView(ExportView):
    expensive = ("GET",)

    def get(self, request: HttpRequest, season: UUID) -> HttpResponse:
        data = SeasonData(find_season(request, season)[1])
        files = [(form, reverse("export_season_as", args=[season, form.key])) for form in FORMATS if form.is_available]
        context = {
            "title": data.season.name,
            "note": data.note,
            "files": files,
            "text": text(data),
            "back": reverse("season", args=[season]),
            "evening": None,
        }
        return render(request, "export/page.html", context)


class SeasonFileView(ExportView):
    expensive = ("GET",)
    builds_file = True

    def get(self, request: HttpRequest, season: UUID, form: str) -> HttpResponse:
        return season_file(form, find_season(request, season)[1])


def page(
    request: HttpRequest, data: ExportData, name: str, args: dict[str, UUID], links: dict[str, Any]
) -> HttpResponse:
    files = [(form, reverse(name, kwargs={**args, "form": form.key})) for form in formats.FORMATS if form.is_available]
    head = {"title": data.headline.title, "note": data.headline.picture.note}
    return render(request, "export/page.html", {**head, "files": files, "text": plain.text(data), **links})
