"""Invitations, and joining by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
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
from games.api.bodies import InvitationBodySerializer, JoinBodySerializer
from games.api.created import response_to_write
from games.api.errors import InvalidRequest, NoSuch, invalid_field
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, several
from games.api.responses import CircleSerializer, InvitationSerializer
from games.api.serializers import Values
from games.match.errors import Refused
from games.models import Purpose, Role
from games.services import guesses
from games.services.invitations import LASTING, NOT_YOURS, listed_invitations

LONGEST = timedelta(days=3660)


class InvitationsView(Api):
    has_secrets = True

    @operation(record({"invitations": several(InvitationSerializer)}), of_circle=False)
    def get(self, request: Request) -> Response:
        """List my open invitations, and those into my circles.

        Those that give lasting access (to the account, or as an owner of a circle) need a fresh proof of a phone whose
        person has a login.
        """
        rows = visible_invitations(request)
        if circles.lacks_proof(request):
            rows = rows.exclude(LASTING)
        invitations = InvitationSerializer(listed_invitations(rows), many=True, context={"request": request})
        return Response({"invitations": invitations.data})

    @operation(InvitationSerializer, 201, body=InvitationBodySerializer)
    def post(self, request: Request) -> Response:
        """Invite someone to the circle, or let others follow a match or an evening.

        The response has a code, which is valid for ten minutes and can be used once. No other response has it.
        """
        member = circles.writer(request)
        values = InvitationBodySerializer.read(request)
        if values["purpose"] == Purpose.CIRCLE and member.role != Role.OWNER:
            raise PermissionDenied(gettext(NOT_YOURS[1]))
        if values.get("role") == Role.OWNER:
            circles.require_proof(request)
        with as_api_error():
            invitation = invite(circles.asker(request), member.circle_id, values)
        services.make_code(invitation)
        context = {"request": request, "code": services.code_of(invitation)}
        data = InvitationSerializer(invitation, context=context).data
        return response_to_write(request, data, is_new=True, address="invitation", invitation=invitation.pk)


class InvitationApiView(Api):
    operation_name = "OneInvitation"

    @operation(None, 204, of_circle=False)
    def delete(self, request: Request, invitation: UUID) -> Response:
        """Revoke an invitation. People who have joined by it stay."""
        if not visible_invitations(request).filter(id=invitation).exists():
            raise NoSuch(gettext("No such invitation."))
        services.revoke_invitation(by=circles.asker(request), invitation=invitation)
        return Response(status=204)


class JoinView(Api):
    @operation(CircleSerializer, of_circle=False, body=JoinBodySerializer, errors=(403,))
    def post(self, request: Request) -> Response:
        """Join a circle, by a code or by the token, which is the part of the link after `/i/`."""
        values = JoinBodySerializer.read(request)
        if circles.bound_to(request) is not None:
            raise PermissionDenied(gettext("This key is limited to one group and cannot join others."))
        if ("code" in values) == ("token" in values):
            raise InvalidRequest(gettext("Either a code or a token is required."), "data")
        code = values.get("code", "")
        address = BaseThrottle().get_ident(request)
        with as_api_error():
            invitation = services.by_code(code, address=address) if code else services.by_token(values["token"])
            if invitation.purpose != Purpose.CIRCLE:
                raise InvalidRequest(gettext("This invitation is not for a group. Open it in a browser."), "purpose")
            joined = services.join(invitation=invitation, person=circles.asker(request), code=code)
        assert joined.circle is not None
        memberships = circles.memberships(request, joined.circle.pk)
        if not memberships:  # the circle was deleted in this moment, or the person removed from it
            raise circles.no_such_circle()
        return Response(CircleSerializer(memberships[0][0]).data)


def visible_invitations(request: Request) -> QuerySet[models.Invitation]:
    """Return the open invitations that the key may see: a key below an owner's learns of no way to become more."""
    invitations = services.invitations_of(circles.asker(request))
    key: models.Device = request.auth  # type: ignore[assignment]
    if key.circle_id is None:
        return invitations
    invitations = invitations.filter(circle=key.circle_id)
    if key.role == Role.READER:
        return invitations.none()
    return invitations.exclude(purpose=Purpose.CIRCLE) if key.role == Role.SCORER else invitations


@contextmanager
def as_api_error() -> Iterator[None]:
    """Turn refusals with a status of their own into errors of the API."""
    try:
        yield
    except Refused as refused:
        if refused.code == NOT_YOURS[0]:
            raise PermissionDenied(refused.words.translated(gettext)) from None
        if refused.code == guesses.LATER:
            raise Throttled(guesses.WINDOW.total_seconds()) from None
        raise


def invite(by: models.Person, circle: UUID, values: Values) -> models.Invitation:
    """Create the invitation that the body describes."""
    until = None if "until" not in values else parse_datetime(values["until"])
    if until is not None and not timezone.now() < until < timezone.now() + LONGEST:
        raise invalid_field("until")
    if values["purpose"] == Purpose.CIRCLE:
        role = values.get("role", Role.SCORER)
        return services.invite_to_circle(by=by, circle=circle, role=role, until=until, most=values.get("most"))
    if "thing" not in values:
        raise invalid_field("thing")
    thing = UUID(values["thing"])
    return services.invite_to_follow(by=by, circle=circle, purpose=values["purpose"], thing=thing, until=until)
