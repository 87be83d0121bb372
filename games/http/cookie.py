"""A phone's cookie goes with its key: whoever has lost the one is let in by the other nowhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games import models

# In the session:
DEVICE = "device"  # the phone that it was begun or met by
SINCE = "since"  # when it began, or its person last set a new password, in seconds
INVITED = "invited"  # an invitation has let its person in, and no proof of their own

NEWCOMER = "newcomer"  # an invitation into a circle has made its person, whom no other browser knows


def middleware(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """For all of Django's pages. Those that ask for nobody cost nothing."""

    def knowing(request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: session_person(request))  # type: ignore[assignment]
        return answer(request)

    return knowing


def begin_session(request: HttpRequest, device: models.Device) -> None:
    """Sign the phone's person in, whom its key has proved.

    Django then takes a new token for forms. The old one stays: the person has not changed, and a form is perhaps being
    filled in meanwhile. Whoever has planted that token gains nothing by it, as forms tell besides where they come from.
    """
    token = request.META.get("CSRF_COOKIE")
    auth.login(request, device.person, backend=settings.AUTHENTICATION_BACKENDS[0])
    if token:
        request.META["CSRF_COOKIE"] = token
    note_entry(request)
    bind_device(request, device)


def bind_device(request: HttpRequest, device: models.Device) -> None:
    request.session[DEVICE] = str(device.pk)


def device_of(request: HttpRequest) -> UUID | None:
    """The phone that the session names."""
    device = request.session.get(DEVICE)
    return None if device is None else UUID(device)


def note_entry(request: HttpRequest) -> None:
    """Write the present time into the session, as its person has just signed in or set a new password."""
    request.session[SINCE] = time.time()


def outlives(request: HttpRequest, device: models.Device) -> bool:
    """Whether the session began after the key of a phone had ended."""
    return device.revoked is not None and request.session.get(SINCE, 0) > device.revoked.timestamp()


def session_person(request: HttpRequest) -> Any:
    """Whom the cookie names, as Django has it."""
    device = request.session.get(DEVICE)
    if device is not None and not models.Device.objects.filter(id=device, revoked=None).exists():
        request.session.flush()
    return auth.get_user(request)
