"""Serializer fields that accept a JSON value as it was sent, or refuse it.

The fields of Django REST framework convert: "7" becomes 7, 7 becomes "7", and a UUID may have capital letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rest_framework import serializers

from games.api.openapi.shapes import DATE, HEADS, ID, TIME, YES_NO, Schema, event_data
from games.match.event_fields import is_id, is_ids, is_yes_no
from games.match.times import is_time
from games.store.logs import format_time


class StrictField(serializers.Field[Any, Any, Any, Any]):
    """A value with its JSON Schema. An optional one may be null, which is the same as left out."""

    def __init__(self, schema: Schema, *, optional: bool = False, deprecated: bool = False, **settings: Any) -> None:
        if deprecated:  # another field has the same value
            schema = {**schema, "deprecated": True}
        if optional:
            settings = {"required": False, "allow_null": True, **settings}
        super().__init__(**settings)
        self.schema = schema

    def accepts(self, value: Any) -> bool:
        """Return whether a request may have this value. Fields of responses accept none."""
        return False

    def to_internal_value(self, data: Any) -> Any:
        if not self.accepts(data):
            raise serializers.ValidationError
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class IdField(StrictField):
    """A UUID in small letters."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(ID, **settings)

    def accepts(self, value: Any) -> bool:
        return is_id(value)

    def to_representation(self, value: Any) -> str:
        return str(value)


class TextField(StrictField):
    """A text, with limits of its length."""

    def __init__(self, *, least: int = 0, most: int | None = None, **settings: Any) -> None:
        limits = {"minLength": least or None, "maxLength": most}
        super().__init__({"type": "string", **without_none(limits)}, **settings)
        self.least = least
        self.most = most

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and self.least <= len(value) and (self.most is None or len(value) <= self.most)


class WholeNumberField(StrictField):
    """A whole number, with its limits."""

    def __init__(self, *, least: int = 0, most: int | None = None, **settings: Any) -> None:
        super().__init__({"type": "integer", **without_none({"minimum": least, "maximum": most})}, **settings)
        self.least = least
        self.most = most

    def accepts(self, value: Any) -> bool:
        return type(value) is int and self.least <= value and (self.most is None or value <= self.most)


class YesNoField(StrictField):
    """True or false."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(YES_NO, **settings)

    def accepts(self, value: Any) -> bool:
        return is_yes_no(value)


class ChoiceField(StrictField):
    """One of several words."""

    def __init__(self, words: Sequence[str], *, optional: bool = False, **settings: Any) -> None:
        choices = [*words, None] if optional else list(words)
        super().__init__({"type": "string", "enum": choices}, optional=optional, **settings)
        self.words = words

    def accepts(self, value: Any) -> bool:
        return value in self.words


class DayField(StrictField):
    """A date."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(DATE, **settings)

    def to_representation(self, value: Any) -> str:
        return str(value.isoformat())


class TimeField(StrictField):
    """A date and a time of day with its zone."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(TIME, **settings)

    def accepts(self, value: Any) -> bool:
        return is_time(value)

    def to_representation(self, value: Any) -> str:
        return format_time(value)


class AfterField(StrictField):
    """The ends of the log as the writer knew it: an id, or several."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(HEADS, **settings)

    def accepts(self, value: Any) -> bool:
        return is_id(value) or is_ids(value)


class EventDataField(StrictField):
    """A field of an event's data, with the check that `games.match.event_fields` has for it."""

    def __init__(self, name: str, check: Callable[[Any], bool], **settings: Any) -> None:
        super().__init__(event_data(name, check), **settings)
        self.check = check

    def accepts(self, value: Any) -> bool:
        return self.check(value)


class DerivedField(StrictField):
    """A value of a response, computed from the object and the serializer's context."""

    def __init__(self, schema: Schema, compute: Callable[[Any, Mapping[str, Any]], Any], **settings: Any) -> None:
        super().__init__(schema, **settings)
        self.compute = compute

    def get_attribute(self, instance: Any) -> Any:
        return self.compute(instance, self.context)


def without_none(limits: dict[str, int | None]) -> dict[str, int]:
    """Return the limits that there are."""
    return {name: limit for name, limit in limits.items() if limit is not None}
