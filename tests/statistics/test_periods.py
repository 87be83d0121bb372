from datetime import date, timedelta
from random import Random

import pytest

from games.statistics.periods import days_of, months_before, side_by_side, split_period

D = date.fromisoformat


@pytest.mark.parametrize(
    ("first", "last", "parts"),
    [
        ("2026-02-01", "2026-02-28", ["2026-02"]),
        ("2025-11-01", "2026-02-28", ["2025-11", "2025-12", "2026-01", "2026-02"]),
        ("2026-03-02", "2026-04-30", [(D("2026-03-02"), D("2026-03-31")), "2026-04"]),
        ("2026-03-02", "2026-03-02", [(D("2026-03-02"), D("2026-03-02"))]),
        ("2026-03-01", "2026-04-29", ["2026-03", (D("2026-04-01"), D("2026-04-29"))]),
        ("2026-03-02", "2026-03-01", []),
        ("9999-12-01", "9999-12-31", ["9999-12"]),
        ("0001-01-01", "0001-01-31", ["0001-01"]),
    ],
)
def test_a_period_is_split_into_months_and_days(first: str, last: str, parts: list[str]) -> None:
    assert split_period(D(first), D(last)) == parts


@pytest.mark.parametrize("seed", range(30))
def test_parts_have_every_day_once(seed: int) -> None:
    chance = Random(seed)
    first = D("2019-06-01") + timedelta(days=chance.randrange(900))
    last = first + timedelta(days=chance.randrange(1500))
    days = []
    for part in split_period(first, last):
        begins, ends = part if isinstance(part, tuple) else days_of(part)
        days += [begins + timedelta(days=number) for number in range((ends - begins).days + 1)]
    assert days == [first + timedelta(days=number) for number in range((last - first).days + 1)]


def test_two_years_have_columns_by_month_and_longer_periods_by_year() -> None:
    months = list(side_by_side(D("2024-12-31"), D("2026-11-02")))
    assert [name for name, _parts in months] == ["2024-12", *(f"2025-{n:02}" for n in range(1, 13))] + [
        f"2026-{n:02}" for n in range(1, 12)
    ]
    assert months[0][1] == [(D("2024-12-31"), D("2024-12-31"))]
    years = list(side_by_side(D("2024-11-30"), D("2026-11-30")))
    assert years[1:] == [
        ("2025", [f"2025-{n:02}" for n in range(1, 13)]),
        ("2026", [f"2026-{n:02}" for n in range(1, 12)]),
    ]
    assert [name for name, _parts in side_by_side(D("1970-01-01"), D("2026-11-30"))][::19] == ["2007", "2026"]


def test_a_year_before() -> None:
    assert months_before(D("2026-11-20"), 11) == D("2025-12-01")
    assert months_before(D("2026-01-31"), 1) == D("2025-12-01")
