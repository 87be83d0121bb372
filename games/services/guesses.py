"""Slow down guessing: limit the wrong codes in ten minutes, from one address and from all addresses together.

The count is in the database, which all processes share, and changes by single statements, so that parallel guesses
count separately. Right codes are not counted.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import models
from games.match.errors import Refused
from games.rules.words import _
from scorekeeper.proxies import client_network

WINDOW = timedelta(minutes=10)
FROM_ONE, FROM_ALL = 10, 200
ALL = ""
LATER = "later"
SALT = "games.services.guesses"


def count(address: str) -> None:
    """Count the attempt before checking the code, so that parallel guesses cannot all pass."""
    for place, most in ((place_of(address), FROM_ONE), (ALL, FROM_ALL)):
        if not count_if_allowed(place, most):
            raise Refused(LATER, _("Too many wrong codes. Wait ten minutes, or use the link instead."))


def forgive(address: str) -> None:
    """Uncount an attempt with a right code."""
    places = (place_of(address), ALL)
    models.Guesses.objects.filter(place__in=places, since=window(), count__gt=0).update(count=F("count") - 1)


def count_if_allowed(place: str, most: int, since: datetime | None = None) -> bool:
    """Count an attempt from this place unless it is over the limit. Return whether it was counted.

    Attempts are counted in the current ten minutes, or in the window that `since` names.
    """
    return counted(place, most, since) is not None


def counted(place: str, most: int, since: datetime | None = None) -> int | None:
    """Count an attempt like `count_if_allowed`. Return how many there are now, or None if it is over the limit.

    Others that are counted at the same moment may be left out.
    """
    since = since or window()
    mine = models.Guesses.objects.filter(place=place, since=since)
    before = mine.values_list("count", flat=True).first()
    if before is None:  # the first attempt in this window, perhaps one of several at once
        models.Guesses.objects.filter(since__lt=window()).delete()
        models.Guesses.objects.bulk_create([models.Guesses(place=place, since=since)], ignore_conflicts=True)
    is_counted = mine.filter(count__lt=most).update(count=F("count") + 1) > 0
    return (before or 0) + 1 if is_counted else None


def window(length: timedelta = WINDOW) -> datetime:
    """Return the start of the current window, which has this length."""
    seconds = length.total_seconds()
    return datetime.fromtimestamp(timezone.now().timestamp() // seconds * seconds, UTC)


def place_of(address: str, salt: str = SALT) -> str:
    """Return a keyed hash of the address, or of its network."""
    return salted_hmac(salt, client_network(address), algorithm="sha256").hexdigest()
