"""The sync of events: pull what is new, push what is one's own."""

from __future__ import annotations

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
from games.api.errors import OtherLog, Wrong
from games.api.json import ListParser
from games.api.openapi.operation import operation
from games.api.openapi.parameters import LAST, RECENT, SINCE
from games.api.openapi.shapes import COUNT, ID, YES_NO, record, ref, several
from games.api.pagination import number
from games.http import etags
from games.store.logs import event_json

PAGE = 500
MOST = 500
LONG_AGO = 36_500  # days: before anything was stored here

PULLED = record(
    {"circle": ID, "role": {"type": "string"}, "events": several(ref("Event")), "seq": COUNT, "more": YES_NO}
)
REFUSED = record({"id": {}, "code": {"type": "string"}, "reason": {"type": "string"}})
PUSHED = record({"accepted": several(record({"id": ID, "seq": COUNT})), "refused": several(REFUSED)})


class Events(Api):
    parser_classes = (ListParser,)

    @operation(PULLED, parameters=(SINCE, LAST, RECENT), errors=(409,), tagged=True)
    def get(self, request: Request) -> Response:
        """Every event of the circle after `since`, in order."""
        member = circles.membership(request)
        since = number(request, "since") or 0
        days = number(request, "recent")
        check_last(member.circle_id, since, request.query_params.get("last"))
        tag = f"{etags.log_etag(member.circle_id, member.circle.seq)}-{member.role}"
        return etags.answer(request, tag, lambda: pulled(member, since, days))

    @operation(PUSHED, body=several(ref("EventSent"), maxItems=MOST), errors=(400,))
    def post(self, request: Request) -> Response:
        """Take in a list of events; what is refused comes back with its reason."""
        member = circles.writable(request)
        if not isinstance(request.data, list):
            raise Wrong(gettext("A list of events is needed here."), "list")
        if len(request.data) > MOST:
            raise Wrong(gettext("At most %(most)s events can be sent at once.") % {"most": MOST}, "long")
        pushed = services.push(by=circles.asker(request), circle=member.circle_id, events=request.data)
        refused = [{"id": id, "code": code, "reason": words.translate(gettext)} for id, code, words in pushed.refused]
        return Response({"accepted": pushed.accepted, "refused": refused})


def pulled(member: models.Membership, since: int, days: int | None) -> dict[str, Any]:
    wanted = models.Event.objects.filter(circle=member.circle_id, seq__gt=since).order_by("seq")
    if days is not None and since == 0:
        found, more = list(lately(wanted, member.circle_id, days)), False
    else:
        found = list(wanted[: PAGE + 1])
        found, more = found[:PAGE], len(found) > PAGE
    return {
        "circle": str(member.circle_id),
        "role": member.role,
        "events": [event_json(event) for event in found],
        "seq": found[-1].seq if found else since,
        "more": more,
    }


def check_last(circle: UUID, since: int, last: str | None) -> None:
    """Where the caller's last event is another one here, or none, the server was restored from a backup."""
    if last is None or since == 0:
        return
    stored = models.Event.objects.filter(circle=circle, seq=since).values_list("id", flat=True).first()
    if str(stored) != last:
        raise OtherLog


def lately(events: QuerySet[models.Event], circle: UUID, days: int) -> QuerySet[models.Event]:
    """Without the finished matches that have had no event for so many days."""
    line = timezone.now() - timedelta(days=min(days, LONG_AGO))
    moved: Any = models.Event.objects.filter(circle=circle, received__gte=line, match__isnull=False).values("match")
    old = models.Match.objects.filter(circle=circle, is_finished=True).exclude(id__in=moved).values("id")
    return events.exclude(match__in=old, match__isnull=False)
