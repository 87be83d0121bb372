"""The pages about games, the health of the server, and the page after an error of ours."""

import math
import sys
import time

from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import server_error

from games import models
from games.http.caching import same_for_all
from games.rules import catalogue
from games.web.game_context import game_context
from scorekeeper import away

VALID = 1  # seconds


@require_safe
@same_for_all
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "game/all.html", {"games": [game_context(game) for game in catalogue.GAMES]})


@require_safe
@same_for_all
def game(request: HttpRequest, key: str) -> HttpResponse:
    rules = catalogue.find(key)
    if rules is None:
        raise Http404
    return render(request, "game/page.html", {"game": game_context(rules)})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer a monitor that the process works. The database is not read, so frequent checks cost nothing."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


class DatabaseCheck:
    """The latest check of the database. Checks of the same second share it, so that many of them cost nothing."""

    def __init__(self) -> None:
        self.is_good, self.at = False, -math.inf

    def works(self) -> bool:
        if time.monotonic() >= self.at + VALID:
            self.is_good, self.at = self.answers(), time.monotonic()
        return self.is_good

    def answers(self) -> bool:
        try:
            models.Circle.objects.exists()
        except Error:
            return False
        return True


DATABASE = DatabaseCheck()


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Answer a load balancer that this server can work: the database responds and has our tables."""
    if not DATABASE.works():
        words = gettext("The database is not responding.")
        return HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


def our_mistake(request: HttpRequest) -> HttpResponse:
    """Respond to an exception that nothing else handles: with a page for people, with JSON for programs.

    Django calls this handler while it handles the exception, so `sys.exception()` is the exception.
    """
    if away.is_away(sys.exception()):
        return away.unavailable(request)
    if not request.path.startswith("/api/"):
        return server_error(request)
    words = gettext("This is our fault, not yours. Everything saved so far is safe. Please try again in a moment.")
    return JsonResponse({"error": words, "code": "server"}, status=500)
