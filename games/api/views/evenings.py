"""The evenings of a circle."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles
from games.api.base import Api
from games.api.bodies import EveningBody
from games.api.created import response_to_write
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.parameters import CURSOR, LIMIT
from games.api.openapi.shapes import or_null, record, several
from games.api.pagination import page
from games.api.refusal_response import perform
from games.api.responses import EveningSerializer, EveningWriteSerializer
from games.api.serializers import split_body
from games.http import etags
from games.services import actions


class EveningsView(Api):
    @operation(
        record({"evenings": several(EveningSerializer), "next": or_null({"type": "string"})}),
        parameters=(CURSOR, LIMIT),
        tagged=True,
    )
    def get(self, request: Request) -> Response:
        """List the evenings that have matches, the latest first, in pages."""
        member = circles.membership(request)
        tag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.conditional_response(request, tag, lambda: evenings_page(request, member.circle_id))


class EveningView(Api):
    operation_name = "OneEvening"

    @operation(EveningSerializer, tagged=True)
    def get(self, request: Request, evening: UUID) -> Response:
        """Return an evening."""
        member = circles.membership(request)
        row = find_evening(member.circle_id, evening)
        etag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.conditional_response(
            request, etag, lambda: EveningSerializer(row, context={"matches": match_ids([row])}).data
        )

    @operation(EveningWriteSerializer, 200, 201, body=EveningBody, body_needed=False)
    def put(self, request: Request, evening: UUID) -> Response:
        """Choose the matches of an evening, or name it. Fields left out do not change.

        Its matches are those listed. Later matches join by the rule: less than six hours after the last round.
        A new id creates a new evening.
        """
        circle = circles.writer(request).circle_id
        was_there = models.Evening.objects.filter(circle=circle, id=evening).exists()
        data, event = split_body(EveningBody.read(request))
        result = perform(
            actions.put_evening, by=circles.asker(request), circle=circle, evening=evening, **data, **event
        )
        row = find_evening(circle, evening)
        answer = EveningWriteSerializer(
            {"event": result.event, "seq": result.seq, "evening": row}, context={"matches": match_ids([row])}
        )
        return response_to_write(request, answer.data, is_new=not was_there, address="evening", evening=evening)


def evenings_page(request: Request, circle: UUID) -> dict[str, Any]:
    """Return a page of the list, with the cursor of the next."""
    rows = models.Evening.objects.filter(circle=circle, begins__isnull=False)
    evenings, cursor = page(request, rows, "begins", falling=True)
    answer = EveningSerializer(evenings, many=True, context={"matches": match_ids(evenings)})
    return {"evenings": answer.data, "next": cursor}


def match_ids(evenings: list[models.Evening]) -> dict[UUID | None, list[str]]:
    """Return the ids of the matches of each evening, by one query for all evenings of a circle."""
    matches: dict[UUID | None, list[str]] = {evening.id: [] for evening in evenings}
    for circle in {evening.circle_id for evening in evenings}:
        listed = models.Match.objects.filter(circle=circle, is_deleted=False, evening__in=list(matches))
        for id, evening in listed.order_by("started", "id").values_list("id", "evening"):
            matches[evening].append(str(id))
    return matches


def find_evening(circle: UUID, evening: UUID) -> models.Evening:
    """Return the evening of the circle; raise `NoSuch` if there is none."""
    row = models.Evening.objects.filter(circle=circle, id=evening).first()
    if row is None:
        raise NoSuch(gettext("No such evening in this group."))
    return row
