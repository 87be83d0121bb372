"""The response to a request that writes to a match: its event, and the sheet after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api.circles import asker
from games.api.created import response_to_write
from games.api.refusal_response import perform
from games.api.responses import MatchWriteSerializer
from games.match.sheet import sheet_json
from games.services.actions import ActionResult
from games.store.logs import open_logs


def write_response(
    request: Request,
    action: Callable[..., ActionResult],
    member: models.Membership,
    *,
    creates: str = "",
    **values: Any,
) -> Response:
    """Perform the action. If it `creates` something, which the name of a URL says, a first request answers 201."""
    result = perform(action, by=asker(request), circle=member.circle_id, **values)
    with open_logs(member.circle_id, [UUID(str(values["match"]))], renamed=True) as [log]:
        sheet = None if log.is_deleted else sheet_json(log, gettext)
    ids = {name: values[name] for name in ("match", "deal") if name in values}
    id = ids.get("deal", ids["match"])
    answer = MatchWriteSerializer({"id": id, "event": result.event, "seq": result.seq, **ids, "sheet": sheet})
    return response_to_write(
        request, answer.data, is_new=bool(creates) and is_new(result, member), address=creates, **ids
    )


def is_new(result: ActionResult, member: models.Membership) -> bool:
    """Return whether this request wrote the event, and not an earlier one that it repeats."""
    return result.seq > member.circle.seq
