"""The limits of a match. Both hosts check them, so a phone refuses an event before it stores the event.

The numbers and their codes are listed in docs/api.md.
"""

from __future__ import annotations

MOST_EVENTS = 20_000  # events of a match that the writer of a new one has seen
RESERVE = 500  # events of each writer beyond these, for what others recorded meanwhile
MOST_EVENTS_STORED = 40_000  # events of a match, whoever recorded them
