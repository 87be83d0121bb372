"""One cast for the API: who they are in Eleni's circle, and a short way to ask."""

import json
import secrets
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games import models, services
from games.services import keys
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale"]

V1 = "/api/v1/"
NOBODY = str(UUID(int=7))  # an id that nothing has
Json = Any


class Caller:
    """A caller with a key, or without."""

    def __init__(self, person: models.Person | None = None, circle: models.Circle | None = None, **headers: str):
        self.person = person
        self.circle = circle
        self.client = Client(headers=headers)
        self.key = ""
        if person is not None:
            self.key = secrets.token_urlsafe(32)
            bound = models.Device.objects.create(person=person, hash=keys.digest(self.key))
            self.device = bound.id
            self.client = Client(headers={"authorization": f"Token {self.key}", **headers})

    def ask(self, method: str, path: str, body: Json = None, **more: Any) -> Any:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        path = path if path.startswith("/") else V1 + path
        return self.client.generic(method, path, data, **{"content_type": "application/json", **more})

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Json = None, **more: Any) -> Any:
        return self.ask("POST", path, body, **more)

    def put(self, path: str, body: Json = None, **more: Any) -> Any:
        return self.ask("PUT", path, body, **more)

    def patch(self, path: str, body: Json = None, **more: Any) -> Any:
        return self.ask("PATCH", path, body, **more)

    def delete(self, path: str, body: Json = None, **more: Any) -> Any:
        return self.ask("DELETE", path, body, **more)

    def started(self, **data: Any) -> str:
        """The id of a new match of Bisca."""
        answer = self.post("matches/", {"game": "bisca_tres", "players": ["Eleni", "Deniz"], **data})
        assert answer.status_code == 201, answer.content
        return str(answer.json()["match"])

    def dealt(self, match: str, points: int = 71, **more: Any) -> str:
        """The id of a new round in it."""
        body = {"answers": {"points": [points, 120 - points]}, **more}
        answer = self.post(f"matches/{match}/deals/", body)
        assert answer.status_code == 201, answer.content
        return str(answer.json()["deal"])


def member(name: str, circle: models.Circle, role: str) -> Caller:
    person = models.Person.objects.create_user(name=name)
    models.Membership.objects.create(circle=circle, person=person, role=role)
    return Caller(person, circle)


@pytest.fixture(autouse=True)
def unhurried(settings: Any) -> None:
    settings.THROTTLE = 0


@pytest.fixture
def owner(db: None) -> Caller:
    return Caller(*services.make_person("Eleni", "Fridays"))


@pytest.fixture
def scorer(owner: Caller) -> Caller:
    assert owner.circle
    return member("Deniz", owner.circle, "scorer")


@pytest.fixture
def reader(owner: Caller) -> Caller:
    assert owner.circle
    return member("Zeynep", owner.circle, "reader")


@pytest.fixture
def stranger() -> Caller:
    return Caller()


@pytest.fixture
def guest(db: None) -> Caller:
    """A phone that nobody knows yet, with a circle of its own."""
    key = secrets.token_urlsafe(32)
    ids: dict[str, UUID] = {name: uuid4() for name in ("device", "person", "circle")}
    services.introduce(key=key, name="Andreas", **ids)
    found = Caller()
    found.person = models.Person.objects.get(id=ids["person"])
    found.circle = models.Circle.objects.get(id=ids["circle"])
    found.device = ids["device"]
    found.client = Client(headers={"authorization": f"Token {key}"})
    return found


@pytest.fixture
def other_owner(db: None) -> Caller:
    return Caller(*services.make_person("Rosa", "Sundays"))
