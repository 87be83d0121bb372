"""What a request may say: the fields that it has, and nothing else, so that nobody writes what was not asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from rest_framework.request import Request

from games.api.errors import Wrong
from games.match.events import EventField, event_fields, is_id, is_ids, is_time, optional

Said = dict[str, Any]


def is_after(value: Any) -> bool:
    return is_id(value) or is_ids(value)


# What a request may say of the event that it becomes. With its own id, repeating it is harmless.
EVENT = (optional("event", is_id), optional("after", is_after), optional("at", is_time))


class Body:
    """An object with these fields."""

    def __init__(self, *fields: EventField) -> None:
        self.fields = fields

    def read(self, request: Request) -> Said:
        """What was said, without the fields left open."""
        said = request.data
        if not isinstance(said, dict):
            raise Wrong(gettext("An object is needed here."), "object")
        self.check_names(said)
        for field in self.fields:
            value = said.get(field.name)
            if (value is None and field.needed) or (value is not None and not field.check(value)):
                raise Wrong(gettext("“%(field)s” is missing or not as it should be.") % {"field": field.name}, "data")
        return {name: said[name] for name in said if said[name] is not None}

    def check_names(self, said: Said) -> None:
        known = [field.name for field in self.fields]
        for name in said:
            if name not in known:
                words = gettext("“%(field)s” is not known here; known are: %(known)s.")
                raise Wrong(words % {"field": name, "known": ", ".join(known)}, "unknown")


def body_of(kind: str, *more: EventField, without: Iterable[str] = ()) -> Body:
    """A request that becomes an event of this kind: its data, but for what stands in the address."""
    own = [field for field in event_fields(kind) or () if field.name not in without]
    return Body(*own, *more, *EVENT)


def split(said: Said) -> tuple[Said, Said]:
    """The data of the event, and what is said of the event itself."""
    of_event = [field.name for field in EVENT]
    return (
        {name: value for name, value in said.items() if name not in of_event},
        {name: value for name, value in said.items() if name in of_event},
    )
