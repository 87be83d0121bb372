"""Responses with files to download."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from games import models
from games.export import circle_log, formats, names, season, streams
from games.export.data import ExportData
from games.export.names import disposition, file_name
from games.export.period import Period
from scorekeeper.answers import MOST_OF_ANSWER

LINES, ZIP = "application/jsonl", "application/zip"


def stream_file(chunks: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    """Stream a file to download."""
    return StreamingHttpResponse(chunks, content_type=kind, headers={"Content-Disposition": disposition(name)})


def circle_log_file(circle: models.Circle) -> StreamingHttpResponse:
    return stream_file(circle_log.lines(circle), LINES, file_name(f"circle {circle.name}", today(), "jsonl"))


def today() -> str:
    return f"{timezone.now():%Y-%m-%d}"


def period_file(stream: streams.Stream, period: Period) -> HttpResponseBase:
    period = replace(period, most_bytes=MOST_OF_ANSWER)
    return stream_file(
        stream.iter_chunks(period), stream.mime_type, names.name_of_period(period, stream.key, stream.ending)
    )


def season_file(form: str, row: models.Season) -> HttpResponse:
    """Return the table of a season as a file to download, for people and programs."""
    file_format = season.find(form)
    if file_format is None:
        raise Http404
    data = season.SeasonData(row)
    headers = {"Content-Disposition": disposition(file_format.name(data))}
    return HttpResponse(file_format.render(data), content_type=file_format.mime_type, headers=headers)


def attachment(form: str, data: ExportData) -> HttpResponse:
    """Return a match or an evening as a file to download, for people and programs."""
    file_format = formats.find(form)
    if file_format is None:
        raise Http404
    name = names.disposition(names.name_of(data, file_format.ending))
    return HttpResponse(
        file_format.render(data), content_type=file_format.mime_type, headers={"Content-Disposition": name}
    )
