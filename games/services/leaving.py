"""Delete circles and accounts. Both can be restored for 30 days, then `tidy` erases them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import Role
from games.rules.words import _
from games.services.circles import deleted_circles, memberships_of
from games.services.devices import CurrentPhone, sign_out_everywhere
from games.services.tidying import RETENTION
from games.store.sql import KEYS_TOGETHER

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
    transfer_ownership(person, now)


def transfer_ownership(person: models.Person, now: datetime) -> None:
    """Make the longest-standing scorer of each circle its owner, and delete a circle without one.

    A circle with another owner stays as it is.
    """
    others = models.Membership.objects.filter(circle=OuterRef("pk"), person__is_active=True).exclude(person=person)
    owned = memberships_of(person).filter(role=Role.OWNER).values("circle")
    list(models.Circle.objects.select_for_update().filter(pk__in=owned).order_by("pk"))  # another owner may leave now
    left = models.Circle.objects.filter(pk__in=owned).exclude(Exists(others.filter(role=Role.OWNER)))
    scorers = others.filter(role=Role.SCORER).order_by("since", "person").values("person")
    heirs = dict(left.annotate(heir=Subquery(scorers[:1])).values_list("pk", "heir"))
    models.Circle.objects.filter(pk__in=[circle for circle, heir in heirs.items() if heir is None]).update(deleted=now)
    new_owners = [(circle, heir) for circle, heir in heirs.items() if heir is not None]
    for first in range(0, len(new_owners), KEYS_TOGETHER):
        keys = new_owners[first : first + KEYS_TOGETHER]
        models.Membership.objects.filter(pk__in=keys).update(role=Role.OWNER)


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
