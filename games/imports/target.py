"""Where a file is to go: which circle, and whether it is made for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4, uuid5

from games import models
from games.imports.source import LOG, Source
from games.match.errors import Refused
from games.match.events import is_id, is_time
from games.models import WRITERS, Role
from games.rules.words import _

LONGEST = 200  # letters of a name
NO_CIRCLE = ("data", _("“%(field)s” is missing or not as it should be."))
OTHER = ("other_circle", _("This is the file of another circle. Bring it in as a circle of its own."))
TAKEN = (
    "taken",
    _(
        "You have brought this circle in before, and deleted or left it. What was deleted can be brought back for a month."
    ),
)


@dataclass(frozen=True)
class ImportTarget:
    circle: UUID
    is_new: bool = False
    name: str = ""
    created: str | None = None
    original: UUID | None = None  # the circle of the file, where it is here and the asker's, too
    keeps_authors: bool = False


def at(by: models.Person, source: Source, circle: models.Circle | None) -> ImportTarget:
    """Where matches go is said by `circle`: None is a new one. The log of a circle goes into that very one, or a new one."""
    if source.kind != LOG:
        return as_new(by, source) if circle is None else ImportTarget(circle.pk)
    told, mine = circle_in_head(source.head), models.Membership.objects.filter(person=by, circle__deleted=None)
    copy = copy_of(by, told)
    for one in (told, copy):
        if mine.filter(circle=one, role__in=WRITERS).exists():
            return ImportTarget(one, original=original_of(by, told), keeps_authors=is_alone(by, one))
    return as_new(by, source)


def as_new(by: models.Person, source: Source) -> ImportTarget:
    """As a circle of its own."""
    if source.kind != LOG:
        return ImportTarget(uuid4(), is_new=True)
    told, head = circle_in_head(source.head), source.head
    name, created = head.get("name"), head.get("created")
    return ImportTarget(
        free(told, copy_of(by, told)),
        is_new=True,
        name=name[:LONGEST] if isinstance(name, str) else "",
        created=created if is_time(created) else None,
        original=original_of(by, told),
        keeps_authors=True,
    )


def into(by: models.Person, source: Source, circle: models.Circle) -> ImportTarget:
    """Into this circle, whatever it is; it may not become another's copy."""
    if source.kind != LOG:
        return ImportTarget(circle.pk)
    told = circle_in_head(source.head)
    if not belongs(source, circle):
        raise Refused(*OTHER)
    return ImportTarget(circle.pk, original=original_of(by, told), keeps_authors=is_alone(by, circle.pk))


def circle_in_head(head: dict[str, Any]) -> UUID:
    if not is_id(head.get("circle")):
        raise Refused(NO_CIRCLE[0], NO_CIRCLE[1], field="circle")
    return UUID(head["circle"])


def copy_of(by: models.Person, told: UUID) -> UUID:
    """The id of the asker's copy of a circle that is here already: the same one each time."""
    return uuid5(by.pk, str(told))


def original_of(by: models.Person, told: UUID) -> UUID | None:
    is_mine = models.Membership.objects.filter(person=by, circle=told, circle__deleted=None).exists()
    return told if is_mine else None


def belongs(source: Source, circle: models.Circle) -> bool:
    """Whether its events are those of the circle, or it has none yet."""
    if circle.seq == 0 or str(circle.pk) == source.head["circle"]:
        return True
    first = next(source.iter_entries(), None)
    said = first.value.get("id") if first is not None and isinstance(first.value, dict) else None
    return is_id(said) and models.Event.objects.filter(circle=circle, id=UUID(said)).exists()


def is_alone(by: models.Person, circle: UUID) -> bool:
    """Whether nobody else is in it, of whom a file could tell what they have not written."""
    members = models.Membership.objects.filter(circle=circle)
    return list(members.values_list("person", "role")[:2]) == [(by.pk, Role.OWNER)]


def free(*ids: UUID) -> UUID:
    """A circle that is not here keeps its id."""
    for id in ids:
        if not models.Circle.objects.filter(pk=id).exists():
            return id
    raise Refused(*TAKEN)
