"""The sync of events: pull new ones, push own ones."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.errors import InvalidRequest, NoSuch, OtherLog, UnknownCircle
from games.api.openapi.operation import operation
from games.api.openapi.parameters import HASH, LAST, RECEIVED, RECENT, SINCE
from games.api.openapi.shapes import COUNT, ID, LOG_HASH, YES_NO, or_null, record, ref, several
from games.api.parsers import MOST_PUSHED, EventListParser
from games.api.query import whole_number
from games.http import etags
from games.match.event_fields import is_id
from games.store.event_pages import next_page
from games.store.folding import affordable_part
from games.store.log_hashes import event_hashes, log_hash, stored_hash
from games.store.logs import event_json, format_time
from scorekeeper import metrics

PAGE = 500
MOST_BESIDE = 2_000  # events between those of old matches: they come at once
LONG_AGO = 36_500  # days: before anything was stored here

PULLED = record(
    {
        "circle": ID,
        "role": {"type": "string"},
        "since": COUNT,
        "events": several(ref("Event")),
        "seq": COUNT,
        "hash": or_null(LOG_HASH),
        "erasures": COUNT,
        "more": YES_NO,
    }
)
REFUSED = record({"id": {}, "code": {"type": "string"}, "reason": {"type": "string"}})
PUSHED = record({"accepted": several(record({"id": ID, "seq": COUNT})), "refused": several(REFUSED)})


class EventsView(Api):
    parser_classes = (EventListParser,)

    @operation(PULLED, parameters=(SINCE, LAST, HASH, RECEIVED, RECENT), errors=(409,), tagged=True)
    def get(self, request: Request) -> Response:
        """List the events of the circle after `since`, in order."""
        query = request.query_params
        since = whole_number(request, "since") or 0
        days = whole_number(request, "recent")
        try:
            member = circles.membership(request)
        except NoSuch:
            check_removal(query.get("circle"), since, query.get("hash"))
            raise
        check_history(member.circle, since, query)
        circle = member.circle
        tag = f"{etags.log_etag(circle.pk, circle.seq)}-{circle.erasures}-{member.role}"
        return etags.conditional_response(request, tag, lambda: pull(member, since, days))

    @operation(
        PUSHED,
        parameters=(SINCE, LAST, HASH, RECEIVED),
        body=several(ref("EventSent"), maxItems=MOST_PUSHED),
        errors=(400, 409),
    )
    def post(self, request: Request) -> Response:
        """Store a list of events. Refused ones are returned with their reasons.

        `since`, `last`, `hash` and `received` of the last pull prove that the caller and the server have the same history.
        The answer leaves out the last events if all of them would fold too many stored ones. Send these again.
        """
        member = circles.writer(request)
        check_history(member.circle, whole_number(request, "since") or 0, request.query_params)
        if not isinstance(request.data, list):
            raise InvalidRequest(gettext("Expected a list of events."), "list")
        if len(request.data) > MOST_PUSHED:
            raise InvalidRequest(
                gettext("You can send at most %(most)s events at once.") % {"most": MOST_PUSHED}, "long"
            )
        events = affordable_part(member.circle_id, request.data)
        pushed = services.push(by=circles.asker(request), circle=member.circle_id, events=events)
        metrics.count_events(len(pushed.accepted), len(pushed.refused))
        refused = [{"id": id, "code": code, "reason": words.translated(gettext)} for id, code, words in pushed.refused]
        return Response({"accepted": pushed.accepted, "refused": refused})


def pull(member: models.Membership, since: int, days: int | None) -> dict[str, Any]:
    """Return the next events, a page at most.

    On the first pull (`since` 0), `days` leaves out matches that ended earlier.
    """
    newer = models.Event.objects.filter(circle=member.circle_id, seq__gt=since).order_by("seq")
    events, more = None, False
    if days is not None and since == 0:
        events, more = first_page(newer, member.circle_id, days)
    if events is None:
        events, more = next_page(newer, PAGE)
    hashes = event_hashes(member.circle_id, events)
    seq = events[-1].seq if events else since
    return {
        "circle": str(member.circle_id),
        "role": member.role,
        "since": since,
        "events": [{**event_json(event), "hash": hashes[event.seq]} for event in events],
        "seq": seq,
        "hash": hashes.get(seq) or log_hash(member.circle_id, seq) or None,
        "erasures": member.circle.erasures,
        "more": more,
    }


def check_history(circle: models.Circle, since: int, query: Mapping[str, str]) -> None:
    """Raise `OtherLog` if the caller's log up to `since` is not the same as here: an older copy was restored.

    A `since` beyond the log needs no further proof: the caller would get none of the next events. `last` is the id of the caller's last event. `hash` proves the ids before it, too. `received` proves the writers: events
    that the copy lacked are the last ones of a log, and the first phone that sent them again became their writer.
    """
    if since == 0:
        return
    if since > circle.seq:
        raise OtherLog
    if "last" in query or "received" in query:
        stored = models.Event.objects.filter(circle=circle.pk, seq=since).only("id", "received").first()
        if stored is None or query.get("last", str(stored.id)) != str(stored.id):
            raise OtherLog
        if "received" in query and query["received"] != format_time(stored.received):
            raise OtherLog
    if "hash" in query and log_hash(circle.pk, since) != query["hash"]:
        raise OtherLog


def check_removal(circle: str | None, since: int, hash: str | None) -> None:
    """Raise `UnknownCircle` if the caller names a log that the server lacks. An older copy of the database may lack it.

    A caller who does not know the hash learns nothing: a circle of others gets the same response as an unknown id.
    """
    if since and hash is not None and circle is not None and is_id(circle) and stored_hash(UUID(circle), since) != hash:
        raise UnknownCircle


def first_page(events: QuerySet[models.Event], circle: UUID, days: int) -> tuple[list[models.Event] | None, bool]:
    """Return the first events without those of old matches, and whether there are more.

    The page reaches beyond the last event of the old matches. So the next pages bring no rest of a match whose
    beginning was left out. If that page were too long, it is None, and nothing is left out.
    """
    old = old_matches(circle, days)
    last = events.filter(match__in=old).order_by("-seq").values_list("seq", flat=True).first()
    if last is None:
        return None, False
    rest = events.exclude(match__in=old, match__isnull=False)
    count = rest.filter(seq__lt=last)[: MOST_BESIDE + 1].count()
    if count > MOST_BESIDE:
        return None, False
    page, more = next_page(rest, max(PAGE, count + 1))
    return (None, False) if page[-1].seq < last else (page, more)


def old_matches(circle: UUID, days: int) -> QuerySet[models.Match, Any]:
    """Return the finished matches without an event in this number of days.

    The match with the newest event is never among them, so that a pull ends with an event that the caller gets.
    """
    limit = timezone.now() - timedelta(days=min(days, LONG_AGO))
    events = models.Event.objects.filter(circle=circle, match__isnull=False)
    matches = models.Match.objects.filter(circle=circle, is_finished=True)
    recent: Any = events.filter(received__gte=limit).values("match")
    newest: Any = events.order_by("-seq").values("match")[:1]
    return matches.exclude(id__in=recent).exclude(id__in=newest).values("id")
