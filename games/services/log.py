"""Push events, and update the rows that follow from them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone

from games import models
from games.match.events import OF_CIRCLE
from games.match.log import Effort
from games.services import new_circles
from games.services.circles import make_person
from games.services.registration import require_open_registration
from games.store import custom_games, evenings, players, readmodels, seasons
from games.store.append import EventAppender
from games.store.evenings import ManyMoved
from games.store.figures.months import refresh_months
from games.store.log_hashes import add_hashes
from games.store.logs import LOG_CACHE, match_ids
from games.store.ratings.progress import mark_unrated
from games.store.ratings.replay import rate_after_push
from games.store.sql import lock
from scorekeeper import daily_bytes, lanes

if TYPE_CHECKING:
    from games.rules.words import Words

NO_ROW: dict[str, Any] = {"summary": {}}
BYTES_OF_EVENT = 500  # that an event takes beside its data


@dataclass
class PushResult:
    """The accepted and the refused events of a push."""

    accepted: list[dict[str, Any]] = field(default_factory=list)
    refused: list[tuple[Any, str, Words]] = field(default_factory=list)
    has_results: bool = False  # whether results have changed, so that matches must be rated


def push(*, by: models.Person, circle: UUID, events: list[Any], is_whole: bool = False) -> PushResult:
    """Push events: accepted ones are stored in order, refused ones are returned with their reasons.

    A push that takes long leaves its last events out of both lists, unless `is_whole`.
    Long logs are folded before the circle is locked, as that takes seconds, in which nobody else could write.
    """
    barred: dict[str, ManyMoved] = {}  # the matches or kinds whose new events are refused
    while True:
        folded, _stored = LOG_CACHE.load(circle, match_ids(events), pause=lanes.let_others_pass)
        try:
            with transaction.atomic():
                locked = lock(circle, by.pk)
                if locked is None or locked.role not in models.WRITERS:
                    raise PermissionDenied
                effort = Effort() if is_whole else None
                appender = EventAppender(
                    circle, locked.seq, by, timezone.now(), events, folded=folded, barred=barred, effort=effort
                )
                pushed = store_events(circle, appender, locked.log_hash)
        except ManyMoved as refused:  # refuse the first cause alone, then all others at once: four attempts at most
            barred |= dict.fromkeys(refused.causes if barred else [refused.first], refused)
        else:
            if pushed.has_results and not connection.in_atomic_block:  # the lock of the circle is released
                rate_after_push(circle)
            return pushed


def push_as_guest(*, events: list[Any], address: str | None = None) -> tuple[models.Person, PushResult]:
    """Push the first events of someone without a phone's key. If one is refused, no guest is created."""
    require_open_registration()
    new_circles.count(address)
    with transaction.atomic():
        guest, circle = make_person()
        appender = EventAppender(circle.pk, circle.seq, guest, timezone.now(), events, effort=Effort())
        pushed = store_events(circle.pk, appender)
        if pushed.refused:
            transaction.set_rollback(True)
    return guest, pushed


def store_events(circle: UUID, appender: EventAppender, log_hash: str | None = None) -> PushResult:
    """Store the accepted events and the rows that follow from them. The caller holds the lock of the circle.

    `log_hash` is the hash of the log so far, if the caller knows it.
    """
    if appender.new:
        daily_bytes.count(sum(len(json.dumps([event.data, event.after])) + BYTES_OF_EVENT for event in appender.new))
        add_hashes(circle, appender.new, log_hash)
        models.Event.objects.bulk_create(appender.new)
        models.Circle.objects.filter(pk=circle).update(seq=appender.seq)
    moved: list[models.Match] = []
    days: set[date] = set()
    copied: set[str] = set()  # the keys of the group's own games of which matches have other copies than before
    for match in appender.changed_matches:
        before, after = appender.cached[match].update_rows()
        readmodels.write_rows(circle, UUID(match), before, after)
        old, new = before[0].get(()), after[0].get(())
        if "custom_game" in (old or NO_ROW)["summary"] or "custom_game" in (new or NO_ROW)["summary"]:
            copied |= custom_games.changed_copies(old, new)
        if readmodels.needs_placing(circle, old, new):
            moved.append(evenings.load_match(circle, UUID(match)))
        days |= {
            row["date"]  # of a finished match that statistics count
            for row in (old, new)
            if row is not None and row["is_finished"] and not row["is_deleted"] and row["summary"]["complete"] > 0
        }
    if moved:  # together, as many matches may belong to the same evening
        causes = [str(match.id) for match in moved] if appender.is_limited else []
        evenings.refresh_evenings(circle, evenings.Placing(circle, moved, causes).place())
    changes = {kind: [event["data"] for event in appender.of_circle if event["kind"] == kind] for kind in OF_CIRCLE}
    if changes["player"]:
        days |= players.apply_player_events(circle, changes["player"])
    if days:
        refresh_months(circle, days)  # together, as many matches may be of the same month
        mark_unrated(circle, min(days))
    if changes["season"]:
        seasons.apply_season_events(circle, changes["season"])
    if changes["custom_game"]:
        custom_games.apply_custom_game_events(circle, changes["custom_game"])
    if copied:
        custom_games.refresh_copied_games(circle, copied)
    if changes["evening"]:
        evenings.apply_evening_events(circle, changes["evening"], ["evening"] if appender.is_limited else [])
    transaction.on_commit(partial(LOG_CACHE.store, circle, appender.cached))
    if appender.new:
        transaction.on_commit(lanes.begin_nothing_anew)
    return PushResult(appender.accepted, appender.refused, has_results=bool(days))
