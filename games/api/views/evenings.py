from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles
from games.api.base import Api
from games.api.bodies import body_of, split
from games.api.openapi.operation import operation
from games.api.openapi.parameters import CURSOR, LIMIT
from games.api.openapi.shapes import or_null, record, ref, several
from games.api.pagination import page
from games.api.refusal_response import perform
from games.http import etags
from games.services import actions
from games.store.logs import format_time

PUT = body_of("evening", without=("evening",))


class EveningsView(Api):
    @operation(
        record({"evenings": several(ref("Evening")), "next": or_null({"type": "string"})}),
        parameters=(CURSOR, LIMIT),
        tagged=True,
    )
    def get(self, request: Request) -> Response:
        """The evenings of the circle that have matches, the last one first, in pages."""
        member = circles.membership(request)
        tag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.answer(request, tag, lambda: one_page(request, member.circle_id))


class EveningView(Api):
    @operation("Evening", tagged=True)
    def get(self, request: Request, evening: UUID) -> Response:
        """An evening."""
        member = circles.membership(request)
        found = find(member.circle_id, evening)
        return etags.answer(
            request, etags.log_etag(member.circle_id, member.circle.seq), lambda: with_matches([found])[0]
        )

    @operation("EveningDone", 200, 201, body="EveningBody", body_needed=False)
    def put(self, request: Request, evening: UUID) -> Response:
        """Put an evening together by hand, or name it. What is left out stays.

        Its matches are those that are listed; later ones join by the rule: less than six hours after the last round.
        An id that is new makes a new evening.
        """
        circle = circles.writable(request).circle_id
        was_there = models.Evening.objects.filter(circle=circle, id=evening).exists()
        data, event = split(PUT.read(request))
        written = perform(
            actions.put_evening, by=circles.asker(request), circle=circle, evening=evening, **data, **event
        )
        told = {"event": written.event, "seq": written.seq, "evening": with_matches([find(circle, evening)])[0]}
        return Response(told, status=200 if was_there else 201)


def one_page(request: Request, circle: UUID) -> dict[str, Any]:
    rows = models.Evening.objects.filter(circle=circle, begins__isnull=False)
    found, following = page(request, rows, "begins", falling=True)
    return {"evenings": with_matches(found), "next": following}


def with_matches(evenings: list[models.Evening]) -> list[dict[str, Any]]:
    """With their matches, by one query for them all."""
    matches: dict[UUID | None, list[str]] = {evening.id: [] for evening in evenings}
    for circle in {evening.circle_id for evening in evenings}:
        listed = models.Match.objects.filter(circle=circle, is_deleted=False, evening__in=list(matches))
        for id, evening in listed.order_by("started", "id").values_list("id", "evening"):
            matches[evening].append(str(id))
    return [as_json(evening, matches[evening.id]) for evening in evenings]


def as_json(evening: models.Evening, matches: list[str]) -> dict[str, Any]:
    return {
        "id": str(evening.id),
        "date": evening.date and evening.date.isoformat(),
        "begins": evening.begins and format_time(evening.begins),
        "name": evening.name,
        "place": evening.place,
        "note": evening.note,
        "by_hand": evening.by_hand,
        "matches": matches,
    }


def find(circle: UUID, evening: UUID) -> models.Evening:
    found = models.Evening.objects.filter(circle=circle, id=evening).first()
    if found is None:
        raise Http404
    return found
