"""`manage.py signin` makes a link for who has lost every key: good once, for a quarter of an hour."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import models, services
from tests.web.account.conftest import EMAIL, Browser, circles, written


def link(who, **more):
    out = StringIO()
    call_command("signin", who, stdout=out, **more)
    return out.getvalue().strip()


def path(who):
    return link(who, at="http://here").removeprefix("http://here")


@pytest.mark.parametrize("how", ["name", "NAME", "email", "id"])
def test_somebody_is_found_by_name_address_or_id(eleni, how, visitor):
    who = {"name": "Eleni", "NAME": "eleni", "email": EMAIL.upper(), "id": str(eleni.person.pk)}[how]
    answer = visitor.post(path(who))
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert visitor.person == eleni.person


def test_looking_does_not_use_it_up(deniz, visitor):
    found = path("Deniz")
    for _ in range(3):  # programs that look at links before people do
        assert "This link signs you in as Deniz, once." in Browser().get(found).text
    assert visitor.post(found).status_code == 302
    assert visitor.person == deniz.person


def test_it_is_good_once(deniz, visitor):
    found = path("Deniz")
    visitor.post(found)
    other = Browser()
    for ask in (other.get, other.post):
        answer = ask(found)
        assert answer.status_code == 404
        assert "This link is not good any more" in answer.text
    assert other.person is None


def test_it_is_good_for_a_quarter_of_an_hour(deniz, visitor, monkeypatch):
    found = path("Deniz")
    later = timezone.now() + timedelta(minutes=15, seconds=2)
    monkeypatch.setattr("django.core.signing.time.time", later.timestamp)
    assert visitor.post(found).status_code == 404


@pytest.mark.parametrize("change", [lambda found: found[:-3] + "x/", lambda found: "/you/sign-in/link/x/"])
def test_a_changed_link_is_none(deniz, visitor, change):
    assert visitor.post(change(path("Deniz"))).status_code == 404
    assert visitor.person is None


def test_several_of_one_name_are_told_apart(deniz):
    other = written("deniz")
    with pytest.raises(CommandError) as told:
        link("Deniz")
    for writer in (deniz, other):
        assert str(writer.person.pk) in str(told.value)
    assert link(str(other.person.pk)).startswith("http://127.0.0.1:8000/you/sign-in/link/")


def test_nobody_is_told(db):
    with pytest.raises(CommandError, match="Nobody here is called that"):
        link("Deniz")


def test_who_was_retired_is_not_found(eleni, deniz):
    services.merge_guest(guest=deniz.person, account=eleni.person)
    with pytest.raises(CommandError):
        link("Deniz")


def test_what_a_guest_has_written_comes_along(eleni, deniz, guests):
    found = path("Eleni")
    assert "What was written in this browser comes along" in guests.get(found).text
    guests.post(found)
    assert guests.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}


def test_whoever_is_kept_signs_out_first(eleni, deniz, visitor):
    visitor.sign_in()
    assert visitor.post(path("Deniz"))["Location"] == "/you/"
    assert visitor.person == eleni.person


def test_it_works_where_nobody_new_is_taken_in(deniz, visitor, settings):
    settings.REGISTRATION = "closed"
    assert visitor.post(path("Deniz")).status_code == 302


def test_a_name_cannot_put_anything_on_the_page(visitor):
    services.make_person("<script>x</script>")
    text = visitor.get(path("<script>x</script>")).text
    assert "<script>x" not in text
    assert "&lt;script&gt;x" in text


def test_a_form_without_its_token_does_nothing(deniz):
    visitor = Browser(enforce_csrf_checks=True)
    assert visitor.post(path("Deniz")).status_code == 403
    assert models.Person.objects.get(pk=deniz.person.pk).last_login is None
