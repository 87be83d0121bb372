"""The worker's script and the files that it names. They are the same for everyone who uses one language."""

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

POLICY = f"{CONTENT}; script-src 'self' 'wasm-unsafe-eval'"  # only for the worker: pages compile no WebAssembly
FILE_NAME = re.compile(r"(?:phone|worker|game\.[\w-]+)\.([\w-]+)\.[0-9a-f]{12}\.(txt|js)")
TYPES = {"txt": "text/plain; charset=utf-8", "js": "text/javascript; charset=utf-8"}


def with_worker_policy(view: View) -> View:
    """Set the worker's policy on every response. Browsers replace the stored headers by those of a 304, too."""

    @wraps(view)
    def with_policy(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response["Content-Security-Policy"] = POLICY
        return response

    return with_policy


@with_worker_policy
@require_safe
@gzip_page
@conditional_page
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script. A HEAD request answers 404 if the worker is switched off."""
    language = get_language() or settings.LANGUAGE_CODE
    if not settings.WORKER and request.method == "HEAD":
        raise Http404
    text = script.worker(language) if settings.WORKER else script.leaving(language)
    return HttpResponse(text, content_type=TYPES["js"])


@require_safe
@cache_control(public=True, immutable=True, max_age=365 * 24 * 3600)
def bundle(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file of the worker. The name contains a hash of the content; an unknown name answers 404."""
    parts = FILE_NAME.fullmatch(name)
    if parts is None or parts[1] not in dict(settings.LANGUAGES):
        raise Http404
    file = script.file(parts[1], name)
    if file is None:
        raise Http404
    encodings = [part.split(";")[0].strip() for part in request.headers.get("Accept-Encoding", "").split(",")]
    response = HttpResponse(file.brotli if "br" in encodings else file.text, content_type=TYPES[parts[2]])
    if "br" in encodings:
        response["Content-Encoding"] = "br"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
