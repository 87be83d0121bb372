"""A phone's key beside a form: what it proves, and what the phone calls itself."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games import services
from games.http import cookie
from games.http.keys import KeyAuthentication, key_of
from games.match.events import is_id

KEY = re.compile(r"[A-Za-z0-9_-]{43,200}")  # 256 bits or more


def is_key(value: Any) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


def sign_in_by_key(request: HttpRequest) -> None:
    """Sign in whom the key of the phone proves, where no cookie names anybody yet. A form may bring both."""
    if request.user.is_authenticated:
        return
    try:
        found = KeyAuthentication().authenticate(Request(request))
    except AuthenticationFailed:
        return
    if found is not None and found[1].circle_id is None:  # a program's key speaks for one circle
        cookie.begin_session(request, found[1])


def phone_in(request: HttpRequest) -> services.ClaimedPhone | None:
    """Return what a phone calls itself, which the server may not know yet: its key, and the ids that it has made."""
    key, words = key_of(Request(request)), request.headers.get("Phone", "").split()
    ids, more = words[:3], words[3:]
    if not is_key(key) or len(ids) != 3 or not all(is_id(one) for one in ids) or more not in ([], ["unsent"]):
        return None
    device, person, circle = map(UUID, ids)
    return services.ClaimedPhone(str(key), device, person, circle, is_unsent=bool(more))
