"""Scoring of match documents: from their bytes to their sheets, for the command line and the API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.match import document, sheet
from games.match.errors import Refused
from games.match.json_input import paused_garbage_collector, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from games.match.sheet import Gettext


def score(data: bytes, gettext: Gettext) -> dict[str, Any]:
    """Return the sheet of one match document. Raise `Refused` if the bytes are not a match document."""
    with paused_garbage_collector():  # a sheet has no cycles, but thousands of objects
        return sheet.as_json(sheet.Sheet(document.read(read_json(data))), gettext)


def is_lines(data: bytes) -> bool:
    """Return whether the input is JSON Lines: several lines that are not one JSON text.

    `read_json` cannot tell: it stops at the first error, and another line may follow.
    """
    if b"\n" not in data[:-1]:
        return False
    try:
        json.loads(data, parse_int=str)
    except (ValueError, RecursionError):
        return True
    return False


def score_lines(data: bytes, gettext: Gettext) -> Iterator[dict[str, Any]]:
    """Yield a sheet for every line that is not empty, or an error."""
    for line in data.split(b"\n"):
        if line.strip():
            try:
                yield score(line, gettext)
            except Refused as refused:
                yield {"error": refused.words.translated(gettext)}


def is_right(answer: dict[str, Any]) -> bool:
    """Return whether there is neither an error nor a problem. Notes are no problems: the deals keep their points."""
    return not answer.get("error") and all(problem.get("weight") == "note" for problem in answer["problems"])
