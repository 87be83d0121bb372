import sys

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


@require_safe
@same_for_all
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "game/all.html", {"games": [game_context(game) for game in catalogue.GAMES]})


@require_safe
@same_for_all
def game(request: HttpRequest, key: str) -> HttpResponse:
    found = catalogue.find(key)
    if found is None:
        raise Http404
    return render(request, "game/page.html", {"game": game_context(found)})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """For whoever watches the server: it answers. The database is not asked, so asking often costs nothing."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """For whoever sends people here or elsewhere: it can work, for the database answers and has our tables."""
    try:
        models.Circle.objects.exists()
    except Error:
        told = gettext("The database does not answer.")
        return HttpResponse(told, status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


def our_mistake(request: HttpRequest) -> HttpResponse:
    """Something has gone wrong that we did not think of: people get a page, programs their one shape of error.

    Django asks here in the middle of handling it, wherever on the way of a request it happened.
    """
    if away.is_away(sys.exception()):
        return away.answer(request)
    if not request.path.startswith("/api/"):
        return server_error(request)
    told = gettext("It is our mistake, not yours. What was saved before is safe. Please try again in a moment.")
    return JsonResponse({"error": told, "code": "server"}, status=500)
