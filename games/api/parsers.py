"""Readers of bodies. JSON is limited like all JSON from outside."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.imports.lists import end_of
from games.imports.source import MOST_BYTES_SENT
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.match.json_input import LONGEST, UnreadableItem, read_json

MOST_PUSHED = 500  # events at once


class LimitedJsonParser(BaseParser):
    """JSON within the limits of `games.match.json_input`."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return read_json(stream.read(LONGEST + 1))


class EventListParser(LimitedJsonParser):
    """A list. An item that cannot be read does not spoil the others."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read(LONGEST + 1)
        try:
            return read_json(data)
        except Refused:
            items = without_limits(data)
            if len(data) > LONGEST or not isinstance(items, list):
                raise
            if len(items) > MOST_PUSHED:
                return items  # they are too many anyway, and to read each takes long
            return list(iter_items(data, items))


def without_limits(data: bytes) -> Any:
    """Return the value that any reader of JSON would return, or None."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def iter_items(data: bytes, items: list[Any]) -> Iterator[Any]:
    """Yield each item, read separately; in place of a refused one its reason."""
    at = data.index(b"[") + 1
    for item in items:
        end = end_of(data, at)
        try:
            yield read_json(data[at:end])
        except Refused as refused:
            id = item.get("id") if isinstance(item, dict) else None
            yield UnreadableItem(id if is_id(id) else None, refused)
        at = end + 1


class FileParser(BaseParser):
    """A file as it is, to be read line by line. One byte too many shows that it is too large."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return bytes(stream.read(MOST_BYTES_SENT + 1))


class LinesParser(FileParser):
    """The same for JSON Lines."""

    media_type = "application/jsonl"
