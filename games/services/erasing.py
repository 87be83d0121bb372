"""Erase circles and people permanently. Ids and numbers stay: they are taken, and logs have no gaps."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import F, Max, Model, Q, QuerySet
from django.utils import timezone

from games import models
from games.match.events import FIELDS
from games.match.log import Log
from games.services.nameless_log import NamelessLog
from games.store import readmodels
from games.store.event_pages import iterate_pages, read_in_parts
from games.store.figures import months
from games.store.logs import LOG_CACHE
from games.store.people import trusted_index
from games.store.ratings.progress import delete_some, mark_erased
from games.store.rebuild import ALL

NAMELESS = "–"  # the name of erased players, as a sheet needs one
BATCH = 1_000  # events that are erased, or lose the name of their author, in a transaction
MATCHES = 50  # of a deleted circle: a match may have hundreds of seats
EDITS = 200  # events that are read together, and whose names are erased in a transaction
PAUSE = 0.05  # seconds
MICROSECOND = timedelta(microseconds=1)  # the public format shows seconds
NAMING = ("start", "seats", "people", "player")

EventData = tuple[int, dict[str, Any]]  # the number of an event, and its new data


def erase_circle(circle: UUID) -> bool:
    """Erase the content of a deleted circle; return False if it was undeleted at the last moment."""
    last = models.Circle.objects.filter(pk=circle).values_list("seq", flat=True).first() or 0
    for seq in range(0, last, BATCH):
        if not erase_events(circle, seq, seq + BATCH):
            return False
        let_others_write()
    while (rest := erase_rows(circle)) is not None:
        if not rest:
            return erase_empty_circle(circle)
        let_others_write()
    return False


@transaction.atomic
def erase_rows(circle: UUID) -> bool | None:
    """Delete some rows that follow from events. Return whether there were any, or None if the circle was undeleted.

    The circle stays deleted until all are gone, so nobody sees a part of it.
    """
    if not lock_deleted(circle):
        return None
    matches = list(models.Match.objects.filter(circle=circle).values_list("id", flat=True)[:MATCHES])
    for model, name in ((models.Seat, "match"), (models.Result, "match"), (models.Deal, "match"), (models.Match, "id")):
        model._default_manager.filter(circle=circle, **{f"{name}__in": matches}).delete()
    months = list(models.MonthTally.objects.filter(circle=circle).values_list("month", flat=True).distinct()[:BATCH])
    models.MonthTally.objects.filter(circle=circle, month__in=months).delete()
    evenings = list(models.Evening.objects.filter(circle=circle).values_list("id", flat=True)[:BATCH])
    models.Evening.objects.filter(circle=circle, id__in=evenings).delete()
    return any((matches, months, evenings, delete_some(circle, BATCH)))


@transaction.atomic
def erase_events(circle: UUID, after: int, last: int) -> bool:
    if not lock_deleted(circle):
        return False
    models.Event.objects.filter(circle=circle, seq__gt=after, seq__lte=last).update(data={}, by_name="")
    return True


@transaction.atomic
def erase_empty_circle(circle: UUID) -> bool:
    if not lock_deleted(circle):
        return False
    of_circle: tuple[type[Model], ...] = (*ALL, models.Membership, models.PastClaim, models.Invitation)
    for model in of_circle:
        model._default_manager.filter(circle=circle).delete()
    models.Device.objects.filter(circle=circle).update(revoked=timezone.now(), name="")
    models.Circle.objects.filter(pk=circle).update(name="", stakes=None, erased=timezone.now())
    LOG_CACHE.clear()
    return True


def lock_deleted(circle: UUID) -> bool:
    """Lock a circle; return whether it is still deleted."""
    return models.Circle.objects.select_for_update().filter(pk=circle).exclude(deleted=None).exists()


def let_others_write() -> None:
    """Pause between two transactions, because SQLite has one lock for all writers."""
    time.sleep(PAUSE)


def erase_person(id: UUID) -> bool:
    """Erase a person; return False if they were undeleted at the last moment.

    The author of events stays as an id without a name, like the guests merged into the account. Each match has a
    transaction of its own, so that others can save meanwhile. After an interruption the next call goes on.
    """
    person = models.Person.objects.exclude(deleted=None).filter(pk=id).first()
    if person is None:
        return False  # undeleted at the last moment
    themselves = models.Person.objects.filter(Q(pk=person.pk) | Q(became=person))
    players: dict[UUID, set[str]] = defaultdict(set)
    for circle, player in claimed_names(themselves):
        players[circle].add(player)
    for circle, match in naming_matches(themselves, players):
        erase_names(circle, match, themselves, players[circle])
        let_others_write()
    return erase_nameless(person, themselves, players)


@transaction.atomic
def erase_nameless(person: models.Person, themselves: QuerySet[models.Person], circles: Collection[UUID]) -> bool:
    """Erase all of a person but what events say of them. Clients of their circles pull all events again."""
    if not models.Person.objects.select_for_update().exclude(deleted=None).filter(pk=person.pk).exists():
        return False
    events = models.Event.objects.filter(by__in=themselves)
    events.exclude(by_name="").update(by_name="")  # those of the last moment
    count_erasure({*circles, *events.values_list("circle", flat=True).distinct()})
    models.Device.objects.filter(person__in=themselves).update(revoked=timezone.now(), name="")
    of_person: tuple[tuple[type[Model], str], ...] = (
        (models.Membership, "person"),
        (models.PastClaim, "person"),
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
        **dict.fromkeys(("is_active", "is_staff", "is_superuser"), False),
        deleted=None,  # the account can no longer be restored
        erased=timezone.now(),
    )
    LOG_CACHE.clear()
    return True


def naming_matches(
    themselves: QuerySet[models.Person], players: Mapping[UUID, set[str]]
) -> set[tuple[UUID, UUID | None]]:
    """Return the circles and matches with an event that names these people as its author, or one of these players.

    The events of a circle itself have no match.
    """
    events = models.Event.objects.filter(by__in=themselves).exclude(by_name="")
    found = {*events.values_list("circle", "match").distinct()}
    for circle, ids in players.items():
        for event in read_in_parts(models.Event.objects.filter(circle=circle, kind__in=NAMING).order_by("seq")):
            if (circle, event.match) not in found and without_names(event.kind, event.data, ids) != event.data:
                found.add((circle, event.match))
    return found


def erase_names(circle: UUID, match: UUID | None, themselves: QuerySet[models.Person], ids: set[str]) -> None:
    """Erase the names of these authors and players in the events of a match, or of the circle itself, and in its rows."""
    events = models.Event.objects.filter(circle=circle, match=match, kind__in=NAMING)
    last = store_but_last(circle, events, lambda event: without_names(event.kind, event.data, ids))
    erase_first_authors(circle, match, themselves)
    authors = {*themselves.values_list("pk", flat=True)}
    log = None if match is None else NamelessLog(circle, match, authors, dict(last))
    erase_last_names(circle, log, themselves, ids, last)


def erase_first_authors(circle: UUID, match: UUID | None, themselves: QuerySet[models.Person]) -> None:
    """Erase the names of these authors in parts, but not in the last `BATCH` of their events."""
    events = models.Event.objects.filter(circle=circle, match=match, by__in=themselves).exclude(by_name="")
    numbers = list(events.order_by("seq").values_list("seq", flat=True))
    for at in range(0, len(numbers) - BATCH, BATCH):
        events.filter(seq__range=(numbers[at], numbers[at + BATCH - 1])).update(by_name="")
        let_others_write()


@transaction.atomic
def erase_last_names(
    circle: UUID, log: NamelessLog | None, themselves: QuerySet[models.Person], ids: set[str], changed: list[EventData]
) -> None:
    """Erase the last names in events together with those in the rows: an interruption before it leaves a name to find."""
    match = None if log is None else log.match  # None: the events of the circle itself
    locked = models.Circle.objects.select_for_update().get(pk=circle)
    store_data(circle, changed)
    models.Event.objects.filter(circle=circle, match=match, by__in=themselves).exclude(by_name="").update(by_name="")
    if log is None:
        models.Player.objects.filter(circle=circle, id__in=ids).exclude(name="").update(name=NAMELESS)
        days = months.days_of_players(circle, ids)
    else:
        days = months.days_of_match(circle, log.match)
        readmodels.write_rows(circle, log.match, readmodels.model_rows(Log()), log.rows(locked))
    months.drop_days(circle, days)  # the figures have names; `tidy` adds them up again
    mark_erased(circle, days, is_of_player=log is None)
    count_erasure([circle])  # who adds up a month at this moment starts again
    bump_version(circle, match)


def store_but_last(
    circle: UUID, events: QuerySet[models.Event], change: Callable[[models.Event], dict[str, Any]]
) -> list[EventData]:
    """Store the changed data of these events in parts, and return the last part, which is not stored."""
    last: list[EventData] = []
    for page in iterate_pages(events, EDITS):
        changed = [(event.seq, data) for event in page if (data := change(event)) != event.data]
        if changed and last:
            with transaction.atomic():
                store_data(circle, last)
            let_others_write()
        last = changed or last
    return last


def store_data(circle: UUID, changed: list[EventData]) -> None:
    for seq, data in changed:
        models.Event.objects.filter(circle=circle, seq=seq).update(data=data)


def addresses_of(people: QuerySet[models.Person]) -> set[str]:
    """Return the addresses that these people have or claim, and nobody else: others may be signed in by theirs."""
    own = people.exclude(email=None).values_list("email", flat=True)
    addresses = {*map(str, own), *EmailAddress.objects.filter(user__in=people).values_list("email", flat=True)}
    claims = EmailAddress.objects.filter(email__in=addresses).exclude(user__in=people)
    owners = models.Person.objects.filter(email__in=addresses).exclude(pk__in=people)
    return addresses - {*claims.values_list("email", flat=True), *map(str, owners.values_list("email", flat=True))}


def claimed_names(people: QuerySet[models.Person]) -> set[tuple[UUID, str]]:
    """Return the circles and players that these people are, or were, by their own claim as a writer.

    Players that count as the same person are included, but not those whom someone else is now. The claim of a reader does
    not count: it would destroy names in a log that readers cannot change. Only the last past claim in a circle counts.
    """
    present = models.Membership.objects.filter(player__isnull=False)
    past = models.PastClaim.objects.filter(person__in=people).order_by("id")
    claims = [
        *present.filter(person__in=people, role__in=models.WRITERS).values_list("circle", "player"),
        *{circle: (circle, player) for circle, player in past.values_list("circle", "player")}.values(),
    ]
    names = set()
    for circle in {circle for circle, _player in claims}:
        own = {str(player) for its_circle, player in claims if its_circle == circle}
        others = {
            str(id) for id in present.filter(circle=circle).exclude(person__in=people).values_list("player", flat=True)
        }
        index = trusted_index(circle, people)
        of_others = {id for player in others for id in index.all_of(player)} - own
        names |= {(circle, id) for player in own for id in index.all_of(player) - of_others - others}
    return names


def bump_version(circle: UUID, match: UUID | None) -> None:
    """Change the times of the events of a match, so that every process and browser that has a copy notices.

    A copy is compared by its own last event (store/logs.py, http/etags.py), which may be an earlier one of the match.
    """
    events = models.Event.objects.filter(circle=circle)
    last = Q(seq=events.aggregate(last=Max("seq"))["last"])  # the version of the circle
    events.filter(last | Q(match=match)).update(received=F("received") + MICROSECOND)


def count_erasure(circles: Collection[UUID]) -> None:
    """Make the clients of these circles pull all events again, as erased ones keep their numbers and ids."""
    models.Circle.objects.filter(pk__in=circles).update(erasures=F("erasures") + 1)


def without_names(kind: str, data: dict[str, Any], ids: set[str]) -> dict[str, Any]:
    """Return the data of an event without the names of these players.

    Only fields of its kind are read, as all others may hold anything. They go with the name, because it may be there.
    """
    if kind == "player":
        is_about_them = data.get("player") in ids
        nameless: dict[str, Any] = {"name": NAMELESS} if data.get("name") else {}
    else:
        players = data.get("players") or ()
        is_about_them = any(isinstance(player, dict) and player.get("id") in ids for player in players)
        nameless = {"players": [without_name(player, ids) for player in players]}
    if not is_about_them:
        return data
    known = {field.name for field in FIELDS.get(kind, ())}
    return {name: value for name, value in data.items() if name in known} | nameless


def without_name(player: Any, ids: set[str]) -> Any:
    return {**player, "name": NAMELESS} if isinstance(player, dict) and player.get("id") in ids else player
