"""Periods of time, split into whole months and single days where a period begins or ends within a month.

A month is written "2026-11", a year "2026".
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date

MOST_MONTHS, MOST_YEARS = 24, 20  # columns of a chart
Days = tuple[date, date]  # the first and the last of some days
MonthOrDays = str | Days


def year(day: date) -> str:
    return day.isoformat()[: len("2026")]


def month(day: date) -> str:
    return day.isoformat()[: len("2026-11")]


def days_of(period: str) -> Days:
    """Return the first and the last day of a month or a year."""
    if is_month(period):
        first = date.fromisoformat(f"{period}-01")
        return first, end_of_month(first)
    return date.fromisoformat(f"{period}-01-01"), date.fromisoformat(f"{period}-12-31")


def is_month(period: str) -> bool:
    return len(period) == len("2026-11")


def end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def split_period(first: date, last: date) -> list[MonthOrDays]:
    """Split the days from `first` to `last`, both included, into as few parts as possible."""
    parts: list[MonthOrDays] = []
    if first > last:
        return parts
    ends_of_period = month(first), month(last)
    for name in months_between(first, last):
        if name in ends_of_period:  # perhaps a part of it
            begins, ends = days_of(name)
            part = max(first, begins), min(last, ends)
            parts.append(name if part == (begins, ends) else part)
        else:
            parts.append(name)
    return parts


def side_by_side(first: date, last: date) -> Iterator[tuple[str, list[MonthOrDays]]]:
    """Yield each month of a period, or each year of a long one, with its parts. Only the latest ones are included."""
    months = list(months_between(first, last))
    is_long = len(months) > MOST_MONTHS
    columns, most = (list(years_between(first, last)), MOST_YEARS) if is_long else (months, MOST_MONTHS)
    for period in columns[-most:]:
        begins, ends = days_of(period)
        yield period, split_period(max(first, begins), min(last, ends))


def years_between(first: date, last: date) -> Iterator[str]:
    for number in range(first.year, last.year + 1):
        yield f"{number:04}"


def months_between(first: date, last: date) -> Iterator[str]:
    for number in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield f"{number // 12:04}-{number % 12 + 1:02}"


def month_number(name: str) -> int:
    """Return the number of a month, so that the difference of two is the number of months between them."""
    return int(name[: len("2026")]) * 12 + int(name[len("2026-") :])


def months_before(day: date, count: int) -> date:
    """Return the first day of the month `count` months before the month of `day`."""
    number = day.year * 12 + day.month - 1 - count
    return date(number // 12, number % 12 + 1, 1)
