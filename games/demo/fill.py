"""Store the year in a circle of its own, through the same services as real events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import cycle
from uuid import NAMESPACE_OID, UUID, uuid5

from django.utils.translation import gettext

from games import models, services
from games.demo.year import PEOPLE, Event, Year
from games.rules.words import _

NAME = _("A year of cards")


@dataclass
class DemoCircle:
    owner: models.Person
    circle: models.Circle
    evenings: int
    matches: int


def circle_of(seed: int) -> UUID:
    """Return the id of the demo circle. The same seed gives the same circle."""
    return uuid5(NAMESPACE_OID, f"scorekeeper demo {seed}")


def fill(seed: int, now: datetime) -> DemoCircle:
    """Create the circle and push the events of the year. The first two people write, all others only play."""
    names = [name for name, _skill, _often in PEOPLE]
    owner, circle = services.make_person(names[0], gettext(NAME), circle_of(seed))
    writers = cycle((owner, invited(owner, circle, names[1])))
    year = Year(seed, circle.pk, now)
    for events in year.events():
        translated = [translated_event(event) for event in events]
        pushed = services.push(by=next(writers), circle=circle.pk, events=translated, is_whole=True)
        assert not pushed.refused, pushed.refused[0]
    return DemoCircle(owner, circle, year.evenings, year.matches)


def invited(owner: models.Person, circle: models.Circle, name: str) -> models.Person:
    """Create a second person who may write in the circle."""
    person, _own = services.make_person(name)
    invitation = services.invite_to_circle(by=owner, circle=circle.pk, role=models.Role.SCORER, until=None, most=1)
    services.join(invitation=invitation, person=person)
    return person


def translated_event(event: Event) -> Event:
    """Return the event with the words of an evening in the active language."""
    if event["kind"] != "evening":
        return event
    words = {name: gettext(text) for name, text in event["data"].items() if name in ("name", "place", "note") and text}
    return {**event, "data": event["data"] | words}
