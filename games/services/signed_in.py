"""Checks inside a transaction that the access of a request has not ended since the request began."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from games import models
from games.match.errors import Refused
from games.rules.words import _

OTHER_PERSON = ("other_person", _("Someone else is signed in here."))


def require_signed_in(person: models.Person) -> None:
    """Lock the person until the transaction ends. Raise `Refused` if the access of the request has ended since it began.

    A new password or signing out elsewhere ends sessions, and a key can be revoked. A request on its way must not create
    lasting access then.
    """
    lock_person(person)
    if not has_access(person):
        raise Refused(*OTHER_PERSON)


def lock_person(person: models.Person) -> None:
    """Let requests that end access, and requests that create lasting access, come one after the other."""
    models.Person.objects.select_for_update().filter(pk=person.pk).first()


def require_access(person: models.Person) -> None:
    """Raise `PermissionDenied` if the access of the request has ended since it began.

    It locks nothing. So what the current transaction stores may still come a moment after the end.
    """
    if not has_access(person):
        raise PermissionDenied


def has_access(person: models.Person) -> bool:
    """Return whether the sessions of the person of a request, and the key through which they act, are still valid."""
    current = models.Person.objects.filter(pk=person.pk, is_active=True).first()
    if current is None or current.get_session_auth_hash() != person.get_session_auth_hash():
        return False
    return person.acts_through is None or models.Device.objects.filter(person.acts_through).exists()
