"""A check inside a transaction that the person of a request is still signed in."""

from __future__ import annotations

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
