"""Who belongs to a circle, what each may do there, and which circle somebody looks at.

A circle has an owner at any time, and everybody a circle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import Role
from games.rules.words import _
from games.services.circles import make_circle, places_of
from games.store.write_lock import write_lock

NOT_OWNER = ("permission_denied", _("Only an owner of the circle may do this."))
NOT_IN = ("no_member", _("There is no such member in this circle any more."))
LAST_OWNER = ("last_owner", _("A circle needs an owner. Make somebody else an owner first."))
ALONE = (
    "alone",
    _("You are the only one here: without you nobody could look at these matches. The circle stays yours."),
)
NO_PLAYER = ("no_player", _("There is no such player in this circle."))
CLAIMED = ("claimed", _("Somebody else in this circle says to be this player. Settle it with them."))


def choose_circle(*, by: models.Person, circle: UUID) -> bool:
    """The one that they look at from now on, on all their phones."""
    return places_of(by).filter(circle=circle).update(chosen=timezone.now()) > 0


def found_circle(*, by: models.Person, name: str) -> models.Membership:
    """A new circle of one's own, which is looked at from then on."""
    with write_lock(), transaction.atomic():
        member, _is_new = make_circle(by=by, circle=None, name=name)
        choose_circle(by=by, circle=member.circle_id)
    return member


def rename_circle(*, by: models.Person, circle: UUID, name: str) -> None:
    with members(circle) as found:
        owner_among(found, by)
        models.Circle.objects.filter(pk=circle).update(name=name)


def change_role(*, by: models.Person, circle: UUID, person: UUID, role: Role) -> None:
    """By making another an owner the circle is handed over."""
    with members(circle) as found:
        owner_among(found, by)
        member = member_named(found, person)
        if role != Role.OWNER:
            check_owned(found, without=member)
        models.Membership.objects.filter(circle=circle, person=person).update(role=role)


def remove_member(*, by: models.Person, circle: UUID, person: UUID) -> None:
    with members(circle) as found:
        owner_among(found, by)
        end_membership(found, member_named(found, person))


def leave_circle(*, by: models.Person, circle: UUID) -> None:
    with members(circle) as found:
        end_membership(found, member_named(found, by.pk))


def claim_player(*, by: models.Person, circle: UUID, player: UUID | None) -> None:
    """Say which of the circle's players one is; None: none of them."""
    if player is not None and not models.Player.objects.filter(circle=circle, id=player).exists():
        raise Refused(*NO_PLAYER)
    try:
        with write_lock(), transaction.atomic():
            is_there = models.Membership.objects.filter(circle=circle, person=by).update(player=player)
    except IntegrityError:
        raise Refused(*CLAIMED) from None
    if not is_there:
        raise Refused(*NOT_IN)


def members_of(circle: UUID) -> QuerySet[models.Membership]:
    """Who is in it; whoever has deleted themself may come back, and is nobody until then."""
    found = models.Membership.objects.filter(circle=circle, person__is_active=True)
    return found.select_related("person").order_by("since", "person")


@contextmanager
def members(circle: UUID) -> Iterator[list[models.Membership]]:
    """All of a circle, who stay what they are until the block ends: of two owners who leave at once, the second may not."""
    with write_lock(), transaction.atomic():
        models.Circle.objects.select_for_update().filter(pk=circle).first()
        yield list(members_of(circle))


def owner_among(found: list[models.Membership], person: models.Person) -> None:
    if not any(one.person_id == person.pk and one.role == Role.OWNER for one in found):
        raise Refused(*NOT_OWNER)


def member_named(found: list[models.Membership], person: UUID) -> models.Membership:
    for one in found:
        if one.person_id == person:
            return one
    raise Refused(*NOT_IN)


def check_owned(found: list[models.Membership], *, without: models.Membership) -> None:
    if not any(one.role == Role.OWNER for one in found if one is not without):
        raise Refused(*(LAST_OWNER if len(found) > 1 else ALONE))


def end_membership(found: list[models.Membership], member: models.Membership) -> None:
    """What they wrote stays. Programs of theirs for this circle end, and so do the invitations, by themselves."""
    check_owned(found, without=member)
    models.Membership.objects.filter(circle=member.circle_id, person=member.person_id).delete()
    programs = models.Device.objects.filter(person=member.person_id, circle=member.circle_id, revoked=None)
    programs.update(revoked=timezone.now())
    if not places_of(member.person).exists():
        make_circle(by=member.person, circle=None, name="")
