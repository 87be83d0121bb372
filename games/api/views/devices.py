from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Clash, NotOpenError, Wrong
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.api.views.circles import is_short
from games.http.keys import Revoked, key_of
from games.match.errors import Refused
from games.match.events import EventField, is_id, optional
from games.rules.words import _
from games.services.keys import digest
from games.store.logs import format_time

TAKEN = _("This key is known with other ids already.")
KEY = re.compile(r"[A-Za-z0-9_-]{43,200}")  # 256 bits or more
INTRODUCED = Body(
    EventField("device", is_id), EventField("person", is_id), EventField("circle", is_id), optional("name", is_short)
)


class DevicesView(Api):
    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self.is_introduction() else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        open_to_all: list[BasePermission] = [AllowAny()]
        return open_to_all if self.is_introduction() else list(super().get_permissions())

    def is_introduction(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    @operation(record({"devices": several(ref("Device"))}), of_circle=False)
    def get(self, request: Request) -> Response:
        """My phones and programs. A token that belongs to one circle sees only itself."""
        return Response({"devices": [as_json(device, request) for device in mine(request)]})

    @operation("Introduced", 201, 200, body="DeviceBody", of_circle=False, errors=(401, 403, 409))
    def post(self, request: Request) -> Response:
        """A phone's first word.

        It makes its own key (256 random bits: 43 characters or more of `A-Z a-z 0-9 _ -`), its person's and its
        circle's id, and sends the key as `Authorization: Token …`. A new guest is made with a circle. Repeating it
        changes nothing.
        """
        key = key_of(request)
        if key is None:
            raise NotAuthenticated
        if not KEY.fullmatch(key):
            raise Wrong(gettext("A key has at least 43 of these: A-Z a-z 0-9 _ -"), "key")
        said = INTRODUCED.read(request)
        ids = {name: UUID(said[name]) for name in ("device", "person", "circle")}
        is_new = not models.Device.objects.filter(hash=digest(key)).exists()
        device = introduced(key=key, name=said.get("name", ""), **ids)
        if device.revoked is not None:
            raise Revoked
        told = {**{name: said[name] for name in ids}, "name": device.name}
        return Response(told, status=201 if is_new else 200)


class DeviceView(Api):
    @operation(None, 204, of_circle=False)
    def delete(self, request: Request, device: UUID) -> Response:
        """Take a phone's or a program's key away."""
        if not mine(request).filter(id=device).exists():
            raise Http404
        services.revoke_device(by=circles.asker(request), device=device)
        return Response(status=204)


def introduced(**said: Any) -> models.Device:
    try:
        found = services.introduce(**said)
        if (found.id, found.person_id) != (said["device"], said["person"]):
            raise Refused("taken", TAKEN)
    except services.NotOpen as refused:
        raise NotOpenError(refused.words.say(gettext)) from None
    except Refused as refused:
        raise Clash(refused.words.say(gettext), refused.code) from None
    return found


def mine(request: Request) -> QuerySet[models.Device]:
    found = models.Device.objects.filter(person=request.user.pk, revoked=None).order_by("created", "id")
    return found if circles.bound_to(request) is None else found.filter(id=request.auth.pk)


def as_json(device: models.Device, request: Request) -> dict[str, Any]:
    return {
        "device": str(device.id),
        "name": device.name,
        "circle": None if device.circle_id is None else str(device.circle_id),
        "created": format_time(device.created),
        "current": device == request.auth,
    }
