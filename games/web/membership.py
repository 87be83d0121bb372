"""Pages about one circle of a person: their membership, and how a browser may cache the page."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.vary import vary_on_cookie

from games import models, services
from games.match.event_fields import is_id

# A phone may cache the page for use without a network, for this person only.
private_copy = method_decorator([gzip_page, cache_control(private=True, no_cache=True), vary_on_cookie], "dispatch")


def current_membership(request: HttpRequest, named: str | None = None) -> models.Membership | None:
    """Return the person's membership in the circle that the form or `named` names, or else in their current circle.

    Return None for a stranger, and raise Http404 for a circle of others. A form names the circle of its page, as the
    person may have chosen another one meanwhile, such as by an invitation on another phone.
    """
    if not isinstance(request.user, models.Person):
        return None
    memberships = services.memberships_of(request.user)
    named = request.POST.get("circle") or named
    if not named:
        return memberships.first()
    member = memberships.filter(circle=UUID(named)).first() if is_id(named) else None
    if member is None:
        raise Http404
    return member
