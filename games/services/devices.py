"""Phones and programs, and the keys by which they act for a person."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.services import keys, new_circles
from games.services.circles import home_membership, make_circle, make_person
from games.services.ended_keys import TAKEN, end_keys, is_ended, require_unused
from games.services.guest_circles import drop_unshared_circles
from games.services.invitations import ENTERING
from games.services.notices_to_owner import Change, notify_owner
from games.services.registration import require_open_registration
from games.services.signed_in import lock_person, require_signed_in

MOST_LEFT = 50  # revoked keys and invitations of a day that stay when all access ends
MOST_OF_BROWSER = 50  # phones that a session of a person adds within a day
MOST_ADDED = 500  # phones and programs that a person adds within a day
MOST_LISTED = 200  # the newest ones of a person


@dataclass
class ClaimedPhone:
    """The key and ids of a phone.

    `is_unsent`: it holds unsent events. `is_known`: a server has accepted the key before. Otherwise the phone created the ids.
    """

    key: str
    device: UUID
    person: UUID
    circle: UUID
    is_unsent: bool = False
    is_known: bool = False


@dataclass
class CurrentPhone:
    """The browser of a session, and the phone that the session names. Keys may be bound to either.

    `key` and `next_key`: the phone's valid key, and the key that replaces it if all other access of the person ends.
    """

    browser: UUID | None = None
    device: UUID | None = None
    key: str | None = None
    next_key: str | None = None

    def bound_keys(self) -> Q:
        """Return the condition for the keys of this browser, and for the key of the phone that the session names."""
        own = Q(pk=self.device)
        if self.browser is not None:
            own |= Q(browser=self.browser)
        return own & Q(circle=None)


@transaction.atomic
def make_token(*, name: str) -> str:
    """Create a key for a program that acts for the person of this name; create person and circle if there is none."""
    # Only a person who has a key of this command, which has no role: anyone may choose any name, and create keys with a role.
    known = models.Person.objects.filter(name=name, is_active=True, devices__circle__isnull=False, devices__role="")
    person = known.order_by("created").first()
    if person is None:
        person, circle = make_person(name)
    else:
        circle = home_membership(person).circle
    key = secrets.token_urlsafe(32)
    models.Device.objects.create(person=person, circle=circle, name=name, hash=keys.digest(key))
    notify_owner(person=person, change=Change.KEY_ADDED, name=name)
    return key


def introduce(
    *, key: str, device: UUID, person: UUID, circle: UUID, name: str, address: str | None = None
) -> models.Device:
    """Register a phone with its key and the ids it has created, as a new guest. Repeats change nothing.

    Parallel repeats change nothing either. The server may lack the circle, if a form to join was answered in vain before it.
    """
    if device_of(key) is None:
        require_open_registration()
        new_circles.count(address)
    try:
        known = make_guest(key, device, person, circle, name)
    except (IntegrityError, Refused):
        found = device_of(key)
        if found is None:
            raise Refused("taken", TAKEN) from None
        known = found
    is_own = known.person_id == person and known.circle_id is None and known.person.is_active
    may_create = is_own and known.revoked is None and not known.needs_session
    if may_create and not models.Circle.objects.filter(pk=circle).exists():
        make_circle(by=known.person, circle=circle, name="", is_limited=True)
    return known


def device_of(key: str) -> models.Device | None:
    return models.Device.objects.filter(hash=keys.digest(key)).first()


@transaction.atomic
def make_guest(key: str, device: UUID, person: UUID, circle: UUID | None, name: str) -> models.Device:
    known = device_of(key)
    if known is not None:
        return known
    require_unused(key)
    is_taken = models.Person.objects.filter(id=person).exists()
    is_taken = is_taken or (circle is not None and models.Circle.objects.filter(id=circle).exists())
    if is_taken or models.Device.objects.filter(id=device).exists():
        raise Refused("taken", TAKEN)
    guest = models.Person.objects.create_user(id=person, name=name)
    if circle is not None:
        own = models.Circle.objects.create(id=circle)
        models.Membership.objects.create(circle=own, person=guest, role=models.Role.OWNER)
    return models.Device.objects.create(id=device, person=guest, name=name, hash=keys.digest(key))


def add_device(*, by: models.Person, key: str, device: UUID, browser: UUID | None = None) -> models.Device:
    """Register a phone of a known person. Repeats change nothing.

    A session that has just been ended by a new password or from elsewhere cannot add a key any more.
    """
    known = None
    try:
        with transaction.atomic():
            require_signed_in(by)
            known = device_of(key)
            if known is None:
                require_unused(key)
                require_few_keys(by, browser)
                known = models.Device.objects.create(id=device, person=by, hash=keys.digest(key))
                notify_owner(person=by, change=Change.PHONE_ADDED)
    except IntegrityError:  # a parallel repeat, or another person's id
        known = device_of(key)
    if known is None or (known.id, known.person_id) != (device, by.pk):
        raise Refused("taken", TAKEN)
    return known


def require_few_keys(person: models.Person, browser: UUID | None = None) -> None:
    """Raise `Refused` if the person or this browser has added many keys recently. Revoked ones count, because their rows stay.

    A thief of a cookie uses up what the stolen session may add. The person signs in again, and has another session.
    """
    lately = models.Device.objects.filter(person=person, created__gt=timezone.now() - timedelta(days=1))
    of_browser = 0 if browser is None else lately.filter(browser=browser).count()
    for count, most in ((of_browser, MOST_OF_BROWSER), (lately.count(), MOST_ADDED)):
        if count >= most:
            raise Refused(
                "many_phones",
                _("You have added %(most)s phones and programs within a day. Try again later."),
                most=most,
            )


def listed_devices(devices: QuerySet[models.Device]) -> list[models.Device]:
    """Return the newest devices, as many as a page lists, the oldest of them first."""
    return list(devices.order_by("-created", "-id")[:MOST_LISTED])[::-1]


def rename_device(*, by: models.Person, device: UUID, name: str) -> bool:
    return models.Device.objects.filter(person=by, id=device, revoked=None).update(name=name) > 0


def note_use(device: models.Device) -> None:
    """Store the day on which a key was last used, with at most one write a day."""
    today = timezone.now().date()
    if device.seen != today:
        with transaction.atomic(savepoint=False):
            models.Device.objects.filter(pk=device.pk).update(seen=today)


def accept_session(*, device: models.Device, person: models.Person) -> None:
    """Let the key work without a session from now on: it came once together with a session of its person."""
    with transaction.atomic():
        require_signed_in(person)
        device.needs_session = False
        device.save(update_fields=["needs_session"])


def bind_to_browser(*, device: models.Device, browser: UUID) -> None:
    """Bind a phone's key to the browser whose session it came with.

    Keys that were bound to this browser before and never came with the newest cookie end: a browser has one key.
    """
    keys_of_browser = models.Device.objects.filter(person=device.person_id, browser=browser, revoked=None)
    unproved = keys_of_browser.filter(needs_session=True).exclude(pk=device.pk)
    if device.browser == browser and not unproved.exists():
        return
    device.browser = browser
    with transaction.atomic():
        device.save(update_fields=["browser"])
        unproved.update(revoked=timezone.now())


def rebind_keys(*, person: UUID, former: UUID, browser: UUID) -> None:
    """Bind the keys that a person has in one browser to its new id. Ended ones count for the former id."""
    models.Device.objects.filter(person=person, browser=former, revoked=None).update(browser=browser)


def end_access(*, person: models.Person, current: CurrentPhone | None, invitations: Q = ENTERING) -> None:
    """End all keys of a person except those of this browser, and these open invitations. Give back used-up limits.

    Someone else may know the session's old cookie and have added a key to it. So the keys of this browser need the new
    cookie beside them once, or are replaced by their next key. For the same reason the invitations end, whoever created
    them. `LASTING` lets guests who get a login keep the invitations that they have just given to friends.
    """
    now = timezone.now()
    ended = models.Device.objects.filter(person=person, revoked=None)
    if current is not None:
        phone = phone_with_next_key(ended, current)
        ended.filter(current.bound_keys()).update(needs_session=True)
        if phone is not None and current.key:
            end_keys([keys.digest(current.key)])
            phone.save(update_fields=["hash", "needs_session"])
        ended = ended.exclude(current.bound_keys())
    ended.update(revoked=now)
    models.Invitation.objects.filter(invitations, by=person, revoked=None).update(revoked=now, code=None)
    end_keys([row.hash for row in surplus_of(models.Device.objects.filter(person=person))])
    delete_surplus(models.Device.objects.filter(person=person))
    delete_surplus(models.Invitation.objects.filter(by=person))
    drop_unshared_circles(person)
    addresses = EmailAddress.objects.filter(user=person)
    unconfirmed = list(addresses.filter(verified=False))  # perhaps claimed by someone who has copied the cookie
    addresses.filter(verified=False).delete()
    if not addresses.exists():  # the only claim stays, but the links in its e-mails name the deleted row
        for claim in unconfirmed:
            EmailAddress.objects.create(user=person, email=claim.email, primary=claim.primary)


def delete_surplus(rows: QuerySet[Any]) -> None:
    """Delete most of the revoked rows of a day: someone else may have created as many as the person could within a day."""
    rows.filter(pk__in=[row.pk for row in surplus_of(rows)]).delete()


def surplus_of(rows: QuerySet[Any]) -> list[Any]:
    """Return the revoked rows of a day beyond those that stay."""
    lately = rows.filter(created__gt=timezone.now() - timedelta(days=1)).exclude(revoked=None)
    return list(lately.order_by("created", "pk")[MOST_LEFT:])


def phone_with_next_key(devices: QuerySet[models.Device], current: CurrentPhone) -> models.Device | None:
    """Return the phone that sent its key and a next key with the form, with the next key, or None. Nothing is stored yet.

    Such a phone can go on even if it never gets the answer, which has the new cookie.
    """
    if not current.key or not current.next_key or device_of(current.next_key) or is_ended(current.next_key):
        return None
    phone = devices.filter(current.bound_keys(), hash=keys.digest(current.key), needs_session=False).first()
    if phone is not None:
        phone.hash = keys.digest(current.next_key)
    return phone


@transaction.atomic
def sign_out_everywhere(*, person: models.Person, current: CurrentPhone, invitations: Q = ENTERING) -> None:
    """End all other sessions of a person, and what `end_access` ends. The caller renews the current session.

    The later one of two requests at once is refused. Otherwise it would end the access that the first one has just renewed.
    """
    require_signed_in(person)
    models.Person.objects.filter(pk=person.pk).update(sign_outs=F("sign_outs") + 1)
    person.refresh_from_db(fields=["sign_outs"])
    end_access(person=person, current=current, invitations=invitations)


def revoke_keys_of_browser(*, by: models.Person, current: CurrentPhone) -> None:
    """Revoke the keys of the browser in which the person signs out."""
    keys_of_browser = models.Device.objects.filter(current.bound_keys(), person=by, revoked=None)
    with transaction.atomic():
        lock_person(by)
        keys_of_browser.update(revoked=timezone.now())


def revoke_device(*, by: models.Person, device: UUID, current: UUID | None = None) -> bool:
    """Revoke the key of a person's own phone or program. Return whether they had such a key that was not revoked.

    Open invitations into the account and into circles end, as the revoked phone may have created them. A phone that revokes
    its own key may have invited the one that comes after it, so these invitations stay.
    """
    now = timezone.now()
    with transaction.atomic():
        lock_person(by)
        is_revoked = models.Device.objects.filter(person=by, id=device, revoked=None).update(revoked=now) > 0
        if is_revoked and device != current:
            models.Invitation.objects.filter(ENTERING, by=by, revoked=None).update(revoked=now, code=None)
    return is_revoked
