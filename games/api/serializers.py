"""Bodies of requests: the fields that each has, and no others, so that a misspelt field is not lost in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request

from games.api.errors import InvalidRequest, invalid_field
from games.api.fields import AfterField, EventDataField, IdField, StrictField, TimeField
from games.api.openapi.shapes import AFTER
from games.match.event_fields import is_id
from games.match.events import FIELDS

Values = dict[str, Any]


class StrictSerializer(serializers.Serializer[Any]):
    """An object with these fields only. Null is the same as a field that is left out."""

    @classmethod
    def read(cls, request: Request) -> Values:
        """Return the fields that have a value; raise `InvalidRequest` for the first that is wrong."""
        values: Values = cls().run_validation(request.data)
        return values

    def run_validation(self, data: Any = empty) -> Any:
        if not isinstance(data, dict):
            raise InvalidRequest(gettext("Expected an object."), "object")
        for name in data:
            if name not in self.fields:
                words = gettext("Unknown field “%(field)s”. Allowed: %(known)s.")
                raise InvalidRequest(words % {"field": name, "known": ", ".join(self.fields)}, "unknown")
        try:
            values = super().run_validation(data)
        except serializers.ValidationError as error:
            raise invalid_field(next(iter(error.detail))) from None
        return {name: value for name, value in values.items() if value is not None}


class EventBodySerializer(StrictSerializer):
    """A request that becomes an event: the event's data, except what the address names, and facts about the event."""

    @classmethod
    def for_kind(
        cls,
        kind: str,
        component: str,
        *,
        optional: Sequence[str] = (),
        needed: Sequence[str] = (),
        without: Sequence[str] = (),
    ) -> type[EventBodySerializer]:
        """Return the serializer of a kind of event. A field that the kind does not have is an id."""
        known = {field.name: field for field in FIELDS.get(kind, ())}
        fields: dict[str, StrictField] = {}
        for name in [*(name for name in known if name not in (*optional, *needed, *without)), *optional, *needed]:
            check = known[name].check if name in known else is_id
            is_needed = name in needed or (name not in optional and known[name].needed)
            fields[name] = EventDataField(name, check, optional=not is_needed)
        return type(f"{component}Serializer", (cls,), fields | about_the_event())


def about_the_event() -> dict[str, StrictField]:
    """Return the fields that each such request may have. With its own id, repeating it is harmless."""
    return {
        "event": IdField(
            optional=True,
            help_text="The id of the event that this becomes. With it, repeating the request is harmless.",
        ),
        "after": AfterField(optional=True, help_text=AFTER["description"]),
        "at": TimeField(optional=True, help_text="The writer's clock, with its zone."),
    }


ABOUT = tuple(about_the_event())


def split_body(values: Values) -> tuple[Values, Values]:
    """Return the data of the event, and the fields about the event itself."""
    return (
        {name: value for name, value in values.items() if name not in ABOUT},
        {name: value for name, value in values.items() if name in ABOUT},
    )
