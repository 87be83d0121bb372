"""The page for what the server did not take, where the table would have let it pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

if TYPE_CHECKING:
    from games.rules.words import Words


def page(request: HttpRequest, words: Words) -> HttpResponse:
    return render(request, "refused.html", {"words": words, "back": request.path}, status=409)
