"""The answer to a plain request that writes: its event, and the sheet as it is now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api.bodies import body_of
from games.api.circles import asker
from games.api.refusal_response import perform
from games.match.scoring import sheet_json
from games.services.actions import ActionResult
from games.store.log_cache import open_log

ACT = body_of("finish")  # nothing but what may be said of any event


def write_response(
    request: Request, act: Callable[..., ActionResult], member: models.Membership, *, made: bool = False, **said: Any
) -> Response:
    """Do it. `made` says that it makes something new, when it is done for the first time."""
    found = perform(act, by=asker(request), circle=member.circle_id, **said)
    with open_log(member.circle_id, UUID(str(said["match"]))) as log:
        sheet = None if log.is_deleted else sheet_json(log, gettext)
    told: dict[str, Any] = {
        "event": found.event,
        "seq": found.seq,
        **{name: str(said[name]) for name in ("match", "deal") if name in said},
        "sheet": sheet,
    }
    return Response(told, status=201 if made and is_new(found, member) else 200)


def is_new(found: ActionResult, member: models.Membership) -> bool:
    """Whether it was done now, and not by an earlier try."""
    return found.seq > member.circle.seq
