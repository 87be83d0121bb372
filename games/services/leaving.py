"""Delete circles and accounts. Both can be restored for 30 days, then `tidy` erases them."""

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
from games.services.circles import memberships_of
from games.services.devices import CurrentPhone, sign_out_everywhere
from games.services.tidying import RETENTION

NOT_YOURS = ("permission_denied", _("Only an owner of the group can do this."))
NO_CIRCLE = ("not_found", _("No such group."))


@transaction.atomic
def delete_circle(*, by: models.Person, circle: UUID) -> None:
    """Hide the circle from everyone: from pages, keys and invitations."""
    membership = memberships_of(by).filter(circle=circle).first()
    if membership is None:
        raise Refused(*NO_CIRCLE)
    if membership.role != Role.OWNER:
        raise Refused(*NOT_YOURS)
    models.Circle.objects.filter(pk=circle, deleted=None).update(deleted=timezone.now())


def deleted_circles(person: models.Person) -> QuerySet[models.Circle]:
    """Return the circles that this person may restore, the last deleted one first."""
    mine = models.Membership.objects.filter(person=person, role=Role.OWNER).values("circle")
    return models.Circle.objects.filter(pk__in=mine, deleted__gt=timezone.now() - RETENTION).order_by("-deleted", "pk")


def undelete_circle(*, by: models.Person, circle: UUID) -> None:
    """Restore the circle for all its members."""
    if not deleted_circles(by).filter(pk=circle).update(deleted=None):
        raise Refused(*NO_CIRCLE)


@transaction.atomic
def delete_person(*, person: models.Person) -> None:
    """Deactivate a person: their keys, cookies and invitations no longer work. Signing in restores them."""
    now = timezone.now()
    if not models.Person.objects.filter(pk=person.pk, deleted=None).update(deleted=now, is_active=False):
        return
    for membership in memberships_of(person).filter(role=Role.OWNER):
        transfer_ownership(membership.circle, person, now)


def transfer_ownership(circle: models.Circle, person: models.Person, now: datetime) -> None:
    """Make the longest-standing scorer the owner if there is no other owner; without a scorer delete the circle."""
    others = circle.memberships.filter(person__is_active=True).exclude(person=person)
    if others.filter(role=Role.OWNER).exists():
        return
    heir = others.filter(role=Role.SCORER).order_by("since", "person").first()
    if heir is None:
        models.Circle.objects.filter(pk=circle.pk).update(deleted=now)
    else:
        models.Membership.objects.filter(circle=circle, person=heir.person_id).update(role=Role.OWNER)


def can_be_restored(person: models.Person) -> bool:
    """Return whether the person is deleted and can still be restored."""
    return person.deleted is not None and person.deleted > timezone.now() - RETENTION


@transaction.atomic
def undelete_person(*, person: models.Person) -> None:
    """Restore a person and the circles deleted with them. Their heirs remain owners. Old sessions and keys stay ended."""
    if not can_be_restored(person):
        return
    owned = models.Membership.objects.filter(person=person, role=Role.OWNER).values("circle")
    models.Circle.objects.filter(pk__in=owned, deleted=person.deleted).update(deleted=None)
    person.deleted, person.is_active = None, True
    person.save(update_fields=["deleted", "is_active"])
    sign_out_everywhere(person=person, current=CurrentPhone())
