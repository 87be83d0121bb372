"""Who a phone is: the worker has a key, Django's pages have a cookie, and both are to be the same person.

A browser sends its cookie along with what foreign pages ask for too. Those cannot send JSON here without being let,
and cannot say that they are ours.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Clash
from games.api.keys import KeyAuthentication, Revoked
from games.api.throttles import PerKey
from games.rules.words import _
from games.table.door import Refused
from games.table.shapes import Field, is_id, may
from games.web import cookie

OTHER = _("Somebody else is signed in here.")
KEY = re.compile(r"[A-Za-z0-9_-]{43,200}")  # 256 bits or more


def is_key(value: Any) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


MET = Body(Field("key", is_key), Field("device", is_id), may("circle", is_id))
NOTHING = Body()


class FromHere(BasePermission):
    """Asked by our own pages and workers."""

    def has_permission(self, request: Request | HttpRequest, view: Any) -> bool:
        own = f"{request.scheme}://{request.get_host()}"
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        return request.headers.get("Origin") == own and site == "same-origin"


class Seldom(PerKey):
    """A phone asks when a page is opened, not all the time."""

    scope = "phone"

    def get_rate(self) -> str | None:
        return "60/minute" if settings.THROTTLE else None


class OfThePhone(Api):
    schema = None  # the app's own, not for programs
    throttle_classes = (Seldom,)


class Meet(OfThePhone):
    """Whom Django's pages know: from now on this phone speaks for that person, too. Nobody: 204.

    What it has not sent yet is of one circle: where that is theirs, the phone stays with it.
    """

    authentication_classes = ()
    permission_classes = (FromHere,)

    def post(self, request: Request) -> Response:
        said = MET.read(request)
        person = signed_in(request)
        if person is None:
            return Response(status=204)
        named = services.places_of(person).filter(circle=said.get("circle")).first()
        member = named or services.home_of(person)
        services.bring_along_by_key(account=person, key=said["key"])
        try:
            device = services.add_device(by=person, key=said["key"], device=UUID(said["device"]))
        except Refused as refused:
            raise Clash(refused.words.say(gettext), refused.code) from None
        if device.revoked is not None:
            raise Revoked
        cookie.bind(request._request, device)
        return Response({"person": str(person.pk), "circle": str(member.circle_id), "role": member.role})


class Session(OfThePhone):
    """A cookie for Django's pages, for whoever has a phone's key; and the token that their forms ask for.

    Whose cookie it is, and which circle they look at, a phone may ask without a key, and end it too: the key may have been taken away.
    """

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [KeyAuthentication()] if self.is_begun() else []

    def get_permissions(self) -> list[Any]:
        if self.is_begun():
            return [IsAuthenticated(), FromHere()]
        return [AllowAny()] if self.request.method in SAFE_METHODS else [FromHere()]

    def is_begun(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    def get(self, request: Request) -> Response:
        person = signed_in(request)
        member = None if person is None else services.places_of(person).first()
        whose = None if person is None else str(person.pk)
        return Response({"person": whose, "circle": None if member is None else str(member.circle_id)})

    def delete(self, request: Request) -> Response:
        auth.logout(request._request)
        return Response(status=204)

    def post(self, request: Request) -> Response:
        NOTHING.read(request)
        person = circles.asker(request)
        if circles.bound_to(request) is not None:  # a program's key speaks for one circle, a cookie for a person
            self.permission_denied(request)
        known = signed_in(request)
        if known is None:
            auth.login(request._request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
        elif known != person:
            raise Clash(gettext(OTHER), "other_person")
        cookie.bind(request._request, request.auth)  # type: ignore[arg-type]
        request._request.session.modified = True  # it lasts from now on
        return Response({"csrf": get_token(request._request)})


def signed_in(request: Request) -> models.Person | None:
    """By the cookie; the REST framework has put its own answer where Django's would stand."""
    found = cookie.whose(request._request)
    return found if found.is_authenticated else None
