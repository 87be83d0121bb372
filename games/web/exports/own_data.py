"""Export a circle's log, or all of a person's data, as one file."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games import models, services
from games.export import personal_export
from games.export.names import file_name
from games.http.downloads import ZIP, circle_log_file, stream_file, today
from games.match.event_fields import is_id
from games.web.account.entrance import RecentLoginRequired, reauthentication_redirect, signed_in_person


def requested_membership(request: HttpRequest) -> models.Membership:
    """Return the membership in the circle of the query, or in the current circle. Raise Http404 for others."""
    person, circle = signed_in_person(request), request.GET.get("circle")
    if person is None or (circle is not None and not is_id(circle)):
        raise Http404
    memberships = services.memberships_of(person)
    member = (memberships if circle is None else memberships.filter(circle=UUID(circle))).first()
    if member is None:
        raise Http404
    return member


@method_decorator(never_cache, "dispatch")
class CircleLogView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        member = requested_membership(request)
        return reauthentication_redirect(request) or circle_log_file(member.circle)


@method_decorator(never_cache, "dispatch")
class PersonalExportView(RecentLoginRequired, View):
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        name = file_name(f"everything of {self.person.name or 'me'}", today(), "zip")
        return stream_file(personal_export.iter_chunks(self.person), ZIP, name)
