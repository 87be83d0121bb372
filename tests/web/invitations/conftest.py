"""Eleni's circle with Deniz as scorer and Zeynep as reader; Rosa has another circle. Their invitations and browsers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from games.services import actions
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale"]

NAMES = ("Eleni", "Deniz")


class InvitationCast:
    def __init__(self) -> None:
        self.eleni, self.circle = services.make_person("Eleni", "Fridays")
        self.rosa, self.sundays = services.make_person("Rosa", "Sundays")
        self.deniz = self.member("Deniz", "scorer")
        self.zeynep = self.member("Zeynep", "reader")

    def member(self, name: str, role: str) -> models.Person:
        person = models.Person.objects.create_user(name=name)
        models.Membership.objects.create(circle=self.circle, person=person, role=role)
        return person

    def match(self, *names: str, game: str = "bisca_tres", **data: Any) -> UUID:
        match = str(uuid4())
        players: list[Any] = list(names or NAMES)
        actions.start_match(match=match, game=game, players=players, by=self.eleni, circle=self.circle.pk, **data)
        return UUID(match)

    def deal(self, match: UUID, points: int = 71) -> None:
        answers = {"points": [points, 120 - points]}
        actions.add_deal(match=match, deal=str(uuid4()), answers=answers, by=self.eleni, circle=self.circle.pk)

    def delete(self, match: UUID) -> None:
        actions.delete_match(match=match, by=self.eleni, circle=self.circle.pk)

    def evening_of(self, match: UUID) -> UUID:
        """Return the evening of a match; its id is that of its first match, which may be another match."""
        evening = models.Match.objects.filter(id=match).values_list("evening", flat=True).first()
        return evening or match

    def to_circle(self, role: str = "scorer", days: float | None = 7, most: int | None = 1) -> models.Invitation:
        until = None if days is None else timezone.now() + timedelta(days=days)
        return services.invite_to_circle(by=self.eleni, circle=self.circle.pk, role=role, until=until, most=most)

    def to_follow(self, thing: UUID, purpose: str = "match", by: models.Person | None = None) -> models.Invitation:
        if purpose == "evening":
            thing = self.evening_of(thing)
        return services.invite_to_follow(
            by=by or self.eleni, circle=self.circle.pk, purpose=purpose, thing=thing, until=None
        )

    def role_of(self, person: models.Person) -> str | None:
        roles = models.Membership.objects.filter(circle=self.circle, person=person).values_list("role", flat=True)
        return roles.first()


@pytest.fixture
def cast(db: None) -> InvitationCast:
    return InvitationCast()


@pytest.fixture
def open_browser() -> Callable[..., Client]:
    """Return a function that opens the browser of a person, or of a stranger with checks of CSRF tokens."""

    def open_client(person: models.Person | None = None) -> Client:
        client = Client(enforce_csrf_checks=person is None)
        if person is not None:
            client.force_login(person)
        return client

    return open_client


def link(invitation: models.Invitation) -> str:
    return f"/i/{services.token_of(invitation)}/"


def post(client: Client, path: str, **fields: str) -> Any:
    """Post a form as a browser does, with the token of its page."""
    client.get(path)
    token = client.cookies.get("csrftoken")
    return client.post(path, {**fields, "csrfmiddlewaretoken": token.value if token else ""})


def row_counts() -> dict[str, int]:
    """Return the number of rows of every model."""
    every = [getattr(models, name) for name in models.__all__]
    counts = {model.__name__: model.objects.count() for model in every if hasattr(model, "objects")}
    from django.contrib.sessions.models import Session

    return counts | {"Session": Session.objects.count()}
