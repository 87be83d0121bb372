"""Taking in events, and bringing up what is worked out from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games import models
from games.services.circles import make_person
from games.services.registration import require_open_registration
from games.store import evenings, players, readmodels
from games.store.append import EventAppender
from games.store.figures.months import refresh_months
from games.store.log_cache import LOG_CACHE, CachedLog
from games.store.sql import advance, lock, row_of, upsert
from games.store.write_lock import write_lock

if TYPE_CHECKING:
    from games.rules.words import Words


@dataclass
class PushResult:
    """What became of a list of events."""

    accepted: list[dict[str, Any]] = field(default_factory=list)
    refused: list[tuple[Any, str, Words]] = field(default_factory=list)


def push(*, by: models.Person, circle: UUID, events: list[Any]) -> PushResult:
    """Take in events: those accepted are stored for good, in order; those refused come back with the reason."""
    with write_lock(), transaction.atomic():
        seq, role = lock(circle, by.pk) or (0, None)
        if role not in models.WRITERS:
            raise PermissionDenied
        return push_locked(by, circle, seq, events)


def push_as_guest(*, events: list[Any]) -> tuple[models.Person, PushResult]:
    """The first thing that somebody without a phone's key writes. Where it is refused, nobody has come."""
    require_open_registration()
    with write_lock(), transaction.atomic():
        guest, circle = make_person()
        pushed = push_locked(guest, circle.pk, circle.seq, events)
        if pushed.refused:
            transaction.set_rollback(True)
    return guest, pushed


def push_locked(by: models.Person, circle: UUID, seq: int, events: list[Any]) -> PushResult:
    return store_events(circle, EventAppender(circle, seq, by, timezone.now(), events))


def store_events(circle: UUID, intake: EventAppender) -> PushResult:
    """What was judged, and the rows that follow from it. The lock on the circle is held."""
    if intake.new:
        upsert(models.Event, [row_of(event) for event in intake.new])
        advance(circle, intake.seq)
    touched: evenings.Touched = set()
    days: set[date] = set()
    for match in intake.written_matches:
        moved, changed = refresh(circle, UUID(match), intake.cached[match])
        touched |= moved
        days |= changed
    evenings.mend(circle, touched)  # once: many matches may belong to the same evening
    player_data = (event["data"] for event in intake.of_circle if event["kind"] == "player")
    days |= players.apply_player_events(circle, player_data)
    refresh_months(circle, days)  # once: many matches may be of the same month
    said = [event["data"] for event in intake.of_circle if event["kind"] == "evening"]
    if said:
        evenings.apply_evening_events(circle, said)
    transaction.on_commit(lambda: return_to_cache(circle, intake))
    return PushResult(intake.accepted, intake.refused)


def return_to_cache(circle: UUID, intake: EventAppender) -> None:
    for match, kept in intake.cached.items():
        LOG_CACHE.store(circle, match, kept)


def refresh(circle: UUID, match: UUID, kept: CachedLog) -> tuple[evenings.Touched, set[date]]:
    """Bring the rows of a match up to its log. Return the evenings to mend, and the days whose figures change."""
    was, now = kept.renew()
    days = readmodels.write_rows(circle, match, was, now)
    old, new = was[0].get(()), now[0].get(())
    if new is None:
        return set(), days
    if old is None or (old["started"], old["is_deleted"]) != (new["started"], new["is_deleted"]):
        return evenings.match_moved(circle, match), days
    if old["last"] != new["last"] and not new["is_deleted"]:
        return evenings.match_prolonged(circle, match, new), days
    return set(), days
