"""What Django has of that which an address of the table needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from games import models
from games.store.shelf import folded
from games.table.addresses import MATCH, Address
from games.table.asked import Stored

LATEST = 100  # matches that home and a new match look at


@contextmanager
def load(address: Address, member: models.Membership | None, args: dict[str, UUID]) -> Iterator[Stored]:
    """To be read and not to be kept."""
    if member is None:
        yield Stored()
    elif address.needs == MATCH:
        with folded(member.circle_id, args["match"]) as log:
            yield Stored(log)
    else:
        yield Stored(matches=matches(member.circle_id), players=players(member.circle_id))


def matches(circle: UUID) -> list[dict[str, Any]]:
    """Those played last, a line each."""
    found = models.Match.objects.filter(circle=circle, is_deleted=False).order_by("-last", "id")
    return list(found.values_list("summary", flat=True)[:LATEST])


def players(circle: UUID) -> list[dict[str, Any]]:
    found = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return [
        {"id": str(id), "name": name, "hidden": hidden, "same_as": None if same_as is None else str(same_as)}
        for id, name, hidden, same_as in found.values_list("id", "name", "hidden", "same_as")
    ]
