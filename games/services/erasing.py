"""Emptying a circle or a person for good. Ids and numbers stay: they are taken, and logs have no gaps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone

from games import models
from games.store.log_cache import LOG_CACHE
from games.store.rebuild import ALL, rebuild

NAMELESS = "–"  # stands at the table for whoever is gone: a sheet needs something in that place
NAMING = ("start", "seats", "player")


@transaction.atomic
def erase_circle(circle: UUID) -> bool:
    found = models.Circle.objects.select_for_update().filter(pk=circle).exclude(deleted=None)
    if not found.exists():
        return False  # brought back at the last moment
    models.Event.objects.filter(circle=circle).update(data={}, by_name="")
    of_circle: tuple[type[Model], ...] = (*ALL, models.Membership, models.Invitation)
    for model in of_circle:
        model._default_manager.filter(circle=circle).delete()
    models.Device.objects.filter(circle=circle).update(revoked=timezone.now(), name="")
    found.update(name="")
    LOG_CACHE.clear()
    return True


@transaction.atomic
def erase_person(id: UUID) -> bool:
    """Whoever wrote stays as an id without a name, as do the guests that this person had been."""
    person = models.Person.objects.select_for_update().exclude(deleted=None).filter(pk=id).first()
    if person is None:
        return False  # back at the last moment
    they = Q(pk=person.pk) | Q(became=person)
    themselves = models.Person.objects.filter(they)
    written = models.Event.objects.filter(by__in=themselves)
    touched = set(written.values_list("circle", "match").distinct())
    for place in models.Membership.objects.filter(person=person, player__isnull=False):
        touched |= forget_player(place.circle_id, place.player)  # type: ignore[arg-type]
    written.update(by_name="")
    for circle, match in touched:
        bump_version(circle, match)
    models.Device.objects.filter(person__in=themselves).update(revoked=timezone.now(), name="")
    of_person: tuple[tuple[type[Model], str], ...] = (
        (models.Membership, "person"),
        (models.Invitation, "by"),
        (EmailAddress, "user"),
        (Authenticator, "user"),
    )
    for model, whose in of_person:
        model._default_manager.filter(**{f"{whose}__in": themselves}).delete()
    person.set_unusable_password()
    themselves.update(
        name="",
        email=None,
        language="",
        password=person.password,
        is_active=False,
        is_staff=False,
        is_superuser=False,
        deleted=None,  # there is nobody left to come back
    )
    LOG_CACHE.clear()
    return True


def forget_player(circle: UUID, player: UUID) -> set[tuple[UUID, UUID | None]]:
    """The name of somebody at the table, wherever it was written as theirs; the answer is the matches that it stood in."""
    same = models.Player.objects.filter(circle=circle, same_as=player).values_list("id", flat=True)
    ids = {str(player), *map(str, same)}
    touched: set[tuple[UUID, UUID | None]] = set()
    for event in models.Event.objects.filter(circle=circle, kind__in=NAMING).order_by("seq").iterator():
        data = nameless(event.data, ids)
        if data != event.data:
            models.Event.objects.filter(circle=circle, seq=event.seq).update(data=data)
            touched.add((circle, event.match))
    rebuild(circle)
    return touched


def bump_version(circle: UUID, match: UUID | None) -> None:
    """Whoever has this at hand, a process or a browser, is to see that it is not the same any more.

    They look at the moment when the last event came, to the microsecond (store/shelf.py, api/tags.py); so it is another
    one, within the same second, which is all that is told of it.
    """
    of_circle = models.Event.objects.filter(circle=circle).order_by("-seq")
    for last in (of_circle.filter(match=match)[0], of_circle[0]):
        moment = last.received.replace(microsecond=(last.received.microsecond + 1) % 1_000_000)
        models.Event.objects.filter(circle=circle, seq=last.seq).update(received=moment)


def nameless(data: dict[str, Any], ids: set[str]) -> dict[str, Any]:
    if data.get("player") in ids:
        return {**data, "name": NAMELESS} if data.get("name") else data
    seats = [
        {**seat, "name": NAMELESS} if isinstance(seat, dict) and seat.get("id") in ids else seat
        for seat in data.get("players", ())
    ]
    return {**data, "players": seats} if seats else data
