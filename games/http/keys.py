"""Authentication by `Authorization: Token …` or `Bearer …`, with a phone's own key or one from `manage.py token`."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games import models, services
from games.match.errors import Refused
from games.services import keys
from scorekeeper.clients import CLIENT, SCHEMES, name_client

KEY = re.compile(r"[A-Za-z0-9_-]{43,200}")  # 256 bits or more


class Revoked(AuthenticationFailed):
    """The key was revoked; a phone that gets this error deletes its data from this server."""

    default_detail = _("This key has been revoked.")
    default_code = "revoked"


class AccountDeleted(AuthenticationFailed):
    """The person of the key has deleted their account; a phone that gets this error acts as with a revoked key."""

    default_detail = _("The account of this key has been deleted.")
    default_code = "account_deleted"


class KeyAuthentication(BaseAuthentication):
    """Authenticate the device of the key. A key that needs a session works only together with its person's cookie."""

    def authenticate(self, request: Request) -> tuple[models.Person, models.Device] | None:
        key = key_of(request)
        if key is None:
            return None
        device = models.Device.objects.select_related("person").filter(hash=keys.digest(key)).first()
        if device is None:
            raise AuthenticationFailed
        if device.revoked is not None:
            raise Revoked
        if device.person.deleted is not None:
            raise AccountDeleted
        if not device.person.is_active:
            raise AuthenticationFailed
        if device.needs_session:
            if request._request.user != device.person:
                raise AuthenticationFailed
            try:
                services.accept_session(device=device, person=request._request.user)
            except Refused:
                raise AuthenticationFailed from None
        services.note_use(device)
        request._request.META[CLIENT] = name_client(device.person_id, bool(device.person.email), device.person.created)
        device.person.acts_through = Q(pk=device.pk, hash=device.hash, revoked=None, needs_session=False)
        return device.person, device

    def authenticate_header(self, request: Request) -> str:
        return "Token"


def key_of(request: HttpRequest | Request) -> str | None:
    """Return the key in the header, or None without one."""
    words = get_authorization_header(request).split()  # type: ignore[arg-type]
    if len(words) != 2 or words[0].lower() not in SCHEMES:
        return None
    return words[1].decode("latin-1")


def is_key(value: Any) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None
