"""Join circles by invitation."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import models
from games.match.errors import Refused
from games.models import Purpose, Role
from games.services import circles, codes, invitations, new_circles
from games.services.accounts import has_login, is_same, rename
from games.services.devices import ClaimedPhone, CurrentPhone, add_device, device_of, make_guest
from games.services.notices_to_owner import Change, notify_owner
from games.services.registration import require_open_registration

REPEATABLE = timedelta(hours=1)  # how long a form that was sent again returns its newcomer


@dataclass
class Joined:
    """The person who has joined. `is_new` is False if they had the same rights before, or more."""

    person: models.Person
    circle: models.Circle | None
    is_new: bool = True


def join(
    *,
    invitation: models.Invitation,
    person: models.Person | None,
    name: str = "",
    code: str = "",
    phone: ClaimedPhone | None = None,
    address: str | None = None,
    form: str = "",
) -> Joined:
    """Use an invitation once, by its link or by this code. A stranger becomes a guest of the circle, with this name.

    `form` is the secret of the form: a browser that sends the same form again gets the same guest.
    If the stranger's phone holds unsent rounds, the new guest gets the person id of the phone, as their writer.
    """
    if invitation.purpose not in (Purpose.CIRCLE, Purpose.ACCOUNT):
        raise Refused(*invitations.UNKNOWN)  # links to follow are opened, not used up
    with transaction.atomic():
        if person is None:
            # Locks the invitation, so that two copies of the same form are handled in turn.
            models.Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
            person = (phone and person_of(phone)) or returning_newcomer(form, address)
        if person is not None and has_joined(invitation, person):
            models.Membership.objects.filter(circle=invitation.circle, person=person).update(chosen=timezone.now())
            return Joined(person, invitation.circle, is_new=False)
        if person is None and invitation.circle is not None:
            require_open_registration(is_invited=True)
        circle = invitation.circle
        if circle is not None and not models.Circle.objects.filter(pk=circle.pk, deleted=None).exists():
            raise Refused(*invitations.WITHDRAWN)  # it was deleted since the invitation was read
        use_up_code(invitation, code)
        if invitation.circle is None:
            add_phone(invitation.by, phone)
            return Joined(invitation.by, None)
        if person is None:
            person = make_newcomer(name, phone, address, invitation.by, form)
        elif name and not person.name:
            rename(person=person, name=name)
            person.name = name
        if not models.Membership.objects.filter(circle=invitation.circle, person=person).exists():
            circles.require_room(person, more=1, most=circles.MOST_JOINED)
            circles.require_few_members(invitation.circle)
        models.Membership.objects.update_or_create(
            circle=invitation.circle, person=person, defaults={"role": invitation.role, "chosen": timezone.now()}
        )
        return Joined(person, invitation.circle)


def add_phone(account: models.Person, phone: ClaimedPhone | None) -> None:
    """Add a phone to the account. A phone with unsent rounds of someone else is added later, by `merge_phone`."""
    if phone is None:
        notify_owner(person=account, change=Change.PHONE_ADDED)  # a browser without a key of its own
    elif not phone.is_unsent or is_phone_of(phone, account):
        with suppress(Refused):  # the phone belongs to another guest, who was asked
            add_device(by=account, key=phone.key, device=phone.device)


def is_phone_of(phone: ClaimedPhone, account: models.Person) -> bool:
    """Return whether the phone has belonged to the account before. A restored server may not know its key."""
    return phone.is_known and is_same(account=account, person=phone.person)


def person_of(phone: ClaimedPhone) -> models.Person | None:
    """Return the person that this phone got by the same form a moment ago, if any."""
    device = device_of(phone.key)
    if device is None or device.circle_id or device.revoked or device.needs_session:
        return None
    return device.person if device.person.is_active else None


def returning_newcomer(form: str, address: str | None) -> models.Person | None:
    """Return the newcomer of a form that is sent again, if any. The session that begins counts like a new guest."""
    person = newcomer_of(form)
    if person is not None:
        new_circles.count(address)
    return person


def newcomer_of(form: str) -> models.Person | None:
    """Return the guest who joined by this form a moment ago, if any, and whose browser has not had the answer.

    Otherwise someone who noted the secret on a lent phone could sign in as the guest who used it. A guest with a phone
    has had the answer: someone may have sent the form first, to share the guest of the next person who joins on it.
    """
    lately = models.Person.objects.filter(
        created__gt=timezone.now() - REPEATABLE, is_active=True, sign_outs=0, devices=None
    )
    id = newcomer_id(form)
    person = None if id is None else lately.filter(pk=id).first()
    return None if person is None or has_login(person) else person


def is_newcomer(device: models.Device) -> bool:
    """Return whether the phone's guest began with it by joining a circle of others, and has no circle of their own.

    The phone may have lost the answer, so that its session began by its key, and does not know that.
    """
    person = device.person
    began_with_it = device.created - person.created < timedelta(minutes=1)
    owned = models.Membership.objects.filter(person=person, role=models.Role.OWNER)
    return began_with_it and not has_login(person) and not owned.exists()


def note_arrival(person: models.Person, *, is_by_form: bool, current: CurrentPhone) -> bool:
    """Note that a newcomer's browser has had the answer to the form. From now on the form signs in nobody.

    That ends all sessions, keys and invitations but those of this browser, as someone else may have sent the form, too.
    Return whether the caller must renew the current session. A phone that sent its key with the form has no use for the
    form's secret, and its worker uses the session at the same time.
    """
    devices = models.Device.objects.filter(person=person)
    is_by_form = is_by_form and person.created > timezone.now() - REPEATABLE  # afterwards the form signs in nobody
    if person.sign_outs or (not is_by_form and devices.exists()):
        return False
    # Perhaps another request has ended all sessions since this one read the person.
    if not models.Person.objects.filter(pk=person.pk, sign_outs=0).update(sign_outs=1):
        return False
    now = timezone.now()
    devices.filter(revoked=None).exclude(current.bound_keys()).update(revoked=now)
    models.Invitation.objects.filter(by=person, revoked=None).update(revoked=now, code=None)
    person.refresh_from_db(fields=["sign_outs"])
    return True


def newcomer_id(form: str) -> UUID | None:
    """Return the id of a guest who joins by this form. Others learn the id, but not the secret of the form."""
    return UUID(salted_hmac(__name__, form, algorithm="sha256").hexdigest()[:32], version=4) if form else None


def make_newcomer(
    name: str, phone: ClaimedPhone | None, address: str | None, inviter: models.Person, form: str
) -> models.Person:
    new_circles.count(address, inviter)
    if phone is not None and device_of(phone.key) is None:
        try:
            return make_guest(
                phone.key, phone.device, phone.person, phone.circle if phone.is_unsent else None, name
            ).person
        except (IntegrityError, Refused):
            pass  # another person has such an id: the phone creates new ones when it contacts the server
    id = newcomer_id(form)
    if id is None or models.Person.objects.filter(pk=id).exists():
        id = uuid4()
    return models.Person.objects.create_user(id=id, name=name)


def has_joined(invitation: models.Invitation, person: models.Person) -> bool:
    """Return whether the person has what the invitation grants, or more.

    For such a person the invitation is not used up, and lowers no role.
    """
    if invitation.circle is None:
        return person == invitation.by
    role = invitations.role_in(person, invitation.circle.pk)
    return role is not None and Role(role).rank >= Role(invitation.role).rank


def use_up_code(invitation: models.Invitation, code: str) -> None:
    """Count a use of the invitation in a single statement, so that the second of two parallel uses is refused."""
    mine = invitations.open_invitations().filter(pk=invitation.pk)
    if code:
        by_code = mine.filter(code=codes.digest(codes.normalize_code(code)), code_until__gt=timezone.now())
        if not by_code.update(used=F("used") + 1, code=None):
            raise Refused(*invitations.WRONG_CODE)
    elif not mine.update(used=F("used") + 1):
        invitation.refresh_from_db(fields=("used", "until", "revoked"))
        invitations.require_usable(invitation)
        raise Refused(*invitations.USED_UP)
