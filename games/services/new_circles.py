"""Limit the guests, each with a circle or by invitation, that one network address begins in a day.

A guest needs no password, so someone could fill the database with guests. Many people may share an address, so the
number is large. The count is in the database, which all processes share.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.utils import timezone

from games import models
from games.rules.words import _
from games.services import guesses
from games.services.registration import NotOpen
from scorekeeper.clients import is_regular

MOST_A_DAY = 1_000  # guests from one address
MOST_INVITED = 50  # besides, guests by the invitations of one regular person
SALT, INVITED = "games.services.new_circles", "games.services.new_circles invited"
TOO_MANY = (
    "many_guests",
    _("Too many new guests used this network address today. Sign in, or try again tomorrow."),
)


class TooManyGuests(NotOpen):
    """The refusal of a further guest. The phone keeps its unsent events, and sends them later."""


def count(address: str | None, inviter: models.Person | None = None) -> None:
    """Count a new guest of an address. Raise `TooManyGuests` if it has had too many today. None is not counted.

    Other guests of the address cannot use up the places of people whom a regular person invites.
    """
    if address is None or not settings.THROTTLE:
        return
    if inviter is not None and is_regular(inviter.created):
        places = ((str(inviter.pk), MOST_INVITED), (address, MOST_A_DAY))
        if all(guesses.count_if_allowed(guesses.place_of(place, INVITED), most, tomorrow()) for place, most in places):
            return
    # Counts are deleted after the time that they name, so this one names the end of the day.
    if not guesses.count_if_allowed(guesses.place_of(address, SALT), MOST_A_DAY, tomorrow()):
        raise TooManyGuests(*TOO_MANY)


def tomorrow() -> datetime:
    """Return the end of the current day."""
    return datetime.combine(timezone.now().astimezone(UTC).date() + timedelta(days=1), time(), UTC)
