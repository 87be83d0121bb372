"""The ids of what a form creates, so that a form that comes twice creates one thing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 4  # ids that a form may get, before it gets a fresh one


def id_for(id: UUID, content: Any, is_other: Callable[[UUID], bool]) -> UUID:
    """Return the id of the form, unless something else has it: then one that follows from the id and the content.

    The browser's *Back* brings an earlier form again, and someone may have typed another name into it. Only this server can
    tell the next id, so nobody can occupy it beforehand.
    """
    for _try in range(TRIES):
        if not is_other(id):
            return id
        following = salted_hmac("id of a form", f"{id} {json.dumps(content)}", algorithm="sha256")
        id = UUID(bytes=following.digest()[:16], version=4)
    return uuid4()
