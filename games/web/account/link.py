"""Links that sign a person in once. `manage.py signin` creates one for people who have lost every key."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games import models, services
from games.web.account.entrance import SignInMixin, enter

LASTS = timedelta(minutes=15)
SALT = "games.web.account.link"
HOME = "home"  # the query of a link that goes on to the home page


def sign(person: models.Person) -> str:
    return signing.dumps(signed_content(person), salt=SALT)


def signed_content(person: models.Person) -> list[str]:
    """Return what a link signs. The last sign-in is part of it, so that a link works only once."""
    return [person.pk.hex, "" if person.last_login is None else person.last_login.isoformat()]


def person_of(signed: str) -> models.Person | None:
    """Return the person of the link, or None if it is invalid. Lock the row until the transaction ends."""
    try:
        content = signing.loads(signed, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    person = models.Person.objects.select_for_update().filter(pk=content[0]).first()
    if person is None or not (person.is_active or services.is_leaving(person)):
        return None
    return person if signed_content(person) == content else None


class SignedLinkView(View):
    """The page of a link. A button signs in, as programs that preview links must not use it up."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return more

    def get(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = person_of(signed)
        return self.render_link(request, person)

    def post(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = person_of(signed)
            if person is not None:
                enter(request, person)
        if person is None:
            return self.render_link(request, None)
        return redirect("home" if HOME in request.GET else "you")  # where someone who lost every key can add one

    def render_link(self, request: HttpRequest, person: models.Person | None) -> HttpResponse:
        context = self.get_context_data(person=person)
        return render(request, "you/link.html", context, status=404 if person is None else 200)


@method_decorator(never_cache, "dispatch")
class LinkSignInView(SignInMixin, SignedLinkView):
    pass
