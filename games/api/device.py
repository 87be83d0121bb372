"""Who a phone is: the worker has a key, Django's pages have a cookie, and both are to be the same person.

A browser sends its cookie along with what foreign pages ask for too. Those cannot send JSON here without being let,
and cannot say that they are ours.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Clash
from games.api.throttles import PerKey
from games.http import cookie
from games.http.keys import KeyAuthentication, Revoked, key_of
from games.http.own_pages import FromOwnPage
from games.http.phone_keys import is_key
from games.match.errors import Refused
from games.match.events import EventField, is_id, is_yes_no, optional
from games.rules.words import _

OTHER = _("Somebody else is signed in here.")
# `waits`: something that was written on the phone waits. `brings`: whoever has it in hand wants that of another guest.
MET = Body(
    EventField("key", is_key),
    EventField("device", is_id),
    optional("circle", is_id),
    optional("waits", is_yes_no),
    optional("brings", is_yes_no),
)
NOTHING = Body()


class Seldom(PerKey):
    """A phone asks when a page is opened, not all the time."""

    scope = "phone"

    def get_rate(self) -> str | None:
        return "60/minute" if settings.THROTTLE else None


class OfThePhone(Api):
    schema = None  # the app's own, not for programs
    throttle_classes = (Seldom,)


class ReceiveKeyView(OfThePhone):
    """Whom Django's pages know: from now on this phone speaks for that person, too. Nobody: 204.

    What it has not sent yet is of one circle: where that is theirs, the phone stays with it. Whoever has just come into
    a circle gets the one of the phone besides: rounds from before are not for the others to see. A person who only
    reads in their circle gets it too.
    """

    authentication_classes = ()
    permission_classes = (FromOwnPage,)

    def post(self, request: Request) -> Response:
        said = MET.read(request)
        person = signed_in(request)
        if person is None:
            return Response(status=204)
        session, is_asked_for = request._request.session, said.get("brings", False)
        if is_asked_for or not session.get(cookie.INVITED):  # someone else's invitation takes nothing by itself
            services.merge_guest_by_key(account=person, key=said["key"], is_asked_for=is_asked_for)
        try:
            device = services.add_device(by=person, key=said["key"], device=UUID(said["device"]))
        except Refused as refused:
            is_guests = services.holds_anothers(account=person, key=said["key"])
            raise Clash(refused.words.say(gettext), "guest" if is_guests else refused.code) from None
        if device.revoked is not None:
            raise Revoked
        if device.needs_session:
            services.accept_session(device=device)
        cookie.bind_device(request._request, device)
        needs_circle = said.get("waits") and (session.get(cookie.NEWCOMER) or not services.has_place_to_write(person))
        if "circle" in said and (is_asked_for or needs_circle):
            with suppress(Refused):  # it is somebody else's
                services.make_circle(by=person, circle=UUID(said["circle"]), name="")
        if is_asked_for and "circle" in said:
            services.choose_circle(by=person, circle=UUID(said["circle"]))
        named = services.places_of(person).filter(circle=said.get("circle")).first()
        member = named or services.home_of(person)
        return Response({"person": str(person.pk), "circle": str(member.circle_id), "role": member.role})


class SessionView(OfThePhone):
    """A cookie for Django's pages, for whoever has a phone's key; and the token that their forms ask for.

    Whose cookie it is, which guests they were, and which circle they look at, a phone may ask without a key. It may end
    the cookie too: the key may have been taken away. A cookie of whoever signed in after the key ended stays.
    """

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [KeyAuthentication()] if self.is_begun() else []

    def get_permissions(self) -> list[Any]:
        if self.is_begun():
            return [IsAuthenticated(), FromOwnPage()]
        return [AllowAny()] if self.request.method in SAFE_METHODS else [FromOwnPage()]

    def is_begun(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    def get(self, request: Request) -> Response:
        person = signed_in(request)
        member = None if person is None else services.places_of(person).first()
        whose = None if person is None else str(person.pk)
        guests = [] if person is None else [str(pk) for pk in person.guests.values_list("pk", flat=True)]
        circle = None if member is None else str(member.circle_id)
        return Response({"person": whose, "circle": circle, "was": guests})

    def delete(self, request: Request) -> Response:
        key = key_of(request)
        device = None if key is None else services.device_of(key)
        if device is None or not cookie.outlives(request._request, device):
            auth.logout(request._request)
        return Response(status=204)

    def post(self, request: Request) -> Response:
        NOTHING.read(request)
        person = circles.asker(request)
        if circles.bound_to(request) is not None:  # a program's key speaks for one circle, a cookie for a person
            self.permission_denied(request)
        known, joined = signed_in(request), {}
        if known is None:
            cookie.begin_session(request._request, request.auth)  # type: ignore[arg-type]
        elif known != person:
            self.take_in(request._request, known, request.auth)  # type: ignore[arg-type]
            joined = {"joined": True}
        cookie.bind_device(request._request, request.auth)  # type: ignore[arg-type]
        request._request.session.modified = True  # it lasts from now on
        return Response({"csrf": get_token(request._request)} | joined)

    def take_in(self, request: HttpRequest, known: models.Person, device: models.Device) -> None:
        """Make one person of two: the phone's, and the guest who has just come in here before the key got its cookie.

        Nobody else can be that guest, and nobody is signed out.
        """
        if not request.session.get(cookie.NEWCOMER) or services.is_kept(known):
            raise Clash(gettext(OTHER), "other_person")
        member = services.places_of(known).first()
        services.merge_guest(guest=known, account=device.person, device=cookie.device_of(request))
        if member is not None:
            services.choose_circle(by=device.person, circle=member.circle_id)
        cookie.begin_session(request, device)


def signed_in(request: Request) -> models.Person | None:
    """By the cookie; the REST framework has put its own answer where Django's would stand."""
    found = cookie.session_person(request._request)
    return found if found.is_authenticated else None
