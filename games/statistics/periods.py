"""Stretches of time, in as few pieces as can be: months, years, and single days where a stretch begins or ends within a month.

A month is "2026-11", a year "2026", and "" is all the time that there was.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

EVER = ""
MONTHS, YEARS = 24, 20  # of those so many are shown at most, side by side
Days = tuple[date, date]  # the first and the last of some days within a month
Piece = str | Days


def around(day: date) -> list[str]:
    """The periods that a day is in, the longest first."""
    return [EVER, year(day), month(day)]


def year(day: date) -> str:
    return day.isoformat()[: len("2026")]


def month(day: date) -> str:
    return day.isoformat()[: len("2026-11")]


def days_of(period: str) -> Days:
    """The first day and the last of a period."""
    if period == EVER:
        return date.min, date.max
    if is_month(period):
        first = date.fromisoformat(f"{period}-01")
        return first, end_of_month(first)
    return date.fromisoformat(f"{period}-01-01"), date.fromisoformat(f"{period}-12-31")


def is_month(period: str) -> bool:
    return len(period) == len("2026-11")


def end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def split_period(first: date, last: date) -> list[Piece]:
    """From one day to another, both of them within."""
    found: list[Piece] = []
    while first <= last:
        piece = longest(first, last)
        found.append(piece)
        end = piece[1] if isinstance(piece, tuple) else days_of(piece)[1]
        if end == last:
            break
        first = end + timedelta(days=1)
    return found


def longest(first: date, last: date) -> Piece:
    """The longest that begins with this day and is over by the last."""
    for period in (year(first), month(first)):
        begins, ends = days_of(period)
        if begins == first and ends <= last:
            return period
    return first, min(last, end_of_month(first))


def side_by_side(first: date, last: date) -> Iterator[tuple[str, list[Piece]]]:
    """A stretch month by month, or year by year where it is long: the latest ones."""
    months = list(months_between(first, last))
    names, most = (months, MONTHS) if len(months) <= MONTHS else (list(years_between(first, last)), YEARS)
    for name in names[-most:]:
        begins, ends = days_of(name)
        yield name, split_period(max(first, begins), min(last, ends))


def years_between(first: date, last: date) -> Iterator[str]:
    for number in range(first.year, last.year + 1):
        yield f"{number:04}"


def months_between(first: date, last: date) -> Iterator[str]:
    for number in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield f"{number // 12:04}-{number % 12 + 1:02}"


def months_before(day: date, count: int) -> date:
    """The first day of the month that was so many months before that of this day."""
    number = day.year * 12 + day.month - 1 - count
    return date(number // 12, number % 12 + 1, 1)
