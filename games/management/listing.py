"""Find people and groups by what a host types, and describe each in a line."""

from __future__ import annotations

from contextlib import suppress
from uuid import UUID

from django.db.models import Max, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length

from games import models, services

MOST = 50  # lines of a list


def id_in(text: str) -> UUID:
    """Return the id, or one that nobody has if the text is none."""
    with suppress(ValueError):
        return UUID(text)
    return UUID(int=0)


def people_called(who: str) -> QuerySet[models.Person]:
    """Return the people with this name, address or id, the newest first. Without a word return all people with a group."""
    people = models.Person.objects.order_by("-created", "pk")
    if not who:
        return people.filter(pk__in=models.Membership.objects.values("person"))
    of_id = people.filter(pk=id_in(who))  # first: someone may be called like an id
    return of_id if of_id.exists() else people.filter(Q(name__iexact=who) | Q(email__iexact=who))


def groups_called(name: str) -> QuerySet[models.Circle]:
    """Return the groups with this name or id, or all, those with the most entries first."""
    groups = models.Circle.objects.order_by("-seq", "pk")
    of_id = groups.filter(pk=id_in(name))
    return groups if not name else of_id if of_id.exists() else groups.filter(name__iexact=name)


def describe_person(person: models.Person) -> str:
    seen = person.devices.aggregate(newest=Max("seen"))["newest"]
    parts = [
        person.name or "no name",
        person.email or ("no address" if services.has_login(person) else "guest"),
        f"since {person.created:%Y-%m-%d}",
        f"last seen {seen}" if seen else "never seen",
        f"groups: {person.memberships.count()}",
        state_of(person),
    ]
    return f"{person.pk}  {', '.join(filter(None, parts))}"


def state_of(person: models.Person) -> str:
    if person.erased is not None:
        return f"erased on {person.erased:%Y-%m-%d}"
    if person.deleted is not None:
        return f"deleted on {person.deleted:%Y-%m-%d}"
    if person.became_id is not None:
        return f"merged into {person.became_id}"
    return "" if person.is_active else "disabled"


def describe_group(group: models.Circle, *, with_size: bool) -> str:
    events = models.Event.objects.filter(circle=group)
    newest = events.order_by("-seq").values_list("received", flat=True).first()
    owners = group.memberships.filter(role=models.Role.OWNER).select_related("person")
    parts = [
        group.name or "no name",
        f"entries: {group.seq}",
        f"members: {group.memberships.count()}",
        f"owners: {', '.join(str(member.person) for member in owners) or 'none'}",
        f"last entry {newest:%Y-%m-%d}" if newest else "no entry",
        f"{size_of(events):,} bytes of entries" if with_size else "",
        f"erased on {group.erased:%Y-%m-%d}" if group.erased else "",
        f"deleted on {group.deleted:%Y-%m-%d}" if group.deleted and not group.erased else "",
    ]
    return f"{group.pk}  {', '.join(filter(None, parts))}"


def size_of(events: QuerySet[models.Event]) -> int:
    """Return the length of all entries as JSON. Tables and indexes that follow from them take about three times as much."""
    total = events.aggregate(total=Sum(Length(Cast("data", TextField()))))["total"]
    return total or 0
