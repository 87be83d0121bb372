"""Folded logs are kept at hand by several processes; none of them is believed without a look."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games import models, services
from games.http import etags
from games.services import tidying
from games.store import rebuild
from games.store.log_cache import LOG_CACHE, CachedLog, open_log, open_logs
from games.store.logs import format_time
from tests.match.logs import MATCH, deal, event, id_of, start
from tests.store.conftest import Home


@pytest.fixture(autouse=True)
def committed(home: Home, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A push that is stored puts its logs on the shelf; within a test nothing ever is."""
    push = home.push

    def pushed(*events: Any) -> services.PushResult:
        with django_capture_on_commit_callbacks(execute=True):
            return push(*events)

    monkeypatch.setattr(home, "push", pushed)
    LOG_CACHE.clear()
    yield
    LOG_CACHE.clear()


def kept(home: Home) -> CachedLog:
    """What another process has at hand from now on."""
    found = LOG_CACHE.pop(home.circle.pk, MATCH)
    assert found is not None
    return found


def put_back(home: Home, seq: int) -> None:
    """An older copy of the database."""
    models.Event.objects.filter(circle=home.circle, seq__gt=seq).delete()
    models.Circle.objects.filter(pk=home.circle.pk).update(seq=seq)
    rebuild.rebuild(home.circle.pk)


def test_what_others_have_written_is_taken_up(home: Home) -> None:
    home.taken(start(), deal("a", "start"))
    other = kept(home)
    home.taken(deal("b", "a"))
    LOG_CACHE.store(home.circle.pk, MATCH, other)
    home.taken(deal("c", "b"))
    assert home.match(MATCH).summary["deals"] == 3
    assert rebuild.rebuild(home.circle.pk) == []


@pytest.mark.parametrize("again", ["c", "d"])
def test_a_backup_that_was_put_back_is_seen(home: Home, again: str) -> None:
    """Also where the last event is sent again and happens to get its old number, after others than before."""
    home.taken(start(), deal("a", "start"), deal("b", "a"), deal("c", "a"))
    other = kept(home)
    put_back(home, 2)
    home.taken(deal("n", "a", points=49), deal(again, "a"))
    LOG_CACHE.store(home.circle.pk, MATCH, other)
    home.taken(event("f", "finish", None))
    assert rebuild.rebuild(home.circle.pk) == []
    assert home.match(MATCH).summary["totals"] == [1, 1]


def test_what_was_emptied_meanwhile_does_not_come_back(home: Home) -> None:
    home.taken(start(), deal("a", "start"))
    other = kept(home)
    home.taken(event("x", "delete", "a"))
    models.Event.objects.update(received=models.Event.objects.get(seq=1).received - timedelta(days=31))
    assert tidying.empty_match(home.circle.pk, UUID(MATCH))
    LOG_CACHE.store(home.circle.pk, MATCH, other)
    assert home.codes(event("y", "undelete", "x")) == ["no_match"]
    assert rebuild.rebuild(home.circle.pk) == []


def test_who_reads_sees_what_others_have_written(home: Home) -> None:
    home.taken(start(), deal("a", "start"))
    other = kept(home)
    home.taken(deal("b", "a"))
    LOG_CACHE.store(home.circle.pk, MATCH, other)
    with open_log(home.circle.pk, UUID(MATCH)) as log:
        assert log is other.log
        assert [one["seq"] for one in log.events] == [1, 2, 3]


def test_who_reads_sees_a_backup_that_was_put_back(home: Home) -> None:
    home.taken(start(), deal("a", "start"), deal("b", "a"))
    put_back(home, 2)
    with open_log(home.circle.pk, UUID(MATCH)) as log:
        assert [one["seq"] for one in log.events] == [1, 2]


def test_what_was_read_is_at_hand_for_the_next_one_but_for_nobody_meanwhile(home: Home) -> None:
    home.taken(start(), deal("a", "start"))
    LOG_CACHE.clear()
    with open_log(home.circle.pk, UUID(MATCH)) as log:
        assert LOG_CACHE.pop(home.circle.pk, MATCH) is None
    assert kept(home).log is log


def test_what_was_read_is_written_on_rightly(home: Home) -> None:
    home.taken(start(), deal("a", "start"))
    LOG_CACHE.clear()
    with open_log(home.circle.pk, UUID(MATCH)):
        pass
    home.taken(deal("b", "a"), event("s", "strike", "b", deal=id_of("a")))
    assert rebuild.rebuild(home.circle.pk) == []


def test_a_name_that_was_erased_meanwhile_does_not_come_back(home: Home, other_home: Home) -> None:
    """Neither who sat at the table nor who wrote it, from another process that has the match at hand."""
    models.Membership.objects.create(circle=home.circle, person=other_home.person, role="owner")
    player = id_of("p")
    seats = [{"id": player, "name": "Eleni"}, "Deniz"]
    home.taken(event("p", "player", None, player=player, name="Eleni") | {"match": None}, start(players=seats))
    services.claim_player(by=home.person, circle=home.circle.pk, player=UUID(player))
    home.taken(deal("a", "start"))
    other, tag = kept(home), etags.log_etag(home.circle.pk, 3)
    told = models.Event.objects.get(seq=3).received
    services.delete_person(person=home.person)
    models.Person.objects.exclude(deleted=None).update(deleted=timezone.now() - timedelta(days=31))
    assert services.tidy_people() == 1
    LOG_CACHE.store(home.circle.pk, MATCH, other)
    with open_log(home.circle.pk, UUID(MATCH)) as log:
        assert [one["name"] if isinstance(one, dict) else one for one in log.players] == ["–", "Deniz"]
        assert {one["by"]["name"] for one in log.events} == {""}
    assert etags.log_etag(home.circle.pk, 3) != tag  # nor from a browser that asks whether anything is new
    assert format_time(models.Event.objects.get(seq=3).received) == format_time(told)
    assert rebuild.rebuild(home.circle.pk) == []


def test_several_logs_are_read_by_one_query(home: Home, django_assert_num_queries: Any) -> None:
    others = [id_of("other"), id_of("third")]
    home.taken(start(), deal("a", "start"))
    home.taken(*({**start(), "id": id_of(f"start {match}"), "match": match} for match in others))
    matches = [UUID(match) for match in (MATCH, *others)]
    LOG_CACHE.pop(home.circle.pk, others[0])
    home.taken(deal("b", "a"))
    with django_assert_num_queries(1), open_logs(home.circle.pk, matches) as logs:
        assert [len(log.events) for log in logs] == [3, 1, 1]
        assert [log.start["match"] for log in logs if log.start] == [MATCH, *others]
    with django_assert_num_queries(0), open_logs(home.circle.pk, []) as logs:
        assert logs == []
