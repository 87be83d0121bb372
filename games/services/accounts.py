"""Give guests a login, and merge a guest into an account of the same person."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from games import models
from games.match.errors import Refused
from games.models.rows import OVER
from games.rules.words import _
from games.services import circles
from games.services.circles import make_circle
from games.services.devices import ClaimedPhone, CurrentPhone, add_device, device_of, end_access
from games.services.guest_circles import mergeable_circles, move_circles
from games.services.invitations import ENTERING, LASTING
from games.services.notices_to_owner import Change, notify_owner
from games.services.signed_in import require_signed_in

if TYPE_CHECKING:
    from uuid import UUID

MOST_COUNTED = 3  # ended matches of a guest
ADDRESS_TAKEN = _("This address already belongs to another account. If it is yours, sign in.")


def has_login(person: models.Person) -> bool:
    """Return whether the person can sign in from anywhere, by a password or a passkey."""
    return person.has_usable_password() or Authenticator.objects.filter(user=person).exists()


def count_ended(person: models.Person) -> int:
    """Return how many matches of the person's circles are over. The pages ask a guest of three to secure the account."""
    circles = models.Membership.objects.filter(person=person, circle__deleted=None).values("circle")
    return models.Match.objects.filter(OVER, circle__in=circles)[:MOST_COUNTED].count()


def rename(*, person: models.Person, name: str) -> None:
    """Change the name for future events; the events written before keep the old one."""
    models.Person.objects.filter(pk=person.pk).update(name=name)


def set_language(*, person: models.Person, language: str) -> None:
    """Store the language that the person has chosen, for wherever they sign in."""
    person.language = language
    person.save(update_fields=["language"])


def is_taken(email: str, *, by_another_than: models.Person) -> bool:
    """Return whether the address is another person's."""
    others = models.Person.objects.filter(email=email).exclude(pk=by_another_than.pk)
    proved = EmailAddress.objects.filter(email=email, verified=True).exclude(user=by_another_than)
    return others.exists() or proved.exists()


@transaction.atomic
def set_password(*, person: models.Person, password: str, current: CurrentPhone | None = None) -> None:
    """Give a person a new password, and end all keys created before, except the key of this phone.

    Django ends the other sessions, as each of them holds a hash of the password.
    """
    models.Person.objects.select_for_update().get(pk=person.pk)
    invitations = ENTERING if has_login(person) else LASTING
    person.set_password(password)
    person.save(update_fields=["password"])
    end_access(person=person, current=current, invitations=invitations)
    notify_owner(person=person, change=Change.PASSWORD_CHANGED)


def add_login(
    *,
    person: models.Person,
    email: str,
    password: str | None,
    confirm_by_mail: bool,
    current: CurrentPhone | None = None,
) -> None:
    """Give a person an e-mail address and a password; without a new password the old one stays.

    A password ends all keys created before it, except the key of this phone.

    With `confirm_by_mail` an address counts once its owner has confirmed it, so that nobody learns whose it is.
    Without it the address counts at once, and another person's address is refused.
    """
    try:
        with transaction.atomic():
            require_signed_in(person)
            if not confirm_by_mail and is_taken(email, by_another_than=person):
                raise Refused("taken", ADDRESS_TAKEN)
            others = EmailAddress.objects.filter(user=person).exclude(email=email)
            if password is not None:
                set_password(person=person, password=password, current=current)
            if confirm_by_mail:
                others.filter(verified=False).delete()
                EmailAddress.objects.get_or_create(user=person, email=email)
            else:
                others.delete()
                person.email = email
                EmailAddress.objects.update_or_create(user=person, email=email, defaults={"primary": True})
            person.save(update_fields=["email"])
    except IntegrityError:  # another person took it in this very moment
        raise Refused("taken", ADDRESS_TAKEN) from None


@transaction.atomic
def merge_guest(*, guest: models.Person, account: models.Person, current: CurrentPhone | None = None) -> bool:
    """Merge a guest into the account of the same person: circles and this phone become the account's.

    Return whether any circle moved. The guest's events keep their author, so the guest stays, inactive. A guest without
    events and other phones is deleted. The keys of all other phones and programs of the guest end, as the account's
    person has never seen them. The open invitations that give lasting access end, too.
    """
    locked = models.Person.objects.select_for_update().filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    people = {person.pk: person for person in locked}
    guest, account = people[guest.pk], people[account.pk]
    if guest == account or not guest.is_active:
        return False
    if has_login(guest) or not account.is_active:
        raise PermissionDenied  # two accounts are never merged, and nobody becomes a guest who was merged meanwhile
    circles.require_room(account, more=guest.memberships.count(), most=circles.MOST_MERGED)
    end_access(person=guest, current=current, invitations=LASTING)
    is_moved = move_circles(guest, account)
    move_past_claims(guest, account)
    if models.Device.objects.filter(person=guest, revoked=None).update(person=account):
        notify_owner(person=account, change=Change.PHONE_ADDED)
    models.Invitation.objects.filter(by=guest).update(by=account)
    copy_missing_names(guest, account)
    retire(guest, account)
    return is_moved


def merge_guest_by_key(
    *,
    account: models.Person,
    key: str,
    next_key: str | None = None,
    browser: UUID | None = None,
    is_asked_for: bool = False,
) -> None:
    """Merge a guest whom no cookie names any more, only the key of the phone.

    On request of the person with the phone in hand, a guest's circles go to anyone. Without a request they go only to
    an account whose session belongs to the browser of the key: someone else may have planted another session.
    A key of the first release has no browser yet. Someone who lent the phone may have copied its key, so the next key replaces it.
    """
    device = phone_of_another(account, key)
    if device is None:
        return
    is_own_session = has_login(account) and device.browser in (None, browser)
    if (is_asked_for or is_own_session) and not has_login(device.person):
        merge_guest(
            guest=device.person, account=account, current=CurrentPhone(device=device.pk, key=key, next_key=next_key)
        )


def phone_of_another(account: models.Person, key: str) -> models.Device | None:
    """Return the phone of another person that this key opens by itself, or None.

    A key that needs a session may be a thief's, so it identifies nobody.
    """
    device = device_of(key)
    if device is None or device.circle_id or device.revoked or device.needs_session or device.person == account:
        return None
    return device


def is_lost(*, account: models.Person, key: str, person: UUID) -> bool:
    """Return whether a phone belongs to someone else than the account, and its key is unknown here.

    The server was restored from an older copy, so it does not know that person. The account must not get the phone unasked.
    """
    return device_of(key) is None and not is_same(account=account, person=person)


def is_same(*, account: models.Person, person: UUID) -> bool:
    """Return whether this is the account's person, or a guest who was merged into the account."""
    return person == account.pk or account.guests.filter(pk=person).exists()


def merge_phone(*, account: models.Person, phone: ClaimedPhone, is_lost: bool, next_key: str | None = None) -> None:
    """Merge the guest of a phone that brings rounds. The account also gets the circle of unsent ones.

    If this server, restored from an older copy, has lost the guest, the phone itself creates the circle, as only the
    phone knows whether it is its owner's. The next key replaces the guest's, as someone may have copied that.
    """
    with suppress(Refused):  # the key or the circle belongs to another account, or there are too many circles
        merge_guest_by_key(account=account, key=phone.key, next_key=next_key, is_asked_for=True)
        if not models.Device.objects.filter(pk=phone.device, person=account, revoked=None).exists():
            add_device(by=account, key=phone.key, device=phone.device)  # else it has its next key
        if not is_lost:
            make_circle(by=account, circle=phone.circle, name="", is_limited=True)


def circles_by_key(*, account: models.Person, key: str) -> list[models.Circle]:
    """Return the circles of the guest to whom the key belongs, which this person could take over."""
    device = phone_of_another(account, key)
    if device is None or not device.person.is_active or has_login(device.person):
        return []
    return mergeable_circles(device.person)


def kind_of_other(*, account: models.Person, key: str) -> str | None:
    """Return whether the key belongs to another "account", or to a "guest" whom this person could take over."""
    device = phone_of_another(account, key)
    if device is not None and has_login(device.person):
        return "account"
    return "guest" if circles_by_key(account=account, key=key) else None


def move_past_claims(guest: models.Person, account: models.Person) -> None:
    """Give the guest's past claims to the account, which has one in a circle."""
    theirs = guest.past_claims.all()
    theirs.filter(circle__in=account.past_claims.values("circle")).delete()
    theirs.update(person=account)


def copy_missing_names(guest: models.Person, account: models.Person) -> None:
    """Copy name and language of the guest where the account has none."""
    account.name = account.name or guest.name
    account.language = account.language or guest.language
    account.save(update_fields=["name", "language"])


def retire(guest: models.Person, account: models.Person) -> None:
    guest.guests.update(became=account)
    # The guest stays if a phone with an ended key must learn the reason, and the person who can send its unsent rounds.
    if models.Event.objects.filter(by=guest).exists() or guest.devices.exists():
        guest.is_active, guest.became = False, account
        guest.save(update_fields=["is_active", "became"])
    else:
        guest.delete()
