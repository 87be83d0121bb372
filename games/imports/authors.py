"""Who wrote the events of a circle that comes from elsewhere.

Whoever brings a file in could have written it themselves. So nobody who uses this server is named as a writer because a
file says so: only whoever brings it in, people whom nobody here is, and those of whom the very same event is stored here, in
a circle that the asker belongs to. For all others the asker stands, under the name that the file has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.events import is_id
from games.store.append_imported import Author
from games.store.logs import client_content, event_json, same_json

if TYPE_CHECKING:
    from games.match.log import Event

LONGEST = 200  # letters of a name


def signed(by: models.Person, events: list[Any], original: UUID | None) -> tuple[dict[str, Author], set[UUID]]:
    """The writers by the events' ids, and those of them who are to be made: they have no row here yet.

    `original` is the circle of the file, where it is here and the asker's too.
    """
    said = {event["id"]: event for event in events if isinstance(event, dict) and is_id(event.get("id"))}
    named = {id: stated_author(event) for id, event in said.items()}
    ids = {author[0] for author in named.values() if author is not None}
    here = dict(models.Person.objects.filter(pk__in=ids).values_list("pk", "is_active"))
    nobody = nobody_among(here)
    attested = attested_by(original, said) if original is not None else {}
    found: dict[str, Author] = {}
    unknown: set[UUID] = set()
    for id, author in named.items():
        if id in attested:
            found[id] = attested[id]
        elif author is not None:
            is_new = author[0] not in here
            found[id] = author if is_new or author[0] in nobody or author[0] == by.pk else (by.pk, author[1])
            unknown |= {author[0]} if is_new else set()
    return found, unknown


def stated_author(event: Event) -> Author | None:
    """As the file has it; None where it does not say."""
    by = event.get("by")
    if not isinstance(by, dict) or not is_id(by.get("id")):
        return None
    name = by.get("name")
    return UUID(by["id"]), name if isinstance(name, str) and len(name) <= LONGEST else ""


def nobody_among(here: dict[UUID, bool]) -> set[UUID]:
    """Those who stand here for a writer elsewhere, from an earlier file: nobody has ever been them."""
    silent = [pk for pk, is_active in here.items() if not is_active]
    found = models.Person.objects.filter(pk__in=silent, became=None, deleted=None, last_login=None, devices=None)
    return set(found.values_list("pk", flat=True))


def attested_by(circle: UUID, said: dict[str, Event]) -> dict[str, Author]:
    """Of the events that are stored in that circle, word for word: who wrote them. A name that was erased stays so."""
    found = models.Event.objects.filter(circle=circle, id__in=list(said))
    return {
        str(one.id): (one.by_id, one.by_name)
        for one in found
        if same_json(client_content(event_json(one)), client_content(said[str(one.id)]))
    }
