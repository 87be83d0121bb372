"""Authors of the events of a circle from another server.

The importer could have written the file. So a person of this server does not become an author because a file says
so. A stated author counts only for the importer, for an author unknown to this server, or for an event that a circle
of the importer stores. All other events belong to the importer, under the author's name in the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.event_fields import is_id
from games.store.append_imported import Author
from games.store.client_content import client_content, same_json
from games.store.logs import event_json

if TYPE_CHECKING:
    from games.match.log import Event

LONGEST = 200  # letters of a name


def resolve_authors(by: models.Person, events: list[Any], original: UUID | None) -> tuple[dict[str, Author], set[UUID]]:
    """Return the authors by event id, and the authors that have no row in the database yet.

    `original` is the circle of the file, if it exists here and the importer is a member.
    """
    by_id = {event["id"]: event for event in events if isinstance(event, dict) and is_id(event.get("id"))}
    stated = {id: stated_author(event) for id, event in by_id.items()}
    ids = {author.by for author in stated.values() if author is not None}
    existing = dict(models.Person.objects.filter(pk__in=ids).values_list("pk", "is_active"))
    placeholders = placeholders_among(existing)
    attested = attested_by(original, by_id) if original is not None else {}
    authors: dict[str, Author] = {}
    unknown: set[UUID] = set()
    for id, author in stated.items():
        if id in attested:
            authors[id] = attested[id]
        elif author is not None:
            is_new = author.by not in existing
            is_believed = is_new or author.by in placeholders or author.by == by.pk
            authors[id] = author if is_believed else author._replace(by=by.pk)
            unknown |= {author.by} if is_new else set()
    return authors, unknown


def stated_author(event: Event) -> Author | None:
    """Return the author that the file states, or None without a valid one."""
    by = event.get("by")
    if not isinstance(by, dict) or not is_id(by.get("id")):
        return None
    name = by.get("name")
    return Author(UUID(by["id"]), name if isinstance(name, str) and len(name) <= LONGEST else "")


def placeholders_among(existing: dict[UUID, bool]) -> set[UUID]:
    """Return those who are only authors in an earlier imported file: nobody ever signed in as them."""
    inactive = [pk for pk, is_active in existing.items() if not is_active]
    people = models.Person.objects.filter(pk__in=inactive, became=None, deleted=None, last_login=None, devices=None)
    return set(people.values_list("pk", flat=True))


def attested_by(circle: UUID, events: dict[str, Event]) -> dict[str, Author]:
    """Return the authors of those events that the circle stores with the same content. An erased name stays erased."""
    rows = models.Event.objects.filter(circle=circle, id__in=list(events))
    return {
        str(row.id): Author(row.by_id, row.by_name, bool(row.is_imported))
        for row in rows
        if same_json(client_content(event_json(row)), client_content(events[str(row.id)]))
    }
