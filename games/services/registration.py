"""Registration: open to everyone, by invitation only, or closed."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext

from games.match.errors import Refused
from games.rules.words import _

CLOSED = {
    "invited": _("This server is by invitation only. Ask someone who plays here to invite you."),
    "closed": _("This server does not accept new people. If you have an account, sign in."),
}


class NotOpen(Refused):
    """The refusal of a stranger. The phone keeps its unsent events."""


def closed_words(*, is_invited: bool = False) -> str:
    """Return the sentence for a stranger whom this server would refuse, or ""."""
    try:
        require_open_registration(is_invited=is_invited)
    except NotOpen as closed:
        return closed.words.translated(gettext)
    return ""


def require_open_registration(*, is_invited: bool = False) -> None:
    """Raise `NotOpen` unless a stranger may become a person. `manage.py token` and `signin` do not check this."""
    if settings.REGISTRATION != "open" and not (is_invited and settings.REGISTRATION == "invited"):
        raise NotOpen("not_open", CLOSED[settings.REGISTRATION])
