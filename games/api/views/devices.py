"""Phones and programs, and their keys."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import DeviceBodySerializer
from games.api.created import response_to_write
from games.api.errors import Clash, GuestsLimited, InvalidRequest, NoSuch, RegistrationClosed
from games.api.openapi.operation import operation
from games.api.openapi.shapes import ID, record, several
from games.api.responses import DeviceSerializer, IntroductionSerializer
from games.http.keys import AccountDeleted, Revoked, is_key, key_of
from games.match.errors import Refused
from games.rules.words import _
from games.services.keys import digest

KNOWN = _("This key is already registered with different ids.")


class DevicesView(Api):
    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self.is_introduction() else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        open_to_all: list[BasePermission] = [AllowAny()]
        return open_to_all if self.is_introduction() else list(super().get_permissions())

    def is_introduction(self) -> bool:
        """Return whether the request needs no known key."""
        return self.request is not None and self.request.method == "POST"

    @operation(record({"devices": several(DeviceSerializer), "person": ID}), of_circle=False)
    def get(self, request: Request) -> Response:
        """List my phones and programs. A key for one circle sees only itself."""
        devices = DeviceSerializer(
            services.listed_devices(own_devices(request)), many=True, context={"request": request}
        )
        return Response({"devices": devices.data, "person": str(request.user.pk)})

    @operation(
        IntroductionSerializer,
        201,
        200,
        body=DeviceBodySerializer,
        of_circle=False,
        errors=(401, 403, 409, 429),
        brings_key=True,
    )
    def post(self, request: Request) -> Response:
        """Introduce a phone.

        The phone creates its own key (256 random bits: 43 characters or more of `A-Z a-z 0-9 _ -`), its person's and
        its circle's id, and sends this new key as that of the request. The server creates a guest with a circle.
        Repeating the request changes nothing.
        """
        key = key_of(request)
        if key is None:
            raise NotAuthenticated
        if not is_key(key):
            raise InvalidRequest(gettext("A key needs at least 43 characters from A-Z a-z 0-9 _ -"), "key")
        values = DeviceBodySerializer.read(request)
        ids = {name: UUID(values[name]) for name in ("device", "person", "circle")}
        is_new = not models.Device.objects.filter(hash=digest(key)).exists()
        device = introduce(key=key, name=values.get("name", ""), address=BaseThrottle().get_ident(request), **ids)
        if device.revoked is not None:
            raise Revoked
        if device.person.deleted is not None:
            raise AccountDeleted
        answer = IntroductionSerializer({**ids, "name": device.name})
        return response_to_write(request, answer.data, is_new=is_new, address="device", device=device.pk)


class DeviceView(Api):
    operation_name = "OneDevice"

    @operation(None, 204, of_circle=False)
    def delete(self, request: Request, device: UUID) -> Response:
        """Revoke the key of a phone or a program."""
        if not own_devices(request).filter(id=device).exists():
            raise NoSuch(gettext("No such phone or program."))
        services.revoke_device(by=circles.asker(request), device=device, current=request.auth.pk)
        return Response(status=204)


def introduce(**values: Any) -> models.Device:
    """Return the device that has introduced itself, now or before; raise the error of a refused one."""
    try:
        device = services.introduce(**values)
        if (device.id, device.person_id) != (values["device"], values["person"]):
            raise Refused("taken", KNOWN)
    except services.TooManyGuests as refused:
        raise GuestsLimited(refused.words.translated(gettext), refused.code) from None
    except services.NotOpen as refused:
        raise RegistrationClosed(refused.words.translated(gettext)) from None
    except Refused as refused:
        raise Clash(refused.words.translated(gettext), refused.code) from None
    return device


def own_devices(request: Request) -> QuerySet[models.Device]:
    """Return the devices that the key may see."""
    devices = models.Device.objects.filter(person=request.user.pk, revoked=None)
    return devices if circles.bound_to(request) is None else devices.filter(id=request.auth.pk)
