"""Keeping a guest: ways to come back, and what comes along when a guest turns out to have an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from games import models
from games.rules.words import _
from games.services.devices import device_of
from games.table.door import Refused

if TYPE_CHECKING:
    from uuid import UUID

TAKEN = _("Somebody else is kept by this address. If that is you, sign in.")


def is_kept(person: models.Person) -> bool:
    """Whether they can come back from anywhere, by a password or a passkey."""
    return person.has_usable_password() or Authenticator.objects.filter(user=person).exists()


def has_written(person: models.Person) -> bool:
    """Whether there is something that would be lost with them."""
    return models.Membership.objects.filter(person=person, circle__seq__gt=0).exists()


def rename(*, person: models.Person, name: str) -> None:
    """What they write from now on bears this name; what they wrote keeps the one it had."""
    models.Person.objects.filter(pk=person.pk).update(name=name)


def speak(*, person: models.Person, language: str) -> None:
    """The language that they have chosen, wherever they sign in."""
    person.language = language
    person.save(update_fields=["language"])


def is_taken(email: str, *, by_another_than: models.Person) -> bool:
    """Whether an address counts as somebody else's."""
    others = models.Person.objects.filter(email=email).exclude(pk=by_another_than.pk)
    proved = EmailAddress.objects.filter(email=email, verified=True).exclude(user=by_another_than)
    return others.exists() or proved.exists()


def keep(*, person: models.Person, email: str, password: str | None, is_asked: bool) -> None:
    """An address and a password to come back with; without a password the one there is stays.

    Where the address is asked by mail it counts once it has answered, so that nobody learns here whose it is.
    Elsewhere it counts at once, unless it is somebody else's.
    """
    try:
        with transaction.atomic():
            if not is_asked and is_taken(email, by_another_than=person):
                raise Refused("taken", TAKEN)
            others = EmailAddress.objects.filter(user=person).exclude(email=email)
            if password is not None:
                person.set_password(password)
            if is_asked:
                others.filter(verified=False).delete()
                EmailAddress.objects.get_or_create(user=person, email=email)
            else:
                others.delete()
                person.email = email
                EmailAddress.objects.update_or_create(user=person, email=email, defaults={"primary": True})
            person.save(update_fields=["password", "email"])
    except IntegrityError:  # somebody else's in this very moment
        raise Refused("taken", TAKEN) from None


@transaction.atomic
def bring_along(*, guest: models.Person, account: models.Person) -> bool:
    """A guest has turned out to be somebody with an account: circles and phones become the account's.

    The answer is whether any circle came. What was written keeps telling who wrote it, so the guest stays, inactive;
    of a guest who wrote nothing nothing stays.
    """
    locked = models.Person.objects.select_for_update().filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    people = {person.pk: person for person in locked}
    guest, account = people[guest.pk], people[account.pk]
    if guest == account or not guest.is_active:
        return False
    if is_kept(guest):
        raise PermissionDenied  # two accounts are never poured into one
    circles = models.Circle.objects.select_for_update().filter(memberships__person=guest).order_by("pk")
    brought = [circle for circle in circles if not discarded(circle, guest)]
    for circle in brought:
        move(circle.pk, guest, account)
    models.Device.objects.filter(person=guest).update(person=account)
    models.Invitation.objects.filter(by=guest).update(by=account)
    take_over_words(guest, account)
    retire(guest, account)
    return bool(brought)


def bring_along_by_key(*, account: models.Person, key: str) -> None:
    """The same for a guest whom no cookie names any more, only the key of the phone."""
    device = device_of(key)
    if device is None or device.circle_id or device.revoked or device.person == account:
        return
    if is_kept(account) and not is_kept(device.person):
        bring_along(guest=device.person, account=account)


def discarded(circle: models.Circle, guest: models.Person) -> bool:
    """Every guest is made with a circle; one that nobody wrote in, knows of or is invited to goes with its guest."""
    others = circle.memberships.exclude(person=guest)
    if circle.seq or circle.name or others.exists() or circle.invitations.exists() or circle.device_set.exists():
        return False
    circle.delete()
    return True


def move(circle: UUID, guest: models.Person, account: models.Person) -> None:
    """The guest's place in a circle; of two roles there the higher one."""
    place = models.Membership.objects.get(circle=circle, person=guest)
    models.Membership.objects.filter(circle=circle, person=guest).delete()
    there = models.Membership.objects.filter(circle=circle, person=account)
    known = there.first()
    if known is None:
        models.Membership.objects.create(circle_id=circle, person=account, role=place.role, player=place.player)
    else:
        role = max(known.role, place.role, key=lambda one: models.Role(one).rank)
        there.update(role=role, player=known.player or place.player)


def take_over_words(guest: models.Person, account: models.Person) -> None:
    """What the account has not said yet."""
    account.name = account.name or guest.name
    account.language = account.language or guest.language
    account.save(update_fields=["name", "language"])


def retire(guest: models.Person, account: models.Person) -> None:
    guest.guests.update(became=account)
    if models.Event.objects.filter(by=guest).exists():
        guest.is_active, guest.became = False, account
        guest.save(update_fields=["is_active", "became"])
    else:
        guest.delete()
