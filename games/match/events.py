"""The shape of an event: an id, a known kind, and the data that the kind needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Check = Callable[[Any], bool]

HEX = "0123456789abcdef"
SPACES = (
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def is_id(value: Any) -> bool:
    """Return whether the value is a UUID in small letters with hyphens, so that each id has one spelling only."""
    if not isinstance(value, str) or len(value) != 36:
        return False
    digits = value.replace("-", "")
    return value[8] == value[13] == value[18] == value[23] == "-" and len(digits) == 32 and not digits.strip(HEX)


def is_ids(value: Any) -> bool:
    return isinstance(value, list) and all(is_id(id) for id in value)


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def strip_spaces(text: str) -> str:
    """Return the text without the spaces around it, of every kind: `strip` of MicroPython knows fewer kinds."""
    start, end = 0, len(text)
    while start < end and text[start] in SPACES:
        start += 1
    while end > start and text[end - 1] in SPACES:
        end -= 1
    return text[start:end]


def is_name(value: Any) -> bool:
    return isinstance(value, str) and len(strip_spaces(value)) > 0 and len(value) <= 200


def is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 2000


def is_yes_no(value: Any) -> bool:
    return type(value) is bool


def is_seat(value: Any) -> bool:
    return type(value) is int


def is_players(value: Any) -> bool:
    """Return whether the value is a list of names, or of objects with an id and a name."""
    return isinstance(value, list) and all(is_name(player) or is_player(player) for player in value)


def is_player(value: Any) -> bool:
    return isinstance(value, dict) and is_id(value.get("id")) and is_name(value.get("name"))


class EventField:
    """A field of an event's data: its name, its check, and whether it is needed."""

    def __init__(self, name: str, check: Check, needed: bool = True) -> None:
        self.name = name
        self.check = check
        self.needed = needed


def optional(name: str, check: Check) -> EventField:
    return EventField(name, check, needed=False)


DEAL = EventField("deal", is_id)
ANSWERS = EventField("answers", is_object)
SEATING = (EventField("players", is_players), optional("first_dealer", is_seat))

KINDS: tuple[tuple[str, tuple[EventField, ...]], ...] = (
    ("start", (EventField("game", is_text), optional("options", is_object)) + SEATING),
    ("seats", SEATING),
    ("deal", (DEAL, ANSWERS, optional("before", is_id))),
    ("amend", (DEAL, ANSWERS)),
    ("strike", (DEAL,)),
    ("restore", (DEAL,)),
    ("settle", (optional("keep", is_ids), optional("strike", is_ids))),
    ("options", (EventField("options", is_object),)),
    ("finish", ()),
    ("reopen", ()),
    ("delete", ()),
    ("undelete", ()),
    (
        "player",
        (
            EventField("player", is_id),
            optional("name", is_name),
            optional("hidden", is_yes_no),
            optional("same_as", is_id),
        ),
    ),
    (
        "evening",
        (
            EventField("evening", is_id),
            optional("name", is_text),
            optional("place", is_text),
            optional("note", is_text),
            optional("matches", is_ids),
        ),
    ),
)
OF_CIRCLE = ("player", "evening")  # their `match` is null


def event_fields(kind: Any) -> tuple[EventField, ...] | None:
    for known, fields in KINDS:
        if known == kind:
            return fields
    return None


def validate_event(event: Any) -> None:
    """Raise `Refused` if the value is not an event."""
    if not isinstance(event, dict) or not is_id(event.get("id")):
        raise Refused("id", _("An event needs an id: a UUID in small letters."))
    fields = event_fields(event.get("kind"))
    if fields is None:
        raise Refused("kind", _("This kind of event is not known here."))
    if event["kind"] in OF_CIRCLE:
        if event.get("match") is not None:
            raise Refused("data", _("“%(field)s” is missing or not as it should be."), field="match")
    elif not is_id(event.get("match")):
        raise Refused("no_match", _("There is no such match."))
    validate_envelope(event)
    data = event.get("data") or {}
    for field in fields:
        value = data.get(field.name)
        if (value is None and field.needed) or (value is not None and not field.check(value)):
            raise Refused("data", _("“%(field)s” is missing or not as it should be."), field=field.name)


def validate_envelope(event: dict[str, Any]) -> None:
    after = event.get("after")
    if not (after is None or is_id(after) or is_ids(after)):
        raise Refused("data", _("“%(field)s” is missing or not as it should be."), field="after")
    if event.get("at") is not None and not is_time(event["at"]):
        raise Refused("data", _("“%(field)s” is missing or not as it should be."), field="at")
    if event.get("data") is not None and not isinstance(event["data"], dict):
        raise Refused("data", _("“%(field)s” is missing or not as it should be."), field="data")


TIME = "0000-00-00T00:00:00"


def is_time(value: Any) -> bool:
    """Return whether the value is a date and a time with a zone: 2026-11-20T19:42:10+02:00, or Z for the zone.

    Up to nine decimals of a second may follow the seconds.
    """
    if not isinstance(value, str) or len(value) < len(TIME) + 1 or not fits_pattern(TIME, value):
        return False
    rest = value[len(TIME) :]
    if rest[0] == ".":
        digits = len(rest) - len(rest[1:].lstrip("0123456789"))
        rest = rest[digits:] if 1 < digits <= 10 else ""
    if rest != "Z" and (len(rest) != 6 or not (fits_pattern("+00:00", rest) or fits_pattern("-00:00", rest))):
        return False
    return is_real_date(value) and (rest == "Z" or (int(rest[1:3]) < 24 and int(rest[4:6]) < 60))


def fits_pattern(pattern: str, value: str) -> bool:
    """Return whether the value equals the pattern, with any digit for every 0."""
    return all("0" <= letter <= "9" if sample == "0" else letter == sample for letter, sample in zip(value, pattern))


def is_real_date(value: str) -> bool:
    year, month, day = int(value[:4]), int(value[5:7]), int(value[8:10])
    hour, minute, second = int(value[11:13]), int(value[14:16]), int(value[17:19])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    # in the year 1 a zone could lead out of the calendar
    return year > 1 and 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60 and second < 60
