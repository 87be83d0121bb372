"""Choose the circle of an import, which may be a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.utils.crypto import salted_hmac

from games import models
from games.imports.source import LOG, Source
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.match.times import is_time
from games.models import WRITERS, Role
from games.rules.words import _

SALT = "games.imports.target"
LONGEST = 200  # letters of a name
NO_CIRCLE = ("data", _("“%(field)s” is missing or invalid."))
OTHER = ("other_circle", _("This file belongs to another group. Import it as a separate group."))
DELETED_BEFORE = (
    "taken",
    _("You imported this group before and then deleted or left it. Deleted items can be restored for a month."),
)


@dataclass(frozen=True)
class ImportTarget:
    circle: UUID
    is_new: bool = False
    name: str = ""
    created: str | None = None
    original: UUID | None = None  # the circle of the file, if it exists here and the importer is a member
    keeps_authors: bool = False


def choose_target(by: models.Person, source: Source, circle: models.Circle | None) -> ImportTarget:
    """Return the target: `circle`, or a new one for None. A log always goes into its own circle or into a copy.

    A circle that the server does not know is copied, too. An older copy of the database may have been restored. The first
    to import the log must not become the owner of the circle then: its owner's phone creates it again.
    """
    if source.kind != LOG:
        return new_target(by, source) if circle is None else ImportTarget(circle.pk)
    original = circle_in_head(source.head)
    memberships = models.Membership.objects.filter(person=by, circle__deleted=None, role__in=WRITERS)
    known = [original, copy_of(by, original)]
    if is_alone(by, first_copy_of(by, original)):
        known.append(first_copy_of(by, original))
    for existing in known:
        if memberships.filter(circle=existing).exists():
            return ImportTarget(existing, original=original_of(by, original), keeps_authors=is_alone(by, existing))
    return replace(new_target(by, source), circle=free_id(copy_of(by, original)))


def new_target(by: models.Person, source: Source) -> ImportTarget:
    """Return a new circle as the target. A circle unknown here keeps its id."""
    if source.kind != LOG:
        return ImportTarget(uuid4(), is_new=True)
    original, head = circle_in_head(source.head), source.head
    name, created = head.get("name"), head.get("created")
    return ImportTarget(
        free_id(original, copy_of(by, original)),
        is_new=True,
        name=name[:LONGEST] if isinstance(name, str) else "",
        created=created if is_time(created) else None,
        original=original_of(by, original),
        keeps_authors=True,
    )


def into(by: models.Person, source: Source, circle: models.Circle) -> ImportTarget:
    """Return this circle as the target; raise `Refused` if the file is the log of another one."""
    if source.kind != LOG:
        return ImportTarget(circle.pk)
    original = circle_in_head(source.head)
    if not belongs(source, circle):
        raise Refused(*OTHER)
    return ImportTarget(circle.pk, original=original_of(by, original), keeps_authors=is_alone(by, circle.pk))


def circle_in_head(head: dict[str, Any]) -> UUID:
    if not is_id(head.get("circle")):
        raise Refused(NO_CIRCLE[0], NO_CIRCLE[1], field="circle")
    return UUID(head["circle"])


def copy_of(by: models.Person, original: UUID) -> UUID:
    """Return the id of the importer's copy of an existing circle: the same id each time.

    Only this server can compute it. So nobody learns from it who has a copy, or creates a circle with this id first.
    """
    return UUID(salted_hmac(SALT, f"{by.pk} {original}", algorithm="sha256").hexdigest()[:32], version=4)


def first_copy_of(by: models.Person, original: UUID) -> UUID:
    """Return the id that 0.1.0 gave to a copy. Others can compute it, so the circle must not have other members."""
    return uuid5(by.pk, str(original))


def original_of(by: models.Person, original: UUID) -> UUID | None:
    is_mine = models.Membership.objects.filter(person=by, circle=original, circle__deleted=None).exists()
    return original if is_mine else None


def belongs(source: Source, circle: models.Circle) -> bool:
    """Return whether the events of the file are those of the circle, or the circle has none yet."""
    if circle.seq == 0 or str(circle.pk) == source.head["circle"]:
        return True
    first = next(source.iter_entries(), None)
    first_id = first.value.get("id") if first is not None and isinstance(first.value, dict) else None
    return is_id(first_id) and models.Event.objects.filter(circle=circle, id=UUID(first_id)).exists()


def is_alone(by: models.Person, circle: UUID) -> bool:
    """Return whether the importer is the owner and only member: a file could misquote other members."""
    members = models.Membership.objects.filter(circle=circle)
    return list(members.values_list("person", "role")[:2]) == [(by.pk, Role.OWNER)]


def free_id(*ids: UUID) -> UUID:
    """Return the first id that no circle has."""
    for id in ids:
        if not models.Circle.objects.filter(pk=id).exists():
            return id
    raise Refused(*DELETED_BEFORE)
