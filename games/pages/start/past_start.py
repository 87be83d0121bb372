"""A match that was played before it is written down, from paper: the form says when it began, and so does its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.clock import microseconds
from games.match.errors import Refused
from games.match.events import is_time
from games.rules.words import _

if TYPE_CHECKING:
    from games.pages.request import Form, PageRequest

FIELDS = ("day", "time")
USUAL = "20:00"
FIRST = "1900"  # nobody remembers what was played before


def read_past_start(form: Form, query: Form) -> None:
    """The address says that it was played earlier, and perhaps when."""
    if query.has("day"):
        for name in FIELDS:
            form.put(name, query.get(name))
        if not form.get("time"):
            form.put("time", USUAL)


def began(form: Form, asked: PageRequest) -> str:
    """When the match began, by the clock where it is written down; raises `Refused`. Without a day it begins now."""
    if not form.has("day"):
        return asked.now
    day, time = [form.get(name) for name in FIELDS]
    at = f"{day}T{time}:00{'Z' if asked.now[-1] == 'Z' else asked.now[-6:]}"
    if len(day) != 10 or len(time) != 5 or not is_time(at) or day < FIRST:
        raise Refused("when", _("The day and the time are needed here, about when the match began."))
    if microseconds(at) > microseconds(asked.now):
        raise Refused("when", _("This moment is still to come."))
    return at
