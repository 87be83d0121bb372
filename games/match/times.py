"""Times of events as whole numbers, so that both hosts compare them in the same way. People read the stored text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event

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


def is_day(value: Any) -> bool:
    """Return whether the value is a date: 2026-11-20."""
    return isinstance(value, str) and len(value) == 10 and is_time(value + "T00:00:00Z")


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
