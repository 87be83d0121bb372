"""Following a match or an evening by its link: a page that stays up to date, needs no account, and tells nothing else.

Whoever follows asks every few seconds; nothing is worked out or drawn until something has come.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views import View
from django.views.decorators.gzip import gzip_page

from games import models, services
from games.export import card, fonts
from games.match.errors import Refused
from games.models import Purpose
from games.services.invitations import FOLLOWED
from games.web.sharing.followed import FollowedEvening, FollowedMatch

# The link is a key: it goes to nobody else, and into no index.
HEADERS = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}


@gzip_page
def page(request: HttpRequest, invitation: models.Invitation, token: str) -> HttpResponse:
    found = look(invitation)
    mark = found.mark(request)
    address = request.build_absolute_uri(reverse("way", args=[token]))
    picture = f"{request.build_absolute_uri(reverse('card', args=[token]))}?{mark[:8]}" if fonts.are_there() else ""
    return answered(
        request,
        mark,
        lambda: found.page(
            request, {"told": found.told, "mark": quote_etag(mark), "address": address, "picture": picture}
        ),
    )


class CardOf(View):
    """Names and totals as a picture, for a chat that the link is pasted into."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            invitation = services.by_token(token)
            if invitation.purpose not in FOLLOWED or not fonts.are_there():
                raise Http404
            found = look(invitation)
        except Refused:
            raise Http404 from None
        return answered(
            request,
            found.mark(request),
            lambda: HttpResponse(card.drawn(found.told.picture), content_type="image/png"),
        )


def look(invitation: models.Invitation) -> FollowedMatch | FollowedEvening:
    assert invitation.circle_id is not None
    assert invitation.thing is not None
    kind = FollowedMatch if invitation.purpose == Purpose.MATCH else FollowedEvening
    return kind(invitation.circle_id, invitation.thing)


def answered(request: HttpRequest, mark: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    etag = quote_etag(mark)
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    for name, value in HEADERS.items():
        response[name] = value
    patch_cache_control(response, private=True, no_cache=True)
    return response
