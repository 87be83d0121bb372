"""Times as whole numbers, so that both hosts compare them in the same way. People read the stored text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.match.log import Event

HOUR = 3600 * 1_000_000  # in microseconds


def event_time(event: Event) -> int:
    """Return when an event was recorded: its own time, but never later than the server received it."""
    times = [microseconds(text) for text in (event.get("at"), event.get("received")) if text]
    return min(times) if times else 0


def day(event: Event) -> str:
    """Return the date on which an event was recorded, in the zone where it was recorded."""
    zone = zone_minutes(event.get("at") or event.get("received") or "Z")
    return date((event_time(event) // 60_000_000 + zone) // 1440)


def microseconds(text: str) -> int:
    """Return the microseconds from 1970 to a time in the format of events: 2026-11-20T19:42:10.5+02:00."""
    part = text[20:-1] if text[-1] == "Z" else text[20:-6]  # of a second
    hours = days(int(text[:4]), int(text[5:7]), int(text[8:10])) * 24 + int(text[11:13])
    minutes = hours * 60 + int(text[14:16]) - zone_minutes(text)
    return (minutes * 60 + int(text[17:19])) * 1_000_000 + int((part + "000000")[:6])


def zone_minutes(text: str) -> int:
    """Return how many minutes the zone of a time is ahead of Greenwich."""
    if text[-1] == "Z":
        return 0
    return (int(text[-5:-3]) * 60 + int(text[-2:])) * (-1 if text[-6] == "-" else 1)


def days(year: int, month: int, day: int) -> int:
    """Return the days from 1970 to a date. Years begin in March here, so that the leap day comes last."""
    if month < 3:
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day - 719469


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
