"""Taking a match or an evening home: the page with the formats, and the files."""

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
from games.http.downloads import attachment
from games.match.errors import Refused
from games.match.events import is_id
from games.web.evenings.base import find
from games.web.page_host import membership


def match_of(request: HttpRequest, match: UUID) -> models.Match:
    member = membership(request, match)
    found = models.Match.objects.filter(circle=member.circle_id, id=match, is_deleted=False).first() if member else None
    if found is None:
        raise Http404
    return found


def evening_of(request: HttpRequest, evening: UUID) -> models.Evening:
    """Of the circle that is named, or of any of the asker's."""
    named = request.GET.get("circle")
    if named is not None and not is_id(named):
        raise Http404
    return find(request, evening, None if named is None else UUID(named))[1]


@method_decorator(never_cache, "dispatch")
class TakeHome(View):
    """What cannot be had is said on a page of its own."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except Refused as refused:
            return render(request, "export/refused.html", {"words": refused.words}, status=409)


class MatchHome(TakeHome):
    def get(self, request: HttpRequest, match: UUID) -> HttpResponse:
        row = match_of(request, match)
        ways = {"back": reverse("sheet", args=[match]), "evening": row.evening}
        return page(request, load_match(row), "export_match_as", {"match": match}, ways)


class EveningHome(TakeHome):
    def get(self, request: HttpRequest, evening: UUID) -> HttpResponse:
        taken = load_evening(evening_of(request, evening))
        ways = {"back": reverse("evening", args=[evening]), "evening": None}
        return page(request, taken, "export_evening_as", {"evening": evening}, ways)


class MatchAs(TakeHome):
    def get(self, request: HttpRequest, match: UUID, form: str) -> HttpResponse:
        return attachment(form, load_match(match_of(request, match)))


class EveningAs(TakeHome):
    def get(self, request: HttpRequest, evening: UUID, form: str) -> HttpResponse:
        return attachment(form, load_evening(evening_of(request, evening)))


def page(
    request: HttpRequest, taken: ExportData, name: str, args: dict[str, UUID], ways: dict[str, Any]
) -> HttpResponse:
    files = [(one, reverse(name, kwargs={**args, "form": one.key})) for one in formats.FORMATS if one.is_there]
    return render(request, "export/page.html", {"taken": taken, "files": files, "text": plain.text(taken), **ways})
