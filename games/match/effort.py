"""The work that a push may cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.match.log import Log


class Effort:
    """The number of events that may still be folded or scored again to judge rounds. All logs of a push share one."""

    def __init__(self) -> None:
        self.left = 10_000

    def spend(self, log: Log) -> None:
        self.left -= len(log.events)
