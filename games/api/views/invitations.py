from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Wrong
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.api.views.circles import as_json as circle_as_json
from games.match.errors import Refused
from games.match.events import EventField, is_id, is_time, optional
from games.models import Purpose, Role
from games.services import guesses
from games.services.invitations import FOLLOWED, NOT_YOURS
from games.store.logs import format_time

OFTEN = 1000
LONGEST = timedelta(days=3660)


def is_purpose(value: Any) -> bool:
    return value in (Purpose.CIRCLE, *FOLLOWED)


def is_role(value: Any) -> bool:
    return value in Role.values


def is_often(value: Any) -> bool:
    return type(value) is int and 0 < value <= OFTEN


def is_token(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200


INVITATION = Body(
    EventField("purpose", is_purpose),
    optional("role", is_role),
    optional("thing", is_id),
    optional("until", is_time),
    optional("most", is_often),
)
JOIN = Body(optional("code", is_token), optional("token", is_token))


class InvitationsView(Api):
    @operation(record({"invitations": several(ref("Invitation"))}), of_circle=False)
    def get(self, request: Request) -> Response:
        """The open invitations that I have made, and those into circles of mine."""
        return Response({"invitations": [as_json(one, request) for one in mine(request)]})

    @operation("Invitation", 201, body="InvitationBody")
    def post(self, request: Request) -> Response:
        """Invite somebody into the circle, or let others follow a match or an evening.

        It comes with a code, which is good for ten minutes and can be used once; it is told only here.
        """
        member = circles.writable(request)
        said = INVITATION.read(request)
        if said["purpose"] == Purpose.CIRCLE and member.role != Role.OWNER:
            raise PermissionDenied(gettext(NOT_YOURS[1]))
        with as_api_error():
            made = invite(circles.asker(request), member.circle_id, said)
        services.make_code(made)
        return Response(as_json(made, request) | {"code": services.code_of(made)}, status=201)


class InvitationApiView(Api):
    @operation(None, 204, of_circle=False)
    def delete(self, request: Request, invitation: UUID) -> Response:
        """Take an invitation back. Who has come in by it stays."""
        if not mine(request).filter(id=invitation).exists():
            raise Http404
        services.revoke_invitation(by=circles.asker(request), invitation=invitation)
        return Response(status=204)


class Join(Api):
    @operation("Circle", of_circle=False, body="JoinBody", errors=(403,))
    def post(self, request: Request) -> Response:
        """Come into a circle, by a code or by what stands in a link after `/i/`."""
        said = JOIN.read(request)
        if circles.bound_to(request) is not None:
            raise PermissionDenied(gettext("This key belongs to one circle and cannot join others."))
        if ("code" in said) == ("token" in said):
            raise Wrong(gettext("Either a code or a token is needed here."), "data")
        code = said.get("code", "")
        address = BaseThrottle().get_ident(request)
        with as_api_error():
            found = services.by_code(code, address=address) if code else services.by_token(said["token"])
            if found.purpose != Purpose.CIRCLE:
                raise Wrong(gettext("This is no invitation to a circle; open it in a browser."), "purpose")
            joined = services.join(invitation=found, person=circles.asker(request), code=code)
        assert joined.circle is not None
        [(member, _match)] = circles.places(request, joined.circle.pk)
        return Response(circle_as_json(member))


def mine(request: Request) -> QuerySet[models.Invitation]:
    """As far as the key goes: one that may do less than an owner learns of no way to become more."""
    found = services.invitations_of(circles.asker(request))
    key: models.Device = request.auth  # type: ignore[assignment]
    if key.circle_id is None:
        return found
    found = found.filter(circle=key.circle_id)
    if key.role == Role.READER:
        return found.none()
    return found.exclude(purpose=Purpose.CIRCLE) if key.role == Role.SCORER else found


@contextmanager
def as_api_error() -> Iterator[None]:
    """What is refused, as the API says such things."""
    try:
        yield
    except Refused as refused:
        if refused.code == NOT_YOURS[0]:
            raise PermissionDenied(refused.words.say(gettext)) from None
        if refused.code == guesses.LATER:
            raise Throttled(guesses.WINDOW.total_seconds()) from None
        raise


def invite(by: models.Person, circle: UUID, said: dict[str, Any]) -> models.Invitation:
    until = None if "until" not in said else parse_datetime(said["until"])
    if until is not None and not timezone.now() < until < timezone.now() + LONGEST:
        raise Wrong(gettext("“%(field)s” is missing or not as it should be.") % {"field": "until"}, "data")
    if said["purpose"] == Purpose.CIRCLE:
        role = said.get("role", Role.SCORER)
        return services.invite_to_circle(by=by, circle=circle, role=role, until=until, most=said.get("most"))
    if "thing" not in said:
        raise Wrong(gettext("“%(field)s” is missing or not as it should be.") % {"field": "thing"}, "data")
    return services.let_follow(by=by, circle=circle, purpose=said["purpose"], thing=UUID(said["thing"]), until=until)


def as_json(one: models.Invitation, request: Request) -> dict[str, Any]:
    token = services.token_of(one)
    return {
        "id": str(one.pk),
        "purpose": one.purpose,
        "circle": None if one.circle_id is None else str(one.circle_id),
        "role": one.role or None,
        "thing": None if one.thing is None else str(one.thing),
        "created": format_time(one.created),
        "until": None if one.until is None else format_time(one.until),
        "most": one.most,
        "used": one.used,
        "token": token,
        "link": request.build_absolute_uri(reverse("way", args=[token])),
    }
