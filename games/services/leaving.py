"""Deleting a circle or oneself. Nothing is gone yet: for 30 days it can be brought back, then `tidy` empties it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import Role
from games.rules.words import _
from games.services.circles import places_of
from games.services.tidying import KEPT_FOR

NOT_YOURS = ("permission_denied", _("Only an owner of the circle can do this."))
NO_CIRCLE = ("not_found", _("There is no such circle here."))


@transaction.atomic
def delete_circle(*, by: models.Person, circle: UUID) -> None:
    """From now on it is nobody's: not on any page, not by any key, not by any invitation."""
    place = places_of(by).filter(circle=circle).first()
    if place is None:
        raise Refused(*NO_CIRCLE)
    if place.role != Role.OWNER:
        raise Refused(*NOT_YOURS)
    models.Circle.objects.filter(pk=circle, deleted=None).update(deleted=timezone.now())


def deleted_circles(person: models.Person) -> QuerySet[models.Circle]:
    """Those that this person may bring back, the last one first."""
    mine = models.Membership.objects.filter(person=person, role=Role.OWNER).values("circle")
    return models.Circle.objects.filter(pk__in=mine, deleted__gt=timezone.now() - KEPT_FOR).order_by("-deleted", "pk")


def undelete_circle(*, by: models.Person, circle: UUID) -> None:
    """As it was, for everybody who was in it."""
    if not deleted_circles(by).filter(pk=circle).update(deleted=None):
        raise Refused(*NO_CIRCLE)


@transaction.atomic
def delete_person(*, person: models.Person) -> None:
    """No key, no cookie and no invitation of theirs is good any more. Signing in brings them back."""
    now = timezone.now()
    if not models.Person.objects.filter(pk=person.pk, deleted=None).update(deleted=now, is_active=False):
        return
    for place in places_of(person).filter(role=Role.OWNER):
        transfer_ownership(place.circle, person, now)


def transfer_ownership(circle: models.Circle, person: models.Person, now: datetime) -> None:
    """Without an owner the one who has written there longest becomes it; where nobody else may write, it goes along."""
    others = circle.memberships.filter(person__is_active=True).exclude(person=person)
    if others.filter(role=Role.OWNER).exists():
        return
    heir = others.filter(role=Role.SCORER).order_by("since", "person").first()
    if heir is None:
        models.Circle.objects.filter(pk=circle.pk).update(deleted=now)
    else:
        models.Membership.objects.filter(circle=circle, person=heir.person_id).update(role=Role.OWNER)


def is_leaving(person: models.Person) -> bool:
    """Whether they have deleted themselves and can still come back."""
    return person.deleted is not None and person.deleted > timezone.now() - KEPT_FOR


@transaction.atomic
def come_back(*, person: models.Person) -> None:
    """What went along with them comes back with them; who has become an owner instead of them stays one."""
    if not is_leaving(person):
        return
    owned = models.Membership.objects.filter(person=person, role=Role.OWNER).values("circle")
    models.Circle.objects.filter(pk__in=owned, deleted=person.deleted).update(deleted=None)
    person.deleted, person.is_active = None, True
    person.save(update_fields=["deleted", "is_active"])
