"""A phone's cookie goes with its key: whoever has lost the one is let in by the other nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games import models

DEVICE = "device"  # in the session: the phone that it was begun or met by


def middleware(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """For all of Django's pages. Those that ask for nobody cost nothing."""

    def knowing(request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: whose(request))  # type: ignore[assignment]
        return answer(request)

    return knowing


def bind(request: HttpRequest, device: models.Device) -> None:
    request.session[DEVICE] = str(device.pk)


def whose(request: HttpRequest) -> Any:
    """Whom the cookie names, as Django has it."""
    device = request.session.get(DEVICE)
    if device is not None and not models.Device.objects.filter(id=device, revoked=None).exists():
        request.session.flush()
    return auth.get_user(request)
