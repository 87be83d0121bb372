"""The circles of a person."""

from __future__ import annotations

from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import CircleBodySerializer
from games.api.created import response_to_write
from games.api.errors import Clash
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, several
from games.api.responses import CircleSerializer
from games.http import etags
from games.http.downloads import LINES, circle_log_file
from games.match.errors import Refused


class CirclesView(Api):
    @operation(record({"circles": several(CircleSerializer)}), of_circle=False)
    def get(self, request: Request) -> Response:
        """List my circles, with my role in each."""
        members = [member for member, _match in circles.memberships(request)]
        return Response({"circles": CircleSerializer(members, many=True).data})

    @operation(CircleSerializer, 201, 200, body=CircleBodySerializer, of_circle=False, errors=(403, 409))
    def post(self, request: Request) -> Response:
        """Create a circle.

        With an `id` of the client's, repeating it is harmless.
        """
        values = CircleBodySerializer.read(request)
        if circles.bound_to(request) is not None:
            raise PermissionDenied(gettext("This key is limited to one group and cannot create others."))
        id = UUID(values["id"]) if "id" in values else None
        try:
            member, is_new = services.make_circle(
                by=circles.asker(request), circle=id, name=values.get("name", ""), is_limited=True
            )
        except Refused as refused:
            raise Clash(refused.words.translated(gettext), refused.code) from None
        data = CircleSerializer(member).data
        return response_to_write(request, data, is_new=is_new, address="circle", circle=member.circle_id)


class CircleView(Api):
    operation_name = "OneCircle"

    @operation(CircleSerializer, of_circle=False)
    def get(self, request: Request, circle: UUID) -> Response:
        """Return one of my circles."""
        return Response(CircleSerializer(membership_in(request, circle)).data)

    @operation(None, 204, of_circle=False, errors=(403,))
    def delete(self, request: Request, circle: UUID) -> Response:
        """Delete a circle, as its owner.

        It is deleted for everyone. It can be restored for 30 days.
        """
        if membership_in(request, circle).role != models.Role.OWNER:
            raise PermissionDenied(gettext("Only an owner of the group can do this."))
        circles.require_proof(request)
        services.delete_circle(by=circles.asker(request), circle=circle)
        return Response(status=204)


class UndeleteCircleView(Api):
    @operation(CircleSerializer, of_circle=False)
    def post(self, request: Request, circle: UUID) -> Response:
        """Restore a deleted circle that I owned."""
        key: models.Device = request.auth  # type: ignore[assignment]
        if key.circle_id not in (None, circle) or services.lower_role(models.Role.OWNER, key) != models.Role.OWNER:
            raise circles.no_such_circle()
        try:
            services.undelete_circle(by=circles.asker(request), circle=circle)
        except Refused:
            raise circles.no_such_circle() from None
        return Response(CircleSerializer(membership_in(request, circle)).data)


class CircleLogApiView(Api):
    operation_name = "CircleLog"
    expensive = ("GET",)
    cached = "no-store"

    @operation({"type": "string"}, of_circle=False, kind=LINES, errors=(403,), tagged=True)
    def get(self, request: Request, circle: UUID) -> HttpResponseBase:
        """Export the log of a circle as a file, `scorekeeper.circle/1`: a line about the circle, then its events."""
        member = membership_in(request, circle)
        circles.require_proof(request)
        return etags.conditional_file(request, member.circle, lambda: circle_log_file(member.circle))


def membership_in(request: Request, circle: UUID) -> models.Membership:
    """Return the asker's membership in this circle."""
    for member, _match in circles.memberships(request, circle):
        return member
    raise circles.no_such_circle()
