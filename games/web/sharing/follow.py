"""Follow a match or an evening by its link: a page that stays up to date, needs no account, and shows nothing else.

The page polls every few seconds. The server renders it only if the ETag has changed.
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

# The link is a key: it must not leak by a referrer or a search engine.
HEADERS = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}


@gzip_page
def page(request: HttpRequest, invitation: models.Invitation, token: str) -> HttpResponse:
    followed = load_followed(invitation)
    version = followed.version(request)
    address = request.build_absolute_uri(reverse("way", args=[token]))
    picture = f"{request.build_absolute_uri(reverse('card', args=[token]))}?{version[:8]}" if fonts.are_there() else ""
    context = {"headline": followed.headline, "mark": quote_etag(version), "address": address, "picture": picture}
    return follower_response(request, version, lambda: followed.page(request, context))


class CardPictureView(View):
    """Names and totals as a picture, which chats show beside the link."""

    expensive = ("GET",)

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            invitation = services.by_token(token)
            if invitation.purpose not in FOLLOWED or not fonts.are_there():
                raise Http404
            followed = load_followed(invitation)
        except Refused:
            raise Http404 from None
        return follower_response(
            request,
            followed.version(request),
            lambda: HttpResponse(card.draw_card(followed.headline.picture), content_type="image/png"),
        )


def load_followed(invitation: models.Invitation) -> FollowedMatch | FollowedEvening:
    assert invitation.circle_id is not None
    assert invitation.thing is not None
    kind = FollowedMatch if invitation.purpose == Purpose.MATCH else FollowedEvening
    return kind(invitation.circle_id, invitation.thing)


def follower_response(request: HttpRequest, version: str, respond: Callable[[], HttpResponse]) -> HttpResponse:
    """Return 304 if the version has not changed, otherwise the response, with the headers that protect the link."""
    etag = quote_etag(version)
    response = get_conditional_response(request, etag=etag) or respond()
    response["ETag"] = etag
    for name, value in HEADERS.items():
        response[name] = value
    patch_cache_control(response, private=True, no_cache=True)
    return response
