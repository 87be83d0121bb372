"""Repeated and partial imports, and files of others: existing entries are skipped, different ones refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from django.db import connection
from django.test import Client

from games import models, services
from games.export import circle_log
from games.imports import preview_report, target
from games.imports.preview import preview
from games.match.errors import Refused
from games.services import actions, imports
from games.store import append
from games.store.logs import LOG_CACHE
from games.store.rebuild import rebuild
from scorekeeper import lanes
from tests.imports.conftest import WritingPeople, another_server, circle_state, import_data, preview_data, source_of

pytestmark = [pytest.mark.slow, pytest.mark.fifth]


def test_second_import_of_a_file_changes_nothing(circle: WritingPeople) -> None:
    log = circle.log()
    rosa = another_server()
    first = import_data(rosa, log)
    before = circle_state(first.circle)
    again = preview_data(rosa, log)
    assert (again.new, again.more, again.events, again.refused, again.brings) == (0, 0, 0, [], False)
    assert again.unchanged == len([match for match in before["Match"] if not match["is_deleted"]])
    assert import_data(rosa, log) == services.ImportResult(first.circle, 0, 0)
    assert circle_state(first.circle) == before
    assert models.Circle.objects.count() == 2


def test_interrupted_import_can_be_continued(circle: WritingPeople, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.imports.preview.BATCH", 20)
    log, before = circle.log(), circle_state(circle.circle.pk)
    rosa = another_server()

    def stop(count: int) -> None:
        if count >= 60:
            raise KeyboardInterrupt

    source = source_of(log)
    chosen = target.choose_target(rosa, source, None)
    with pytest.raises(KeyboardInterrupt):
        services.import_file(by=rosa, source=source, target=chosen, most=None, progress=stop)
    assert models.Circle.objects.get(pk=chosen.circle).seq == 60
    import_data(rosa, log)
    assert circle_state(chosen.circle) == before


def test_a_file_that_takes_long_is_stored_in_several_transactions(
    circle: WritingPeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others can save between them. With no time at all each event has a transaction of its own."""
    paused: list[bool] = []
    monkeypatch.setattr(append, "MOST_SECONDS", -1)
    monkeypatch.setattr(imports, "let_others_write", lambda: paused.append(True))
    log, before = circle.log(), circle_state(circle.circle.pk)
    result = import_data(another_server(), log)
    assert circle_state(result.circle) == before
    assert len(paused) > result.events / 2


def test_a_preview_that_takes_long_lets_others_pass(circle: WritingPeople, monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[bool] = []
    monkeypatch.setattr(append, "MOST_SECONDS", -1)
    monkeypatch.setattr(lanes, "let_others_pass", lambda: passed.append(True))
    log = circle.log()
    report = preview_data(another_server(), log)
    assert report.events > 20
    assert len(passed) > report.events / 2


def test_preview_reports_a_file_that_was_cut_off(circle: WritingPeople) -> None:
    log = circle.log()
    half = b"\n".join(log.splitlines()[:40]) + b'\n{"id": "'
    rosa = another_server()
    report = preview_data(rosa, half)
    assert report.cut_off == (40, json.loads(log.splitlines()[0])["seq"])
    assert [(entry.line, entry.code) for entry in report.refused] == [(41, "json")]
    import_data(rosa, half)
    assert preview_data(rosa, log).cut_off is None
    result = import_data(rosa, log)
    assert models.Circle.objects.get(pk=result.circle).seq == len(log.splitlines()) - 1


def test_member_can_import_missing_events(circle: WritingPeople) -> None:
    """A server was restored from an older copy, and a member has a newer file."""
    match = UUID(circle.play(0, [str(models.Player.objects.filter(circle=circle.circle).first().id)] * 6))  # type: ignore[union-attr]
    log = circle.log()
    seq = len(log.splitlines()) - 1
    models.Event.objects.filter(circle=circle.circle, seq__gt=seq - 2).delete()
    models.Circle.objects.filter(pk=circle.circle.pk).update(seq=seq - 2)
    LOG_CACHE.clear()
    rebuild(circle.circle.pk)
    deniz = circle.people[1]
    report = preview_data(deniz, log)
    assert (report.target.circle, report.target.keeps_authors, report.events, report.more) == (
        circle.circle.pk,
        False,
        2,
        1,
    )
    assert import_data(deniz, log).events == 2
    assert circle.log().splitlines()[1:-2] == log.splitlines()[1:-2]
    # In a circle with other members the importer becomes the author.
    assert {event.by_id for event in models.Event.objects.filter(circle=circle.circle, seq__gt=seq - 2)} == {deniz.pk}
    assert models.Match.objects.filter(circle=circle.circle, id=match).exists()


def test_different_event_with_the_same_id_is_refused(circle: WritingPeople) -> None:
    lines = circle.log().splitlines()
    number = next(index for index, line in enumerate(lines) if b'"kind":"amend"' in line or b'"kind":"deal"' in line)
    event = json.loads(lines[number])
    event["after"] = []
    lines[number] = json.dumps(event).encode()
    report = preview_data(circle.people[0], b"\n".join(lines))
    [entry] = report.refused
    assert (entry.line, entry.match, entry.code) == (number + 1, event["match"], "changed")
    assert (report.events, report.refused_count) == (0, 1)


def test_copy_on_the_same_server_is_a_separate_circle(circle: WritingPeople) -> None:
    """Both circles have the same ids inside, and changes in one do not affect the other."""
    log, before = circle.log(), circle_state(circle.circle.pk)
    zeynep = circle.people[2]
    models.Membership.objects.filter(circle=circle.circle, person=zeynep).update(role="reader")
    result = import_data(zeynep, log)
    assert result.circle != circle.circle.pk
    copy = circle_state(result.circle)
    assert copy["histories"] == before["histories"]  # a circle that she can read attests the authors
    assert copy["sheets"] == before["sheets"]
    assert circle_state(circle.circle.pk) == before
    assert import_data(zeynep, log) == services.ImportResult(result.circle, 0, 0)
    match = UUID(next(iter(before["documents"])))
    actions.finish(match=match, by=zeynep, circle=result.circle)
    assert circle_state(circle.circle.pk) == before


def test_stranger_to_the_circle_becomes_author_of_all_events(circle: WritingPeople, someone: models.Person) -> None:
    """Rosa has the file but no membership in the circle, so she could have forged it."""
    log = circle.log()
    result = import_data(someone, log)
    assert result.circle != circle.circle.pk
    events = models.Event.objects.filter(circle=result.circle)
    assert {event.by_id for event in events} == {someone.pk}
    assert {event.by_name for event in events} == {"Eleni", "Deniz", "Zeynep"}


def test_author_from_another_server_cannot_sign_in(circle: WritingPeople) -> None:
    log, eleni = circle.log(), circle.people[0].pk
    rosa = another_server()
    result = import_data(rosa, log)
    person = models.Person.objects.get(pk=eleni)
    assert (person.is_active, person.name, person.has_usable_password()) == (False, "", False)
    assert not person.memberships.exists()
    assert list(services.members_of(result.circle).values_list("person", flat=True)) == [rosa.pk]


def test_times_in_the_future_become_the_time_of_import(circle: WritingPeople) -> None:
    lines = circle.log().splitlines()
    for number, line in enumerate(lines[1:], 1):
        event = json.loads(line)
        lines[number] = json.dumps({**event, "received": "9999-12-31T23:59:59-23:00"}).encode()
    rosa = another_server()
    result = import_data(rosa, b"\n".join(lines))
    now = models.Person.objects.get(pk=rosa.pk).created
    moments: Any = models.Event.objects.filter(circle=result.circle).values_list("received", flat=True)
    assert all(abs((moment - now).total_seconds()) < 600 for moment in moments)


def test_log_cannot_be_imported_into_another_circle(circle: WritingPeople, someone: models.Person) -> None:
    source, own = source_of(circle.log()), services.home_membership(someone).circle
    assert target.into(someone, source, own).keeps_authors  # it is still empty
    actions.put_player(player=str(UUID(int=1)), name="Rosa", by=someone, circle=own.pk)
    own.refresh_from_db()
    with pytest.raises(target.Refused) as refused:
        target.into(someone, source, own)
    assert refused.value.code == "other_circle"


def test_deleted_circle_is_not_created_again(circle: WritingPeople, someone: models.Person) -> None:
    log = circle.log()
    result = import_data(someone, log)
    services.delete_circle(by=someone, circle=result.circle)
    with pytest.raises(target.Refused) as refused:
        preview_data(someone, log)
    assert refused.value.code == "taken"


def test_personal_export_is_imported_as_far_as_possible(circle: WritingPeople) -> None:
    log = b"".join(circle_log.lines(models.Circle.objects.get(pk=circle.circle.pk), circle.people[1]))
    rosa = another_server()
    report = preview_data(rosa, log)
    assert report.cut_off is None
    assert report.refused_count > 0
    assert {entry.code for entry in report.refused} <= {"no_match", "no_deal", "no_player", "depends", "data"}
    assert import_data(rosa, log).events == report.events


def test_erased_name_does_not_return_by_import(circle: WritingPeople) -> None:
    log, deniz = circle.log(), circle.people[1]
    services.delete_person(person=deniz)
    models.Person.objects.filter(pk=deniz.pk).update(deleted="2020-01-01T00:00:00Z")
    assert services.tidy_people() == 1
    zeynep = circle.people[2]
    models.Membership.objects.filter(circle=circle.circle, person=zeynep).update(role="reader")
    result = import_data(zeynep, log)
    assert set(models.Event.objects.filter(circle=result.circle, by=deniz).values_list("by_name", flat=True)) == {""}


@pytest.mark.django_db(transaction=True)
def test_parallel_imports_of_a_file_store_it_once(request: pytest.FixtureRequest) -> None:
    """A later import finds some entries stored already, and continues with the others."""
    circle: WritingPeople = request.getfixturevalue("circle")
    log, before = circle.log(), circle_state(circle.circle.pk)
    rosa = another_server()
    sources = [source_of(log) for _ in range(3)]
    targets = [target.choose_target(rosa, source, None) for source in sources]

    def run_import(number: int) -> int:
        try:
            return services.import_file(by=rosa, source=sources[number], target=targets[number], most=None).events
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        counts = list(threads.map(run_import, range(3)))
    assert sum(counts) == len(log.splitlines()) - 1
    assert circle_state(targets[0].circle) == before
    assert models.Circle.objects.count() == 2


def test_preview_stores_nothing(circle: WritingPeople) -> None:
    log = circle.log()
    rosa = another_server()
    tables = [models.Event, models.Circle, models.Person, models.Match, models.Player]
    before = [model.objects.count() for model in tables]
    source = source_of(log)
    preview(rosa, source, target.choose_target(rosa, source, None))
    assert [model.objects.count() for model in tables] == before


def test_a_preview_knows_the_seasons_and_games_of_earlier_parts(circle: WritingPeople) -> None:
    """It judges some hundred events at a time; the import itself takes them all."""
    season, game = str(uuid4()), str(uuid4())
    changes = [
        ("season", {"season": season, "name": "Autumn", "from": "2026-09-01"}),
        ("custom_game", {"custom_game": game, "name": "Rummy"}),
        *[("season", {"season": season, "minimum": number % 9 + 1}) for number in range(300)],
        *[("custom_game", {"custom_game": game, "keys": [number]}) for number in range(300)],
    ]
    events = [{"id": str(uuid4()), "match": None, "kind": kind, "data": data, "after": None} for kind, data in changes]
    pushed = services.push(by=circle.people[0], circle=circle.circle.pk, events=events, is_whole=True)
    assert len(pushed.accepted) == len(events)
    log = circle.log()
    rosa, source = another_server(), source_of(log)
    found = preview(rosa, source, target.choose_target(rosa, source, None))
    assert (found.refused, found.events) == ([], len(log.splitlines()) - 1)


def test_a_file_with_more_players_than_a_group_can_have_is_refused(
    circle: WritingPeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import would leave some out, and their matches would be without them."""
    log = circle.log()
    rosa, source = another_server(), source_of(log)
    count = len(preview(rosa, source, target.choose_target(rosa, source, None)).new_players)
    monkeypatch.setattr(preview_report, "MOST_PLAYERS", count)
    preview(rosa, source, target.choose_target(rosa, source, None))
    monkeypatch.setattr(preview_report, "MOST_PLAYERS", count - 1)
    with pytest.raises(Refused, match="more than"):
        preview(rosa, source, target.choose_target(rosa, source, None))


def test_pages_mark_the_writers_that_only_a_file_states(circle: WritingPeople) -> None:
    match = UUID(next(iter(circle_state(circle.circle.pk)["documents"])))
    log, own = circle.log(), page_of(circle.people[0], match)
    assert "(imported)" not in own
    rosa = another_server()
    result = import_data(rosa, log)
    events = models.Event.objects.filter(circle=result.circle)
    assert set(events.values_list("is_imported", flat=True)) == {True}
    listed = page_of(rosa, match)
    assert "Eleni (imported)" in listed
    actions.finish(match=match, by=rosa, circle=result.circle)
    assert "Rosa (imported)" not in page_of(rosa, match)
    assert circle_log_of(result.circle).count(b"imported") == 0


def test_events_that_this_server_stored_are_not_marked(circle: WritingPeople) -> None:
    zeynep = circle.people[2]
    models.Membership.objects.filter(circle=circle.circle, person=zeynep).update(role="reader")
    result = import_data(zeynep, circle.log())
    assert set(models.Event.objects.filter(circle=result.circle).values_list("is_imported", flat=True)) == {None}


def page_of(person: models.Person, match: UUID) -> str:
    client = Client()
    client.force_login(person)
    return client.get(f"/table/{match}/more/").text


def circle_log_of(circle: UUID) -> bytes:
    return b"".join(circle_log.lines(models.Circle.objects.get(pk=circle)))


def test_nobody_else_can_take_the_id_of_a_copy(circle: WritingPeople) -> None:
    """The first release computed it from ids that all members know. A copy from then is still used, but only if private."""
    rosa, deniz = (models.Person.objects.create_user(name=name) for name in ("Rosa", "Deniz"))
    source = source_of(circle.log())
    first = models.Circle.objects.create(id=uuid5(rosa.pk, str(circle.circle.pk)))
    assert target.choose_target(rosa, source, None).circle != first.pk
    models.Membership.objects.create(circle=first, person=rosa, role="owner")
    assert target.choose_target(rosa, source, None).circle == first.pk
    models.Membership.objects.create(circle=first, person=deniz, role="owner")
    chosen = target.choose_target(rosa, source, None)
    assert (chosen.is_new, chosen.circle == first.pk) == (True, False)
    assert target.choose_target(rosa, source, None) == chosen
    assert target.choose_target(deniz, source, None).circle != chosen.circle


def test_circle_that_a_restored_server_lacks_stays_free_for_its_owner(circle: WritingPeople) -> None:
    log, original = circle.log(), circle.circle.pk
    rosa = another_server()
    copy = import_data(rosa, log)
    assert copy.circle != original
    deniz = models.Person.objects.create_user(name="Deniz")
    assert services.make_circle(by=deniz, circle=original, name="")[1]
    assert import_data(rosa, log) == services.ImportResult(copy.circle, 0, 0)
    assert not models.Event.objects.filter(circle=original).exists()
