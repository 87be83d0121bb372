"""Times as whole numbers agree with the standard library."""

from datetime import UTC, datetime, timedelta, timezone
from random import Random

import pytest

from games.match.times import date, day, event_time, is_time, microseconds

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def test_any_time_agrees_with_the_standard_library() -> None:
    chance = Random(1)
    for _ in range(3000):
        day = datetime(2, 1, 1) + timedelta(days=chance.randrange(9997 * 365), seconds=chance.randrange(86400))
        zone = timezone(timedelta(minutes=chance.randint(-1439, 1439)))
        time = day.replace(microsecond=chance.choice((0, chance.randrange(1_000_000))), tzinfo=zone)
        assert is_time(time.isoformat())
        assert microseconds(time.isoformat()) == (time - EPOCH) // timedelta(microseconds=1), time


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.5Z", 500_000),
        ("1970-01-01T00:00:01.0000019+00:00", 1_000_001),
        ("1969-12-31T23:00:00-01:00", 0),
        ("1970-03-01T00:00:00Z", 59 * 86_400_000_000),
        ("2000-03-01T00:00:00Z", 951_868_800_000_000),
    ],
)
def test_known_times_are_converted(text: str, time: int) -> None:
    assert microseconds(text) == time


def test_a_clock_ahead_of_the_server_is_corrected() -> None:
    early, late = "2026-11-20T19:42:10+02:00", "2026-11-20T19:42:11+02:00"
    for event in ({"at": early}, {"at": early, "received": late}, {"at": late, "received": early}, {"received": early}):
        assert event_time(event) == microseconds(early)
    assert event_time({}) == 0


def test_the_date_of_an_event_is_in_the_zone_of_its_writer() -> None:
    chance = Random(2)
    for _ in range(3000):
        number = chance.randrange(-365 * 1900, 365 * 7900)
        assert date(number) == str((EPOCH + timedelta(days=number)).date())
    assert day({"at": "2026-11-21T00:30:00+02:00"}) == "2026-11-21"
    assert day({"at": "2026-11-20T23:30:00-11:00", "received": "2026-11-20T23:30:00Z"}) == "2026-11-20"
    assert day({"at": "2099-01-01T00:00:00-11:00", "received": "2026-11-20T10:59:59Z"}) == "2026-11-19"
