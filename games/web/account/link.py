"""A link that signs somebody in: `manage.py signin` makes it for who has lost every key."""

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
from games.web.account.entrance import Entrance, enter

LASTS = timedelta(minutes=15)
SALT = "games.web.account.link"
HOME = "home"  # of a link that leads there


def sign(person: models.Person) -> str:
    return signing.dumps(signed_content(person), salt=SALT)


def signed_content(person: models.Person) -> list[str]:
    """It is good once: signing in changes when they last did."""
    return [person.pk.hex, "" if person.last_login is None else person.last_login.isoformat()]


def person_of(signed: str) -> models.Person | None:
    """Whom the link is for, as long as it is good. To be asked within a transaction by whoever is to sign in."""
    try:
        found = signing.loads(signed, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    person = models.Person.objects.select_for_update().filter(pk=found[0]).first()
    is_there = person is not None and (person.is_active or services.is_leaving(person))
    return person if is_there and person is not None and signed_content(person) == found else None


class Begin(View):
    """Programs that look at links before people do must not use it up, so a button does."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return more

    def get(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = person_of(signed)
        return self.shown(request, person)

    def post(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = person_of(signed)
            if person is not None:
                enter(request, person)
        if person is None:
            return self.shown(request, None)
        return redirect("home" if HOME in request.GET else "you")  # who has lost every key is asked to make a new one

    def shown(self, request: HttpRequest, person: models.Person | None) -> HttpResponse:
        found = self.get_context_data(person=person)
        return render(request, "you/link.html", found, status=404 if person is None else 200)


@method_decorator(never_cache, "dispatch")
class LinkSignInView(Entrance, Begin):
    pass
