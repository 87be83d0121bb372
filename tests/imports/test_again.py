"""The same file twice, half a file, another's file: what is there is passed over, what differs is refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games import models, services
from games.export import circle_log
from games.imports import target
from games.imports.preview import preview
from games.services import actions, imports
from games.store.log_cache import LOG_CACHE
from games.store.rebuild import rebuild
from tests.imports.conftest import Circle, brought, everything, looked, somewhere_else, source_of

pytestmark = pytest.mark.slow


def test_twice_is_harmless(circle: Circle) -> None:
    log = circle.log()
    rosa = somewhere_else()
    first = brought(rosa, log)
    was = everything(first.circle)
    found = looked(rosa, log)
    assert (found.new, found.more, found.events, found.refused, found.brings) == (0, 0, 0, [], False)
    assert found.here == len([one for one in was["Match"] if not one["is_deleted"]])
    assert brought(rosa, log) == services.ImportResult(first.circle, 0, 0)
    assert everything(first.circle) == was
    assert models.Circle.objects.count() == 2


def test_cut_short_it_goes_on_where_it_was(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "BATCH", 20)
    log, was = circle.log(), everything(circle.circle.pk)
    rosa = somewhere_else()

    def killed(done: int) -> None:
        if done >= 60:
            raise KeyboardInterrupt

    source = source_of(log)
    with pytest.raises(KeyboardInterrupt):
        services.import_file(by=rosa, source=source, target=target.choose_target(rosa, source, None), progress=killed)
    assert models.Circle.objects.get(pk=circle.circle.pk).seq == 60
    brought(rosa, log)
    assert everything(circle.circle.pk) == was


def test_a_file_that_was_cut_off_says_so(circle: Circle) -> None:
    log = circle.log()
    half = b"\n".join(log.splitlines()[:40]) + b'\n{"id": "'
    rosa = somewhere_else()
    found = looked(rosa, half)
    assert found.cut_off == (40, json.loads(log.splitlines()[0])["seq"])
    assert [(one.line, one.code) for one in found.refused] == [(41, "json")]
    brought(rosa, half)
    assert looked(rosa, log).cut_off is None
    brought(rosa, log)
    assert models.Circle.objects.get(pk=circle.circle.pk).seq == len(log.splitlines()) - 1


def test_into_the_circle_that_it_is_of_comes_what_is_missing(circle: Circle) -> None:
    """A server was put back to an older copy; somebody has a newer file."""
    match = UUID(circle.play(0, [str(models.Player.objects.filter(circle=circle.circle).first().id)] * 6))  # type: ignore[union-attr]
    log = circle.log()
    seq = len(log.splitlines()) - 1
    models.Event.objects.filter(circle=circle.circle, seq__gt=seq - 2).delete()
    models.Circle.objects.filter(pk=circle.circle.pk).update(seq=seq - 2)
    LOG_CACHE.clear()
    rebuild(circle.circle.pk)
    deniz = circle.people[1]
    found = looked(deniz, log)
    assert (found.target.circle, found.target.keeps_authors, found.events, found.more) == (
        circle.circle.pk,
        False,
        2,
        1,
    )
    assert brought(deniz, log).events == 2
    assert circle.log().splitlines()[1:-2] == log.splitlines()[1:-2]
    # With others in it, whoever brings something in has written it.
    assert {event.by_id for event in models.Event.objects.filter(circle=circle.circle, seq__gt=seq - 2)} == {deniz.pk}
    assert models.Match.objects.filter(circle=circle.circle, id=match).exists()


def test_what_differs_is_refused(circle: Circle) -> None:
    lines = circle.log().splitlines()
    place = next(number for number, line in enumerate(lines) if b'"kind":"amend"' in line or b'"kind":"deal"' in line)
    event = json.loads(lines[place])
    event["after"] = []
    lines[place] = json.dumps(event).encode()
    found = looked(circle.people[0], b"\n".join(lines))
    [told] = found.refused
    assert (told.line, told.match, told.code) == (place + 1, event["match"], "changed")
    assert (found.events, found.refused_count) == (0, 1)


def test_a_copy_on_the_same_server_is_another_circle(circle: Circle) -> None:
    """It has the same ids in it, and neither knows of the other."""
    log, was = circle.log(), everything(circle.circle.pk)
    zeynep = circle.people[2]
    models.Membership.objects.filter(circle=circle.circle, person=zeynep).update(role="reader")
    told = brought(zeynep, log)
    assert told.circle != circle.circle.pk
    copy = everything(told.circle)
    assert copy["histories"] == was["histories"]  # what she can see there says who has written it
    assert copy["sheets"] == was["sheets"]
    assert everything(circle.circle.pk) == was
    assert brought(zeynep, log) == services.ImportResult(told.circle, 0, 0)
    match = UUID(next(iter(was["documents"])))
    actions.finish(match=match, by=zeynep, circle=told.circle)
    assert everything(circle.circle.pk) == was


def test_nobody_is_said_to_have_written_what_they_have_not(circle: Circle, someone: models.Person) -> None:
    """Rosa has the file, but no place in the circle: for all that is known she has made it up."""
    log = circle.log()
    told = brought(someone, log)
    assert told.circle != circle.circle.pk
    written = models.Event.objects.filter(circle=told.circle)
    assert {event.by_id for event in written} == {someone.pk}
    assert {event.by_name for event in written} == {"Eleni", "Deniz", "Zeynep"}


def test_whoever_wrote_it_elsewhere_is_nobody_here(circle: Circle) -> None:
    log, eleni = circle.log(), circle.people[0].pk
    rosa = somewhere_else()
    brought(rosa, log)
    person = models.Person.objects.get(pk=eleni)
    assert (person.is_active, person.name, person.has_usable_password()) == (False, "", False)
    assert not person.memberships.exists()
    assert list(services.members_of(circle.circle.pk).values_list("person", flat=True)) == [rosa.pk]


def test_a_clock_that_runs_ahead_brings_no_future(circle: Circle) -> None:
    lines = circle.log().splitlines()
    for number, line in enumerate(lines[1:], 1):
        event = json.loads(line)
        lines[number] = json.dumps({**event, "received": "9999-12-31T23:59:59-23:00"}).encode()
    rosa = somewhere_else()
    told = brought(rosa, b"\n".join(lines))
    now = models.Person.objects.get(pk=rosa.pk).created
    moments: Any = models.Event.objects.filter(circle=told.circle).values_list("received", flat=True)
    assert all(abs((one - now).total_seconds()) < 600 for one in moments)


def test_the_file_of_another_circle_does_not_come_into_this_one(circle: Circle, someone: models.Person) -> None:
    source, own = source_of(circle.log()), services.home_of(someone).circle
    assert target.into(someone, source, own).keeps_authors  # nothing is in it yet
    actions.put_player(player=str(UUID(int=1)), name="Rosa", by=someone, circle=own.pk)
    own.refresh_from_db()
    with pytest.raises(target.Refused) as refused:
        target.into(someone, source, own)
    assert refused.value.code == "other_circle"


def test_a_circle_that_was_deleted_is_not_made_again(circle: Circle, someone: models.Person) -> None:
    log = circle.log()
    told = brought(someone, log)
    services.delete_circle(by=someone, circle=told.circle)
    with pytest.raises(target.Refused) as refused:
        looked(someone, log)
    assert refused.value.code == "taken"


def test_what_one_person_wrote_comes_in_as_far_as_it_stands_by_itself(circle: Circle) -> None:
    """From the file of everything of theirs."""
    log = b"".join(circle_log.lines(models.Circle.objects.get(pk=circle.circle.pk), circle.people[1]))
    rosa = somewhere_else()
    found = looked(rosa, log)
    assert found.cut_off is None
    assert found.refused_count > 0
    assert {one.code for one in found.refused} <= {"no_match", "no_deal", "no_player", "depends", "data"}
    assert brought(rosa, log).events == found.events


def test_a_name_that_was_erased_does_not_come_back_with_a_file(circle: Circle) -> None:
    log, deniz = circle.log(), circle.people[1]
    services.delete_person(person=deniz)
    models.Person.objects.filter(pk=deniz.pk).update(deleted="2020-01-01T00:00:00Z")
    assert services.tidy_people() == 1
    zeynep = circle.people[2]
    models.Membership.objects.filter(circle=circle.circle, person=zeynep).update(role="reader")
    told = brought(zeynep, log)
    assert set(models.Event.objects.filter(circle=told.circle, by=deniz).values_list("by_name", flat=True)) == {""}


@pytest.mark.django_db(transaction=True)
def test_the_same_file_twice_at_once(request: pytest.FixtureRequest) -> None:
    """Whoever comes second finds a piece of it there, and goes on with the rest."""
    circle: Circle = request.getfixturevalue("circle")
    log, was = circle.log(), everything(circle.circle.pk)
    rosa = somewhere_else()
    sources = [source_of(log) for _ in range(3)]
    aims = [target.choose_target(rosa, source, None) for source in sources]

    def bring(number: int) -> int:
        try:
            return services.import_file(by=rosa, source=sources[number], target=aims[number]).events
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        counts = list(threads.map(bring, range(3)))
    assert sum(counts) == len(log.splitlines()) - 1
    assert everything(circle.circle.pk) == was
    assert models.Circle.objects.count() == 2


def test_looking_stores_nothing(circle: Circle) -> None:
    log = circle.log()
    rosa = somewhere_else()
    tables = [models.Event, models.Circle, models.Person, models.Match, models.Player]
    was = [model.objects.count() for model in tables]
    source = source_of(log)
    preview(rosa, source, target.choose_target(rosa, source, None))
    assert [model.objects.count() for model in tables] == was
