"""Limit the size of requests, before a body is parsed or stored."""

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
NO_LENGTH, LONG = "length", "long"  # codes of errors in the API

GetResponse = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: GetResponse) -> GetResponse:
    """Refuse requests that are too long. It runs before the CSRF check, which parses the form to find its token.

    A view that accepts files states its limit in `most_sent`.
    """

    def limited(request: HttpRequest) -> HttpResponse:
        length = length_of(request.META)
        if length is None:
            return without_length(request)
        if length <= MOST_OF_FORM or length <= (most := limit(request.path_info)):  # every path accepts a short body
            return get_response(request)
        discard(request, length)
        return too_long(request, most if is_api(request.path_info) else most - MOST_OF_FORM or MOST_OF_FORM)

    return limited


def length_of(environ: dict[str, Any]) -> int | None:
    """Return the length of the body as Django reads it, or None if the client sends a body without its length.

    A header that is not a number counts as no body.
    """
    stated = environ.get("CONTENT_LENGTH")
    if not stated and "HTTP_TRANSFER_ENCODING" in environ:
        return None
    try:
        return int(stated or 0)
    except ValueError:
        return 0


def limit(path: str) -> int:
    """Return how many bytes a body may have at this path."""
    view_limit = most_sent(path)
    return (view_limit or LONGEST) if is_api(path) else view_limit + MOST_OF_FORM


def is_api(path: str) -> bool:
    return path.startswith("/api/")


def most_sent(path: str) -> int:
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    return int(getattr(getattr(view, "view_class", None), "most_sent", 0))


def discard(request: HttpRequest, length: int) -> None:
    """Read the body and drop it: most browsers read no response before they have sent everything."""
    if length > MOST_DISCARDED:
        return
    try:
        while request.read(CHUNK):
            pass
    except UnreadablePostError:
        return  # the client disconnected


def without_length(request: HttpRequest) -> HttpResponse:
    status = HTTPStatus.LENGTH_REQUIRED
    if is_api(request.path_info):
        words = gettext("“Content-Length” is missing. Send the length of the body first.")
        return JsonResponse({"error": words, "code": NO_LENGTH}, status=status)
    return HttpResponse(render_to_string("411.html"), status=status)


def too_long(request: HttpRequest, most: int) -> HttpResponse:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if is_api(request.path_info):
        words = gettext("This is larger than %(most)s bytes.") % {"most": most}
        return JsonResponse({"error": words, "code": LONG}, status=status)
    return HttpResponse(render_to_string("413.html", {"most": most}), status=status)
