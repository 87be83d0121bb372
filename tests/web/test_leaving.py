"""Leaving: a circle or oneself deleted, brought back, and emptied for good after 30 days."""

import json
import secrets
from datetime import timedelta
from io import BytesIO, StringIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.test import Client

from games import models, services
from games.export import circle_log
from games.services import actions
from games.store import rebuild
from tests.web.account.conftest import EMAIL, Browser, deniz, eleni, kept, unhurried

__all__ = ["deniz", "eleni", "unhurried"]

SURE = {"sure": "on"}


def browser(person):
    found = Browser()
    found.force_login(person)
    return found


def fresh(person):
    return models.Person.objects.get(pk=person.pk)


def later(days=31):
    """So long ago everything was deleted."""
    for model in (models.Circle, models.Person):
        for one in model.objects.exclude(deleted=None):
            model.objects.filter(pk=one.pk).update(deleted=one.deleted - timedelta(days=days))


def join(writer, name, role):
    person = models.Person.objects.create_user(name=name)
    models.Membership.objects.create(circle=writer.circle, person=person, role=role)
    return person


def program(person, **more):
    """A key, and how it asks."""
    key = secrets.token_urlsafe(32)
    device = services.add_device(by=person, key=key, device=uuid4())
    models.Device.objects.filter(pk=device.pk).update(**more)
    return Client(headers={"authorization": f"Token {key}"})


# A file to keep


def test_a_circle_is_a_file_of_its_log(eleni):
    answer = browser(eleni.person).get(f"/circle/export/?circle={eleni.circle.pk}")
    found = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert found[0] | {"created": "", "exported": ""} == {
        "format": "scorekeeper.circle/1",
        "circle": str(eleni.circle.pk),
        "name": "Fridays",
        "created": "",
        "seq": len(found) - 1,
        "exported": "",
    }
    events = program(eleni.person).get("/api/v1/events/").json()["events"]
    assert found[1:] == events
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith('attachment; filename="scorekeeper-circle-Fridays-20')


def test_a_program_gets_the_same_file(eleni):
    answer = program(eleni.person).get(f"/api/v1/circles/{eleni.circle.pk}/log/")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/jsonl", "no-store")
    assert answer.getvalue().count(b"\n") == models.Circle.objects.get(pk=eleni.circle.pk).seq + 1


def test_a_log_is_read_by_pages_and_ends_where_it_began(eleni, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(circle_log, "PAGE", 2)
    circle = models.Circle.objects.get(pk=eleni.circle.pk)
    pieces = circle_log.lines(circle)
    assert json.loads(next(pieces))["seq"] == circle.seq
    actions.put_player(player=str(uuid4()), name="Late", by=eleni.person, circle=circle.pk)
    with django_assert_num_queries(-(-circle.seq // 2) + 1):
        rest = list(pieces)
    assert b"".join(rest).count(b"\n") == circle.seq
    assert max(piece.count(b"\n") for piece in rest) == 2


def test_a_name_is_no_way_out_of_the_folder(eleni):
    models.Circle.objects.update(name='../"x"\r\nSet-Cookie: a=b/ş')
    answer = browser(eleni.person).get("/circle/export/")
    assert "Set-Cookie" not in answer.headers
    assert "/" not in answer["Content-Disposition"]


def test_everything_of_a_person_is_one_file(eleni, deniz):
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
    told = json.loads(archive.read("person.json"))
    assert (told["name"], told["email"], told["has_password"]) == ("Eleni", EMAIL, True)
    assert [one["role"] for one in told["circles"]] == ["owner", "scorer"]
    assert [one["purpose"] for one in told["invitations"]] == ["account"]
    assert archive.read(own).count(b"\n") == models.Circle.objects.get(pk=eleni.circle.pk).seq + 1
    assert [json.loads(line)["data"]["name"] for line in archive.read(others).splitlines()[1:]] == ["Mine"]
    for secret in (eleni.person.password, models.Device.objects.get().hash, fresh_code(invitation)):
        assert secret not in archive.read("person.json").decode()


def fresh_code(invitation):
    return models.Invitation.objects.get(pk=invitation.pk).code


def test_who_is_kept_shows_it_before_everything_is_handed_out(eleni):
    for path in ("/you/export/", "/you/delete/"):
        assert browser(eleni.person).get(path)["Location"] == f"/you/again/?next={path}"


# A circle


def test_a_circle_is_deleted_after_it_was_asked_twice(eleni):
    deniz = join(eleni, "Deniz", "scorer")
    visitor, path = browser(eleni.person), f"/circle/delete/?circle={eleni.circle.pk}"
    assert "One more person sees it no longer." in visitor.get(path).text
    answer = visitor.post(path)
    assert answer.status_code == 422
    assert "Nothing was deleted." in answer.text
    assert services.circles_of(deniz) == [eleni.circle]
    assert visitor.post(path, SURE)["Location"] == "/circle/deleted/"
    assert services.circles_of(deniz) == []
    assert "Fridays" in visitor.get("/circle/deleted/").text
    assert "Fridays" not in browser(deniz).get("/circle/deleted/").text


def test_a_circle_comes_back_as_it_was_and_only_by_its_owner(eleni):
    deniz = join(eleni, "Deniz", "scorer")
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    said = {"circle": str(eleni.circle.pk)}
    assert browser(deniz).post("/circle/deleted/", said).status_code == 404
    assert browser(eleni.person).post("/circle/deleted/", said).status_code == 303
    assert services.circles_of(deniz) == [eleni.circle]
    assert browser(deniz).get(f"/table/{eleni.match}/").status_code == 200
    assert browser(eleni.person).post("/circle/deleted/", said).status_code == 404


def test_a_program_deletes_and_brings_back(eleni):
    asks, path = program(eleni.person), f"/api/v1/circles/{eleni.circle.pk}/"
    assert asks.delete(path).status_code == 204
    assert asks.get("/api/v1/circles/").json() == {"circles": []}
    assert asks.delete(path).status_code == 404
    assert asks.post(f"{path}undelete/").json()["name"] == "Fridays"
    assert asks.get("/api/v1/events/").status_code == 200


def test_whoever_lost_the_last_circle_writes_in_a_new_one(eleni):
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    assert services.home_of(eleni.person).circle != eleni.circle
    assert services.home_of(eleni.person) == services.home_of(eleni.person)
    assert eleni.person.memberships.count() == 2


def test_after_thirty_days_a_circle_is_emptied_and_its_numbers_stay(eleni, deniz):
    rows = models.Event.objects.filter(circle=eleni.circle)
    before = list(rows.order_by("seq").values_list("seq", "id", "kind"))
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    later(29)
    assert services.tidy_circles() == 0
    later(2)
    assert services.tidy_circles() == 1
    assert services.tidy_circles() == 0
    assert list(rows.order_by("seq").values_list("seq", "id", "kind")) == before
    assert {(str(one.data), one.by_name) for one in rows} == {("{}", "")}
    for model in (*rebuild.ALL, models.Membership):
        assert not model.objects.filter(circle=eleni.circle).exists()
    assert models.Circle.objects.get(pk=eleni.circle.pk).name == ""
    assert rebuild.rebuild(eleni.circle.pk) == []
    assert not services.deleted_circles(eleni.person).exists()
    assert browser(deniz.person).get(f"/table/{deniz.match}/").status_code == 200


def test_a_circle_brought_back_in_time_is_not_emptied(eleni):
    services.delete_circle(by=eleni.person, circle=eleni.circle.pk)
    services.undelete_circle(by=eleni.person, circle=eleni.circle.pk)
    later()
    assert services.tidy_circles() == 0
    assert browser(eleni.person).get(f"/table/{eleni.match}/").status_code == 200


def test_a_deleted_match_is_listed_and_brought_back(eleni):
    actions.delete_match(match=eleni.match, by=eleni.person, circle=eleni.circle.pk)
    visitor = browser(eleni.person)
    assert f"/table/{eleni.match}/more/" in visitor.get("/circle/deleted/").text
    visitor.post(f"/table/{eleni.match}/more/", {"act": "undelete"})
    assert "Nothing was deleted lately." in visitor.get("/circle/deleted/").text


# Oneself


def test_who_deletes_themselves_is_nobody_at_once(eleni):
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


def test_signing_in_brings_back_what_went_along(eleni):
    gone_before = services.make_circle(by=eleni.person, circle=None, name="Old")[0].circle
    services.delete_circle(by=eleni.person, circle=gone_before.pk)
    services.delete_person(person=eleni.person)
    visitor = Browser()
    visitor.sign_in()
    assert visitor.person == eleni.person
    assert "You are back" in visitor.get("/you/").text
    assert services.circles_of(eleni.person) == [eleni.circle]  # what was deleted before stays so


def test_nobody_comes_back_by_a_wrong_password_or_too_late(eleni):
    services.delete_person(person=eleni.person)
    Browser().sign_in(password="not-hers-at-all")
    assert not fresh(eleni.person).is_active
    later()
    Browser().sign_in()
    assert not fresh(eleni.person).is_active


def test_the_command_brings_back_whoever_has_no_key(deniz):
    services.delete_person(person=deniz.person)
    out = StringIO()
    call_command("signin", "Deniz", stdout=out)
    path, visitor = out.getvalue().strip().partition("//")[2].partition("/")[2], Browser()
    assert visitor.post(f"/{path}").status_code == 302
    assert visitor.get(f"/table/{deniz.match}/").status_code == 200
    later()


@pytest.mark.parametrize(
    ("others", "heir"),
    [
        ((), None),
        (("reader",), None),
        (("reader", "scorer", "scorer"), 1),
        (("scorer", "owner"), 1),
    ],
)
def test_a_circle_without_its_owner_goes_along_or_gets_another(eleni, others, heir):
    people = [join(eleni, name, role) for name, role in zip(("Deniz", "Zeynep", "Rosa"), others, strict=False)]
    services.delete_person(person=eleni.person)
    circle = models.Circle.objects.get(pk=eleni.circle.pk)
    assert (circle.deleted is None) == (heir is not None)
    owners = models.Membership.objects.filter(circle=circle, role="owner").exclude(person=eleni.person)
    assert [owner.person for owner in owners] == ([] if heir is None else [people[heir]])


def test_after_thirty_days_a_person_is_emptied_and_what_they_wrote_stays(eleni):
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
    later()
    assert services.tidy_people() == 1
    assert services.tidy_people() == 0
    person = fresh(eleni.person)
    assert (person.name, person.email, person.is_active, person.has_usable_password()) == ("", None, False, False)
    events = models.Event.objects.filter(circle=eleni.circle)
    assert events.count() == count
    assert not events.exclude(by_name="").filter(by=person).exists()
    assert [
        one["name"] if isinstance(one, dict) else one for one in events.get(kind="start", match=match).data["players"]
    ] == ["–", "Deniz"]
    assert models.Player.objects.get(id=player).name == "–"
    assert rebuild.rebuild(eleni.circle.pk) == []
    assert phone.get("/api/v1/circles/").json()["code"] == "revoked"
    assert services.circles_of(person) == []
    kept("Another", email=EMAIL)  # the address is free again


def test_tidy_says_what_it_did(eleni, capsys):
    services.delete_person(person=eleni.person)
    later()
    call_command("tidy")
    assert capsys.readouterr().out == "1 circles, 1 people, 0 matches emptied.\n0 invitations forgotten.\n"


def test_pages_are_kept_by_nobody_and_cost_the_same(eleni, django_assert_num_queries):
    visitor = browser(eleni.person)
    for path, count in (("/you/leaving/", 3), ("/circle/deleted/", 4)):
        with django_assert_num_queries(count):
            answer = visitor.get(path)
        assert "no-store" in answer["Cache-Control"]
    for number in range(5):
        made = services.make_circle(by=eleni.person, circle=None, name=str(number))[0]
        if number % 2:
            services.delete_circle(by=eleni.person, circle=made.circle_id)
    for path, count in (("/you/leaving/", 3), ("/circle/deleted/", 4)):
        with django_assert_num_queries(count):
            visitor.get(path)
