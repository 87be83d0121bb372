"""The page of a link that signs a person in once."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games import models
from games.services import sign_in_links
from games.web.account.entrance import SignInMixin, enter


class SignedLinkView(View):
    """The page of a link. A button signs in, as programs that preview links must not use it up."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return more

    def get(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = sign_in_links.person_of(signed)
        return self.render_link(request, person)

    def post(self, request: HttpRequest, signed: str) -> HttpResponse:
        with transaction.atomic():
            person = sign_in_links.person_of(signed)
            if person is not None:
                enter(request, person)
        if person is None:
            return self.render_link(request, None)
        return redirect(
            "home" if sign_in_links.HOME in request.GET else "you"
        )  # where someone who lost every key can add one

    def render_link(self, request: HttpRequest, person: models.Person | None) -> HttpResponse:
        context = self.get_context_data(person=person)
        return render(request, "you/link.html", context, status=404 if person is None else 200)


@method_decorator(never_cache, "dispatch")
class LinkSignInView(SignInMixin, SignedLinkView):
    pass
