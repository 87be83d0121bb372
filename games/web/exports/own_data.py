"""Taking it along: a circle's log, or everything of oneself, as one file."""

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
from games.match.events import is_id
from games.web.account.entrance import RecentLoginRequired, signed_in_person


def place(request: HttpRequest) -> models.Membership:
    """The asker's place in the circle that is named, or in the oldest of theirs."""
    person, named = signed_in_person(request), request.GET.get("circle")
    if person is None or (named is not None and not is_id(named)):
        raise Http404
    found = services.places_of(person)
    member = (found if named is None else found.filter(circle=UUID(named))).first()
    if member is None:
        raise Http404
    return member


@method_decorator(never_cache, "dispatch")
class CircleLogView(View):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        return circle_log_file(place(request).circle)


@method_decorator(never_cache, "dispatch")
class PersonalExportView(RecentLoginRequired, View):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        name = file_name(f"everything of {self.person.name or 'me'}", today(), "zip")
        return stream_file(personal_export.iter_chunks(self.person), ZIP, name)
