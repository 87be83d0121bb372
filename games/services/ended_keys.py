"""Keys that phones had before. Someone who lent a phone, or copied its key, must not register such a key again."""

from __future__ import annotations

from games import models
from games.match.errors import Refused
from games.rules.words import _
from games.services import keys

TAKEN = _("These ids are already in use; create new ones.")


def end_keys(hashes: list[str]) -> None:
    """Store the hashes of keys that end permanently: of replaced keys, and of rows that are deleted."""
    models.EndedKey.objects.bulk_create([models.EndedKey(hash=hash) for hash in hashes], ignore_conflicts=True)


def is_ended(key: str) -> bool:
    return models.EndedKey.objects.filter(hash=keys.digest(key)).exists()


def require_unused(key: str) -> None:
    """Raise `Refused` if a phone had this key before."""
    if is_ended(key):
        raise Refused("taken", TAKEN)
