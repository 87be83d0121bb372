"""Bodies come in by the door, like everything from outside."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.imports.lists import end_of
from games.imports.source import MOST_SENT
from games.match.errors import Refused
from games.match.events import is_id
from games.match.json_input import LONGEST, UnreadableItem, read_json


class DoorParser(BaseParser):
    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return read_json(stream.read(LONGEST + 1))


class ListParser(DoorParser):
    """A list, piece by piece: one that cannot be taken does not spoil the rest."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read(LONGEST + 1)
        try:
            return read_json(data)
        except Refused:
            whole = as_json(data)
            if len(data) > LONGEST or not isinstance(whole, list):
                raise
            return list(iter_items(data, whole))


def as_json(data: bytes) -> Any:
    """What any reader of JSON makes of it, or None."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def iter_items(data: bytes, whole: list[Any]) -> Iterator[Any]:
    """Each piece as the door reads it by itself, or what is wrong with it."""
    at = data.index(b"[") + 1
    for value in whole:
        end = end_of(data, at)
        try:
            yield read_json(data[at:end])
        except Refused as refused:
            id = value.get("id") if isinstance(value, dict) else None
            yield UnreadableItem(id if is_id(id) else None, refused)
        at = end + 1


class FileParser(BaseParser):
    """A file as it is: whoever reads it does so a line at a time. One byte too much shows that it is too large."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return bytes(stream.read(MOST_SENT + 1))


class LinesParser(FileParser):
    media_type = "application/jsonl"
