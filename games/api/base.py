"""What all answers of the API share."""

from __future__ import annotations

from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Api(APIView):
    """For people of a circle: nobody else may keep what is answered."""

    cached = "private, no-cache"

    def get_authenticate_header(self, request: Request) -> str:
        return "Token"  # so that a missing key is 401, also where no key is needed as a rule

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers.setdefault("Cache-Control", self.cached)
        patch_vary_headers(done, ["Authorization"])
        return done


class Open(Api):
    """For everybody: who asks is not even looked at."""

    cached = "public, no-cache"
    authentication_classes = ()
    permission_classes = (AllowAny,)


class NotFoundView(Open):
    """An address below /api/ that there is not: said like everything else here."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound
