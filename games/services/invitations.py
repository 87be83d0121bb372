"""Invitations: for another phone of the same person, to a circle, or to follow a match or an evening.

An invitation travels as a signed link, which is stored nowhere, or as a code. It grants only what its creator may
do at the moment of use: nobody can join by the invitation of someone who has left the circle.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import WRITERS, Purpose, Role
from games.rules.words import _
from games.services import codes, guesses
from games.services.circles import lock_membership, memberships_of
from games.services.log import push
from games.services.signed_in import require_signed_in

SALT = "games.services.invitations"
OWN_PHONE = timedelta(minutes=10)
MOST_OPEN = 50  # for each person, so that the list stays readable
MOST_LISTED = 200  # the newest ones
MOST_OF_DAY = 200  # for each person: those that were withdrawn fill the database, too
FOLLOWED = (Purpose.MATCH, Purpose.EVENING)
# Invitations that give lasting access: to the account itself, or as an owner of a circle.
LASTING = Q(purpose=Purpose.ACCOUNT) | Q(purpose=Purpose.CIRCLE, role=Role.OWNER)
# Invitations that let someone into the account or a circle. Those to follow a match or an evening show only that.
ENTERING = Q(purpose=Purpose.ACCOUNT) | Q(purpose=Purpose.CIRCLE)

UNKNOWN = ("no_invitation", _("This invitation does not exist. Ask for a new one."))
WITHDRAWN = ("taken_back", _("This invitation has been withdrawn. Ask for a new one."))
OVER = ("over", _("This invitation has expired. Ask for a new one."))
USED_UP = ("used_up", _("This invitation has already been used. Ask for a new one."))
WRONG_CODE = ("wrong_code", _("This code is not valid. A code works once, within ten minutes."))
NOT_YOURS = ("permission_denied", _("You cannot invite anyone to this."))


def invite_own_phone(*, by: models.Person) -> models.Invitation:
    """Create an invitation for another phone of the same person: for ten minutes, once."""
    return make_invitation(by, purpose=Purpose.ACCOUNT, until=timezone.now() + OWN_PHONE, most=1)


@transaction.atomic
def invite_to_circle(
    *, by: models.Person, circle: UUID, role: str, until: datetime | None, most: int | None
) -> models.Invitation:
    lock_membership(by, circle)
    if role not in Role or role_in(by, circle) != Role.OWNER:
        raise Refused(*NOT_YOURS)
    return make_invitation(by, purpose=Purpose.CIRCLE, circle_id=circle, role=role, until=until, most=most)


@transaction.atomic
def invite_to_follow(
    *, by: models.Person, circle: UUID, purpose: str, thing: UUID, until: datetime | None
) -> models.Invitation:
    """Create an invitation to follow a match or an evening of the circle, for everyone with the link."""
    lock_membership(by, circle)
    if purpose not in FOLLOWED or role_in(by, circle) not in WRITERS:
        raise Refused(*NOT_YOURS)
    there: QuerySet[models.Match] | QuerySet[models.Evening] = models.Match.objects.filter(is_deleted=False)
    if purpose == Purpose.EVENING:
        there = models.Evening.objects.filter(begins__isnull=False)
    if not there.filter(circle=circle, id=thing).exists():
        raise Refused("no_thing", _("No such match or evening."))
    if purpose == Purpose.EVENING:
        fix_evening(by, circle, thing)
    return make_invitation(by, purpose=purpose, circle_id=circle, thing=thing, until=until)


def fix_evening(by: models.Person, circle: UUID, evening: UUID) -> None:
    """List the matches of a shared evening in an event. Otherwise a match that is entered late could change the evening's id."""
    matches = models.Match.objects.filter(circle=circle, evening=evening, is_deleted=False).order_by("started", "id")
    if not matches.filter(is_listed=False).exists():
        return
    data = {"evening": str(evening), "matches": [str(id) for id in matches.values_list("id", flat=True)]}
    pushed = push(by=by, circle=circle, events=[{"id": str(uuid4()), "kind": "evening", "data": data}])
    for _id, code, words in pushed.refused:
        raise Refused(code, words.text, **words.values)


@transaction.atomic
def make_invitation(by: models.Person, **fields: object) -> models.Invitation:
    require_signed_in(by)
    if open_invitations().filter(by=by).count() >= MOST_OPEN:
        raise Refused(
            "many",
            _("You have %(most)s open invitations. Withdraw one that is no longer needed."),
            most=MOST_OPEN,
        )
    lately = models.Invitation.objects.filter(by=by, created__gt=timezone.now() - timedelta(days=1))
    if lately.count() >= MOST_OF_DAY:
        raise Refused(
            "many",
            _("You have created %(most)s invitations or codes within a day. Try again later."),
            most=MOST_OF_DAY,
        )
    invitation = models.Invitation(by=by, **fields)
    invitation.save(force_insert=True)
    return invitation


def invitations_of(person: models.Person, *, even_over: bool = False) -> QuerySet[models.Invitation]:
    """Return the open invitations that the person created, and those into circles that they own; newest first.

    Invitations into a circle that the person has left are not included. With `even_over`, closed ones are.
    """
    invitations = models.Invitation.objects.all() if even_over else open_invitations()
    memberships = memberships_of(person)
    created = Q(by=person) & (Q(circle=None) | Q(circle__in=memberships.values("circle")))
    mine = created | Q(circle__in=memberships.filter(role=Role.OWNER).values("circle"))
    return invitations.filter(mine).select_related("circle", "by").order_by("-created", "id")


def listed_invitations(invitations: QuerySet[models.Invitation]) -> list[models.Invitation]:
    """Return as many invitations as a list has, newest first. None that lets people in gives way to one that does not."""
    entering_first = invitations.order_by(Case(When(ENTERING, then=0), default=1), "-created", "id")
    return sorted(entering_first[:MOST_LISTED], key=lambda invitation: invitation.created, reverse=True)


def open_invitations() -> QuerySet[models.Invitation]:
    now = timezone.now()
    is_unused = Q(most=None) | Q(used__lt=F("most"))
    return models.Invitation.objects.filter(is_unused, Q(until=None) | Q(until__gt=now), revoked=None)


def count_open_invitations(circle: UUID) -> int:
    """Return how many open invitations lead into a circle. By them a removed member can rejoin, or regain a role."""
    return open_invitations().filter(circle=circle, purpose=Purpose.CIRCLE).count()


def revoke_invitation(*, by: models.Person, invitation: UUID) -> bool:
    """Revoke an invitation; return whether the person had such a one. People who have joined by it stay."""
    mine = invitations_of(by).filter(id=invitation).values("id")
    return models.Invitation.objects.filter(id__in=mine).update(revoked=timezone.now(), code=None) > 0


def token_of(invitation: models.Invitation) -> str:
    """Return the signed token in the link of the invitation."""
    return signer().sign(urlsafe_b64encode(invitation.pk.bytes).decode().rstrip("="))


def signer() -> Signer:
    return Signer(salt=SALT, sep=".")


def by_token(token: str, *, is_repeatable: bool = False) -> models.Invitation:
    """Return the usable invitation of a link; raise `Refused` otherwise. `is_repeatable` also allows a used-up one."""
    try:
        id = UUID(bytes=urlsafe_b64decode(signer().unsign(token) + "=="))
    except BadSignature:
        raise Refused(*UNKNOWN) from None
    invitation = models.Invitation.objects.select_related("by", "circle").filter(id=id).first()
    if invitation is None:
        raise Refused(*UNKNOWN)
    try:
        require_usable(invitation)
    except Refused as refused:
        if not is_repeatable or refused.code != USED_UP[0]:
            raise
    return invitation


def by_code(typed: str, *, address: str) -> models.Invitation:
    """Return the invitation of a code. All unusable codes get the same refusal, as they may be guesses."""
    code = codes.normalize_code(typed)
    if not codes.is_code(code):
        raise Refused("spelling", _("A code has six letters and digits, such as K7M-2PX."))
    guesses.count(address)
    invitations = models.Invitation.objects.select_related("by", "circle")
    invitation = invitations.filter(code=codes.digest(code), code_until__gt=timezone.now()).first()
    if invitation is None:
        raise Refused(*WRONG_CODE)
    try:
        require_usable(invitation)
    except Refused:
        raise Refused(*WRONG_CODE) from None
    guesses.forgive(address)
    return invitation


def is_lasting(invitation: models.Invitation) -> bool:
    """Return whether the invitation is one of `LASTING`."""
    return models.Invitation.objects.filter(LASTING, pk=invitation.pk).exists()


def require_usable(invitation: models.Invitation) -> None:
    """Raise `Refused` with the reason unless the invitation can be used now."""
    if invitation.revoked is not None or not is_backed(invitation):
        raise Refused(*WITHDRAWN)
    if invitation.until is not None and invitation.until <= timezone.now():
        raise Refused(*OVER)
    if invitation.most is not None and invitation.used >= invitation.most:
        raise Refused(*USED_UP)


def is_backed(invitation: models.Invitation) -> bool:
    """Return whether the creator may still grant the invitation, and its circle still exists."""
    by, circle = invitation.by, invitation.circle
    if by.deleted is not None or not by.is_active:
        return False
    if circle is None:
        return True
    role = role_in(by, circle.pk)
    return role in WRITERS if invitation.purpose in FOLLOWED else role == Role.OWNER


def role_in(person: models.Person, circle: UUID) -> str | None:
    """Return the person's role in a circle; None without a membership, or if the circle is deleted."""
    return memberships_of(person).filter(circle=circle).values_list("role", flat=True).first()
