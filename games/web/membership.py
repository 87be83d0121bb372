"""Pages about the circle that a person has chosen: their membership, and how a browser may cache the page."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.vary import vary_on_cookie

from games import models, services

# A phone may cache the page for use without a network, for this person only.
private_copy = method_decorator([gzip_page, cache_control(private=True, no_cache=True), vary_on_cookie], "dispatch")


def current_membership(request: HttpRequest) -> models.Membership | None:
    """Return the person's membership in their current circle, or None for a stranger."""
    return services.memberships_of(request.user).first() if isinstance(request.user, models.Person) else None
