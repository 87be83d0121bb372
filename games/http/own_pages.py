"""Whether our own page asks: a foreign page may send a form, but cannot say that it is ours."""

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
    """Asked by our own pages and workers."""

    def has_permission(self, request: Request | HttpRequest, view: Any) -> bool:
        own = f"{request.scheme}://{request.get_host()}"
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        return request.headers.get("Origin") == own and site == "same-origin"


class OwnPageOrTokenView(View):
    """Takes forms of our own pages, wherever the browser says so, and from other browsers those with a token.

    A page that a phone has made knows no token, and another page may have an old one.
    """

    @method_decorator(csrf_exempt)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and not FromOwnPage().has_permission(request, self):
            return csrf_protect(super().dispatch)(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)
