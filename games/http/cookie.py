"""Sessions of phones: which phone and which browser a session belongs to."""

from __future__ import annotations

import time
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest

from games import models, services
from games.http.keys import is_key, key_of

# Keys of the session:
BROWSER = "browser"  # a random id that the sessions of one browser share: keys are bound to it
DEVICE = "device"  # the phone that began the session or was bound to it
SINCE = "since"  # when it began, or its person last set a new password, in seconds
INVITED = "invited"  # set if the person joined by an invitation, without a login of their own

NEWCOMER = "newcomer"  # set if an invitation into a circle created the person, whom no other browser knows


def begin_session(request: HttpRequest, device: models.Device) -> None:
    """Sign in the person of the device, whose key has been checked.

    Django would create a new CSRF token. The old one stays: the person has not changed, and a form may be open in
    another tab. An attacker who planted that token gains nothing by it, as forms also check the origin.
    """
    token = request.META.get("CSRF_COOKIE")
    auth.login(request, device.person, backend=settings.AUTHENTICATION_BACKENDS[0])
    if token:
        request.META["CSRF_COOKIE"] = token
    note_entry(request)
    bind_device(request, device)


def bind_device(request: HttpRequest, device: models.Device) -> None:
    """Let the session name this phone, and bind the phone's key to the session's browser."""
    request.session[DEVICE] = str(device.pk)
    services.bind_to_browser(device=device, browser=UUID(request.session.setdefault(BROWSER, str(uuid4()))))


def renew_browser(request: HttpRequest, person: models.Person, former: UUID | None) -> None:
    """Give the session another browser id, and bind the person's keys of the former id to it."""
    browser = uuid4()
    request.session[BROWSER] = str(browser)
    if former is not None:
        services.rebind_keys(person=person.pk, former=former, browser=browser)


def current_phone(request: HttpRequest) -> services.CurrentPhone:
    """Return the browser and the phone that the session names, and the keys that the phone sent with the form."""
    browser, device = (request.session.get(name) for name in (BROWSER, DEVICE))
    next_key = request.headers.get("Next-Key")
    return services.CurrentPhone(
        browser and UUID(browser),
        device and UUID(device),
        key=key_of(request),
        next_key=next_key if is_key(next_key) else None,
    )


def note_entry(request: HttpRequest) -> None:
    """Store the present time in the session, as its person has just signed in or set a new password."""
    request.session[SINCE] = time.time()


def outlives(request: HttpRequest, device: models.Device) -> bool:
    """Return whether the session began after the phone's key ended."""
    return device.revoked is not None and request.session.get(SINCE, 0) > device.revoked.timestamp()
