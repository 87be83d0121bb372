"""A person with a circle, for every test about what is stored."""

from typing import Any
from uuid import UUID

import pytest

from games import models, services


class Home:
    """A circle, its owner, and a short way to push."""

    def __init__(self, name: str) -> None:
        self.person, self.circle = services.make_person(name)

    def push(self, *events: Any) -> services.PushResult:
        return services.push(by=self.person, circle=self.circle.pk, events=list(events))

    def taken(self, *events: Any) -> list[int]:
        """The numbers of events that must all be accepted."""
        pushed = self.push(*events)
        assert pushed.refused == [], [(code, words.say(str)) for _id, code, words in pushed.refused]
        return [one["seq"] for one in pushed.accepted]

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
