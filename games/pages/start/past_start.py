"""A match that is recorded later, from paper: the form says when it began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.match.times import is_time, microseconds
from games.rules.words import _

if TYPE_CHECKING:
    from games.pages.request import Form, PageRequest

FIELDS = ("day", "time")
USUAL = "20:00"
FIRST = "1900"  # earlier dates must be typing errors


def read_past_start(form: Form, query: Form) -> None:
    """Copy day and time from the URL, if it says that the match was played earlier."""
    if query.has("day"):
        for name in FIELDS:
            form.set(name, query.get(name))
        if not form.get("time"):
            form.set("time", USUAL)


def start_time(form: Form, request: PageRequest) -> str:
    """Return the start of the match, in the time zone of the request. Without a day this is now.

    Raise `Refused` if day or time is invalid or in the future.
    """
    if not form.has("day"):
        return request.now
    day, time = [form.get(name) for name in FIELDS]
    at = f"{day}T{time}:00{'Z' if request.now[-1] == 'Z' else request.now[-6:]}"
    if len(day) != 10 or len(time) != 5 or not is_time(at) or day < FIRST:
        raise Refused("when", _("Enter the day and the approximate time the match started."))
    if microseconds(at) > microseconds(request.now):
        raise Refused("when", _("This time is in the future."))
    return at
