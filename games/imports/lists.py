"""Split a JSON list into items, so that each is read separately and an invalid one does not spoil the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

# An unclosed text reaches to the end, too: searching its end again from every quote in it would take hours.
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{},]', re.DOTALL)
SPACE = b" \t\n\r"
DEEPEST = 1_000  # lists and objects within each other: no reader goes deeper, so the search ends
MOST_TOKENS = 300_000  # of an item: no match has more, so the search ends


def end_of(data: bytes, at: int) -> int:
    """Return the end of an item: the comma or bracket outside its texts, lists and objects."""
    depth = 0
    for count, match in enumerate(TOKENS.finditer(data, at)):
        token = match[0]
        if depth == 0 and token in (b",", b"]"):
            return match.start()
        depth += (token in (b"[", b"{")) - (token in (b"]", b"}"))
        if depth > DEEPEST or count > MOST_TOKENS:
            break
    return len(data)


def read_items(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each item of a list with its position. If the list does not end properly, the last item is invalid JSON."""
    at = data.index(b"[") + 1
    if data[at:].strip(SPACE) == b"]":
        return
    while True:
        end = end_of(data, at)
        item = data[at:end]
        yield at + len(item) - len(item.lstrip(SPACE)), item
        if data[end : end + 1] != b",":
            break
        at = end + 1
    rest = data[end + 1 :].strip(SPACE)
    if data[end : end + 1] != b"]" or rest:
        yield len(data), rest or b"]"
