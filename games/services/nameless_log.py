"""The log of a match without some names, folded before its circle is locked, so that others can save meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from games import models
from games.store.logs import CachedLog, log_of
from games.store.readmodels import Rows, model_rows
from games.store.sql import select_events


class NamelessLog:
    """A match as it will be without the names of these authors, and with the changed data of events, by number."""

    def __init__(
        self, circle: UUID, match: UUID, authors: Collection[UUID], changed: Mapping[int, dict[str, Any]]
    ) -> None:
        self.circle, self.match = circle, match
        self.erasures = models.Circle.objects.get(pk=circle).erasures
        events = select_events(circle, {str(match): 0})
        for event in events:
            event.data = changed.get(event.seq, event.data)
            if event.by_id in authors:
                event.by_name = ""
        self.folded = CachedLog()
        self.folded.append(events)

    def rows(self, locked: models.Circle) -> list[Rows]:
        """Return the rows, also of events that came since. The caller has locked the circle and erased the names.

        If something else was erased meanwhile, all events are folded again.
        """
        last = self.folded.last
        events = select_events(self.circle, {str(self.match): last.seq if last else 0})
        if locked.erasures == self.erasures and self.folded.append(events):
            return self.folded.rows
        return model_rows(log_of(self.circle, self.match))
