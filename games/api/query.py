"""Read the parameters of the address. A wrong value is an error of the API."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.utils.dateparse import parse_date
from django.utils.translation import gettext
from rest_framework.request import Request

from games.api.errors import InvalidRequest
from games.match.document import find_game
from games.match.event_fields import is_id
from games.rules import catalogue
from games.rules.custom_game import is_custom
from games.rules.game import Game

MOST = 999_999_999  # of a whole number
# Names that every address accepts. A client may send its circle with every request, and the framework reads `format`.
EVERYWHERE = ("circle", "format")


def require_known_names(request: Request, known: Sequence[str]) -> None:
    """Raise `InvalidRequest` for the first name in the address that is not known here."""
    for name in request.query_params:
        if name not in known and name not in EVERYWHERE:
            words = gettext("Unknown parameter “%(name)s”. There are none here.")
            if known:
                words = gettext("Unknown parameter “%(name)s”. Allowed: %(known)s.")
            raise InvalidRequest(words % {"name": name, "known": ", ".join(known)}, "unknown_parameter")


def game(request: Request) -> Game | None:
    """Return the game of the address, or None. It may be one that the group has named itself."""
    key = request.query_params.get("game")
    if key is None:
        return None
    return (catalogue.find(key) if is_custom(key) else None) or find_game(key)


def whole_number(request: Request, name: str, least: int = 0, most: int = MOST) -> int | None:
    """Return a whole number of the address within its limits, or None."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        words = gettext("“%(name)s” must be a whole number from %(least)s to %(most)s.")
        raise InvalidRequest(words % {"name": name, "least": least, "most": most}, "number")
    return int(text)


def day(request: Request, name: str) -> date | None:
    """Return a date of the address, or None."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        date_given = parse_date(text)
    except ValueError:
        date_given = None
    if date_given is None or not 1900 <= date_given.year < 9000:
        raise InvalidRequest(gettext("“%(name)s” must be a date, such as 2026-11-20.") % {"name": name}, "date")
    return date_given


def id_of(request: Request, name: str) -> UUID | None:
    """Return an id of the address, or None."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not is_id(text):
        raise InvalidRequest(gettext("“%(name)s” must be an id: a lower-case UUID.") % {"name": name}, "id")
    return UUID(text)


def yes_no(request: Request, name: str) -> bool | None:
    """Return a choice of the address, or None."""
    text = request.query_params.get(name)
    if text not in (None, "true", "false"):
        raise InvalidRequest(gettext("“%(name)s” must be true or false.") % {"name": name}, "yes_no")
    return None if text is None else text == "true"
