"""The shape and size of an event: an id, a known kind, the data that the kind needs. Its time as a whole number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.errors import Refused
from games.match.lineups import POINTS
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.match.log import Event

    Check = Callable[[Any], bool]

NO_RESULT = "none"  # of a match that is over and counts for nobody
MOST_TOTAL = 999_999  # of a match entered by its totals, on either side of zero
SIZE_OF_CONTAINER, SIZE_OF_ITEM = 40, 30  # characters that a list or an object counts beside its content, and each item
LONG_DATA = "long_data", _("This entry has more than %(most)s characters.")
EVERYTHING = 1_000_000_000  # characters: more than there can be
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


def is_points(value: Any) -> bool:
    return value in POINTS


def is_totals(value: Any) -> bool:
    return isinstance(value, list) and all(type(total) is int and abs(total) <= MOST_TOTAL for total in value)


def is_no_result(value: Any) -> bool:
    return bool(value == NO_RESULT)


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
    ("people", (EventField("points", is_points), optional("before", is_id)) + SEATING),
    ("deal", (DEAL, ANSWERS, optional("before", is_id))),
    ("amend", (DEAL, ANSWERS)),
    ("strike", (DEAL,)),
    ("restore", (DEAL,)),
    ("settle", (optional("keep", is_ids), optional("strike", is_ids))),
    ("options", (EventField("options", is_object),)),
    ("finish", (optional("totals", is_totals), optional("result", is_no_result))),
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
FIELDS = dict(KINDS)
OF_CIRCLE = ("player", "evening")  # their `match` is null


def validate_event(event: Any, *, is_emptied: bool = False) -> None:
    """Raise `Refused` if the value is not an event. `is_emptied` is true for one without data, from a deleted match."""
    if not isinstance(event, dict) or not is_id(event.get("id")):
        raise Refused("id", _("An event needs an id: a lower-case UUID."))
    kind, after = event.get("kind"), event.get("after")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise Refused("kind", _("Unknown kind of event."))
    if kind not in OF_CIRCLE and not is_id(event.get("match")):
        raise Refused("no_match", _("No such match."))
    if kind in OF_CIRCLE and event.get("match") is not None:
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="match")
    if not (after is None or is_id(after) or is_ids(after)):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="after")
    if event.get("at") is not None and not is_time(event["at"]):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="at")
    if event.get("data") is not None and not isinstance(event["data"], dict):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="data")
    data = event.get("data") or {}
    for field in () if is_emptied else FIELDS[kind]:
        value = data.get(field.name)
        if (value is None and field.needed) or (value is not None and not field.check(value)):
            raise Refused("data", _("“%(field)s” is missing or invalid."), field=field.name)


def validate_size(event: Event) -> None:
    """Raise `Refused` if the event names too many ids, or holds too much data."""
    data = event.get("data") or {}
    most_ids = (
        ("after", event.get("after"), limits.MOST_IDS),
        ("keep", data.get("keep"), limits.MOST_IDS),
        ("strike", data.get("strike"), limits.MOST_IDS),
        ("matches", data.get("matches"), limits.MOST_MATCHES),
    )
    for name, value, most in most_ids:
        if isinstance(value, list) and len(value) > most:
            raise Refused("many_ids", _("“%(field)s” has more than %(most)s entries."), field=name, most=most)
    counted = [field.name for field in FIELDS[event["kind"]] if field.check is is_ids]
    rest = {name: data[name] for name in data if name not in counted}
    if content_size(rest, limits.MOST_DATA) > limits.MOST_DATA:
        raise Refused(*LONG_DATA, most=limits.MOST_DATA)


def content_size(value: Any, most: int = EVERYTHING) -> int:
    """Return the size of a JSON value in characters. All hosts count the same, however they write JSON.

    Lists, objects and their items count for the memory that they take: at most six bytes for each character.
    Above `most` it counts no further.
    """
    size, left = 0, [value]
    while left and size <= most:
        value = left.pop()
        if isinstance(value, dict):
            size += SIZE_OF_CONTAINER + sum([SIZE_OF_ITEM + len(name) for name in value])
            left.extend(value.values())
        elif isinstance(value, list):
            size += SIZE_OF_CONTAINER + SIZE_OF_ITEM * len(value)
            left.extend(value)
        else:
            size += len(value) if isinstance(value, str) else 4
    return size


# Times as whole numbers, so that both hosts compare them in the same way. People read the stored text.

TIME = "0000-00-00T00:00:00"
HOUR = 3600 * 1_000_000  # in microseconds
DAY = 24 * HOUR


def is_time(value: Any) -> bool:
    """Return whether the value is a date and a time with a zone: 2026-11-20T19:42:10+02:00, or Z for the zone.

    Up to nine decimals of a second may follow the seconds.
    """
    if not isinstance(value, str) or not len(TIME) < len(value) <= len(TIME) + len(".000000000+00:00"):
        return False
    shape = "".join(["0" if "0" <= letter <= "9" else letter for letter in value])
    rest = shape[len(TIME) :]
    zone = rest[1:].lstrip("0") if rest[:2] == ".0" else rest
    if shape[: len(TIME)] != TIME or zone not in ("Z", "+00:00", "-00:00") or len(rest) - len(zone) > 10:
        return False
    is_real_zone = zone == "Z" or (value[-5:-3] < "24" and value[-2:] < "60")
    is_real_time = value[11:13] < "24" and value[14:16] < "60" and value[17:19] < "60"
    if not is_real_zone or not is_real_time or value[:4] < "0002":
        return False  # in the year 1 a zone could lead out of the calendar
    return date(microseconds(value[: len(TIME)] + "Z") // DAY) == value[:10]


def event_time(event: Event) -> int:
    """Return when an event was recorded: its own time, but never later than the server received it."""
    times = [microseconds(text) for text in (event.get("at"), event.get("received")) if text]
    return min(times) if times else 0


def day(event: Event) -> str:
    """Return the date on which an event was recorded, in the zone where it was recorded."""
    written = event.get("at") or event.get("received") or "1970-01-01T00:00:00Z"
    ahead = microseconds(written) - event_time(event)  # of the server's clock
    local = microseconds(written if written[-1] == "Z" else written[:-6] + "Z")
    return date((local - ahead) // DAY)


def microseconds(text: str) -> int:
    """Return the microseconds from 1970 to a time in the format of events: 2026-11-20T19:42:10.5+02:00."""
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    if month < 3:
        year, month = year - 1, month + 12  # years begin in March here, so that the leap day comes last
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day - 719469
    hours, minutes = days * 24 + int(text[11:13]), int(text[14:16])
    if text[-1] == "Z":
        decimals = text[20:-1]
    else:
        decimals, sign = text[20:-6], -1 if text[-6] == "-" else 1
        hours, minutes = hours - sign * int(text[-5:-3]), minutes - sign * int(text[-2:])
    return ((hours * 60 + minutes) * 60 + int(text[17:19])) * 1_000_000 + int((decimals + "000000")[:6])


def date(days: int) -> str:
    """Return the date of a number of days since 1970. The calendar repeats itself every 146097 days."""
    cycles, left = (days + 719468) // 146097, (days + 719468) % 146097
    year = (left - left // 1460 + left // 36524 - left // 146096) // 365
    left -= 365 * year + year // 4 - year // 100
    month = (5 * left + 2) // 153  # March is 0
    day = left - (153 * month + 2) // 5 + 1
    if month > 9:
        year, month = year + 1, month - 12
    return f"{400 * cycles + year:04}-{month + 3:02}-{day:02}"
