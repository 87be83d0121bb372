"""Logs cached by several processes: each must be compared with the database before use."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games import models, services
from games.http import etags
from games.match.log import apply_event
from games.services import tidying
from games.store import append, rebuild
from games.store import logs as stored_logs
from games.store.logs import LOG_CACHE, CachedLog, LogCache, format_time, open_logs
from tests.match.logs import MATCH, deal, event, id_of, start
from tests.store.conftest import Home


@pytest.fixture(autouse=True)
def committed(home: Home, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the callbacks after a commit, which return logs to the cache; a test transaction never runs them."""
    push = home.push

    def push_and_commit(*events: Any) -> services.PushResult:
        with django_capture_on_commit_callbacks(execute=True):
            return push(*events)

    monkeypatch.setattr(home, "push", push_and_commit)
    LOG_CACHE.clear()
    yield
    LOG_CACHE.clear()


def pop_cached(home: Home) -> CachedLog:
    """Take the log out of the cache, as another process would hold it."""
    cached = LOG_CACHE.logs.pop((home.circle.pk, MATCH), None)
    assert cached is not None
    return cached


def restore_backup(home: Home, seq: int) -> None:
    """Restore an older copy of the database."""
    models.Event.objects.filter(circle=home.circle, seq__gt=seq).delete()
    models.Circle.objects.filter(pk=home.circle.pk).update(seq=seq)
    rebuild.rebuild(home.circle.pk)


def test_events_of_other_processes_are_read(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    other = pop_cached(home)
    home.accept(deal("b", "a"))
    LOG_CACHE.store(home.circle.pk, {MATCH: other})
    home.accept(deal("c", "b"))
    assert home.match(MATCH).summary["deals"] == 3
    assert rebuild.rebuild(home.circle.pk) == []


@pytest.mark.parametrize("again", ["c", "d"])
def test_restored_backup_is_detected(home: Home, again: str) -> None:
    """This holds even if the last event comes again with its old number, but behind other events."""
    home.accept(start(), deal("a", "start"), deal("b", "a"), deal("c", "a"))
    other = pop_cached(home)
    restore_backup(home, 2)
    home.accept(deal("n", "a", points=49), deal(again, "a"))
    LOG_CACHE.store(home.circle.pk, {MATCH: other})
    home.accept(event("f", "finish", None))
    assert rebuild.rebuild(home.circle.pk) == []
    assert home.match(MATCH).summary["totals"] == [1, 1]


def test_emptied_match_cannot_be_restored_from_the_cache(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    other = pop_cached(home)
    home.accept(event("x", "delete", "a"))
    models.Event.objects.update(received=models.Event.objects.get(seq=1).received - timedelta(days=31))
    assert tidying.empty_match(home.circle.pk, UUID(MATCH))
    LOG_CACHE.store(home.circle.pk, {MATCH: other})
    assert home.codes(event("y", "undelete", "x")) == ["no_match"]
    assert rebuild.rebuild(home.circle.pk) == []


def test_reader_sees_events_of_other_processes(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    other = pop_cached(home)
    home.accept(deal("b", "a"))
    LOG_CACHE.store(home.circle.pk, {MATCH: other})
    with open_logs(home.circle.pk, [UUID(MATCH)]) as [log]:
        assert log is other.log
        assert [event["seq"] for event in log.events] == [1, 2, 3]


def test_reader_sees_a_restored_backup(home: Home) -> None:
    home.accept(start(), deal("a", "start"), deal("b", "a"))
    restore_backup(home, 2)
    with open_logs(home.circle.pk, [UUID(MATCH)]) as [log]:
        assert [event["seq"] for event in log.events] == [1, 2]


def test_log_is_cached_after_reading_but_not_meanwhile(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    LOG_CACHE.clear()
    with open_logs(home.circle.pk, [UUID(MATCH)]) as [log]:
        assert (home.circle.pk, MATCH) not in LOG_CACHE.logs
    assert pop_cached(home).log is log


def test_append_after_reading_keeps_rows_correct(home: Home) -> None:
    home.accept(start(), deal("a", "start"))
    LOG_CACHE.clear()
    with open_logs(home.circle.pk, [UUID(MATCH)]):
        pass
    home.accept(deal("b", "a"), event("s", "strike", "b", deal=id_of("a")))
    assert rebuild.rebuild(home.circle.pk) == []


def test_erased_name_cannot_come_back_from_the_cache(home: Home, other_home: Home) -> None:
    """Another process has the match cached, with the names of players and writer."""
    models.Membership.objects.create(circle=home.circle, person=other_home.person, role="owner")
    player = id_of("p")
    seats = [{"id": player, "name": "Eleni"}, "Deniz"]
    home.accept(event("p", "player", None, player=player, name="Eleni") | {"match": None}, start(players=seats))
    services.claim_player(by=home.person, circle=home.circle.pk, player=UUID(player))
    home.accept(deal("a", "start"))
    other, tag = pop_cached(home), etags.log_etag(home.circle.pk, 3)
    received = models.Event.objects.get(seq=3).received
    services.delete_person(person=home.person)
    models.Person.objects.exclude(deleted=None).update(deleted=timezone.now() - timedelta(days=31))
    assert services.tidy_people() == 1
    LOG_CACHE.store(home.circle.pk, {MATCH: other})
    with open_logs(home.circle.pk, [UUID(MATCH)]) as [log]:
        assert [player["name"] if isinstance(player, dict) else player for player in log.players] == ["–", "Deniz"]
        assert {entry["by"]["name"] for entry in log.events} == {""}
    assert etags.log_etag(home.circle.pk, 3) != tag  # browsers get the new version, too
    assert format_time(models.Event.objects.get(seq=3).received) == format_time(received)
    assert rebuild.rebuild(home.circle.pk) == []


def test_several_logs_need_one_query(home: Home, django_assert_num_queries: Any) -> None:
    others = [id_of("other"), id_of("third")]
    home.accept(start(), deal("a", "start"))
    home.accept(*({**start(), "id": id_of(f"start {match}"), "match": match} for match in others))
    matches = [UUID(match) for match in (MATCH, *others)]
    del LOG_CACHE.logs[home.circle.pk, others[0]]
    home.accept(deal("b", "a"))
    with django_assert_num_queries(1), open_logs(home.circle.pk, matches) as logs:
        assert [len(log.events) for log in logs] == [3, 1, 1]
        assert [log.start["match"] for log in logs if log.start] == [MATCH, *others]
    with django_assert_num_queries(0), open_logs(home.circle.pk, []) as logs:
        assert logs == []


def test_long_logs_leave_the_cache_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache counts their events too, as a long log takes more memory. The newest log always stays."""
    cache, home = LogCache(), UUID(int=1)
    monkeypatch.setattr(stored_logs, "MOST_EVENTS_CACHED", 5)
    for match, count in (("short", 2), ("middle", 3), ("long", 4), ("longest", 9)):
        cached = CachedLog()
        for place in range(count):
            apply_event(cached.log, deal(f"{match}{place}", None) if place else start())
        cache.store(home, {match: cached})
        listed = [key for _circle, key in cache.logs]
        assert listed == (["short", "middle"] if match == "middle" else [match])


def test_a_deleted_match_is_not_folded_twice_unless_it_was_emptied_since(home: Home) -> None:
    home.accept(start(), deal("a", "start"), event("x", "delete", "a"))
    folded = LOG_CACHE.load(home.circle.pk, [MATCH])[0]
    assert LOG_CACHE.load(home.circle.pk, [MATCH], folded=folded)[0][MATCH] is folded[MATCH]
    models.Event.objects.update(data={})
    emptied = LOG_CACHE.load(home.circle.pk, [MATCH], folded=folded)[0][MATCH]
    assert emptied.log.is_emptied


def test_large_logs_leave_the_cache_sooner(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of their data is limited, so even the newest log leaves if it is too large."""
    home.accept(start(), deal("a", "start"))
    folded = LOG_CACHE.load(home.circle.pk, [MATCH])[0][MATCH]
    read_again = CachedLog()
    read_again.append(stored_logs.select_events(home.circle.pk, {MATCH: 0}))
    assert folded.size == read_again.size > 0
    cache = LogCache()
    for most, kept in ((2 * folded.size, ["other", MATCH]), (folded.size, [MATCH]), (folded.size - 1, [])):
        monkeypatch.setattr(stored_logs, "MOST_DATA_CACHED", most)
        for match in ("other", MATCH):
            cache.store(home.circle.pk, {match: folded})
        assert [match for _circle, match in cache.logs] == kept


def test_a_match_with_much_data_accepts_only_its_end(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.accept(start(), deal("a", "start"))
    monkeypatch.setattr(append, "MOST_DATA_OF_MATCH", 100)
    assert home.codes(deal("b", "a")) == ["long_data"]
    home.accept(event("x", "finish", "a"))
    assert home.codes(event("y", "finish", "x")) == ["long_data"]


def test_the_size_of_a_log_counts_the_ids_that_its_events_name(home: Home) -> None:
    def size(name: str, count: int) -> int:
        home.accept(event(name, "settle", "start") | {"after": [id_of("start")] * count})
        return LOG_CACHE.load(home.circle.pk, [MATCH])[0][MATCH].size

    home.accept(start())
    first, second = size("x", 1), size("y", 101)
    assert second - first > 100 * len(id_of("start"))
