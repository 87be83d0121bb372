"""A match or an evening as its followers see it: its version for the ETag, its headline, and its page."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.utils.translation import get_language

from games import models
from games.display.card import Card
from games.display.chart import Chart
from games.display.open_match import FOLLOWER, open_match
from games.display.rows import DisplayedSheet
from games.export.headline import Headline, evening_headline, match_headline, title_of
from games.http import etags
from games.match.errors import Refused
from games.pages.request import PageData, unavailable
from games.pages.result_page import MatchResult
from games.rules.words import _
from games.store.logs import open_logs
from games.store.people import renamed_summaries
from games.web.evenings.base import EveningMatches, match_ids

GONE = ("gone", _("The match or evening of this link no longer exists."))


def page_version(request: HttpRequest, *parts: object) -> str:
    """Return a text that changes whenever the page would. It is a hash, so that it reveals nothing about the circle."""
    facts = (*parts, get_language(), request.get_host(), etags.version())
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


def names_in(summary: dict[str, Any]) -> list[Any]:
    """Return the names that the page may show: of the players, of those who left, and of the group's own game."""
    return [summary.get(part) for part in ("names", "sides", "seated", "custom_game")]


class FollowedMatch:
    def __init__(self, circle: UUID, id: UUID) -> None:
        rows = models.Match.objects.filter(circle=circle, id=id, is_deleted=False)
        row = rows.first()
        if row is None:
            raise Refused(*GONE)
        self.row = row
        [self.summary] = renamed_summaries(circle, [row])

    def version(self, request: HttpRequest) -> str:
        return page_version(request, etags.log_etag(self.row.circle_id, self.row.seq), names_in(self.summary))

    @cached_property
    def headline(self) -> Headline:
        return match_headline(self.summary)

    def page(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        circle, match = self.row.circle_id, self.row.id
        with open_logs(circle, [match], renamed=True) as [log]:
            view = open_match(log, FOLLOWER)
            if view is None:
                other = unavailable(PageData(log))
                return render(request, other.template or "pages/newer.html", other.context)
            context |= {"table": view, "displayed_sheet": DisplayedSheet(view), "chart": Chart(view)}
            context["result"] = MatchResult(view) if view.sheet.finished else None
            return render(request, "follow/match.html", context)


class FollowedEvening:
    def __init__(self, circle: UUID, id: UUID) -> None:
        row = models.Evening.objects.filter(circle=circle, id=id, begins__isnull=False).first()
        if row is None:
            raise Refused(*GONE)
        self.row = row
        listed = EveningMatches(match_ids(circle, [id])[id])
        matches = models.Match.objects.filter(circle=circle, id__in=listed.ids).order_by("started", "id")
        self.matches, self.count = list(matches), listed.count
        self.summaries = renamed_summaries(circle, self.matches)

    def version(self, request: HttpRequest) -> str:
        names = [names_in(summary) for summary in self.summaries]
        numbers = [
            (match.id, match.seq, match.last, of_match) for match, of_match in zip(self.matches, names, strict=True)
        ]
        return page_version(request, self.row.name, self.row.place, self.row.date, [self.count, *numbers])

    @cached_property
    def headline(self) -> Headline:
        return evening_headline(self.row, self.summaries, self.count)

    def page(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        cards = [Card(summary) for summary in reversed(self.summaries)]
        context |= {"evening": self.row, "title": title_of(self.row), "cards": cards, "count": self.count}
        return render(request, "follow/evening.html", context)
