"""Members of a circle, their roles, and the current circle of a person.

A circle always has an owner. A person without a circle gets one by leaving the last one, or else by writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import Role
from games.rules.words import _
from games.services.circles import home_membership, lock_circle, make_circle, memberships_of
from games.services.guest_circles import unshared_circles
from games.services.new_ids import id_for
from games.services.signed_in import require_signed_in
from scorekeeper.daily_bytes import TooMuchToday

NOT_OWNER = ("permission_denied", _("Only an owner of the group can do this."))
NOT_IN = ("no_member", _("This person is no longer in the group."))
LAST_OWNER = ("last_owner", _("A group needs an owner. Make someone else an owner first."))
ALONE = (
    "alone",
    _("You are the only member. Without you nobody could see these matches, so the group stays yours."),
)
NO_PLAYER = ("no_player", _("No such player in this group."))
CLAIMED = ("claimed", _("Someone else in this group already plays as this player. Sort it out between you."))


def choose_circle(*, by: models.Person, circle: UUID) -> bool:
    """Make this the person's current circle, on all their phones. Return whether they are its member."""
    return memberships_of(by).filter(circle=circle).update(chosen=timezone.now()) > 0


def create_own_circle(*, by: models.Person, name: str, circle: UUID | None = None) -> models.Membership:
    """Create a circle and make it the person's current one. The same id and name create one circle.

    An unused circle of this name that the person has created is that circle: *Back* after a lost answer brings a form
    with a new id.
    """

    def is_other(id: UUID) -> bool:
        own = memberships_of(by).filter(circle__name=name, role=Role.OWNER)
        return models.Circle.objects.filter(pk=id).exists() and not own.filter(circle=id).exists()

    with transaction.atomic():
        unused = unshared_circles(by).filter(name=name, deleted=None).first()
        id = unused.pk if unused else id_for(circle or uuid4(), name, is_other)
        member, _is_new = make_circle(by=by, circle=id, name=name, is_limited=True)
        choose_circle(by=by, circle=member.circle_id)
    return member


def rename_circle(*, by: models.Person, circle: UUID, name: str) -> None:
    with locked_members(circle) as members:
        require_owner(members, by)
        models.Circle.objects.filter(pk=circle).update(name=name)


def change_stakes(*, by: models.Person, circle: UUID, stakes: dict[str, Any] | None) -> None:
    """Choose the stakes of the circle's evenings, or none."""
    with locked_members(circle) as members:
        require_owner(members, by)
        models.Circle.objects.filter(pk=circle).update(stakes=stakes)


def change_role(*, by: models.Person, circle: UUID, person: UUID, role: Role) -> None:
    """Change a member's role. Making another member an owner hands the circle over."""
    with locked_members(circle) as members:
        require_signed_in(by)
        require_owner(members, by)
        member = require_member(members, person)
        if role != Role.OWNER:
            require_owner_left(members, without=member)
        if role.rank < Role(member.role).rank:
            end_invitations(member)
        models.Membership.objects.filter(circle=circle, person=person).update(role=role)


def remove_member(*, by: models.Person, circle: UUID, person: UUID) -> None:
    with locked_members(circle) as members:
        require_signed_in(by)
        require_owner(members, by)
        end_membership(members, require_member(members, person))


def leave_circle(*, by: models.Person, circle: UUID) -> None:
    with locked_members(circle) as members:
        end_membership(members, require_member(members, by.pk))


def claim_player(*, by: models.Person, circle: UUID, player: UUID | None) -> None:
    """Store which of the circle's players the person is; None for none of them."""
    if player is not None and not models.Player.objects.filter(circle=circle, id=player).exists():
        raise Refused(*NO_PLAYER)
    try:
        with transaction.atomic():
            is_there = models.Membership.objects.filter(circle=circle, person=by).update(player=player)
    except IntegrityError:
        raise Refused(*CLAIMED) from None
    if not is_there:
        raise Refused(*NOT_IN)


def members_of(circle: UUID) -> QuerySet[models.Membership]:
    """Return the members of a circle. They include people with a deleted account, who may restore it."""
    members = models.Membership.objects.filter(circle=circle)
    return members.select_related("person").order_by("since", "person")


@contextmanager
def locked_members(circle: UUID) -> Iterator[list[models.Membership]]:
    """Lock the members of a circle until the block ends: of two owners who leave at once the second is refused."""
    with transaction.atomic():
        lock_circle(circle)
        yield list(members_of(circle))


def require_owner(members: list[models.Membership], person: models.Person) -> None:
    if not any(member.person_id == person.pk and member.role == Role.OWNER for member in members):
        raise Refused(*NOT_OWNER)


def require_member(members: list[models.Membership], person: UUID) -> models.Membership:
    for member in members:
        if member.person_id == person:
            return member
    raise Refused(*NOT_IN)


def require_owner_left(members: list[models.Membership], *, without: models.Membership) -> None:
    active = [member for member in members if member.person.is_active]
    if not any(member.role == Role.OWNER for member in active if member is not without):
        raise Refused(*(LAST_OWNER if len(active) > 1 else ALONE))


def store_past_claim(ended: models.Membership, person: models.Person) -> None:
    """Store which player the person was by this membership, so that erasing the account erases that name, too.

    A reader can change nothing in the circle, so a reader's claim ends with the membership. A person has one past claim in a
    circle, as someone could otherwise claim one player after the other to have all names erased.
    """
    if ended.player is not None and ended.role in models.WRITERS:
        models.PastClaim.objects.filter(circle=ended.circle_id, person=person).delete()
        models.PastClaim.objects.create(circle_id=ended.circle_id, person=person, player=ended.player)


def end_invitations(member: models.Membership) -> None:
    """End what a member has invited to in the circle. Otherwise it would work again once the member has the role again."""
    invitations = models.Invitation.objects.filter(circle=member.circle_id, by=member.person_id, revoked=None)
    invitations.update(revoked=timezone.now(), code=None)


def end_membership(members: list[models.Membership], member: models.Membership) -> None:
    """End a membership, with the member's programs and invitations for this circle. Events stay."""
    require_owner_left(members, without=member)
    store_past_claim(member, member.person)
    end_invitations(member)
    models.Membership.objects.filter(circle=member.circle_id, person=member.person_id).delete()
    programs = models.Device.objects.filter(person=member.person_id, circle=member.circle_id, revoked=None)
    programs.update(revoked=timezone.now())
    if member.person.is_active:
        with suppress(Refused, TooMuchToday):  # a person with too many gets one by writing, once that is possible
            home_membership(member.person)
