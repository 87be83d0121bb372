"""What may be written, by whom: the only functions that change anything stored.

Page, API and phone call the same ones. They are named by what people do; all but a few push an event.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import keys, models
from games.rules.words import _
from games.store import evenings, readmodels
from games.store.intake import Intake
from games.store.logs import log_of
from games.store.shelf import SHELF, Kept
from games.store.statements import advance, lock, put, row_of
from games.store.turns import turn
from games.table.door import Refused

if TYPE_CHECKING:
    from games.rules.words import Words


@dataclass
class Pushed:
    """What became of a list of events."""

    accepted: list[dict[str, Any]] = field(default_factory=list)
    refused: list[tuple[Any, str, Words]] = field(default_factory=list)


def push(*, by: models.Person, circle: UUID, events: list[Any]) -> Pushed:
    """Take in events: those accepted are stored for good, in order; those refused come back with the reason."""
    with turn(), transaction.atomic():
        return take_in(by, circle, events)


def push_as_guest(*, events: list[Any]) -> tuple[models.Person, Pushed]:
    """The first thing that somebody without a phone's key writes. Where it is refused, nobody has come."""
    with turn(), transaction.atomic():
        guest, circle = make_person()
        pushed = take_in(guest, circle.pk, events)
        if pushed.refused:
            transaction.set_rollback(True)
    return guest, pushed


def take_in(by: models.Person, circle: UUID, events: list[Any]) -> Pushed:
    intake = Intake(circle, lock(circle), by, timezone.now(), events)
    if intake.new:
        put(models.Event, [row_of(event) for event in intake.new])
        advance(circle, intake.seq)
    for match in intake.written:
        refresh(circle, UUID(match), intake.kept[match])
    for event in intake.of_circle:
        OF_CIRCLE[event["kind"]](circle, event["data"])
    transaction.on_commit(lambda: put_back(circle, intake))
    return Pushed(intake.accepted, intake.refused)


def put_back(circle: UUID, intake: Intake) -> None:
    for match, kept in intake.kept.items():
        SHELF.put(circle, match, kept)


def refresh(circle: UUID, match: UUID, kept: Kept) -> None:
    """Bring the rows of a match up to its log."""
    was, now = kept.renew()
    readmodels.write(circle, match, was, now)
    old, new = was[0].get(()), now[0].get(())
    if new is None:
        return
    if old is None or (old["started"], old["is_deleted"]) != (new["started"], new["is_deleted"]):
        evenings.moved(circle, match)
    elif old["last"] != new["last"] and not new["is_deleted"]:
        evenings.prolonged(circle, match, new)


def put_player(circle: UUID, data: dict[str, Any]) -> None:
    """Who belongs to the circle's table, under which name."""
    said: dict[str, Any] = {name: data[name] for name in ("name", "hidden") if data.get(name) is not None}
    if "same_as" in data:  # null: somebody of their own after all
        said["same_as"] = data["same_as"]
    models.Player.objects.update_or_create(circle_id=circle, id=UUID(data["player"]), defaults=said)


OF_CIRCLE = {"player": put_player, "evening": evenings.told}


def make_person(name: str = "", circle_name: str = "") -> tuple[models.Person, models.Circle]:
    """A person with a circle of their own."""
    person = models.Person.objects.create_user(name=name)
    circle = models.Circle.objects.create(name=circle_name)
    models.Membership.objects.create(circle=circle, person=person, role=models.Role.OWNER)
    return person, circle


@transaction.atomic
def make_token(*, name: str) -> str:
    """A key for a program that speaks for this person, who is made with a circle where there is none."""
    # Only one who has a token already: anybody may call a phone's guest by any name.
    person = models.Person.objects.filter(name=name, devices__circle__isnull=False).order_by("created").first()
    if person is None:
        person, circle = make_person(name)
    else:
        circle = circles_of(person)[0]
    key = secrets.token_urlsafe(32)
    models.Device.objects.create(person=person, circle=circle, name=name, hash=keys.digest(key))
    return key


def circles_of(person: models.Person) -> list[models.Circle]:
    """The circles of a person, the oldest membership first."""
    found = models.Membership.objects.filter(person=person).select_related("circle").order_by("since", "circle")
    return [membership.circle for membership in found]


@transaction.atomic
def make_circle(*, by: models.Person, circle: UUID | None, name: str) -> tuple[models.Membership, bool]:
    """A circle of one's own, and whether it is new. Repeating it with the same id changes nothing."""
    made, is_new = models.Circle.objects.get_or_create(id=circle or uuid4(), defaults={"name": name})
    if is_new:
        models.Membership.objects.create(circle=made, person=by, role=models.Role.OWNER)
    own = models.Membership.objects.filter(circle=made, person=by, role=models.Role.OWNER).select_related("circle")
    member = own.first()
    if member is None:
        raise Refused("taken", _("These ids are taken; make new ones."))
    return member, is_new


def introduce(*, key: str, device: UUID, person: UUID, circle: UUID, name: str) -> models.Device:
    """A phone's first word: its key, and the ids it has made. Repeating it changes nothing, not even at the same time."""
    try:
        return make_guest(key, device, person, circle, name)
    except (IntegrityError, Refused):
        known = device_of(key)
        if known is None:
            raise Refused("taken", _("These ids are taken; make new ones.")) from None
        return known


def device_of(key: str) -> models.Device | None:
    return models.Device.objects.filter(hash=keys.digest(key)).first()


@transaction.atomic
def make_guest(key: str, device: UUID, person: UUID, circle: UUID, name: str) -> models.Device:
    known = device_of(key)
    if known is not None:
        return known
    taken = models.Person.objects.filter(id=person).exists() or models.Circle.objects.filter(id=circle).exists()
    if taken or models.Device.objects.filter(id=device).exists():
        raise Refused("taken", _("These ids are taken; make new ones."))
    guest = models.Person.objects.create_user(id=person, name=name)
    own = models.Circle.objects.create(id=circle)
    models.Membership.objects.create(circle=own, person=guest, role=models.Role.OWNER)
    return models.Device.objects.create(id=device, person=guest, name=name, hash=keys.digest(key))


def add_device(*, by: models.Person, key: str, device: UUID) -> models.Device:
    """A phone of somebody who is known already. Repeating it changes nothing."""
    known = None
    try:
        with transaction.atomic():
            known = device_of(key) or models.Device.objects.create(id=device, person=by, hash=keys.digest(key))
    except IntegrityError:  # the same at the same time, or somebody else's id
        known = device_of(key)
    if known is None or (known.id, known.person_id) != (device, by.pk):
        raise Refused("taken", _("These ids are taken; make new ones."))
    return known


KEPT_FOR = timedelta(days=30)  # a deleted match, before it is gone for good


def tidy() -> int:
    """Empty the matches that have been deleted for so long; the answer is how many."""
    line = timezone.now() - KEPT_FOR
    deleted = models.Match.objects.filter(is_deleted=True).values_list("circle", "id")
    return sum(empty(circle, match) for circle, match in deleted if deleted_before(circle, match, line))


def deleted_before(circle: UUID, match: UUID, line: datetime) -> bool:
    events = models.Event.objects.filter(circle=circle, match=match, kind="delete").order_by("-seq")
    return events[0].received < line


@transaction.atomic
def empty(circle: UUID, match: UUID) -> bool:
    """Ids and numbers stay, so that the sequence has no gap and a phone that sends them again hears of it."""
    models.Circle.objects.select_for_update().get(pk=circle)
    log = log_of(circle, match)
    if not log.is_deleted:
        return False  # brought back at the last moment
    models.Event.objects.filter(circle=circle, match=match).update(data={})
    readmodels.write(circle, match, readmodels.rows(log), readmodels.rows(log_of(circle, match)))
    return True


def revoke_device(*, by: models.Person, device: UUID) -> bool:
    """Take a phone's or a program's key away. Only one's own."""
    mine = models.Device.objects.filter(person=by, id=device, revoked=None)
    return mine.update(revoked=timezone.now()) > 0
