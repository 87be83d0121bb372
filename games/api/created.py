"""The response to a request that creates something, with its address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response


def response_to_write(request: Request, data: Any, *, is_new: bool, address: str, **ids: Any) -> Response:
    """Return 201 with the address of what is new, or 200. `address` is the name of the URL, and `ids` are its parts."""
    response = Response(data, status=201 if is_new else 200)
    if is_new:
        response["Location"] = location(request, address, **ids)
    return response


def location(request: Request, address: str, **ids: Any) -> str:
    """Return the address of something, with the circle that the request names: the key may need it there, too."""
    circle = request.query_params.get("circle")
    query = "" if circle is None else f"?{urlencode({'circle': circle})}"
    return reverse(f"api:{address}", kwargs=ids) + query
