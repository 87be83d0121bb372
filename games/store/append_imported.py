"""Append the events of a circle from its exported file: they keep their writers and their times.

A permanently deleted match has only ids and numbers left in the file, and the import stores only those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from games import models
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.match.events import FIELDS, OF_CIRCLE, validate_event
from games.match.times import is_time
from games.rules.words import _
from games.store.append import Authorship, EventAppender
from games.store.circle_checks import CircleChecks
from games.store.logs import NO_LOGS, CachedLog


class Author(NamedTuple):
    """The writer of an event in a file. One is imported unless this server stored the same event for them."""

    by: UUID
    name: str
    is_imported: bool = True


class ImportedEventAppender(EventAppender):
    """An appender that keeps the authors of a file.

    `authors` maps event ids to writers; None means that the importer counts as the writer of all events.
    `people` and `matches` are ids that are known to exist besides the stored ones.
    """

    def __init__(
        self,
        circle: UUID,
        seq: int,
        by: models.Person,
        now: datetime,
        pushed: list[Any],
        authors: Mapping[str, Author] | None,
        people: Collection[str] = (),
        matches: Collection[UUID] = (),
        *,
        folded: Mapping[str, CachedLog] = NO_LOGS,
        pause: Callable[[], None] | None = None,
        checks: CircleChecks | None = None,
    ) -> None:
        self.has_authors = authors is not None
        self.people = people
        self.matches = matches
        self.places: list[int] = []  # positions of the refused events in the list
        stated = authorships(pushed, authors or {}, now)
        super().__init__(circle, seq, by, now, pushed, stated, folded=folded, is_new=False, pause=pause, checks=checks)

    def accept(self, event: Any) -> int:
        if not self.is_emptied(event):
            return super().accept(event)
        validate_event(event, is_emptied=True)
        if event["id"] in self.known:
            return self.repeated_seq(event)
        if event["kind"] == "start" and self.cached[event["match"]].log.events:
            raise Refused("doubled", _("This match has already started."))
        return self.number_and_fold(event)

    def refuse(self, event: Any, refused: Refused) -> None:
        self.places.append(len(self.accepted) + len(self.refused))
        super().refuse(event, refused)

    def is_emptied(self, event: Any) -> bool:
        """Return whether the event is from a permanently deleted match, whose start and later events are emptied."""
        if not isinstance(event, dict) or event.get("data") != {} or not is_id(event.get("match")):
            return False
        kind = event.get("kind")
        if not isinstance(kind, str) or kind not in FIELDS or kind in OF_CIRCLE:
            return False
        if not self.has_authors and event.get("id") not in self.known:
            return False
        return event["kind"] == "start" or self.cached[event["match"]].log.is_emptied

    def has_player(self, player: str) -> bool:
        return player in self.people or super().has_player(player)

    def existing_matches(self, listed: set[UUID]) -> set[UUID]:
        """Include permanently deleted matches: an evening may have been arranged with them before."""
        matches = super().existing_matches(listed) | set(self.matches)
        if not listed <= matches:
            starts = models.Event.objects.filter(circle=self.circle, match__in=listed - matches, kind="start")
            matches |= {match for match in starts.values_list("match", flat=True) if match is not None}
            matches |= {UUID(match) for match, cached in self.cached.items() if cached.log.is_emptied}
        return matches


def authorships(pushed: list[Any], authors: Mapping[str, Author], now: datetime) -> dict[str, Authorship]:
    """Return the authors that a file states for its events, with the times when they were first received."""
    stated: dict[str, Authorship] = {}
    for event in pushed:
        id: Any = event.get("id") if isinstance(event, dict) else None
        if is_id(id) and id in authors and id not in stated:
            received = min(datetime.fromisoformat(event["received"]), now) if is_time(event.get("received")) else now
            stated[id] = Authorship(authors[id].by, authors[id].name, received.astimezone(UTC), authors[id].is_imported)
    return stated
