"""The key and the ids that a phone sends in the headers of a form."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games import services
from games.http import cookie
from games.http.keys import KeyAuthentication, is_key, key_of
from games.match.event_fields import is_id

FLAGS = frozenset({"unsent", "known"})  # after the ids in the header: see `ClaimedPhone`


def sign_in_by_key(request: HttpRequest) -> bool:
    """Sign in the person of the phone's key, unless a cookie names a person already. A form may bring both.

    Return whether a session has begun.
    """
    if request.user.is_authenticated:
        return False
    try:
        credentials = KeyAuthentication().authenticate(Request(request))
    except AuthenticationFailed:
        return False
    if credentials is None or credentials[1].circle_id is not None:  # a program's key speaks for one circle
        return False
    cookie.begin_session(request, credentials[1])
    return True


def claimed_phone(request: HttpRequest) -> services.ClaimedPhone | None:
    """Return the key and the ids that a phone has created for itself, or None. The server may not know them yet."""
    key, words = key_of(request), request.headers.get("Phone", "").split()
    ids, flags = words[:3], words[3:]
    if not is_key(key) or len(ids) != 3 or not all(is_id(id) for id in ids) or not FLAGS.issuperset(flags):
        return None
    device, person, circle = map(UUID, ids)
    return services.ClaimedPhone(str(key), device, person, circle, "unsent" in flags, "known" in flags)
