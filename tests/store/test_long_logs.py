"""Long logs: a request folds them only in the lane, in pieces between which others go on."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.services import actions
from games.services.erasing import bump_version
from games.services.log import PushResult
from games.store import folding, logs
from games.store.logs import LOG_CACHE, open_logs
from games.store.long_matches import PAUSE_AFTER, select_all
from games.store.sql import select_events
from scorekeeper import lanes
from tests.match.logs import MATCH, deal, id_of, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """The most events that a request outside of the lane folds."""
    for module in (logs, folding):
        monkeypatch.setattr(module, "MOST_FOLDED", 5)
    return 5


@pytest.fixture
def circle(few: int) -> Iterator[tuple[models.Person, UUID]]:
    """A circle with a match that is longer, whose log is in no cache."""
    person, circle = services.make_person("Eleni", "Fridays")
    services.push(
        by=person, circle=circle.pk, events=[start(game="points"), *(deal(f"d{place}", None) for place in range(few))]
    )
    LOG_CACHE.clear()
    yield person, circle.pk
    LOG_CACHE.clear()


def test_a_request_outside_of_the_lane_folds_no_long_log(circle: tuple[models.Person, UUID]) -> None:
    person, id = circle
    with lanes.without_lane(is_cheap=True):
        with pytest.raises(lanes.LaneNeeded):
            services.push(by=person, circle=id, events=[deal("e", None)])
        with pytest.raises(lanes.LaneNeeded), open_logs(id, [UUID(MATCH)]):
            pass
    assert models.Event.objects.count() == 6
    with open_logs(id, [UUID(MATCH)]) as [log]:
        assert len(log.events) == 6
    with lanes.without_lane(is_cheap=True):  # the log is in the cache
        assert services.push(by=person, circle=id, events=[deal("e", None)]).accepted


@pytest.mark.django_db(transaction=True)
def test_a_request_that_has_stored_something_does_not_begin_anew(circle: tuple[models.Person, UUID]) -> None:
    """It would store it once more."""
    person, id = circle
    other = {**start(game="points"), "id": id_of("other"), "match": str(uuid4())}
    with lanes.without_lane(is_cheap=True):
        assert services.push(by=person, circle=id, events=[other]).accepted
        with open_logs(id, [UUID(MATCH)]) as [log]:
            assert len(log.events) == 6
    LOG_CACHE.clear()
    with lanes.without_lane(is_cheap=True):
        assert services.push(by=person, circle=id, events=[other]).accepted  # again: nothing is stored
        with pytest.raises(lanes.LaneNeeded), open_logs(id, [UUID(MATCH)]):
            pass


def test_cached_logs_stay_in_the_cache_if_another_needs_the_lane(circle: tuple[models.Person, UUID]) -> None:
    person, id = circle
    other = {**start(game="points"), "id": id_of("other"), "match": str(uuid4())}
    services.push(by=person, circle=id, events=[other])
    with open_logs(id, [UUID(other["match"])]):
        pass
    with lanes.without_lane(is_cheap=True), pytest.raises(lanes.LaneNeeded):
        LOG_CACHE.load(id, [other["match"], MATCH])
    assert [match for _circle, match in LOG_CACHE.logs] == [other["match"]]


def test_a_long_copy_under_other_names_needs_the_lane(circle: tuple[models.Person, UUID]) -> None:
    person, id = circle
    player = str(uuid4())
    with open_logs(id, [UUID(MATCH)]) as [log]:
        log.events[0]["data"]["players"] = [{"id": player, "name": "Ana"}, "Rui"]
    actions.put_player(by=person, circle=id, player=player, name="Anna")
    with lanes.without_lane(is_cheap=True), pytest.raises(lanes.LaneNeeded), open_logs(id, [UUID(MATCH)], renamed=True):
        pass
    for is_cheap in (False, True):  # then the copy is in the cache, too
        with lanes.without_lane(is_cheap), open_logs(id, [UUID(MATCH)], renamed=True) as [log]:
            assert log.players[0] == {"id": player, "name": "Anna"}


def test_a_long_log_is_read_and_folded_in_pieces(circle: tuple[models.Person, UUID]) -> None:
    person, id = circle
    more = [deal(f"m{place}", None) for place in range(2 * PAUSE_AFTER)]
    for first in range(0, len(more), 100):
        services.push(by=person, circle=id, events=more[first : first + 100], is_whole=True)
    LOG_CACHE.clear()
    paused: list[bool] = []
    log = LOG_CACHE.load(id, [MATCH], [id_of("m3")], pause=lambda: paused.append(True))[0][MATCH].log
    assert [event["seq"] for event in log.events] == list(range(1, 2 * PAUSE_AFTER + 7))
    assert len(paused) == 3 + 3 + 3  # queries, events in the public format, effects
    events = select_all(id, {MATCH: 1}, [id_of("m3")], lambda: None)
    assert events == select_events(id, {MATCH: 1})


def test_an_erasure_between_two_parts_brings_no_old_name(circle: tuple[models.Person, UUID]) -> None:
    person, id = circle
    more = [deal(f"m{place}", None) for place in range(PAUSE_AFTER)]
    for first in range(0, len(more), 100):
        services.push(by=person, circle=id, events=more[first : first + 100], is_whole=True)
    models.Event.objects.update(by_name="Eleni")
    pauses: list[int] = []

    def erase_once() -> None:
        pauses.append(len(pauses))
        if len(pauses) == 2:  # before the second part
            models.Event.objects.update(by_name="")
            bump_version(id, UUID(MATCH))

    events = select_all(id, {MATCH: 1}, [], erase_once)
    assert {event.by_name for event in events} == {""}
    assert len(events) == PAUSE_AFTER + 6


def test_naming_long_matches_takes_them_in_parts(
    circle: tuple[models.Person, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, id = circle
    matches = [MATCH, str(uuid4()), str(uuid4())]
    for match in matches[1:]:
        services.push(by=person, circle=id, events=[{**start(game="points"), "id": str(uuid4()), "match": match}])
    together: list[int] = []

    def note(*, events: list[Any], **_rest: Any) -> PushResult:
        together.append(len(events))
        return PushResult([{"id": event["id"], "seq": 1} for event in events])

    monkeypatch.setattr(services, "push", note)
    game = {"id": str(uuid4()), "name": "Rummy", "icon": "", "keys": [], "options": {}}
    assert actions.name_matches(matches=list(map(UUID, matches)), custom_game=game, by=person, circle=id) == 0
    assert together == [1, 2]
