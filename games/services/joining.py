"""Coming in by an invitation."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import models
from games.models import Purpose, Role
from games.services import codes, invitations
from games.services.registration import let_in
from games.store.turns import turn
from games.table.door import Refused


@dataclass
class Joined:
    """Who has come in. `is_new` is False where they were there already, with as much say or more."""

    person: models.Person
    circle: models.Circle | None
    is_new: bool = True


def join(*, invitation: models.Invitation, person: models.Person | None, name: str = "", code: str = "") -> Joined:
    """Use an invitation once, by its link or by this code. A stranger becomes a guest of the circle, by this name."""
    if invitation.purpose not in (Purpose.CIRCLE, Purpose.ACCOUNT):
        raise Refused(*invitations.UNKNOWN)  # it is looked at, not used
    with turn(), transaction.atomic():
        if person is not None and is_inside(invitation, person):
            models.Membership.objects.filter(circle=invitation.circle, person=person).update(chosen=timezone.now())
            return Joined(person, invitation.circle, is_new=False)
        if person is None and invitation.circle is not None:
            let_in(is_invited=True)
        take(invitation, code)
        if invitation.circle is None:
            return Joined(invitation.by, None)
        if person is None:
            person = models.Person.objects.create_user(name=name)
        models.Membership.objects.update_or_create(
            circle=invitation.circle, person=person, defaults={"role": invitation.role, "chosen": timezone.now()}
        )
        return Joined(person, invitation.circle)


def follow_by_code(invitation: models.Invitation, code: str) -> None:
    """A code leads to the page once; the page has an address of its own."""
    take(invitation, code)


def is_inside(invitation: models.Invitation, person: models.Person) -> bool:
    """Whether somebody has already what it brings, or more: it is not used up by them, and lowers no role."""
    if invitation.circle is None:
        return person == invitation.by
    role = invitations.role_in(person, invitation.circle.pk)
    return role is not None and Role(role).rank >= Role(invitation.role).rank


def take(invitation: models.Invitation, code: str) -> None:
    """One use of it, in one statement: of two at once the second finds it used."""
    mine = invitations.open_ones().filter(pk=invitation.pk)
    if code:
        by_code = mine.filter(code=codes.digest(codes.spelt(code)), code_until__gt=timezone.now())
        if not by_code.update(used=F("used") + 1, code=None):
            raise Refused(*invitations.WRONG_CODE)
    elif not mine.update(used=F("used") + 1):
        invitation.refresh_from_db(fields=("used", "until", "revoked"))
        invitations.check(invitation)
        raise Refused(*invitations.USED_UP)
