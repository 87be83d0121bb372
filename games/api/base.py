"""The base classes of the views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api.errors import NoSuch
from games.api.query import require_known_names
from games.api.throttles import limit_headers


class Api(APIView):
    """A view for people of a circle. No one else may cache its responses."""

    cached = "private, no-cache"
    throttles: Sequence[BaseThrottle] = ()  # those that have counted the request
    has_secrets = False  # such as tokens; then answers are not compressed
    operation_name = ""  # for operation ids, which are public; if empty, they have the name of the class without "View"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # A misspelt name would be ignored, and the answer would be about more than the client asked for.
        if note := getattr(getattr(self, str(request.method).lower(), None), "note", None):
            require_known_names(request, note.query_names())

    def check_throttles(self, request: Request) -> None:
        self.throttles = self.get_throttles()
        waits = [throttle.wait() for throttle in self.throttles if not throttle.allow_request(request, self)]
        if waits:
            self.throttled(request, max(wait or 0 for wait in waits))

    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]
        return Response(status=204)  # with the methods in `Allow`, as every response has them

    def get_authenticate_header(self, request: Request) -> str:
        return "Token"  # so that a missing key is 401, even in a view that usually needs none

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", self.cached)
        for name, value in limit_headers(self.throttles).items():
            final.headers[name] = value
        patch_vary_headers(final, ["Authorization"])
        return final


class PublicApi(Api):
    """A view for everyone, which ignores keys."""

    cached = "public, no-cache"
    authentication_classes = ()
    permission_classes = (AllowAny,)


class NotFoundView(PublicApi):
    """The error for unknown addresses below /api/, in the shape of all errors."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NoSuch(gettext("No such address in this API."))
