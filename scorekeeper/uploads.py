"""Limits what a request may bring, before anything of it is parsed or stored."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.translation import gettext

from games.match.json_input import LONGEST

MOST_OF_FORM = 200_000  # bytes of a form without a file
MOST_DISCARDED = 16_000_000  # bytes; a longer body is not read, and the connection ends
CHUNK = 64 * 1024
NO_LENGTH, LONG = "length", "long"  # for programs

Answer = Callable[[HttpRequest], HttpResponse]


def middleware(answer: Answer) -> Answer:
    """Stands before the CSRF check, which parses the form to find its token.

    A view that takes files says how many bytes in `most_sent`.
    """

    def limited(request: HttpRequest) -> HttpResponse:
        if has_no_length(request.META):
            return without_length(request)
        length = length_of(request.META)
        most = limit(request.path_info, length)
        if length <= most:
            return answer(request)
        discard(request, length)
        return too_long(request, most if is_api(request.path_info) else most - MOST_OF_FORM or MOST_OF_FORM)

    return limited


def length_of(environ: dict[str, Any]) -> int:
    """As Django reads it: what is no number counts as no body, and nothing of it is read."""
    try:
        return int(environ.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def has_no_length(environ: dict[str, Any]) -> bool:
    return "HTTP_TRANSFER_ENCODING" in environ and not environ.get("CONTENT_LENGTH")


def limit(path: str, length: int) -> int:
    """Return how many bytes a body may have here. A short one may go anywhere: nobody looks who would take it."""
    if length <= MOST_OF_FORM:
        return MOST_OF_FORM
    of_view = most_sent(path)
    return (of_view or LONGEST) if is_api(path) else of_view + MOST_OF_FORM


def is_api(path: str) -> bool:
    return path.startswith("/api/")


def most_sent(path: str) -> int:
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    return int(getattr(getattr(view, "view_class", None), "most_sent", 0))


def discard(request: HttpRequest, length: int) -> None:
    """Read the body without keeping it: most browsers read no answer before they have sent everything."""
    if length > MOST_DISCARDED:
        return
    try:
        while request.read(CHUNK):
            pass
    except UnreadablePostError:
        return  # the client has gone


def without_length(request: HttpRequest) -> HttpResponse:
    status = HTTPStatus.LENGTH_REQUIRED
    if is_api(request.path_info):
        words = gettext("“Content-Length” is missing: how long the body is must be said first.")
        return JsonResponse({"error": words, "code": NO_LENGTH}, status=status)
    return HttpResponse(render_to_string("411.html"), status=status)


def too_long(request: HttpRequest, most: int) -> HttpResponse:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if is_api(request.path_info):
        words = gettext("This is longer than %(most)s bytes.") % {"most": most}
        return JsonResponse({"error": words, "code": LONG}, status=status)
    return HttpResponse(render_to_string("413.html", {"most": most}), status=status)
