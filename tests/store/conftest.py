"""Fixtures with a person and a circle for all tests of the store."""

from typing import Any
from uuid import UUID

import pytest

from games import models, services


class Home:
    """A circle and its owner, with shortcuts to push events."""

    def __init__(self, name: str) -> None:
        self.person, self.circle = services.make_person(name)

    def push(self, *events: Any) -> services.PushResult:
        return services.push(by=self.person, circle=self.circle.pk, events=list(events))

    def accept(self, *events: Any) -> list[int]:
        """Push events that must all be accepted; return their numbers."""
        pushed = self.push(*events)
        assert pushed.refused == [], [(code, words.translated(str)) for _id, code, words in pushed.refused]
        return [event["seq"] for event in pushed.accepted]

    def codes(self, *events: Any) -> list[str]:
        return [code for _id, code, _words in self.push(*events).refused]

    def match(self, match: str) -> models.Match:
        return models.Match.objects.get(circle=self.circle, id=UUID(match))


@pytest.fixture
def home(db: None) -> Home:
    return Home("Eleni")


@pytest.fixture
def other_home(db: None) -> Home:
    return Home("Deniz")
