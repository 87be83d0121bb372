"""The limits of a match. Both hosts check them, so a phone refuses an event before it stores the event.

The numbers and their codes are listed in docs/api.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

MOST_EVENTS = 20_000  # events of a match that the writer of a new one has seen
RESERVE = 500  # events of each writer beyond these, for what others recorded meanwhile
MOST_EVENTS_STORED = 40_000  # events of a match, whoever recorded them
MOST_DATA = 20_000  # characters of an event's data, by `content_size`
MOST_EVENING_DATA = 400_000  # the same of an evening, which lists its matches
MOST_IDS = 200  # heads in `after`, and rounds that one event settles
MOST_MATCHES = 10_000  # of an evening: an import without times may be all one evening


def content_size(value: Any) -> int:
    """Return about how many characters a JSON value has. All hosts count the same, however they write JSON."""
    if isinstance(value, dict):
        return sum([len(name) + 1 + content_size(value[name]) for name in value])
    if isinstance(value, list):
        return sum([1 + content_size(item) for item in value])
    return len(value) if isinstance(value, str) else 4
