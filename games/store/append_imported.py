"""Events of a circle that was kept elsewhere, from its file: they keep who wrote them and when they came.

What was deleted for good there has left its ids and numbers only; here too they are all that is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.errors import Refused
from games.match.events import OF_CIRCLE, event_fields, is_id, is_time, validate_envelope
from games.rules.words import _
from games.store.append import Authorship, EventAppender
from games.store.logs import parse_time

if TYPE_CHECKING:
    from games.match.log import Event

Author = tuple[UUID, str]


class ImportedEventAppender(EventAppender):
    """`authors` are the writers by the events' ids; where they are None, whoever brings the file has written it all.

    `people` and `matches` are those of which it is known that they are there, besides those that are stored.
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
    ) -> None:
        self.authors = authors
        self.people = people
        self.matches = matches
        self.places: list[int] = []  # of what was refused, in the list
        super().__init__(circle, seq, by, now, pushed)

    def accept_or_refuse(self, event: Any) -> None:
        place = len(self.accepted) + len(self.refused)
        super().accept_or_refuse(event)
        if len(self.refused) > len(self.places):
            self.places.append(place)

    def signed(self, event: Event) -> Authorship:
        usual = super().signed(event)
        if self.authors is None or event["id"] not in self.authors:
            return usual
        said = event.get("received")
        received = min(parse_time(said), usual.received) if is_time(said) else usual.received
        return Authorship(*self.authors[event["id"]], received.astimezone(UTC))

    def check_shape(self, event: Any) -> None:
        if not self.is_emptied(event):
            super().check_shape(event)
        elif not is_id(event.get("id")):
            raise Refused("id", _("An event needs an id: a UUID in small letters."))
        else:
            validate_envelope(event)

    def check(self, event: Event) -> None:
        if not self.is_emptied(event):
            super().check(event)
        elif event["kind"] == "start" and self.log(event["match"]).events:
            raise Refused("doubled", _("This match has been started already."))

    def is_emptied(self, event: Any) -> bool:
        """Of a match that was deleted for good every event is: its start, and what comes after that."""
        if not isinstance(event, dict) or event.get("data") != {} or not is_id(event.get("match")):
            return False
        if event.get("kind") in OF_CIRCLE or event_fields(event.get("kind")) is None:
            return False
        if self.authors is None and event.get("id") not in self.known:
            return False
        return event["kind"] == "start" or self.log(event["match"]).is_emptied

    def has_player(self, player: str) -> bool:
        return player in self.people or super().has_player(player)

    def matches_there(self, listed: set[UUID]) -> set[UUID]:
        """An evening may have been put together of one that was deleted for good since."""
        found = super().matches_there(listed) | set(self.matches)
        if not listed <= found:
            starts = models.Event.objects.filter(circle=self.circle, match__in=listed - found, kind="start")
            found |= {match for match in starts.values_list("match", flat=True) if match is not None}
            found |= {UUID(match) for match, kept in self.cached.items() if kept.log.is_emptied}
        return found
