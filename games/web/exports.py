"""Taking it along: a circle's log, or everything of oneself, as one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import content_disposition_header
from django.views import View
from django.views.decorators.cache import never_cache

from games import models, services
from games.store import export, takeout
from games.table.shapes import is_id
from games.web.you.entrance import Proved, known

LINES, ZIP = "application/jsonl", "application/zip"


def place(request: HttpRequest) -> models.Membership:
    """The asker's place in the circle that is named, or in the oldest of theirs."""
    person, named = known(request), request.GET.get("circle")
    if person is None or (named is not None and not is_id(named)):
        raise Http404
    found = services.places_of(person)
    member = (found if named is None else found.filter(circle=UUID(named))).first()
    if member is None:
        raise Http404
    return member


def sent(pieces: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    """A file to keep, which nobody on the way keeps, too."""
    disposition = content_disposition_header(as_attachment=True, filename=name)
    assert disposition is not None
    return StreamingHttpResponse(pieces, content_type=kind, headers={"Content-Disposition": disposition})


def log_of(circle: models.Circle) -> StreamingHttpResponse:
    return sent(export.lines(circle), LINES, file_name(f"circle {circle.name}", "jsonl"))


def file_name(what: str, ending: str) -> str:
    """What is in it, whose, and of which day; nothing that a file system takes for something else."""
    said = "-".join(re.findall(r"\w+", what))[:80]
    return f"scorekeeper-{said}-{timezone.now():%Y-%m-%d}.{ending}"


@method_decorator(never_cache, "dispatch")
class ExportCircle(View):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        return log_of(place(request).circle)


@method_decorator(never_cache, "dispatch")
class ExportYou(Proved, View):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        name = file_name(f"everything of {self.person.name or 'me'}", "zip")
        return sent(takeout.pieces(self.person), ZIP, name)
