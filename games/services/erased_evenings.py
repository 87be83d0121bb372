"""Erase the texts of evenings whose matches are all erased."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID

from django.db import transaction

from games import models
from games.services import erasing
from games.store.event_pages import AT_ONCE


def evenings_to_erase() -> dict[UUID, set[UUID]]:
    """Return the evenings, by circle, that have a text but no match left, and whose matches are all erased."""
    left = models.Evening.objects.filter(by_hand=True, begins=None).exclude(name="", place="", note="")
    evenings: dict[UUID, set[UUID]] = defaultdict(set)
    for circle, evening in left.values_list("circle", "id"):
        evenings[circle].add(evening)
    return {circle: ids & evenings_of_erased_matches(circle) for circle, ids in evenings.items()}


def evenings_of_erased_matches(circle: UUID) -> set[UUID]:
    """Return the evenings that had matches of which none exists: a deleted match may be undeleted.

    An evening that someone prepares before its first match has had none.
    """
    existing = {str(id) for id in models.Match.objects.filter(circle=circle).values_list("id", flat=True)}
    matches: dict[str, set[str]] = defaultdict(set)
    events = models.Event.objects.filter(circle=circle)
    for id in events.filter(kind="start").values_list("match", flat=True).iterator():
        matches[str(id)].add(str(id))  # an evening begins with the id of its first match
    for data in events.filter(kind="evening").values_list("data", flat=True).iterator(chunk_size=AT_ONCE):
        if data:
            matches[data["evening"]].update(data.get("matches") or ())
    return {UUID(evening) for evening, ids in matches.items() if ids and existing.isdisjoint(ids)}


def erase_evening_texts(circle: UUID, evenings: set[UUID]) -> None:
    """Erase the names, places and notes of these evenings, a few in each transaction."""
    ids = {str(id) for id in evenings}

    def without_texts(event: models.Event) -> dict[str, Any]:
        is_left = event.data.get("evening") not in ids
        return {name: value for name, value in event.data.items() if is_left or name in ("evening", "matches")}

    last = erasing.store_but_last(
        circle, models.Event.objects.filter(circle=circle, match=None, kind="evening"), without_texts
    )
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        erasing.store_data(circle, last)
        erasing.count_erasure([circle])
    for part in (list(ids)[first : first + erasing.EDITS] for first in range(0, len(ids), erasing.EDITS)):
        erase_texts_of_rows(circle, part)
        erasing.let_others_write()


@transaction.atomic
def erase_texts_of_rows(circle: UUID, evenings: list[str]) -> None:
    """Erase the texts of these evenings that have no match. Texts that are left lead the next call here again."""
    models.Circle.objects.select_for_update().get(pk=circle)
    models.Evening.objects.filter(circle=circle, id__in=evenings, begins=None).update(name="", place="", note="")
    erasing.bump_version(circle, None)
