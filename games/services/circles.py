"""Create people and circles, and look up their memberships."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.services.tidying import RETENTION
from scorekeeper import daily_bytes

# Deleted circles count until they are erased.
MOST_CIRCLES = 100  # that a person owns
BYTES_OF_CIRCLE = 25_000  # each costs time at an update, so an address may create few of what it may store in a day
MOST_JOINED = 200  # that a person is in when joining another
MOST_MERGED = 1_000  # that an account is in after a guest was merged into it
MOST_MEMBERS = 1_000  # of a circle


def make_person(
    name: str = "", circle_name: str = "", circle: UUID | None = None
) -> tuple[models.Person, models.Circle]:
    """Create a person with a circle of their own."""
    person = models.Person.objects.create_user(name=name)
    own = models.Circle.objects.create(id=circle or uuid4(), name=circle_name)
    models.Membership.objects.create(circle=own, person=person, role=models.Role.OWNER)
    return person, own


def memberships_of(person: models.Person) -> QuerySet[models.Membership]:
    """Return the memberships of a person, the one chosen last first, then the oldest. Deleted circles are left out."""
    memberships = models.Membership.objects.filter(person=person, circle__deleted=None).select_related("circle")
    return memberships.order_by(F("chosen").desc(nulls_last=True), "since", "circle")


def lock_membership(person: models.Person, circle: UUID) -> None:
    """Wait until nobody changes the person or the members of the circle. A merge of the person locks in the same order."""
    models.Person.objects.select_for_update(no_key=True).filter(pk=person.pk).first()
    lock_circle(circle)


def lock_circle(circle: UUID) -> None:
    """Wait until nobody changes the members of the circle, and keep them from it until the transaction ends."""
    models.Circle.objects.select_for_update().filter(pk=circle).first()


def membership_in(person: models.Person, circles: QuerySet[Any]) -> models.Membership | None:
    """Return the membership in one of these circles: the current circle, or else where the person is longest.

    Ids of matches and evenings are unique within a circle only. So a circle that the person joined later cannot hide
    a match of an earlier one by using its id.
    """
    memberships = list(memberships_of(person).filter(circle__in=circles).order_by("since", "circle"))
    if len(memberships) < 2:
        return memberships[0] if memberships else None
    current = memberships_of(person).first()
    return next((member for member in memberships if member == current), memberships[0])


def circles_of(person: models.Person) -> list[models.Circle]:
    """Return the circles of a person, the current one first."""
    return [place.circle for place in memberships_of(person)]


def deleted_circles(person: models.Person) -> QuerySet[models.Circle]:
    """Return the circles that this person may restore, the last deleted one first."""
    mine = models.Membership.objects.filter(person=person, role=models.Role.OWNER).values("circle")
    return models.Circle.objects.filter(pk__in=mine, deleted__gt=timezone.now() - RETENTION).order_by("-deleted", "pk")


def has_place_to_write(person: models.Person) -> bool:
    """Return whether the person may write in the current circle, or has none and so would get a new one."""
    member = memberships_of(person).first()
    return member is None or member.role in models.WRITERS


def home_membership(person: models.Person) -> models.Membership:
    """Return the membership for writing without a named circle. A person without any gets a circle.

    It is the person's last deleted circle if that never had an entry or another member. Raise `Refused` if the person
    owns MOST_CIRCLES: someone could delete each new circle, and get another one without end.
    """
    member = memberships_of(person).first()
    if member is None:
        member = reused_circle(person) or make_circle(by=person, circle=None, name="", is_limited=True)[0]
    return member


def reused_circle(person: models.Person) -> models.Membership | None:
    """Restore an unused circle that only this person was in, without its invitations and program keys, or return None."""
    deleted = models.Membership.objects.filter(circle__deleted__gt=timezone.now() - RETENTION)
    owned = deleted.filter(person=person, role=models.Role.OWNER, circle__seq=0)
    alone = owned.annotate(members=Count("circle__memberships")).filter(members=1).select_related("circle")
    old = alone.order_by("-circle__deleted", "circle").first()
    if old is None:
        return None
    # The deletion has ended the invitations and program keys, so they must not come back with the circle.
    models.Invitation.objects.filter(circle=old.circle, revoked=None).update(revoked=timezone.now(), code=None)
    models.Device.objects.filter(circle=old.circle, revoked=None).update(revoked=timezone.now())
    old.circle.deleted = None
    is_there = models.Circle.objects.filter(pk=old.circle_id).update(deleted=None)
    return old if is_there else None


@transaction.atomic
def make_circle(
    *, by: models.Person, circle: UUID | None, name: str, is_limited: bool = False
) -> tuple[models.Membership, bool]:
    """Create a circle with this owner; return the membership and whether it is new. Repeats change nothing.

    With `is_limited`, raise `Refused` if the owner has MOST_CIRCLES, and `TooMuchToday` if the address has too many of today.
    """
    stored, is_new = models.Circle.objects.get_or_create(id=circle or uuid4(), defaults={"name": name})
    if is_new:
        models.Membership.objects.create(circle=stored, person=by, role=models.Role.OWNER)
        if is_limited:
            require_few_circles(by)
            count_circle()
    member = memberships_of(by).filter(circle=stored, role=models.Role.OWNER).first()
    if member is None:
        raise Refused("taken", _("These ids are already in use; create new ones."))
    return member, is_new


def count_circle() -> None:
    """Count a circle. Raise `TooMuchToday` if the guests of the address, or the account, have created too many today."""
    daily_bytes.count(BYTES_OF_CIRCLE, "circles of ")


def require_few_circles(owner: models.Person) -> None:
    """Raise `Refused` if the owner has got more circles than one person can."""
    if models.Membership.objects.filter(person=owner, role=models.Role.OWNER).count() > MOST_CIRCLES:
        raise Refused("many_circles", _("You own %(most)s groups. No more are possible."), most=MOST_CIRCLES)


def require_few_members(circle: models.Circle) -> None:
    """Raise `Refused` if the circle has as many members as a page can list."""
    if models.Membership.objects.filter(circle=circle).count() >= MOST_MEMBERS:
        raise Refused(
            "many_members",
            _("This group has %(most)s members. No more are possible. Ask an owner to remove someone."),
            most=MOST_MEMBERS,
        )


def require_room(person: models.Person, *, more: int, most: int) -> None:
    """Raise `Refused` if the person would be in too many circles, as every change of the person takes time for each."""
    if models.Membership.objects.filter(person=person).count() + more > most:
        raise Refused(
            "many_joined", _("Nobody can join more than %(most)s groups. Leave some of yours first."), most=most
        )
