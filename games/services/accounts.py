"""Keeping a guest: ways to come back, and what comes along when a guest turns out to have an account."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.services.circles import make_circle, places_of
from games.services.devices import ClaimedPhone, add_device, device_of, end_access

if TYPE_CHECKING:
    from uuid import UUID

TAKEN = _("Somebody else is kept by this address. If that is you, sign in.")


def is_kept(person: models.Person) -> bool:
    """Whether they can come back from anywhere, by a password or a passkey."""
    return person.has_usable_password() or Authenticator.objects.filter(user=person).exists()


def rename(*, person: models.Person, name: str) -> None:
    """What they write from now on bears this name; what they wrote keeps the one it had."""
    models.Person.objects.filter(pk=person.pk).update(name=name)


def set_language(*, person: models.Person, language: str) -> None:
    """The language that they have chosen, wherever they sign in."""
    person.language = language
    person.save(update_fields=["language"])


def is_taken(email: str, *, by_another_than: models.Person) -> bool:
    """Whether an address counts as somebody else's."""
    others = models.Person.objects.filter(email=email).exclude(pk=by_another_than.pk)
    proved = EmailAddress.objects.filter(email=email, verified=True).exclude(user=by_another_than)
    return others.exists() or proved.exists()


@transaction.atomic
def set_password(*, person: models.Person, password: str, device: UUID | None = None) -> None:
    """Give a person a new password, and end all keys made so far, except the key of this phone.

    Django ends the other sessions by itself: each of them holds a hash of the password.
    """
    models.Person.objects.select_for_update().get(pk=person.pk)
    person.set_password(password)
    person.save(update_fields=["password"])
    end_access(person=person, device=device)


def add_login(
    *, person: models.Person, email: str, password: str | None, is_asked: bool, device: UUID | None = None
) -> None:
    """An address and a password to come back with; without a password the one there is stays.

    A password ends all keys that were made before it, except the key of this phone.

    Where the address is asked by mail it counts once it has answered, so that nobody learns here whose it is.
    Elsewhere it counts at once, unless it is somebody else's.
    """
    try:
        with transaction.atomic():
            if not is_asked and is_taken(email, by_another_than=person):
                raise Refused("taken", TAKEN)
            others = EmailAddress.objects.filter(user=person).exclude(email=email)
            if password is not None:
                set_password(person=person, password=password, device=device)
            if is_asked:
                others.filter(verified=False).delete()
                EmailAddress.objects.get_or_create(user=person, email=email)
            else:
                others.delete()
                person.email = email
                EmailAddress.objects.update_or_create(user=person, email=email, defaults={"primary": True})
            person.save(update_fields=["email"])
    except IntegrityError:  # somebody else's in this very moment
        raise Refused("taken", TAKEN) from None


@transaction.atomic
def merge_guest(*, guest: models.Person, account: models.Person, device: UUID | None = None) -> bool:
    """A guest has turned out to be someone with an account: circles and this phone become the account's.

    The answer is whether any circle came. What was written keeps telling who wrote it, so the guest stays, inactive;
    of a guest who wrote nothing and had no other phone nothing stays. All other phones, programs and open own-phone
    invitations of the guest end here: the account's person has never seen them.
    """
    locked = models.Person.objects.select_for_update().filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    people = {person.pk: person for person in locked}
    guest, account = people[guest.pk], people[account.pk]
    if guest == account or not guest.is_active:
        return False
    if is_kept(guest):
        raise PermissionDenied  # two accounts are never poured into one
    end_access(person=guest, device=device)
    circles = models.Circle.objects.select_for_update().filter(memberships__person=guest).order_by("pk")
    brought = [circle for circle in circles if not discarded(circle, guest)]
    for circle in brought:
        move(circle.pk, guest, account)
    models.Device.objects.filter(person=guest, revoked=None).update(person=account)
    models.Invitation.objects.filter(by=guest).update(by=account)
    take_over_words(guest, account)
    retire(guest, account)
    return bool(brought)


def merge_guest_by_key(*, account: models.Person, key: str, is_asked_for: bool = False) -> None:
    """The same for a guest whom no cookie names any more, only the key of the phone.

    A guest gets another guest's circles only where whoever has the phone in hand asks for them.
    """
    device = device_of(key)
    if device is None or device.circle_id or device.revoked or device.person == account:
        return
    if (is_asked_for or is_kept(account)) and not is_kept(device.person):
        merge_guest(guest=device.person, account=account, device=device.pk)


def merge_phone(*, account: models.Person, phone: ClaimedPhone) -> None:
    """The same for a guest's phone that holds unsent rounds: the account gets the circle that they are of."""
    with suppress(Refused):  # the key or the circle is somebody else's, who has an account
        merge_guest_by_key(account=account, key=phone.key, is_asked_for=True)
        add_device(by=account, key=phone.key, device=phone.device)
        make_circle(by=account, circle=phone.circle, name="")


def holds_anothers(*, account: models.Person, key: str) -> bool:
    """Whether a key is a guest's who has circles that this person could take over."""
    device = device_of(key)
    if device is None or device.circle_id or device.revoked or device.person == account:
        return False
    return device.person.is_active and not is_kept(device.person) and bool(circles_along(device.person))


def circles_along(guest: models.Person) -> list[models.Circle]:
    """The circles that an account gets when this guest becomes part of it."""
    return [place.circle for place in places_of(guest) if not is_untouched(place.circle, guest)]


def is_untouched(circle: models.Circle, guest: models.Person) -> bool:
    """Whether a circle is still as its guest was made with it: nobody wrote in it, knows of it or is invited to it."""
    if circle.seq or circle.name or circle.memberships.exclude(person=guest).exists():
        return False
    return not (circle.invitations.exists() or circle.device_set.filter(revoked=None).exists())


def discarded(circle: models.Circle, guest: models.Person) -> bool:
    """An untouched circle goes with its guest."""
    if not is_untouched(circle, guest):
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
    # A phone whose key ended hears why, and learns by whom its unsent rounds can be sent.
    if models.Event.objects.filter(by=guest).exists() or guest.devices.exists():
        guest.is_active, guest.became = False, account
        guest.save(update_fields=["is_active", "became"])
    else:
        guest.delete()
