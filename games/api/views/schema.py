"""The description of the API: as OpenAPI for programs, and as a page for people."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request

from games.api.base import PublicApi
from games.api.openapi.operation import operation
from games.api.openapi.page import page_context
from games.api.openapi.shapes import ANYTHING
from games.api.views.games import Rendered, cached_response, rendered
from games.http.caching import same_for_all


class SchemaView(PublicApi):
    @operation(ANYTHING, of_circle=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """Return this description, as OpenAPI 3.1."""
        return cached_response(request, *cached_schema())


@cache
def generated() -> dict[str, Any]:
    """Return the description."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@cache
def cached_schema() -> Rendered:
    """Return the description as JSON."""
    return rendered(generated())


@require_safe
@same_for_all
def page(request: HttpRequest) -> HttpResponse:
    """Show the description as a page."""
    return render(request, "api/page.html", {"api": page_context(generated())})
