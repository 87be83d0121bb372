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
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Clash
from games.api.keys import KeyAuthentication
from games.api.throttles import PerKey
from games.rules.words import _
from games.table.door import Refused
from games.table.shapes import Field, is_id

OTHER = _("Somebody else is signed in here.")
KEY = re.compile(r"[A-Za-z0-9_-]{43,200}")  # 256 bits or more


def is_key(value: Any) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


MET = Body(Field("key", is_key), Field("device", is_id))
NOTHING = Body()


class FromHere(BasePermission):
    """Asked by our own pages and workers."""

    def has_permission(self, request: Request, view: Any) -> bool:
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
    """Whom Django's pages know: from now on this phone speaks for that person, too. Nobody: 204."""

    authentication_classes = ()
    permission_classes = (FromHere,)

    def post(self, request: Request) -> Response:
        said = MET.read(request)
        person = signed_in(request)
        member = None if person is None else memberships(person).first()
        if person is None or member is None:
            return Response(status=204)
        try:
            device = services.add_device(by=person, key=said["key"], device=UUID(said["device"]))
        except Refused as refused:
            raise Clash(refused.words.say(gettext), refused.code) from None
        if device.revoked is not None:
            raise AuthenticationFailed
        return Response({"person": str(person.pk), "circle": str(member.circle_id), "role": member.role})


class Session(OfThePhone):
    """A cookie for Django's pages, for whoever has a phone's key; and the token that their forms ask for."""

    authentication_classes = (KeyAuthentication,)
    permission_classes = (IsAuthenticated, FromHere)

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
        request._request.session.modified = True  # it lasts from now on
        return Response({"csrf": get_token(request._request)})


def signed_in(request: Request) -> models.Person | None:
    """By the cookie; the REST framework has put its own answer where Django's would stand."""
    found: Any = auth.get_user(request._request)
    return found if found.is_authenticated else None


def memberships(person: models.Person) -> Any:
    return models.Membership.objects.filter(person=person).order_by("since", "circle")
