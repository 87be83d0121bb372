"""The invented year is valid, and contains everything that a demo must show."""

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice, pairwise
from typing import Any
from uuid import UUID

import pytest

from games.demo.year import PEOPLE, Event, Year
from games.match.evening_rule import same_evening
from games.match.log import Log, fold_events
from games.match.sheet import sheet_from_log
from games.match.summary import summary
from games.match.times import HOUR
from games.rules import catalogue

pytestmark = pytest.mark.slow

CIRCLE = UUID(int=7)
NOW = datetime(2026, 11, 22, 18, 5, 30, 123456, tzinfo=timezone(timedelta(hours=2)))


def year(seed: int = 1, now: datetime = NOW, circle: UUID = CIRCLE) -> list[list[Event]]:
    return list(Year(seed, circle, now).events())


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return [event for evening in year() for event in evening]


@pytest.fixture(scope="module")
def logs(events: list[Event]) -> list[Log]:
    matches: dict[str, list[Event]] = {}
    for event in events:
        if event["match"]:
            matches.setdefault(event["match"], []).append({**event, "received": event["at"]})
    return [
        fold_events([{**event, "seq": seq} for seq, event in enumerate(match_events, 1)])
        for match_events in matches.values()
    ]


def test_the_same_seed_gives_the_same_year() -> None:
    def first_evenings(*seed_and_circle: Any) -> list[list[Event]]:
        return list(islice(Year(*seed_and_circle, NOW).events(), 4))

    assert first_evenings(1, CIRCLE) == first_evenings(1, CIRCLE)
    assert first_evenings(1, CIRCLE) != first_evenings(2, CIRCLE)
    ids = [
        {event["id"] for evening in first_evenings(1, circle) for event in evening} for circle in (CIRCLE, UUID(int=8))
    ]
    assert not ids[0] & ids[1]


def test_a_year_has_many_evenings(logs: list[Log]) -> None:
    assert 150 <= len(logs) <= 260
    days = {summary(log)["day"] for log in logs}
    assert 50 <= len(days) <= 90
    first, last = min(days), max(days)
    assert (first[:7], last) == ("2025-11", "2026-11-22")


def test_no_event_is_in_the_future(events: list[Event]) -> None:
    assert max(datetime.fromisoformat(event["at"]) for event in events) <= NOW
    midnight = datetime(2026, 1, 1, tzinfo=UTC)
    assert all(datetime.fromisoformat(event["at"]) <= midnight for event in year(now=midnight)[-1])


def test_no_match_has_a_problem_or_an_open_question(logs: list[Log]) -> None:
    for log in logs:
        sheet = sheet_from_log(log)
        assert sheet is not None
        assert [row.problems for row in sheet.rows if row.problems] == []
        assert all(row.complete for row in sheet.rows)
        assert summary(log)["undecided"] == 0


def test_matches_do_not_overlap(logs: list[Log]) -> None:
    summaries = [summary(log) for log in logs]
    for first, second in pairwise(summaries):
        assert first["ends"] <= second["begins"]
    evenings = sum(
        not same_evening(second["begins"], first["begins"], first["ends"], HOUR)
        for first, second in pairwise(summaries)
    )
    assert evenings >= 50


def test_all_games_and_all_people_occur(logs: list[Log]) -> None:
    games = Counter(log.game for log in logs)
    assert sorted(games) == sorted(catalogue.keys())
    assert min(games.values()) >= 3
    names = Counter(name for log in logs for name in summary(log)["names"])
    assert sorted(names) == sorted(name for name, _skill, _often in PEOPLE)


def test_one_match_is_in_progress_and_some_were_finished_early(logs: list[Log]) -> None:
    open_ones = [log for log in logs if not summary(log)["finished"]]
    assert open_ones == [logs[-1]]
    assert len(logs[-1].counted_deals()) == 3
    early = [log for log in logs if log.is_closed and log.game != "points"]
    assert early


def test_some_matches_end_with_a_tie(logs: list[Log]) -> None:
    assert any(len(summary(log)["winners"]) > 1 for log in logs if summary(log)["finished"])


def test_some_rounds_are_amended_and_some_struck(events: list[Event]) -> None:
    kinds = Counter(event["kind"] for event in events)
    assert kinds["amend"] > 20
    assert kinds["strike"] > 5


def test_some_bids_are_made_and_some_fail(logs: list[Log]) -> None:
    sheets = [sheet_from_log(log) for log in logs if log.game == "pilotta"]
    bids = Counter(row.facts.get("made") for sheet in sheets if sheet for row in sheet.rows)
    assert bids[True] > bids[False] > 10


def test_some_evenings_have_names_places_and_notes(events: list[Event]) -> None:
    evenings = [event["data"] for event in events if event["kind"] == "evening"]
    assert len(evenings) > 4
    assert {name for data in evenings for name in data if data[name]} >= {"name", "place", "note"}
