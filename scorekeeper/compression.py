"""Compress long JSON answers of the API.

An attacker who makes a browser send requests, and whose text is in the answers, could learn a secret beside it from
their lengths. Keys are in no cookie, so no other page can send such requests. Answers that have secrets stay as they are,
and Django adds a random number of bytes to the others. Pages have secrets, so they are not compressed here.
"""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

PREFIX = "/api/v1/"
LEAST = 1_000  # bytes; a shorter answer fits into one packet
REFUSED = re.compile(r"\bgzip\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)  # Django takes it for an accepted one


class CompressionMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith(PREFIX) or has_secrets(request):
            return response
        if response.status_code == 304:  # it has the headers of the answer that the client has
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if not is_json or response.streaming or len(getattr(response, "content", b"")) < LEAST:
            return response
        if REFUSED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        return super().process_response(request, response)


def has_secrets(request: HttpRequest) -> bool:
    """Return whether the view of the request says that its answers have secrets."""
    view = request.resolver_match and request.resolver_match.func
    return bool(getattr(getattr(view, "view_class", None), "has_secrets", False))
