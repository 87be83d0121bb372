"""A JSON list, split into its items: each is then read separately, so an unreadable item spoils no other."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A text that is never closed is one, too, to the end: looking for its end once more from every quote in it takes hours.
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{},]', re.DOTALL)
SPACE = b" \t\n\r"


def end_of(data: bytes, at: int) -> int:
    """Where a piece of a list ends: at the comma or bracket outside all its texts, lists and objects."""
    depth = 0
    for found in TOKENS.finditer(data, at):
        token = found[0]
        if depth == 0 and token in (b",", b"]"):
            return found.start()
        depth += (token in (b"[", b"{")) - (token in (b"]", b"}"))
    return len(data)


def read_items(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Each piece of a list with the place where it begins; what is not a list from end to end ends with an odd one."""
    at = data.index(b"[") + 1
    if data[at:].strip(SPACE) == b"]":
        return
    while True:
        end = end_of(data, at)
        piece = data[at:end]
        yield at + len(piece) - len(piece.lstrip(SPACE)), piece
        if data[end : end + 1] != b",":
            break
        at = end + 1
    rest = data[end + 1 :].strip(SPACE)
    if data[end : end + 1] != b"]" or rest:
        yield len(data), rest or b"]"
