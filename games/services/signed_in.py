"""Checks inside a transaction that the access of a request has not ended since the request began."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from games import models
from games.match.errors import Refused
from games.rules.words import _

OTHER_PERSON = ("other_person", _("Someone else is signed in here."))


def require_signed_in(person: models.Person) -> None:
    """Lock the person until the transaction ends. Raise `Refused` if their sessions ended since the request began.

    A new password or signing out elsewhere ends sessions. A request on its way must not create lasting access then.
    """
    current = models.Person.objects.select_for_update().filter(pk=person.pk, is_active=True).first()
    if current is None or current.get_session_auth_hash() != person.get_session_auth_hash():
        raise Refused(*OTHER_PERSON)


def require_access(person: models.Person, key: models.Device | None) -> None:
    """Raise `PermissionDenied` if the key or, without one, the person's sessions ended since the request began.

    It locks nothing. So what the current transaction stores may still come a moment after the end.
    """
    if key is not None:
        is_valid = models.Device.objects.filter(pk=key.pk, hash=key.hash, revoked=None, needs_session=False).exists()
    else:
        current = models.Person.objects.filter(pk=person.pk, is_active=True).first()
        is_valid = current is not None and current.get_session_auth_hash() == person.get_session_auth_hash()
    if not is_valid:
        raise PermissionDenied
