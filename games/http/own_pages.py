"""Recognize requests from our own pages. Another site's page can send a form, but cannot forge its origin."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class FromOwnPage(BasePermission):
    """Allows only requests from our own pages and workers."""

    def has_permission(self, request: Request | HttpRequest, view: Any) -> bool:
        own = f"{request.scheme}://{request.get_host()}"
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        return request.headers.get("Origin") == own and site == "same-origin"


class OwnPageOrTokenView(View):
    """A view that accepts forms from our own origin, and with a CSRF token from browsers that send no origin.

    A page built on a phone has no token, and any other page may have an old one.
    """

    @method_decorator(csrf_exempt)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and not FromOwnPage().has_permission(request, self):
            return csrf_protect(super().dispatch)(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)
