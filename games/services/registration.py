"""Who may come: everybody, those who were invited, or nobody who is not here already."""

from __future__ import annotations

from django.conf import settings

from games.match.errors import Refused
from games.rules.words import _

CLOSED = {
    "invited": _("This server takes in those who were invited. Ask somebody who plays here to invite you."),
    "closed": _("This server takes in nobody new. Whoever has an account can sign in."),
}


class NotOpen(Refused):
    """Said to a stranger; what a phone has written stays on it."""


def require_open_registration(*, is_invited: bool = False) -> None:
    """Before a person is made of a stranger. `manage.py token` and `signin` never ask."""
    if settings.REGISTRATION != "open" and not (is_invited and settings.REGISTRATION == "invited"):
        raise NotOpen("not_open", CLOSED[settings.REGISTRATION])
