"""Give the circles of a guest to an account, by a few statements however many they are."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from games import models
from games.services.circles import MOST_CIRCLES, circles_of, deleted_circles


def untouched_circles(guest: models.Person) -> QuerySet[models.Circle]:
    """Return the unnamed circles of a guest in which nobody has written, and to which nobody else belongs or is invited."""
    return unshared_circles(guest).filter(name="")


def unshared_circles(guest: models.Person) -> QuerySet[models.Circle]:
    """Return the circles of a person in which nobody has written, and to which nobody else belongs or is invited."""
    others = models.Membership.objects.filter(circle=OuterRef("pk")).exclude(person=guest)
    invitations = models.Invitation.objects.filter(circle=OuterRef("pk"))
    programs = models.Device.objects.filter(circle=OuterRef("pk"), revoked=None)
    unwritten = models.Circle.objects.filter(memberships__person=guest, seq=0)
    return unwritten.exclude(Exists(others)).exclude(Exists(invitations)).exclude(Exists(programs))


def drop_unshared_circles(owner: models.Person) -> None:
    """Delete the deleted circles of this person that nobody has used, instead of keeping them for 30 days.

    Someone else may have created as many as the person could. Other circles stay, because nothing of others may be lost.
    """
    unused = unshared_circles(owner).exclude(deleted=None).values_list("pk", flat=True)
    models.Circle.objects.filter(pk__in=list(unused[:MOST_CIRCLES])).delete()


def mergeable_circles(guest: models.Person) -> list[models.Circle]:
    """Return the circles that an account gets when this guest is merged into it.

    Last are the deleted ones that the account may restore. A member sees nothing of other deleted circles.
    """
    untouched = set(untouched_circles(guest).values_list("pk", flat=True))
    return [circle for circle in [*circles_of(guest), *deleted_circles(guest)] if circle.pk not in untouched]


def move_circles(guest: models.Person, account: models.Person) -> bool:
    """Move the guest's memberships to the account, and delete untouched circles. Return whether any moved.

    If both are members, the account keeps the higher role.
    """
    list(models.Circle.objects.select_for_update().filter(memberships__person=guest).order_by("pk"))
    untouched_circles(guest).delete()
    theirs = list(models.Membership.objects.filter(person=guest))
    models.Membership.objects.filter(person=guest).delete()
    shared = models.Membership.objects.filter(person=account, circle__in=[place.circle_id for place in theirs])
    own = {place.circle_id: place for place in shared}
    models.Membership.objects.bulk_create(
        models.Membership(circle_id=place.circle_id, person=account, role=place.role, player=place.player)
        for place in theirs
        if place.circle_id not in own
    )
    unite([(own[place.circle_id], place) for place in theirs if place.circle_id in own], account)
    return bool(theirs)


def unite(pairs: list[tuple[models.Membership, models.Membership]], account: models.Person) -> None:
    """Give the account the higher role of two memberships in each circle, and the guest's player if it has none."""
    claims = []
    for place, theirs in pairs:
        if place.player is not None and theirs.player is not None and theirs.role in models.WRITERS:
            claims.append(models.PastClaim(circle_id=place.circle_id, person=account, player=theirs.player))
        place.role = max(place.role, theirs.role, key=lambda role: models.Role(role).rank)
        place.player = place.player or theirs.player
    models.Membership.objects.bulk_update([place for place, _theirs in pairs], ["role", "player"])
    account.past_claims.filter(
        circle__in=[claim.circle_id for claim in claims]
    ).delete()  # an account has one in a circle
    models.PastClaim.objects.bulk_create(claims)
