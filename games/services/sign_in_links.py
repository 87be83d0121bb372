"""Links that sign a person in once. `manage.py signin` creates one for people who can no longer sign in."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing
from django.utils.crypto import salted_hmac

from games import models
from games.services.leaving import can_be_restored

LASTS = timedelta(minutes=15)
SALT = "games.web.you.link"
HOME = "home"  # the query of a link that goes on to the home page


def sign(person: models.Person) -> str:
    return signing.dumps(signed_content(person), salt=SALT)


def signed_content(person: models.Person) -> list[str]:
    """Return what a link signs.

    The last sign-in is part of it, so that a link works only once. So is a keyed hash of what ends sessions: a new password
    and signing out elsewhere end the link.
    """
    last_login = "" if person.last_login is None else person.last_login.isoformat()
    sessions = salted_hmac(SALT, person.get_session_auth_hash(), algorithm="sha256").hexdigest()
    return [person.pk.hex, last_login, sessions]


def person_of(signed: str) -> models.Person | None:
    """Return the person of the link, or None if it is invalid. Lock the row until the transaction ends."""
    try:
        content = signing.loads(signed, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    person = models.Person.objects.select_for_update().filter(pk=content[0]).first()
    if person is None or not (person.is_active or can_be_restored(person)):
        return None
    return person if signed_content(person) == content else None
