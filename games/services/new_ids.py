"""The ids of what a form creates, so that a form that comes twice creates one thing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

if TYPE_CHECKING:
    from collections.abc import Callable


def id_for(id: UUID, content: Any, is_other: Callable[[UUID], bool]) -> UUID:
    """Return the id of the form, unless something else has it: then one that follows from the id and the content.

    The browser's *Back* brings an earlier form again, and someone may have typed another name into it.
    """
    while is_other(id):
        id = uuid5(id, json.dumps(content))
    return id
