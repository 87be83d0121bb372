"""Export a circle's log, or all of a person's data, as one file."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games import models
from games.export import personal_export
from games.export.names import file_name
from games.http.downloads import ZIP, circle_log_file, stream_file, today
from games.web.account.entrance import RecentLoginRequired, reauthentication_redirect
from games.web.circle.base import or_404
from games.web.membership import current_membership


def requested_membership(request: HttpRequest) -> models.Membership:
    """Return the membership in the requested circle, or in the current one. Raise Http404 for others, and for strangers."""
    return or_404(current_membership(request, request.GET.get("circle")))


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
