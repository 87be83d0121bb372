"""Files to keep: what a browser or a program downloads."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from games import models
from games.export import circle_log, formats, names, streams
from games.export.data import ExportData
from games.export.names import disposition, file_name
from games.export.period import Period

LINES, ZIP = "application/jsonl", "application/zip"


def stream_file(pieces: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    """A file to keep, which nobody on the way keeps, too."""
    return StreamingHttpResponse(pieces, content_type=kind, headers={"Content-Disposition": disposition(name)})


def circle_log_file(circle: models.Circle) -> StreamingHttpResponse:
    return stream_file(circle_log.lines(circle), LINES, file_name(f"circle {circle.name}", today(), "jsonl"))


def today() -> str:
    return f"{timezone.now():%Y-%m-%d}"


def period_file(found: streams.Stream, wanted: Period) -> HttpResponseBase:
    return stream_file(found.iter_chunks(wanted), found.kind, names.name_of_period(wanted, found.key, found.ending))


def attachment(form: str, taken: ExportData) -> HttpResponse:
    """As a file to keep, for people and programs alike."""
    found = formats.find(form)
    if found is None:
        raise Http404
    name = names.disposition(names.name_of(taken, found.ending))
    return HttpResponse(found.render(taken), content_type=found.kind, headers={"Content-Disposition": name})
