"""Guessing is slow: so many wrong codes from one place in ten minutes, so many from all places together.

Counted in the database, which all processes share, and by single statements, so that no two guesses at once count
as one. What was right is not counted.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import models
from games.match.errors import Refused
from games.rules.words import _

WINDOW = timedelta(minutes=10)
FROM_ONE, FROM_ALL = 10, 200
ALL = ""
LATER = "later"
SALT = "games.services.guesses"


def count(address: str) -> None:
    """Before it is known whether a guess is right: afterwards many at once would all have been let."""
    for place, most in ((place_of(address), FROM_ONE), (ALL, FROM_ALL)):
        if not is_within_limit(place, most):
            raise Refused(LATER, _("Too many wrong codes just now. Wait ten minutes, or use the link instead."))


def forgive(address: str) -> None:
    """It was right."""
    places = (place_of(address), ALL)
    models.Guesses.objects.filter(place__in=places, since=window(), count__gt=0).update(count=F("count") - 1)


def is_within_limit(place: str, most: int) -> bool:
    since = window()
    mine = models.Guesses.objects.filter(place=place, since=since)
    if not mine.exists():  # the first of these ten minutes, perhaps of several at once
        models.Guesses.objects.filter(since__lt=since).delete()
        models.Guesses.objects.bulk_create([models.Guesses(place=place, since=since)], ignore_conflicts=True)
    return mine.filter(count__lt=most).update(count=F("count") + 1) > 0


def window() -> datetime:
    """When the ten minutes began that it is now."""
    return datetime.fromtimestamp(timezone.now().timestamp() // WINDOW.total_seconds() * WINDOW.total_seconds(), UTC)


def place_of(address: str) -> str:
    """Whoever has one address of the newer kind has 2^64 of them."""
    try:
        found = ip_address(address)
    except ValueError:  # a socket has none
        return salted_hmac(SALT, address, algorithm="sha256").hexdigest()
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        address = str(int(found) >> 64)
    return salted_hmac(SALT, address, algorithm="sha256").hexdigest()
