"""The person of a phone: its worker has a key, Django's pages have a cookie, and both must be the same person.

A browser sends its cookie with requests of foreign pages too. Those pages cannot send JSON here without permission,
and cannot claim to be ours.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import auth
from django.db import transaction
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import NoBodySerializer
from games.api.errors import Clash
from games.api.fields import IdField, StrictField, YesNoField
from games.api.serializers import StrictSerializer
from games.api.throttles import PerKey, SessionsPerAddress, SessionsPerPerson
from games.http import cookie
from games.http.keys import KeyAuthentication, Revoked, is_key, key_of
from games.http.own_pages import FromOwnPage
from games.http.person import session_person
from games.match.errors import Refused
from games.rules.words import _
from games.services.keys import digest

OTHER = _("Someone else is signed in here.")


class PhoneKey(StrictField):
    """The key of a phone."""

    def accepts(self, value: Any) -> bool:
        return is_key(value)


class PhoneBodySerializer(StrictSerializer):
    """A phone and its key. `person`: the phone belongs to this one, as a server has accepted its key before.

    `next`: the key that replaces it if a guest is merged. `waits`: it has unsent events. `brings`: its user asks for the matches of another guest.
    """

    key = PhoneKey({"type": "string"})
    device = IdField()
    circle = IdField(optional=True)
    person = IdField(optional=True)
    next = PhoneKey({"type": "string"}, optional=True)
    waits = YesNoField(optional=True)
    brings = YesNoField(optional=True)


class PhoneThrottle(PerKey):
    """The limit of a phone, which asks when a page is opened."""

    scope = "phone"

    def get_rate(self) -> str | None:
        return "60/minute" if settings.THROTTLE else None


class PhoneApi(Api):
    """A view for the app itself."""

    schema = None  # the app's own, not for programs
    throttle_classes = (PhoneThrottle,)


class ReceiveKeyView(PhoneApi):
    """Bind this phone's key to the signed-in person. Return 204 if nobody is signed in.

    The phone's unsent events belong to its circle. If that is one of the person's circles, the phone stays with it.
    Someone who has just joined another circle by an invitation gets the phone's circle, too, as the members of the other
    circle should not see earlier rounds. So does a person who can write in no circle.
    """

    authentication_classes = ()
    permission_classes = (FromOwnPage,)

    def post(self, request: Request) -> Response:
        values = PhoneBodySerializer.read(request)
        person = signed_in(request)
        if person is None:
            return Response(status=204)
        session, is_asked_for = request._request.session, values.get("brings", False)
        claimed = values.get("person")
        if claimed and not is_asked_for and services.is_lost(account=person, key=values["key"], person=UUID(claimed)):
            raise Clash(gettext(OTHER), "guest")
        try:
            # An invitation of someone else merges nothing unless the user asks for it.
            may_merge = is_asked_for or not session.get(cookie.INVITED)
            browser = cookie.current_phone(request._request).browser
            with transaction.atomic():  # a phone that is refused merges nothing
                device = bind_key(person, values, browser, may_merge=may_merge)
        except Refused as refused:
            code = services.kind_of_other(account=person, key=values["key"]) or refused.code
            raise Clash(refused.words.translated(gettext), code) from None
        if device.revoked is not None:
            raise Revoked
        cookie.bind_device(request._request, device)
        is_newcomer = session.get(cookie.NEWCOMER) or services.is_newcomer(device)
        needs_circle = values.get("waits") and (is_newcomer or not services.has_place_to_write(person))
        if "circle" in values and (is_asked_for or needs_circle):
            receive_circle(person, UUID(values["circle"]), is_chosen=is_asked_for)
        member = services.memberships_of(person).filter(circle=values.get("circle")).first()
        try:
            member = member or services.home_membership(person)
        except Refused as refused:
            raise Clash(refused.words.translated(gettext), refused.code) from None
        is_replaced = device.hash != digest(values["key"])
        whose = {"person": str(person.pk), "circle": str(member.circle_id), "role": member.role}
        return Response(whose | {"replaced": True} if is_replaced else whose)


def bind_key(person: models.Person, values: dict[str, Any], browser: UUID | None, *, may_merge: bool) -> models.Device:
    """Merge the guest of the phone, if `may_merge`, and return the phone of the person, with its key or its next one."""
    key, next_key = values["key"], values.get("next")
    if may_merge:
        services.merge_guest_by_key(
            account=person, key=key, next_key=next_key, browser=browser, is_asked_for=values.get("brings", False)
        )
    if next_key and services.device_of(next_key) is not None:
        key = next_key
    device = services.add_device(by=person, key=key, device=UUID(values["device"]), browser=browser)
    if device.needs_session and device.revoked is None:
        services.accept_session(device=device, person=person)
    return device


class SessionView(PhoneApi):
    """A cookie for Django's pages in exchange for a phone's key, and the token for their forms.

    Without a key a phone may ask for the person of the cookie, their former guests, and the circle they look at. It learns whether
    they can sign in again. It may also end the cookie, because its key may be revoked. A cookie stays if its person signed in after that.
    """

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [KeyAuthentication()] if self.asks_for_cookie() else []

    def get_permissions(self) -> list[Any]:
        if self.asks_for_cookie():
            return [IsAuthenticated(), FromOwnPage()]
        return [AllowAny()] if self.request.method in SAFE_METHODS else [FromOwnPage()]

    def asks_for_cookie(self) -> bool:
        """Return whether the request asks for a cookie."""
        return self.request is not None and self.request.method == "POST"

    def get(self, request: Request) -> Response:
        person = signed_in(request)
        member = None if person is None else services.memberships_of(person).first()
        whose = None if person is None else str(person.pk)
        guests = [] if person is None else [str(pk) for pk in person.guests.values_list("pk", flat=True)]
        circle = None if member is None else str(member.circle_id)
        name = None if member is None else member.circle.name or gettext("My group")
        has_login = person is not None and services.has_login(person)
        ended = 0 if person is None or has_login else services.count_ended(person)
        return Response(
            {"person": whose, "circle": circle, "name": name, "was": guests, "ended": ended, "login": has_login}
        )

    def delete(self, request: Request) -> Response:
        key = key_of(request)
        device = None if key is None else services.device_of(key)
        if device is None or not self.belongs_to_another(request, device):
            auth.logout(request._request)
        return Response(status=204)

    def belongs_to_another(self, request: Request, device: models.Device) -> bool:
        """Return whether the session is not the one of this phone: of someone else, or begun after the key ended."""
        return signed_in(request) not in (None, device.person) or cookie.outlives(request._request, device)

    def post(self, request: Request) -> Response:
        NoBodySerializer.read(request)
        person = circles.asker(request)
        if circles.bound_to(request) is not None:  # a program's key speaks for one circle, a cookie for a person
            self.permission_denied(request)
        cookie_person = signed_in(request)
        if cookie_person is None:
            throttles = SessionsPerPerson(), SessionsPerAddress()
            if not any(throttle.allow_request(request, self) for throttle in throttles):
                self.throttled(request, throttles[-1].wait())
            cookie.begin_session(request._request, request.auth)  # type: ignore[arg-type]
        elif cookie_person != person:
            raise Clash(gettext(OTHER), "other_person")  # someone else may have planted that cookie
        cookie.bind_device(request._request, request.auth)  # type: ignore[arg-type]
        request._request.session.modified = True  # it lasts from now on
        return Response({"csrf": get_token(request._request)})


def receive_circle(person: models.Person, circle: UUID, *, is_chosen: bool) -> None:
    """Create the phone's circle for the person, unless it is someone else's. With `is_chosen` it becomes their current one."""
    with suppress(Refused):  # it belongs to someone else, or the person has too many
        services.make_circle(by=person, circle=circle, name="", is_limited=True)
    if is_chosen:
        services.choose_circle(by=person, circle=circle)


def signed_in(request: Request) -> models.Person | None:
    """Return the person of the cookie, or None. `request.user` is the person of the key."""
    person = session_person(request._request)
    return person if person.is_authenticated else None
