"""Deleting a circle or an account, restoring it, and emptying it permanently after 30 days."""

import json
import secrets
from datetime import timedelta
from io import BytesIO, StringIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import models, services
from games.export import circle_log
from games.match.errors import Refused
from games.services import actions, erased_evenings, erasing, hosting, nameless_log
from games.store import rebuild
from games.store.logs import LogCache, log_of
from tests.web.account.conftest import EMAIL, Browser, account_writer, deniz, eleni, unhurried

pytestmark = pytest.mark.fifth

__all__ = ["deniz", "eleni", "unhurried"]

SURE = {"sure": "on"}


def browser(person):
    client = Browser()
    client.force_login(person)
    return client


def proved(person):
    """Return a browser in which a person with a password has just used it."""
    client = browser(person)
    client.confirm()
    return client


def fresh(person):
    return models.Person.objects.get(pk=person.pk)


def backdate_deletions(days=31):
    """Pretend that everything deleted was deleted this many days ago."""
    for model in (models.Circle, models.Person):
        for row in model.objects.exclude(deleted=None):
            model.objects.filter(pk=row.pk).update(deleted=row.deleted - timedelta(days=days))


def join(writer, name, role):
    person = models.Person.objects.create_user(name=name)
    models.Membership.objects.create(circle=writer.circle, person=person, role=role)
    return person


def program(person, **more):
    """Return an API client with a new key of this person."""
    key = secrets.token_urlsafe(32)
    device = services.add_device(by=person, key=key, device=uuid4())
    models.Device.objects.filter(pk=device.pk).update(**more)
    return Client(headers={"authorization": f"Token {key}"})


# Exports


def test_circle_export_is_its_log(eleni):
    answer = proved(eleni.person).get(f"/circle/export/?circle={eleni.circle.pk}")
    lines = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert lines[0] | {"created": "", "exported": ""} == {
        "format": "scorekeeper.circle/1",
        "circle": str(eleni.circle.pk),
        "name": "Fridays",
        "created": "",
        "seq": len(lines) - 1,
        "exported": "",
    }
    events = program(eleni.person).get("/api/v1/events/").json()["events"]
    assert lines[1:] == [{name: value for name, value in event.items() if name != "hash"} for event in events]
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith('attachment; filename="scorekeeper-circle-Fridays-20')


def test_api_returns_the_same_file(eleni):
    answer = program(eleni.person, circle=eleni.circle).get(f"/api/v1/circles/{eleni.circle.pk}/log/")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/jsonl", "no-store")
    assert answer.getvalue().count(b"\n") == models.Circle.objects.get(pk=eleni.circle.pk).seq + 1


def test_log_export_reads_pages_and_stops_at_the_first_length(eleni, monkeypatch):
    monkeypatch.setattr(circle_log, "PAGE", 2)
    circle = models.Circle.objects.get(pk=eleni.circle.pk)
    chunks = circle_log.lines(circle)
    assert json.loads(next(chunks))["seq"] == circle.seq
    actions.put_player(player=str(uuid4()), name="Late", by=eleni.person, circle=circle.pk)
    with CaptureQueriesContext(connection) as queries:
        rest = list(chunks)
    assert sum("LIMIT 3" in query["sql"] for query in queries) == -(-circle.seq // 2)
    assert b"".join(rest).count(b"\n") == circle.seq
    assert max(chunk.count(b"\n") for chunk in rest) == 2


def test_file_name_contains_no_path(eleni):
    models.Circle.objects.update(name='../"x"\r\nSet-Cookie: a=b/ş')
    answer = proved(eleni.person).get("/circle/export/")
    assert "Set-Cookie" not in answer.headers
    assert "/" not in answer["Content-Disposition"]


def test_personal_export_is_one_file(eleni, deniz):
    models.Membership.objects.create(circle=deniz.circle, person=eleni.person, role="scorer")
    actions.put_player(player=str(uuid4()), name="Mine", by=eleni.person, circle=deniz.circle.pk)
    program(eleni.person)
    invitation = services.invite_own_phone(by=eleni.person)
    services.make_code(invitation)
    visitor = Browser()
    visitor.sign_in()
    visitor.confirm()
    answer = visitor.get("/you/export/")
    assert "no-store" in answer["Cache-Control"]
    archive = ZipFile(BytesIO(answer.getvalue()))
    assert archive.testzip() is None
    own, others = f"circles/{eleni.circle.pk}.jsonl", f"written/{deniz.circle.pk}.jsonl"
    assert archive.namelist() == ["person.json", own, others]
    data = json.loads(archive.read("person.json"))
    assert (data["name"], data["email"], data["has_password"]) == ("Eleni", EMAIL, True)
    assert [circle["role"] for circle in data["circles"]] == ["owner", "scorer"]
    assert [row["purpose"] for row in data["invitations"]] == ["account"]
    assert archive.read(own).count(b"\n") == models.Circle.objects.get(pk=eleni.circle.pk).seq + 1
    assert [json.loads(line)["data"]["name"] for line in archive.read(others).splitlines()[1:]] == ["Mine"]
    for secret in (eleni.person.password, models.Device.objects.get().hash, fresh_code(invitation)):
        assert secret not in archive.read("person.json").decode()


def fresh_code(invitation):
    return models.Invitation.objects.get(pk=invitation.pk).code


def test_personal_export_requires_a_recent_sign_in(eleni):
    for path in ("/you/export/", "/you/delete/"):
        assert browser(eleni.person).get(path)["Location"] == f"/you/again/?next={path}"


# Deleting a circle


def test_circle_is_deleted_after_a_confirmation(eleni):
    deniz = join(eleni, "Deniz", "scorer")
    visitor, path = proved(eleni.person), f"/circle/delete/?circle={eleni.circle.pk}"
    assert "One other person will no longer see it." in visitor.get(path).text
    answer = visitor.post(path)
    assert answer.status_code == 422
    assert "Nothing was deleted." in answer.text
    assert services.circles_of(deniz) == [eleni.circle]
    assert visitor.post(path, SURE)["Location"] == "/circle/deleted/"
    assert services.circles_of(deniz) == []
    assert "Fridays" in visitor.get("/circle/deleted/").text
    assert "Fridays" not in browser(deniz).get("/circle/deleted/").text


def test_only_the_owner_restores_a_circle(eleni):
    deniz = join(eleni, "Deniz", "scorer")
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    form = {"circle": str(eleni.circle.pk)}
    assert browser(deniz).post("/circle/deleted/", form).status_code == 404
    assert browser(eleni.person).post("/circle/deleted/", form).status_code == 303
    assert services.circles_of(deniz) == [eleni.circle]
    assert browser(deniz).get(f"/table/{eleni.match}/").status_code == 200
    assert browser(eleni.person).post("/circle/deleted/", form).status_code == 404


def test_api_deletes_and_restores_a_circle(eleni):
    asks, path = program(eleni.person, circle=eleni.circle), f"/api/v1/circles/{eleni.circle.pk}/"
    assert asks.delete(path).status_code == 204
    assert asks.get("/api/v1/circles/").json() == {"circles": []}
    assert asks.delete(path).status_code == 404
    assert asks.post(f"{path}undelete/").json()["name"] == "Fridays"
    assert asks.get("/api/v1/events/").status_code == 200


def test_the_first_of_many_deleted_circles_can_be_restored(eleni):
    """Someone else may have made the person an owner of the later ones, and deleted them."""
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    later = timezone.now()
    others = models.Circle.objects.bulk_create(models.Circle(name=f"No. {n}", deleted=later) for n in range(150))
    models.Membership.objects.bulk_create(
        models.Membership(circle=circle, person=eleni.person, role=models.Role.OWNER) for circle in others
    )
    assert str(eleni.circle.pk) in browser(eleni.person).get("/circle/deleted/").text


def test_person_without_circles_writes_in_a_new_one(eleni):
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    assert services.home_membership(eleni.person).circle != eleni.circle
    assert services.home_membership(eleni.person) == services.home_membership(eleni.person)
    assert eleni.person.memberships.count() == 2


def test_circle_is_emptied_after_thirty_days_but_its_counts_stay(eleni, deniz):
    rows = models.Event.objects.filter(circle=eleni.circle)
    before = list(rows.order_by("seq").values_list("seq", "id", "kind"))
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    backdate_deletions(29)
    assert services.tidy_circles() == 0
    backdate_deletions(2)
    assert services.tidy_circles() == 1
    assert services.tidy_circles() == 0
    assert list(rows.order_by("seq").values_list("seq", "id", "kind")) == before
    assert {(str(row.data), row.by_name) for row in rows} == {("{}", "")}
    for model in (*rebuild.ALL, models.Membership):
        assert not model.objects.filter(circle=eleni.circle).exists()
    assert models.Circle.objects.get(pk=eleni.circle.pk).name == ""
    assert rebuild.rebuild(eleni.circle.pk) == []
    assert not services.deleted_circles(eleni.person).exists()
    assert browser(deniz.person).get(f"/table/{deniz.match}/").status_code == 200


def test_circle_is_emptied_though_its_last_member_was_erased_before(eleni):
    """Its turn may come later than that of the account, or its erasing may have failed once."""
    services.delete_person(person=eleni.person)
    backdate_deletions(31)
    models.Circle.objects.filter(pk=eleni.circle.pk).update(deleted=timezone.now() - timedelta(days=29))
    assert (services.tidy_circles(), services.tidy_people()) == (0, 1)
    assert not eleni.circle.memberships.exists()
    backdate_deletions(2)
    assert services.tidy_circles() == 1
    assert services.tidy_circles() == 0
    assert all(data == {} for data in models.Event.objects.values_list("data", flat=True))
    assert not models.Match.objects.filter(circle=eleni.circle).exists()


def test_a_group_that_has_lost_its_last_member_is_emptied(eleni):
    """The host has restored it for a viewer, who then deleted the account, too. Nobody can delete such a group."""
    viewer = join(eleni, "Rosa", "reader")
    services.delete_person(person=eleni.person)
    assert hosting.restore_group(circle=eleni.circle.pk)
    services.delete_person(person=viewer)
    models.Circle.objects.update(created=timezone.now() - timedelta(days=40))
    backdate_deletions()
    assert (services.tidy_circles(), services.tidy_people()) == (0, 2)
    assert not hosting.restore_group(circle=eleni.circle.pk)
    assert services.tidy_circles() == 1
    assert all(data == {} for data in models.Event.objects.values_list("data", flat=True))


def test_a_new_group_without_members_may_be_in_the_making(eleni):
    models.Membership.objects.all().delete()
    assert services.tidy_circles() == 0


def test_restored_circle_is_not_emptied(eleni):
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    services.undelete_circle(by=eleni.person, circle=eleni.circle.pk)
    backdate_deletions()
    assert services.tidy_circles() == 0
    assert browser(eleni.person).get(f"/table/{eleni.match}/").status_code == 200


def test_deleted_match_is_listed_and_restored(eleni):
    actions.delete_match(match=eleni.match, by=eleni.person, circle=eleni.circle.pk)
    visitor = browser(eleni.person)
    assert f"/table/{eleni.match}/more/" in visitor.get("/circle/deleted/").text
    visitor.post(f"/table/{eleni.match}/more/", {"act": "undelete"})
    assert "Nothing was deleted recently." in visitor.get("/circle/deleted/").text


# Deleting an account


def test_deleted_account_stops_working_at_once(eleni):
    phone, other = program(eleni.person), browser(eleni.person)
    visitor = Browser()
    visitor.sign_in()
    visitor.confirm()
    assert visitor.post("/you/delete/").status_code == 422
    assert visitor.post("/you/delete/", SURE)["Location"] == "/you/gone/"
    for client in (visitor, other):
        assert client.get(f"/table/{eleni.match}/").status_code == 404
        assert client.get("/you/leaving/").status_code == 302
    assert phone.get("/api/v1/circles/").status_code == 401
    assert models.Circle.objects.get(pk=eleni.circle.pk).deleted is not None


def test_a_guest_who_deletes_the_account_is_not_sent_to_sign_in(deniz):
    visitor = browser(deniz.person)
    answer = visitor.post("/you/delete/", SURE)
    page = visitor.get(answer["Location"]).text
    assert "The person who runs this server can restore your access for 30 days." in page
    assert "/you/sign-in/" not in page


def test_sign_in_restores_account_and_circles(eleni):
    gone_before = services.make_circle(by=eleni.person, circle=None, name="Old")[0].circle
    services.delete_circle(by=eleni.person, circle=gone_before.pk)
    services.delete_person(person=eleni.person)
    visitor = Browser()
    visitor.sign_in()
    assert visitor.person == eleni.person
    assert "Welcome back" in visitor.get("/you/").text
    assert services.circles_of(eleni.person) == [eleni.circle]  # a circle that was deleted before stays deleted


def test_wrong_password_or_late_sign_in_restores_nothing(eleni):
    services.delete_person(person=eleni.person)
    Browser().sign_in(password="not-hers-at-all")
    assert not fresh(eleni.person).is_active
    backdate_deletions()
    Browser().sign_in()
    assert not fresh(eleni.person).is_active


def test_sign_in_command_restores_a_guest(deniz):
    services.delete_person(person=deniz.person)
    out = StringIO()
    call_command("signin", "Deniz", stdout=out)
    path, visitor = out.getvalue().strip().partition("//")[2].partition("/")[2], Browser()
    assert visitor.post(f"/{path}").status_code == 302
    assert visitor.get(f"/table/{deniz.match}/").status_code == 200
    backdate_deletions()


@pytest.mark.parametrize(
    ("others", "heir"),
    [
        ((), None),
        (("reader",), None),
        (("reader", "scorer", "scorer"), 1),
        (("scorer", "owner"), 1),
    ],
)
def test_circle_of_a_deleted_owner_is_deleted_or_gets_another_owner(eleni, others, heir):
    people = [join(eleni, name, role) for name, role in zip(("Deniz", "Zeynep", "Rosa"), others, strict=False)]
    services.delete_person(person=eleni.person)
    circle = models.Circle.objects.get(pk=eleni.circle.pk)
    assert (circle.deleted is None) == (heir is not None)
    owners = models.Membership.objects.filter(circle=circle, role="owner").exclude(person=eleni.person)
    assert [owner.person for owner in owners] == ([] if heir is None else [people[heir]])


def test_person_is_emptied_after_thirty_days_but_events_stay(eleni):
    join(eleni, "Deniz", "scorer")
    player = str(uuid4())
    actions.put_player(player=player, name="Eleni", by=eleni.person, circle=eleni.circle.pk)
    match = str(uuid4())
    seats = [{"id": player, "name": "Eleni"}, "Deniz"]
    actions.start_match(match=match, game="bisca_tres", players=seats, by=eleni.person, circle=eleni.circle.pk)
    models.Membership.objects.filter(person=eleni.person).update(player=player)
    phone = program(eleni.person)
    count = models.Event.objects.count()
    services.delete_person(person=eleni.person)
    backdate_deletions()
    assert services.tidy_people() == 1
    assert services.tidy_people() == 0
    person = fresh(eleni.person)
    assert (person.name, person.email, person.is_active, person.has_usable_password()) == ("", None, False, False)
    events = models.Event.objects.filter(circle=eleni.circle)
    assert events.count() == count
    assert not events.exclude(by_name="").filter(by=person).exists()
    assert [
        player["name"] if isinstance(player, dict) else player
        for player in events.get(kind="start", match=match).data["players"]
    ] == ["–", "Deniz"]
    assert models.Player.objects.get(id=player).name == "–"
    assert rebuild.rebuild(eleni.circle.pk) == []
    assert phone.get("/api/v1/circles/").json()["code"] == "revoked"
    assert services.circles_of(person) == []
    account_writer("Another", email=EMAIL)  # the address is free again


def test_tidy_prints_what_it_deleted(eleni, capsys):
    services.delete_person(person=eleni.person)
    backdate_deletions()
    call_command("tidy")
    assert capsys.readouterr().out == (
        "1 circles emptied.\n1 people emptied.\n0 matches emptied.\n0 invitations forgotten.\n"
        "Past limits deleted.\nFigures stored.\nErased content removed from the files.\nPlayers rated.\n"
    )


def test_pages_are_not_cached_and_query_counts_are_constant(eleni, django_assert_num_queries):
    visitor = browser(eleni.person)
    for path, count in (("/you/leaving/", 3), ("/circle/deleted/", 4)):
        with django_assert_num_queries(count):
            answer = visitor.get(path)
        assert "no-store" in answer["Cache-Control"]
    for number in range(5):
        membership = services.make_circle(by=eleni.person, circle=None, name=str(number))[0]
        if number % 2:
            services.delete_circle(by=eleni.person, circle=membership.circle_id)
    for path, count in (("/you/leaving/", 3), ("/circle/deleted/", 4)):
        with django_assert_num_queries(count):
            visitor.get(path)


FOREIGN_FIELDS = {
    "start with a list as player": ("start", {"game": "bisca_tres", "players": ["A", "B"], "player": []}),
    "player with a number as players": ("player", {"player": str(uuid4()), "name": "Q", "players": 5}),
    "player with a seat": ("player", {"player": str(uuid4()), "name": "Q", "players": [{"id": []}]}),
    "evening with a list as same_as": ("evening", {"evening": str(uuid4()), "matches": [], "same_as": []}),
}


@pytest.mark.parametrize(("kind", "data"), FOREIGN_FIELDS.values(), ids=FOREIGN_FIELDS)
def test_fields_of_other_kinds_do_not_stop_erasing(eleni, kind, data):
    zebulon, player = join(eleni, "Zebulon", "scorer"), str(uuid4())
    actions.put_player(player=player, name="Zebulon", by=eleni.person, circle=eleni.circle.pk)
    services.claim_player(by=zebulon, circle=eleni.circle.pk, player=player)
    event = {"id": str(uuid4()), "match": str(uuid4()) if kind == "start" else None, "kind": kind, "data": data}
    about_them = {"id": str(uuid4()), "match": None, "kind": "player"}
    about_them["data"] = {"player": player, "name": "Zebulon", "players": "Zebulon"}
    path = f"/api/v1/events/?circle={eleni.circle.pk}"
    answer = program(eleni.person).post(path, [event, about_them], content_type="application/json")
    assert answer.status_code == 200
    services.delete_person(person=zebulon)
    backdate_deletions()
    assert services.tidy_people() == 1
    assert not any("Zebulon" in str(data) for data in models.Event.objects.values_list("data", flat=True))


def test_others_save_between_the_matches_that_are_erased(eleni, monkeypatch):
    """A group may have thousands of matches, and SQLite has one lock for all writers."""
    zebulon, player = join(eleni, "Zebulon", "scorer"), str(uuid4())
    act = {"by": zebulon, "circle": eleni.circle.pk}
    actions.put_player(player=player, name="Zebulon", **act)
    services.claim_player(by=zebulon, circle=eleni.circle.pk, player=player)
    players = [{"id": player, "name": "Zebulon"}, "Deniz"]
    for _match in range(5):
        actions.start_match(match=str(uuid4()), game="bisca_tres", players=players, **act)
    services.delete_person(person=zebulon)
    backdate_deletions()
    pauses = []
    monkeypatch.setattr(
        erasing, "let_others_write", lambda: pauses.append(models.Event.objects.exclude(by_name="").count())
    )
    assert services.tidy_people() == 1
    assert len(pauses) == 7  # the matches, the events of the group itself, and the person
    assert pauses == sorted(pauses, reverse=True)
    assert rebuild.rebuild(eleni.circle.pk) == []
    for rows in (models.Event, models.Match, models.Seat, models.Result, models.Player):
        assert not any("Zebulon" in str(row) for row in rows.objects.values_list())


def test_a_large_deleted_group_is_erased_in_parts(eleni, monkeypatch):
    monkeypatch.setattr(erasing, "BATCH", 2)
    monkeypatch.setattr(erasing, "MATCHES", 2)
    pauses = []
    for _match in range(5):
        actions.start_match(
            match=str(uuid4()), game="bisca_tres", players=["Rui", "Ana"], by=eleni.person, circle=eleni.circle.pk
        )
    monkeypatch.setattr(erasing, "let_others_write", lambda: pauses.append(models.Match.objects.count()))
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    matches = models.Match.objects.count()
    backdate_deletions()
    assert services.tidy_circles() == 1
    parts = (models.Event.objects.filter(circle=eleni.circle).count() + 1) // 2
    assert pauses == [*[matches] * parts, *range(matches - 2, 0, -2), 0, 0][: len(pauses)]
    assert len(pauses) > parts + matches // 2
    assert not any(model.objects.exists() for model in (models.Match, models.Seat, models.Result, models.MonthTally))
    assert all(data == {} for data in models.Event.objects.values_list("data", flat=True))


def test_a_deleted_group_with_many_ratings_is_erased(eleni):
    """SQLite refuses a condition with a thousand keys of several columns."""
    circle, now = eleni.circle, timezone.now()
    models.MatchRatings.objects.bulk_create(
        models.MatchRatings(circle=circle, match=uuid4(), date=now.date(), started=now, sides={}) for _ in range(1_100)
    )
    models.MonthRatings.objects.bulk_create(
        models.MonthRatings(circle=circle, game=game, month=f"{year}-{month:02}", ratings={})
        for game in ("", "bisca_tres")
        for year in range(1960, 2010)
        for month in range(1, 13)
    )
    services.delete_circle(by=eleni.person, circle=circle.pk)
    backdate_deletions()
    assert services.tidy_circles() == 1
    for model in (models.MatchRatings, models.MonthRatings, models.Match):
        assert not model.objects.filter(circle=circle).exists()


def test_a_deleted_person_hands_on_a_thousand_groups(eleni):
    heir = models.Person.objects.create_user(name="Deniz")
    circles = models.Circle.objects.bulk_create(models.Circle(id=uuid4()) for _ in range(1_001))
    models.Membership.objects.bulk_create(
        models.Membership(circle=circle, person=person, role=role)
        for circle in circles
        for person, role in ((eleni.person, "owner"), (heir, "scorer"))
    )
    services.delete_person(person=eleni.person)
    assert models.Membership.objects.filter(person=heir, role="owner").count() == 1_001


def test_person_that_cannot_be_erased_does_not_keep_the_others(eleni, monkeypatch, capsys):
    people = [join(eleni, name, "scorer") for name in ("Zebulon", "Mallory")]
    for person in people:
        services.delete_person(person=person)
    backdate_deletions()
    erase_person = erasing.erase_person

    def fail_for_first(id):
        if id == people[0].pk:
            raise TypeError("a stored value nobody expected")
        return erase_person(id)

    monkeypatch.setattr(erasing, "erase_person", fail_for_first)
    with pytest.raises(ExceptionGroup):
        call_command("tidy")
    assert [fresh(person).name for person in people] == ["Zebulon", ""]
    assert "Erased content removed from the files." in capsys.readouterr().out


def test_owners_remove_a_member_who_has_deleted_the_account(eleni, deniz):
    """A deleted account may be restored, and would bring the role of an owner back."""
    for writer, name in ((deniz, "Deniz"), (account_writer("Rosa", email="rosa@example.org"), "Rosa")):
        models.Membership.objects.create(circle=eleni.circle, person=writer.person, role="owner")
        services.delete_person(person=fresh(writer.person))
        address = f"/circle/{eleni.circle.pk}/members/{writer.person.pk}/"
        owner = proved(eleni.person)
        page = owner.get("/circle/").text
        assert address in page
        assert "account deleted" in page
        assert "can restore it for 30 days" in owner.get(address).text
        if name == "Deniz":
            owner.post(address, {"role": "reader"})
        else:
            owner.post(f"{address}remove/", SURE)
        services.undelete_person(person=fresh(writer.person))
    roles = models.Membership.objects.filter(circle=eleni.circle).values_list("person__name", "role")
    assert dict(roles) == {"Eleni": "owner", "Deniz": "reader"}


def test_only_owners_see_members_who_have_deleted_the_account(eleni, deniz):
    models.Membership.objects.create(circle=eleni.circle, person=deniz.person, role="scorer")
    reader = join(eleni, "Zeynep", "reader")
    services.delete_person(person=fresh(deniz.person))
    assert "Deniz" not in browser(reader).get("/circle/").text
    assert "Deniz" in browser(eleni.person).get("/circle/").text


def test_an_owner_with_a_deleted_account_is_no_owner_for_the_others(eleni, deniz):
    models.Membership.objects.create(circle=eleni.circle, person=deniz.person, role="owner")
    services.delete_person(person=fresh(deniz.person))
    join(eleni, "Zeynep", "reader")
    with pytest.raises(Refused) as error:
        services.leave_circle(by=eleni.person, circle=eleni.circle.pk)
    assert error.value.code == "last_owner"


def test_erasing_a_person_deletes_their_sessions(eleni, deniz):
    """A session holds the address with which someone signed in, for as long as its cookie."""
    for _ in range(2):
        Browser().sign_in()
    other = browser(deniz.person)
    proved(eleni.person).post("/you/delete/", SURE)
    backdate_deletions()
    call_command("tidy")
    stored = [str(session.get_decoded()) for session in Session.objects.all()]
    assert len(stored) >= 1
    assert not [text for text in stored if EMAIL in text or eleni.person.pk.hex in text or str(eleni.person.pk) in text]
    assert other.get("/you/").status_code == 200
    assert other.session["_auth_user_id"] == str(deniz.person.pk)


def test_a_polled_page_notices_that_names_were_erased(eleni, deniz):
    match = eleni.match
    models.Membership.objects.create(circle=eleni.circle, person=deniz.person, role="scorer")
    actions.add_deal(
        by=deniz.person, circle=eleni.circle.pk, match=match, deal=str(uuid4()), answers={"points": [71, 49]}
    )
    owner, headers = browser(eleni.person), {"hx-target": "live"}
    paths = (f"/table/{match}/", "/", "/evenings/")
    etags = {path: owner.get(path, headers=headers)["ETag"] for path in paths}
    services.delete_person(person=fresh(deniz.person))
    backdate_deletions()
    call_command("tidy")
    assert models.Event.objects.filter(by=deniz.person).exists()
    for path in paths:
        assert owner.get(path, headers=headers | {"if-none-match": etags[path]}).status_code == 200, path


def put_players(writer, *names, **more):
    """Store players with these names in the circle, and return their ids."""
    ids = [str(uuid4()) for _ in names]
    for id, name in zip(ids, names, strict=True):
        actions.put_player(player=id, name=name, by=writer.person, circle=writer.circle.pk, **more)
    return ids


def claim(writer, person, player):
    services.claim_player(by=person, circle=writer.circle.pk, player=player)


def erase(person):
    services.delete_person(person=fresh(person))
    backdate_deletions()
    call_command("tidy")


def names_left(circle):
    """Return the names of the players that a test has put into the circle."""
    data = models.Event.objects.filter(circle=circle, kind="player").values_list("data", flat=True)
    return {event["name"] for event in data if "name" in event} - {"Eleni", "Deniz"}


@pytest.mark.parametrize("number", range(3))
def test_erasing_covers_all_players_that_are_the_same_person(eleni, number):
    zebulon = join(eleni, "Zebulon", "scorer")
    ids = put_players(eleni, "Zebulon", "Zeb", "Z.", "Rosa")
    for player, same_as in ((0, 1), (1, 2)):
        actions.put_player(player=ids[player], same_as=ids[same_as], by=eleni.person, circle=eleni.circle.pk)
    claim(eleni, zebulon, ids[number])
    erase(zebulon)
    assert names_left(eleni.circle) == {erasing.NAMELESS, "Rosa"}


@pytest.mark.parametrize("how", ["leaves", "is removed", "is merged"])
def test_a_claim_outlives_the_membership(eleni, how):
    account = account_writer("Zebulon", email="z@example.org").person
    models.Membership.objects.create(circle=eleni.circle, person=account, role="scorer")
    first, second, _other = put_players(eleni, "Zebulon", "Zeb", "Rosa")
    claim(eleni, account, first)
    if how == "leaves":
        services.leave_circle(by=account, circle=eleni.circle.pk)
    elif how == "is removed":
        services.remove_member(by=eleni.person, circle=eleni.circle.pk, person=account.pk)
    else:
        guest = join(eleni, "Zeb", "scorer")
        claim(eleni, guest, second)
        services.merge_guest(guest=guest, account=account)
    erase(account)
    assert names_left(eleni.circle) == {erasing.NAMELESS, "Rosa"} | ({"Zeb"} if how != "is merged" else set())
    assert not models.PastClaim.objects.exists()


def test_an_erased_name_leaves_the_figures_of_months(eleni):
    """They have the names of all players, and only a change of the month wrote them again."""
    zebulon, act = join(eleni, "Zebulon", "scorer"), {"by": eleni.person, "circle": eleni.circle.pk}
    match, [player] = uuid4(), put_players(eleni, "Zebulon")
    players = [{"id": player, "name": "Zebulon"}, {"id": str(uuid4()), "name": "Eleni"}]
    actions.start_match(match=str(match), game="points", players=players, **act)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [71, 49]}, **act)
    actions.finish(match=match, **act)
    claim(eleni, zebulon, player)
    tallies = models.MonthTally.objects.filter(circle=eleni.circle)
    assert "Zebulon" in json.dumps(list(tallies.values_list("tally", flat=True)))
    erase(zebulon)
    left = list(tallies.values_list("tally", flat=True))
    assert "Zebulon" not in json.dumps(left)
    assert left  # `tidy` has added the month up again
    assert None not in left
    assert rebuild.rebuild(eleni.circle.pk) == []


def test_no_process_has_an_erased_name_in_a_copy_of_an_earlier_moment(eleni):
    """Another process may have folded the match before its last event. It must fold it again, not add the rest."""
    zebulon, act = join(eleni, "Zebulon", "scorer"), {"by": eleni.person, "circle": eleni.circle.pk}
    match, [player] = str(uuid4()), put_players(eleni, "Zebulon")
    players = [{"id": player, "name": "Zebulon"}, {"id": str(uuid4()), "name": "Eleni"}]
    actions.start_match(match=match, game="points", players=players, **act)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [71, 49]}, **act)
    other_process = LogCache()
    other_process.store(eleni.circle.pk, other_process.load(eleni.circle.pk, [match])[0])
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [50, 70]}, **act)
    claim(eleni, zebulon, player)
    erase(zebulon)
    logs, _rows = other_process.load(eleni.circle.pk, [match])
    assert len(logs[match].log.deals) == 2
    assert "Zebulon" not in json.dumps(logs[match].log.events)
    assert "Zebulon" not in str(logs[match].rows)


def test_a_past_claim_does_not_erase_someone_else(eleni):
    former, zebulon = join(eleni, "Mallory", "scorer"), join(eleni, "Zebulon", "scorer")
    [player] = put_players(eleni, "Zebulon")
    claim(eleni, former, player)
    services.remove_member(by=eleni.person, circle=eleni.circle.pk, person=former.pk)
    claim(eleni, zebulon, player)
    erase(former)
    assert names_left(eleni.circle) == {"Zebulon"}


def test_claims_and_merges_of_a_scorer_destroy_no_names_of_others(eleni):
    """Mallory claims one player after the other, and merges the others into the last one."""
    mallory, rosa = join(eleni, "Mallory", "scorer"), join(eleni, "Rosa", "scorer")
    ids = put_players(eleni, "Anna", "Boris", "Clara", "Rosa", "Rosi")
    actions.put_player(player=ids[4], same_as=ids[3], by=eleni.person, circle=eleni.circle.pk)
    claim(eleni, rosa, ids[3])
    for player in ids[:3]:
        claim(eleni, mallory, player)
        services.leave_circle(by=mallory, circle=eleni.circle.pk)
        models.Membership.objects.create(circle=eleni.circle, person=mallory, role="scorer")
    for player in (ids[0], ids[1], ids[4]):
        actions.put_player(player=player, same_as=ids[2], by=mallory, circle=eleni.circle.pk)
    erase(mallory)
    assert names_left(eleni.circle) == {"Anna", "Boris", erasing.NAMELESS, "Rosa", "Rosi"}


def test_an_alias_that_the_person_has_added_is_erased(eleni):
    zebulon = join(eleni, "Zebulon", "scorer")
    first, second = (str(uuid4()) for _ in range(2))
    for player, name in ((first, "Zebulon"), (second, "Zeb")):
        actions.put_player(player=player, name=name, by=zebulon, circle=eleni.circle.pk)
    actions.put_player(player=second, same_as=first, by=zebulon, circle=eleni.circle.pk)
    claim(eleni, zebulon, first)
    erase(zebulon)
    assert names_left(eleni.circle) == {erasing.NAMELESS}


def test_a_player_whom_others_have_named_in_a_match_is_not_added_by_a_merge(eleni):
    """A program may start a match with players of whom no event of their own tells."""
    mallory, anna, own = join(eleni, "Mallory", "scorer"), str(uuid4()), str(uuid4())
    players = [{"id": anna, "name": "Anna"}, {"id": str(uuid4()), "name": "Eleni"}]
    act = {"by": eleni.person, "circle": eleni.circle.pk}
    actions.start_match(match=str(uuid4()), game="points", players=players, **act)
    actions.put_player(player=own, name="Mallory", by=mallory, circle=eleni.circle.pk)
    actions.put_player(player=anna, name="Anna", by=mallory, circle=eleni.circle.pk)
    actions.put_player(player=anna, same_as=own, by=mallory, circle=eleni.circle.pk)
    claim(eleni, mallory, own)
    erase(mallory)
    assert names_left(eleni.circle) == {erasing.NAMELESS, "Anna"}
    assert "Anna" in json.dumps(list(models.Event.objects.filter(kind="start").values_list("data", flat=True)))


def test_a_merge_into_another_player_keeps_no_name(eleni):
    """Mallory cannot keep the name of someone else by merging it into the own player."""
    mallory, zebulon = join(eleni, "Mallory", "scorer"), join(eleni, "Zebulon", "scorer")
    first, second = put_players(eleni, "Zebulon", "Mallory")
    claim(eleni, zebulon, first)
    claim(eleni, mallory, second)
    actions.put_player(player=first, same_as=second, by=mallory, circle=eleni.circle.pk)
    erase(zebulon)
    assert names_left(eleni.circle) == {erasing.NAMELESS, "Mallory"}


def test_a_reader_destroys_no_names(eleni):
    """Anyone with a link for readers could claim any player."""
    reader = join(eleni, "Mallory", "reader")
    [player] = put_players(eleni, "Anna")
    claim(eleni, reader, player)
    services.delete_person(person=fresh(reader))
    assert "plays as Anna" in browser(eleni.person).get("/circle/").text
    backdate_deletions()
    call_command("tidy")
    assert names_left(eleni.circle) == {"Anna"}


def test_many_names_of_a_match_are_erased_in_parts(eleni, monkeypatch):
    monkeypatch.setattr(erasing, "EDITS", 4)
    zebulon, player, match = join(eleni, "Zebulon", "scorer"), str(uuid4()), str(uuid4())
    act = {"by": zebulon, "circle": eleni.circle.pk}
    actions.put_player(player=player, name="Zebulon", **act)
    claim(eleni, zebulon, player)
    players = [{"id": player, "name": "Zebulon"}, "Deniz"]
    actions.start_match(match=match, game="bisca_tres", players=players, **act)
    for _turn in range(10):
        actions.put_seats(match=match, players=players[::-1], **act)
    pauses = []
    monkeypatch.setattr(erasing, "let_others_write", lambda: pauses.append(names_left(eleni.circle)))
    erase(zebulon)
    assert len(pauses) == 5  # 4 + 4 + 3 events of the match, the player, and the person
    assert "Zebulon" not in str(list(models.Event.objects.values_list("data")))
    assert rebuild.rebuild(eleni.circle.pk) == []


@pytest.mark.parametrize("is_erased", [False, True])
def test_a_match_is_folded_before_others_have_to_wait(eleni, monkeypatch, is_erased):
    """A round that came since is added, unless something else was erased meanwhile."""
    zebulon, [player], match = join(eleni, "Zebulon", "scorer"), put_players(eleni, "Zebulon"), str(uuid4())
    claim(eleni, zebulon, player)
    act = {"match": match, "circle": eleni.circle.pk}
    actions.start_match(game="points", players=[{"id": player, "name": "Zebulon"}, "Deniz"], by=zebulon, **act)
    actions.add_deal(deal=str(uuid4()), answers={"points": [1, 2]}, by=zebulon, **act)
    fold, again = nameless_log.NamelessLog.__init__, []

    def fold_and_play(*arguments):
        fold(*arguments)
        actions.add_deal(deal=str(uuid4()), answers={"points": [3, 4]}, by=eleni.person, **act)
        if is_erased:
            erasing.count_erasure([eleni.circle.pk])

    monkeypatch.setattr(nameless_log.NamelessLog, "__init__", fold_and_play)
    monkeypatch.setattr(nameless_log, "log_of", lambda *match: again.append(match) or log_of(*match))
    erase(zebulon)
    assert len(again) == is_erased
    summary = models.Match.objects.get(id=match).summary
    assert (summary["totals"], "Zebulon" in str(summary)) == ([4, 6], False)
    assert rebuild.rebuild(eleni.circle.pk) == []


@pytest.mark.parametrize("is_undeleted", [False, True])
def test_words_about_an_evening_go_with_its_last_match(eleni, is_undeleted):
    act, matches = {"by": eleni.person, "circle": eleni.circle.pk}, [str(uuid4()), str(uuid4())]
    for match in matches:
        actions.start_match(match=match, game="bisca_tres", players=["A", "B"], **act)
    words = {"name": "Zebnight", "place": "Zebstreet 5", "note": "Zebnote"}
    actions.put_evening(evening=matches[0], matches=matches, **words, **act)
    for match in matches:
        actions.delete_match(match=match, **act)
    if is_undeleted:
        actions.undelete_match(match=matches[1], **act)
    before = models.Circle.objects.get(pk=eleni.circle.pk).erasures
    models.Event.objects.filter(kind="delete").update(received="2020-01-01T00:00:00Z")
    call_command("tidy")
    assert models.Circle.objects.get(pk=eleni.circle.pk).erasures > before
    stored = [str(row) for row in (*models.Event.objects.values_list("data"), *models.Evening.objects.values_list())]
    assert any("Zeb" in row for row in stored) is is_undeleted


def test_many_evenings_are_erased_in_parts_and_a_prepared_one_stays(eleni, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(erasing, "EDITS", 10)
    act, match = {"by": eleni.person, "circle": eleni.circle.pk}, str(uuid4())
    actions.start_match(match=match, game="bisca_tres", players=["A", "B"], **act)
    for number in range(30):
        actions.put_evening(evening=str(uuid4()), name=f"Night {number}", matches=[match], **act)
    actions.put_evening(evening=str(uuid4()), name="Next Friday", matches=[], **act)
    actions.delete_match(match=match, **act)
    assert services.tidy_matches() == 0
    models.Event.objects.filter(kind="delete").update(received="2020-01-01T00:00:00Z")
    pauses = []
    monkeypatch.setattr(erasing, "let_others_write", lambda: pauses.append(1))
    assert services.tidy_matches() == 1
    assert len(pauses) == 2 + 2 + 3 + 1  # the match; 30 events; 30 evenings; the group
    assert list(models.Evening.objects.exclude(name="").values_list("name", flat=True)) == ["Next Friday"]
    assert not any("Night" in str(data) for data in models.Event.objects.values_list("data"))
    assert not any(erased_evenings.evenings_to_erase().values())
