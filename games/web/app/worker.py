"""What the worker on a phone is served: its script, and the files that this names. The same for everybody who speaks the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from games.bundle import worker as script
from scorekeeper.headers import CONTENT

View = Callable[[HttpRequest], HttpResponse]

POLICY = f"{CONTENT}; script-src 'self' 'wasm-unsafe-eval'"  # for the worker alone: pages compile nothing
NAME = re.compile(r"(?:phone|worker)\.([\w-]+)\.[0-9a-f]{12}\.(json|js)")
TYPES = {"json": "application/json", "js": "text/javascript; charset=utf-8"}


def compiling(view: View) -> View:
    """Also where nothing has changed: browsers take the headers of that answer in place of those they had."""

    @wraps(view)
    def with_policy(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response["Content-Security-Policy"] = POLICY
        return response

    return with_policy


@compiling
@require_safe
@gzip_page
@conditional_page
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """By HEAD a browser without a worker learns whether it is to have one."""
    language = get_language() or settings.LANGUAGE_CODE
    if not settings.WORKER and request.method == "HEAD":
        raise Http404
    text = script.worker(language) if settings.WORKER else script.leaving(language)
    return HttpResponse(text, content_type=TYPES["js"])


@require_safe
@cache_control(public=True, immutable=True, max_age=365 * 24 * 3600)
def bundle(request: HttpRequest, name: str) -> HttpResponse:
    """Named by its content: what is asked for is this very text, or none."""
    asked = NAME.fullmatch(name)
    if asked is None or asked[1] not in dict(settings.LANGUAGES):
        raise Http404
    file = script.file(asked[1], name)
    if file is None:
        raise Http404
    takes = [one.split(";")[0].strip() for one in request.headers.get("Accept-Encoding", "").split(",")]
    response = HttpResponse(file.brotli if "br" in takes else file.text, content_type=TYPES[asked[2]])
    if "br" in takes:
        response["Content-Encoding"] = "br"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
