from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, services
from games.api import circles
from games.api.base import Api
from games.api.bodies import Body
from games.api.errors import Clash
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.http.downloads import LINES, circle_log_file
from games.match.errors import Refused
from games.match.events import is_id, optional


def is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 200


CIRCLE = Body(optional("id", is_id), optional("name", is_short))


def as_json(member: models.Membership) -> dict[str, Any]:
    circle = member.circle
    return {"id": str(circle.id), "name": circle.name, "role": member.role, "seq": circle.seq}


class CirclesView(Api):
    @operation(record({"circles": several(ref("Circle"))}), of_circle=False)
    def get(self, request: Request) -> Response:
        """My circles, and what I may do there."""
        return Response({"circles": [as_json(member) for member, _match in circles.places(request)]})

    @operation("Circle", 201, 200, body="CircleBody", of_circle=False, errors=(403, 409))
    def post(self, request: Request) -> Response:
        """Make a circle of one's own.

        With an `id` of the client's, repeating it is harmless.
        """
        said = CIRCLE.read(request)
        if circles.bound_to(request) is not None:
            raise PermissionDenied(gettext("This key belongs to one circle and cannot make others."))
        id = UUID(said["id"]) if "id" in said else None
        try:
            member, is_new = services.make_circle(by=circles.asker(request), circle=id, name=said.get("name", ""))
        except Refused as refused:
            raise Clash(refused.words.say(gettext), refused.code) from None
        return Response(as_json(member), status=201 if is_new else 200)


class CircleView(Api):
    @operation("Circle", of_circle=False)
    def get(self, request: Request, circle: UUID) -> Response:
        """A circle of mine."""
        return Response(as_json(first_place(request, circle)))

    @operation(None, 204, of_circle=False, errors=(403,))
    def delete(self, request: Request, circle: UUID) -> Response:
        """Delete a circle, as its owner.

        It is gone for everybody; for 30 days it can be brought back.
        """
        if first_place(request, circle).role != models.Role.OWNER:
            raise PermissionDenied(gettext("Only an owner of the circle can do this."))
        services.delete_circle(by=circles.asker(request), circle=circle)
        return Response(status=204)


class UndeleteCircle(Api):
    @operation("Circle", of_circle=False)
    def post(self, request: Request, circle: UUID) -> Response:
        """Bring back a circle that I owned."""
        key: models.Device = request.auth  # type: ignore[assignment]
        if key.circle_id not in (None, circle) or services.capped(models.Role.OWNER, key) != models.Role.OWNER:
            raise Http404
        try:
            services.undelete_circle(by=circles.asker(request), circle=circle)
        except Refused:
            raise Http404 from None
        return Response(as_json(first_place(request, circle)))


class CircleLog(Api):
    cached = "no-store"

    @operation({"type": "string"}, of_circle=False, kind=LINES)
    def get(self, request: Request, circle: UUID) -> HttpResponseBase:
        """The whole log of a circle as a file, `scorekeeper.circle/1`: a line about it, then its events."""
        return circle_log_file(first_place(request, circle).circle)


def first_place(request: Request, circle: UUID) -> models.Membership:
    for member, _match in circles.places(request, circle):
        return member
    raise Http404
