"""People and the circles they keep."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet

from games import models
from games.match.errors import Refused
from games.rules.words import _


def make_person(
    name: str = "", circle_name: str = "", circle: UUID | None = None
) -> tuple[models.Person, models.Circle]:
    """A person with a circle of their own."""
    person = models.Person.objects.create_user(name=name)
    own = models.Circle.objects.create(id=circle or uuid4(), name=circle_name)
    models.Membership.objects.create(circle=own, person=person, role=models.Role.OWNER)
    return person, own


def places_of(person: models.Person) -> QuerySet[models.Membership]:
    """Where somebody belongs: the circle chosen last is the one they look at, before any choice the oldest.

    A circle that is deleted is gone for everybody.
    """
    found = models.Membership.objects.filter(person=person, circle__deleted=None).select_related("circle")
    return found.order_by(F("chosen").desc(nulls_last=True), "since", "circle")


def circles_of(person: models.Person) -> list[models.Circle]:
    """The circles of a person, the one they look at first."""
    return [place.circle for place in places_of(person)]


def has_place_to_write(person: models.Person) -> bool:
    """Whether the circle that the person looks at takes what they write; without any circle they get their own."""
    member = places_of(person).first()
    return member is None or member.role in models.WRITERS


def home_of(person: models.Person) -> models.Membership:
    """Where a person writes who has named no circle. Who has lost the last one gets a new one."""
    return places_of(person).first() or make_circle(by=person, circle=None, name="")[0]


@transaction.atomic
def make_circle(*, by: models.Person, circle: UUID | None, name: str) -> tuple[models.Membership, bool]:
    """A circle of one's own, and whether it is new. Repeating it with the same id changes nothing."""
    made, is_new = models.Circle.objects.get_or_create(id=circle or uuid4(), defaults={"name": name})
    if is_new:
        models.Membership.objects.create(circle=made, person=by, role=models.Role.OWNER)
    member = places_of(by).filter(circle=made, role=models.Role.OWNER).first()
    if member is None:
        raise Refused("taken", _("These ids are taken; make new ones."))
    return member, is_new
