"""Append the events of planned matches: they were validated and folded before the circle was locked.

Others wait for the lock, so only what may have changed since is checked under it: the ids, and the limits of the circle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q

from games import models
from games.match.errors import Refused
from games.match.events import OF_CIRCLE
from games.match.log import Effort, Log
from games.match.validation import GONE
from games.rules.words import _
from games.store.append import EventAppender

if TYPE_CHECKING:
    from games.match.log import Event


def complete_event(log: Log, event: Event) -> Log:
    """Replace the planned event by the same one, with the fields that the server adds."""
    log.events[log.causality.places[event["id"]]] = event
    log.conflicts = {}
    if event["kind"] == "start":
        log.start = event
    return log


class PlannedEventAppender(EventAppender):
    """An appender of new matches whose logs are folded already, and of their new players. A match is stored whole, or not."""

    fold = staticmethod(complete_event)

    def __init__(
        self,
        circle: UUID,
        seq: int,
        by: models.Person,
        now: datetime,
        events: list[Any],
        logs: Mapping[str, Log],
    ) -> None:
        self.logs = logs
        super().__init__(circle, seq, by, now, events, is_new=False, effort=Effort())

    def accept(self, event: Event) -> int:
        if event["kind"] in OF_CIRCLE:
            return super().accept(event)
        cached, log = self.cached[event["match"]], self.logs[event["match"]]
        if event["kind"] == "start":
            if cached.log.events or any(planned["id"] in self.known for planned in log.events):
                raise Refused("changed", _("Something else is already stored under this id."))
            cached.log = log
        elif cached.log is not log:
            raise Refused("no_match", GONE)
        return self.number_and_fold(event)


def is_outdated(circle: UUID, since: int, matches: Collection[UUID]) -> bool:
    """Return whether events after this number have changed the players of the circle, or one of these matches."""
    later = models.Event.objects.filter(circle=circle, seq__gt=since)
    return later.filter(Q(kind="player") | Q(match__in=matches)).exists()
