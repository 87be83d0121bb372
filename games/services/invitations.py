"""Ways in: one for a phone of one's own, one into a circle, one to follow a match or an evening.

An invitation is carried by a link, which is signed and stored nowhere, or by a code. It is worth what its maker may
do at the moment it is used: who has left a circle lets nobody in any more.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.core.signing import BadSignature, Signer
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games import models
from games.match.errors import Refused
from games.models import WRITERS, Purpose, Role
from games.rules.words import _
from games.services import codes, guesses
from games.services.circles import places_of
from games.services.log import push

SALT = "games.services.invitations"
OWN_PHONE = timedelta(minutes=10)
MOST_OPEN = 50  # of one person; a list that nobody reads guards nothing
FOLLOWED = (Purpose.MATCH, Purpose.EVENING)

UNKNOWN = ("no_invitation", _("There is no such invitation. Ask for a new one."))
TAKEN_BACK = ("taken_back", _("This invitation has been taken back. Ask for a new one."))
OVER = ("over", _("The time of this invitation is over. Ask for a new one."))
USED_UP = ("used_up", _("This invitation has been used already. Ask for a new one."))
WRONG_CODE = ("wrong_code", _("This is no code that is good now. A code lasts ten minutes and can be used once."))
NOT_YOURS = ("permission_denied", _("You may not invite to this."))


def invite_own_phone(*, by: models.Person) -> models.Invitation:
    """My account on another phone: soon, and once."""
    return make_invitation(by, purpose=Purpose.ACCOUNT, until=timezone.now() + OWN_PHONE, most=1)


def invite_to_circle(
    *, by: models.Person, circle: UUID, role: str, until: datetime | None, most: int | None
) -> models.Invitation:
    if role not in Role or role_in(by, circle) != Role.OWNER:
        raise Refused(*NOT_YOURS)
    return make_invitation(by, purpose=Purpose.CIRCLE, circle_id=circle, role=role, until=until, most=most)


def let_follow(
    *, by: models.Person, circle: UUID, purpose: str, thing: UUID, until: datetime | None
) -> models.Invitation:
    """A match or an evening of the circle, for everybody who has the link."""
    if purpose not in FOLLOWED or role_in(by, circle) not in WRITERS:
        raise Refused(*NOT_YOURS)
    there: QuerySet[models.Match] | QuerySet[models.Evening] = models.Match.objects.filter(is_deleted=False)
    if purpose == Purpose.EVENING:
        there = models.Evening.objects.filter(begins__isnull=False)
    if not there.filter(circle=circle, id=thing).exists():
        raise Refused("no_thing", _("There is no such match or evening here."))
    if purpose == Purpose.EVENING:
        keep_together(by, circle, thing)
    return make_invitation(by, purpose=purpose, circle_id=circle, thing=thing, until=until)


def keep_together(by: models.Person, circle: UUID, evening: UUID) -> None:
    """What is shared stays what it is: by the rule alone, a match that arrives late might give the evening another id."""
    found = models.Match.objects.filter(circle=circle, evening=evening, is_deleted=False).order_by("started", "id")
    if not found.filter(is_listed=False).exists():
        return
    data = {"evening": str(evening), "matches": [str(id) for id in found.values_list("id", flat=True)]}
    pushed = push(by=by, circle=circle, events=[{"id": str(uuid4()), "kind": "evening", "data": data}])
    for _id, code, words in pushed.refused:
        raise Refused(code, words.text, **words.values)


def make_invitation(by: models.Person, **fields: object) -> models.Invitation:
    if open_ones().filter(by=by).count() >= MOST_OPEN:
        raise Refused(
            "many",
            _("You have %(most)s open invitations. Take one back that nobody needs any more."),
            most=MOST_OPEN,
        )
    made = models.Invitation(by=by, **fields)
    made.save(force_insert=True)
    return made


def invitations_of(person: models.Person, *, even_over: bool = False) -> QuerySet[models.Invitation]:
    """The open ones that this person has made, and those into circles that are this person's; the newest first.

    What somebody had made in a circle that they have left tells them of it no more.
    """
    found = models.Invitation.objects.all() if even_over else open_ones()
    places = places_of(person)
    made = Q(by=person) & (Q(circle=None) | Q(circle__in=places.values("circle")))
    mine = made | Q(circle__in=places.filter(role=Role.OWNER).values("circle"))
    return found.filter(mine).select_related("circle", "by").order_by("-created", "id")


def open_ones() -> QuerySet[models.Invitation]:
    now = timezone.now()
    is_unused = Q(most=None) | Q(used__lt=F("most"))
    return models.Invitation.objects.filter(is_unused, Q(until=None) | Q(until__gt=now), revoked=None)


def ways_into(circle: UUID) -> int:
    """How many open invitations lead into a circle: they let in again whoever is removed, and raise who is lowered."""
    return open_ones().filter(circle=circle, purpose=Purpose.CIRCLE).count()


def revoke_invitation(*, by: models.Person, invitation: UUID) -> bool:
    """Take an invitation back. What it has let in stays in."""
    mine = invitations_of(by).filter(id=invitation).values("id")
    return models.Invitation.objects.filter(id__in=mine).update(revoked=timezone.now(), code=None) > 0


def token_of(invitation: models.Invitation) -> str:
    """What stands in its link."""
    return signer().sign(urlsafe_b64encode(invitation.pk.bytes).decode().rstrip("="))


def signer() -> Signer:
    return Signer(salt=SALT, sep=".")


def by_token(token: str, *, is_repeatable: bool = False) -> models.Invitation:
    """The invitation of a link, where it can be used now; or was used up, perhaps by whoever asks again."""
    try:
        id = UUID(bytes=urlsafe_b64decode(signer().unsign(token) + "=="))
    except BadSignature:
        raise Refused(*UNKNOWN) from None
    found = models.Invitation.objects.select_related("by", "circle").filter(id=id).first()
    if found is None:
        raise Refused(*UNKNOWN)
    try:
        check(found)
    except Refused as refused:
        if not is_repeatable or refused.code != USED_UP[0]:
            raise
    return found


def by_code(typed: str, *, address: str) -> models.Invitation:
    """The invitation of a code. Of those that are no good any more nothing is told: it might be a guess."""
    code = codes.normalize_code(typed)
    if not codes.is_code(code):
        raise Refused("spelling", _("A code has six letters and digits, such as K7M-2PX."))
    guesses.count(address)
    named = models.Invitation.objects.select_related("by", "circle")
    found = named.filter(code=codes.digest(code), code_until__gt=timezone.now()).first()
    if found is None:
        raise Refused(*WRONG_CODE)
    try:
        check(found)
    except Refused:
        raise Refused(*WRONG_CODE) from None
    guesses.forgive(address)
    return found


def check(invitation: models.Invitation) -> None:
    """Whether it can be used now; else why not."""
    if invitation.revoked is not None or not is_backed(invitation):
        raise Refused(*TAKEN_BACK)
    if invitation.until is not None and invitation.until <= timezone.now():
        raise Refused(*OVER)
    if invitation.most is not None and invitation.used >= invitation.most:
        raise Refused(*USED_UP)


def is_backed(invitation: models.Invitation) -> bool:
    """Whether its maker may still do what it promises, and what it is for is still there."""
    by, circle = invitation.by, invitation.circle
    if by.deleted is not None or not by.is_active:
        return False
    if circle is None:
        return True
    role = role_in(by, circle.pk)
    return role in WRITERS if invitation.purpose in FOLLOWED else role == Role.OWNER


def role_in(person: models.Person, circle: UUID) -> str | None:
    """None where they do not belong to it, or it is deleted."""
    return places_of(person).filter(circle=circle).values_list("role", flat=True).first()
