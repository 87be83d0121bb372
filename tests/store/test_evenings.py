"""Evenings by the rule and by hand; a phone must group the matches in the same way."""

import io
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models, services
from games.imports import target
from games.imports.source import Source
from games.match.errors import Refused
from games.match.evening_rule import group_matches as table_evenings
from games.match.log import fold_events
from games.match.summary import summary
from games.match.times import HOUR
from games.services import erasing, imports
from games.services.log import store_events
from games.store import append, later_work, rebuild
from games.store import evenings as store
from games.store.logs import event_json
from games.web import page_host as web
from tests.match.logs import answers, event, id_of
from tests.store.conftest import Home

DAY = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
# In the future, in other zones, with a fraction of a second, at the limit of six hours.
ODD_CLOCKS = (
    "2099-01-01T00:00:00Z",
    "2026-03-01T23:30:00-05:00",
    "2026-03-02T00:00:00.25+00:00",
    "2026-03-02T05:59:59.9+06:00",
)


def at(hours: float) -> str:
    return (DAY + timedelta(hours=hours)).isoformat()


def start(name: str, hours: float, zone: str | None = None) -> dict[str, Any]:
    stored = event(f"start {name}", "start", [], game="bisca_tres", players=["Eleni", "Deniz"])
    return {**stored, "match": id_of(name), "at": at(hours) if zone is None else zone}


def deal(name: str, number: int, hours: float) -> dict[str, Any]:
    stored = event(f"{name} {number}", "deal", None, deal=id_of(f"{name} {number}"), answers=answers(71))
    return {**stored, "match": id_of(name), "at": at(hours)}


def of_match(name: str, kind: str, key: str) -> dict[str, Any]:
    return {**event(key, kind, None), "match": id_of(name)}


def evening(key: str, which: str, **data: Any) -> dict[str, Any]:
    return {**event(key, "evening", None, evening=id_of(which), **data), "match": None}


def evenings(home: Home) -> list[list[str]]:
    """Return the names of the matches of each evening, in order of time."""
    names: dict[Any, list[str]] = {}
    for match in models.Match.objects.filter(circle=home.circle, is_deleted=False).order_by("started", "id"):
        names.setdefault(match.evening, []).append(name_of(match))
    stored = models.Evening.objects.filter(circle=home.circle, begins__isnull=False)
    assert set(names) == {row.id for row in stored}
    assert_same_on_the_phone(home)
    return list(names.values())


def assert_same_on_the_phone(home: Home) -> None:
    """Check that the server's evenings are those that a phone computes from the events."""
    pulled = [event_json(entry) for entry in models.Event.objects.filter(circle=home.circle).order_by("seq")]
    logs = [
        fold_events([entry for entry in pulled if entry["match"] == match])
        for match in {entry["match"] for entry in pulled} - {None}
    ]
    lines = [summary(log) for log in logs if log.start is not None and not log.is_emptied and not log.is_deleted]
    phone = table_evenings(lines, [entry for entry in pulled if entry["kind"] == "evening"])
    server = web.evenings(home.circle.pk, web.latest_matches(home.circle.pk))
    assert [{name: line[name] for name in server[0]} for line in phone] == server if server else phone == []


def name_of(match: models.Match) -> str:
    return match.id.bytes.lstrip(b"\0").decode()


def test_late_entries_do_not_prolong_an_evening(home: Home) -> None:
    """One match of last week is entered just before tonight's; another is broken off and finished later."""
    home.accept(start("c", 72), start("paper", 0), deal("paper", 1, 167), start("tonight", 168))
    assert evenings(home) == [["paper"], ["c"], ["tonight"]]
    home.accept(start("a", 9.9), start("b", 10.1), deal("c", 1, 167.5))
    assert evenings(home) == [["paper", "a", "b"], ["c"], ["tonight"]]
    home.accept(start("long", 240), deal("long", 1, 251.9), start("after", 257.8))
    assert evenings(home)[3:] == [["long", "after"]]


def test_matches_less_than_six_hours_apart_are_one_evening(home: Home) -> None:
    home.accept(start("a", 0), deal("a", 1, 2), start("b", 7.9), start("c", 14))
    assert evenings(home) == [["a", "b"], ["c"]]


def test_six_hours_apart_are_two_evenings(home: Home) -> None:
    home.accept(start("a", 0), start("b", 6))
    assert evenings(home) == [["a"], ["b"]]


def test_last_round_of_previous_match_counts(home: Home) -> None:
    home.accept(start("a", 0), start("b", 7))
    assert evenings(home) == [["a"], ["b"]]
    home.accept(deal("a", 1, 3))
    assert evenings(home) == [["a", "b"]]


def test_a_struck_round_moves_no_match(home: Home) -> None:
    """The match goes on until the round of 6 h, so its evening until before 12 h. Without it, it would be until 6.25 h."""
    home.accept(start("a", 0), deal("a", 1, 0.25), deal("a", 2, 6), start("b", 11))
    home.accept({**event("strike", "strike", None, deal=id_of("a 2")), "match": id_of("a"), "at": at(12)})
    assert evenings(home) == [["a", "b"]]
    match = home.match(id_of("a"))
    assert (match.last, match.summary["ends"] - match.summary["last_round"]) == (DAY + timedelta(hours=6), 5.75 * HOUR)


def test_late_amendment_moves_no_match(home: Home) -> None:
    home.accept(start("a", 0), deal("a", 1, 1), start("b", 24))
    late = event("late", "amend", None, deal=id_of("a 1"), answers=answers(90))
    home.accept({**late, "match": id_of("a"), "at": at(24 * 20)})
    assert evenings(home) == [["a"], ["b"]]


def test_late_match_joins_two_evenings(home: Home) -> None:
    home.accept(start("a", 0), start("c", 8))
    home.accept(start("b", 4))
    assert evenings(home) == [["a", "b", "c"]]


def test_date_is_the_writers_local_date(home: Home) -> None:
    home.accept(start("a", 0, zone="2026-03-01T23:30:00-05:00"))
    assert str(models.Evening.objects.get().date) == "2026-03-01"


def test_start_in_the_future_is_replaced_by_time_of_receipt(home: Home) -> None:
    home.accept(start("a", 0, zone="2099-01-01T00:00:00-11:00"))
    match, received = models.Match.objects.get(), models.Event.objects.get().received
    assert match.started == received.replace(microsecond=0)
    assert match.date == models.Evening.objects.get().date == (received - timedelta(hours=11)).date()


def test_a_deleted_match_leaves_its_evening(home: Home) -> None:
    home.accept(start("a", 0), start("b", 5), start("c", 10))
    home.accept(of_match("b", "delete", "gone"))
    assert evenings(home) == [["a"], ["c"]]
    home.accept(of_match("b", "undelete", "back"))
    assert evenings(home) == [["a", "b", "c"]]


def test_person_can_arrange_and_name_an_evening(home: Home) -> None:
    home.accept(start("a", 0), start("b", 24))
    home.accept(evening("e1", "party", name="Party", place="Lefkara", matches=[id_of("a"), id_of("b")]))
    assert evenings(home) == [["a", "b"]]
    assert (models.Evening.objects.get().name, models.Evening.objects.get().place) == ("Party", "Lefkara")
    home.accept(start("c", 26))
    assert evenings(home) == [["a", "b", "c"]]


def test_person_can_split_an_evening(home: Home) -> None:
    home.accept(start("a", 0), start("b", 1), start("c", 2))
    home.accept(evening("e1", "late", matches=[id_of("c")]))
    assert evenings(home) == [["a", "b"], ["c"]]
    home.accept(evening("e2", "late", matches=[]))
    assert evenings(home) == [["a", "b", "c"]]


def test_naming_an_evening_keeps_its_matches(home: Home) -> None:
    home.accept(start("a", 0), start("b", 1))
    home.accept(evening("e1", "a", name="First"))
    assert evenings(home) == [["a", "b"]]
    home.accept(evening("e2", "a", note="It rained."))
    assert (models.Evening.objects.get().name, models.Evening.objects.get().note) == ("First", "It rained.")


def test_many_changes_at_once_move_each_match_once(
    home: Home, django_assert_max_num_queries: Callable[..., AbstractContextManager[None]]
) -> None:
    count = 200
    home.accept(*(start(f"m{number}", number / 3600) for number in range(count)))
    changes = [evening(f"e{number}", "xy"[number % 2], matches=[id_of("m0")]) for number in range(40)]
    with django_assert_max_num_queries(100):
        home.accept(*changes)
    assert rebuild.rebuild(home.circle.pk) == []
    assert {match.evening for match in models.Match.objects.all()} == {UUID(id_of("y"))}


@pytest.mark.parametrize("kinds", [("delete",), ("delete", "undelete")])
def test_many_deletions_at_once_move_each_match_once(
    home: Home, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    """The evening has the id of its first match, so each deletion of the first one moves all others."""
    count, gone = 120, 40
    home.accept(*(start(f"m{number}", number / 3600) for number in range(count)))
    moves: list[UUID] = []
    set_evenings = store.set_evenings
    monkeypatch.setattr(
        store, "set_evenings", lambda *arguments: (moves.extend(arguments[1]), set_evenings(*arguments))
    )
    for kind in kinds:
        moves.clear()
        home.accept(*(of_match(f"m{number}", kind, f"{kind} {number}") for number in range(gone)))
        assert len(moves) <= count
        assert len(set(moves)) == len(moves)
    assert rebuild.rebuild(home.circle.pk) == []


def test_moving_many_others_is_refused_and_the_rest_stored(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_MOVED", 5)
    home.accept(*(start(f"m{number}", number / 3600) for number in range(7)))
    pushed = home.push(start("early", -1), deal("m1", 1, 1), deal("early", 1, 1), start("late", 2))
    assert [(id, code) for id, code, _words in pushed.refused] == [
        (start("early", -1)["id"], "many_moved"),
        (deal("early", 1, 1)["id"], "many_moved"),
    ]
    assert len(pushed.accepted) == 2
    assert home.codes(of_match("m0", "delete", "gone")) == ["many_moved"]
    home.accept(*(of_match(f"m{number}", "delete", f"gone {number}") for number in (1, 2)))
    home.accept(of_match("m0", "delete", "gone"))
    assert evenings(home) == [["m3", "m4", "m5", "m6", "late"]]
    assert rebuild.rebuild(home.circle.pk) == []


def test_evening_events_that_move_many_others_are_refused(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_MOVED", 5)
    names = [f"m{number}" for number in range(8)]
    home.accept(*(start(name, number / 3600) for number, name in enumerate(names)))
    assert home.codes(evening("e1", "x", matches=[id_of("m0")]), start("next", 20)) == ["many_moved"]
    home.accept(evening("e2", "x", matches=[id_of(name) for name in names]))
    assert home.codes(evening("e3", "x", matches=[])) == ["many_moved"]
    home.accept(evening("e4", "x", name="Party"), evening("e5", "x", matches=[id_of(name) for name in names[3:]]))
    assert evenings(home) == [names[:3], names[3:], ["next"]]
    assert rebuild.rebuild(home.circle.pk) == []


def test_first_match_of_a_long_evening_is_found_in_the_index(home: Home) -> None:
    home.accept(*(start(f"m{number}", number / 3600) for number in range(50)))
    with CaptureQueriesContext(connection) as captured:
        store.refresh_evenings(home.circle.pk, {UUID(id_of("m0"))})
    reads = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    assert len(reads) == 1
    assert reads[0].endswith("LIMIT 1")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {reads[0]}")
            [plan] = [row[3] for row in cursor.fetchall()]
        assert "first_of_an_evening (circle_id=? AND evening=?)" in plan


def random_event(chance: Random, names: list[str], key: str) -> dict[str, Any]:
    name = chance.choice(names)
    return chance.choice(
        (
            start(name, chance.choice((0, 3, 5, 8, 11, 14, 20, 30))),
            start(name, 0, zone=chance.choice(ODD_CLOCKS)),
            deal(name, int(key.split()[0]), chance.randint(0, 40)),
            of_match(name, chance.choice(("delete", "undelete", "finish", "reopen")), f"act {key}"),
            evening(f"e {key}", chance.choice("xya"), name=f"n{key}", place=None),
            evening(f"e {key}", chance.choice("xya"), matches=[id_of(name) for name in chance.sample(names, 2)]),
            {**event(f"p {key}", "player", None, player=id_of(f"p{len(key) % 3}"), name=name), "match": None},
        )
    )


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_rebuild_finds_no_difference(home: Home, seed: int) -> None:
    """Rows follow from the events alone, in whatever order the events came."""
    chance = Random(seed)
    names = [chr(ord("a") + number) for number in range(8)]
    for number in range(60):
        home.push(*(random_event(chance, names, f"{number} {place}") for place in range(chance.choice((1, 1, 5, 20)))))
        if number % 10 == 0:
            evenings(home)
    evenings(home)
    differed = rebuild.rebuild(home.circle.pk)
    assert differed == [], "\n".join(differed)


def test_an_import_by_a_request_moves_a_limited_number_of_other_matches(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command of the host has no limit."""
    monkeypatch.setattr(store, "MOST_MOVED", 5)
    home.accept(*(start(f"m{number}", number / 3600) for number in range(8)))
    by_rule = {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": ["A", "B"], "deals": []}
    for most, started in ((20_000, "2026-03-01T17:30:00Z"), (None, "2026-03-01T17:31:00Z")):
        source = Source(io.BytesIO(json.dumps(by_rule | {"id": str(uuid4()), "started": started}).encode()))
        goal = target.choose_target(home.person, source, home.circle)
        if most is None:
            assert services.import_file(by=home.person, source=source, target=goal, most=None).matches == 1
        else:
            with pytest.raises(Refused, match="to another evening"):
                services.import_file(by=home.person, source=source, target=goal, most=most)


def test_a_push_lists_a_limited_number_of_matches(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    work = 2 * later_work.EVENING + 4 * later_work.LISTED_MATCH + later_work.RELEASED
    monkeypatch.setattr(later_work, "MOST", work + 0.00001)
    home.accept(*(start(f"m{number}", number) for number in range(8)))
    ids = [id_of(f"m{number}") for number in range(8)]
    lists = [evening(f"e{number}", f"x{number}", matches=ids[2 * number :][:2]) for number in range(4)]
    assert len(home.push(*lists).accepted) == 2
    assert len(home.push(*lists[2:]).accepted) == 2


def test_an_import_lists_a_limited_number_of_matches_at_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "MOST_LISTED", 4)
    home.accept(*(start(f"m{number}", number) for number in range(8)))
    ids = [id_of(f"m{number}") for number in range(8)]
    counts = (2, 2, 1, 7, 1, 3)
    lists = [evening(f"e{number}", f"x{number}", matches=ids[:count]) for number, count in enumerate(counts)]
    stored: list[int] = []

    def store(circle: UUID, appender: append.EventAppender) -> Any:
        stored.append(len(appender.new))
        return store_events(circle, appender)

    monkeypatch.setattr(imports, "store_events", store)
    source = Source(io.BytesIO("\n".join(map(json.dumps, lists)).encode()))
    goal = target.choose_target(home.person, source, home.circle)
    assert services.import_file(by=home.person, source=source, target=goal, most=20_000).events == len(lists)
    assert stored == [2, 1, 1, 2]


def test_rebuild_reports_and_corrects_differences(home: Home) -> None:
    home.accept(start("a", 0), deal("a", 1, 1))
    models.Result.objects.filter(side=0).update(total=99)
    models.Seat.objects.filter(side=1).delete()
    lines = rebuild.rebuild(home.circle.pk)
    assert [line.split(": ")[1] for line in lines] == ["total was 99, is 1", "was missing"]
    differed = rebuild.rebuild(home.circle.pk)
    assert differed == [], "\n".join(differed)


def test_match_deleted_a_month_ago_is_emptied(home: Home) -> None:
    home.accept(start("a", 0), deal("a", 1, 1), start("b", 30), of_match("a", "delete", "gone"))
    assert services.tidy_matches() == 0
    models.Event.objects.update(received=models.Event.objects.first().received - timedelta(days=31))
    assert services.tidy_matches() == 1
    assert services.tidy_matches() == 0
    left = models.Event.objects.filter(match=id_of("a")).order_by("seq")
    assert [(row.seq, row.kind, row.data) for row in left] == [(1, "start", {}), (2, "deal", {}), (4, "delete", {})]
    assert evenings(home) == [["b"]]
    assert home.codes(start("a", 0)) == ["deleted"]
    [(_id, code, words)] = home.push(deal("a", 2, 1)).refused
    assert (code, words.text) == ("no_match", "This match has been permanently deleted.")
    differed = rebuild.rebuild(home.circle.pk)
    assert differed == [], "\n".join(differed)


def test_a_match_is_emptied_in_parts_and_after_an_interruption(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "BATCH", 2)
    home.accept(start("a", 0), *(deal("a", number, 1) for number in range(1, 5)), of_match("a", "delete", "gone"))
    models.Event.objects.update(received=models.Event.objects.first().received - timedelta(days=31))

    def stop() -> None:
        raise InterruptedError

    with monkeypatch.context() as interrupted:
        interrupted.setattr(erasing, "let_others_write", stop)
        with pytest.raises(ExceptionGroup):
            services.tidy_matches()
    assert [bool(row.data) for row in models.Event.objects.order_by("seq")] == [False, False, True, True, True, False]
    assert home.codes(of_match("a", "undelete", "back")) == ["no_match"]
    assert services.tidy_matches() == 1
    assert not models.Event.objects.exclude(data={}).exists()
    assert not models.Match.objects.exists()
    assert not models.Seat.objects.exists()


def test_no_summary_is_read_to_place_matches(home: Home, django_assert_max_num_queries: Any) -> None:
    """One small event moves thousands of matches of a long evening while the circle is locked."""
    home.accept(*(start(name, hours) for name, hours in (("a", 0), ("b", 1), ("c", 2), ("d", 3))))
    with django_assert_max_num_queries(40) as captured:
        home.accept(evening("e", "a", matches=[id_of("b")]))
    read = [query["sql"] for query in captured.captured_queries if '"is_listed"' in query["sql"]]
    assert len(read) > 2
    assert [sql for sql in read if '"summary"' in sql] == []
