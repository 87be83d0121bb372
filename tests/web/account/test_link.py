"""Links of `manage.py signin`: they sign a person in once, within fifteen minutes."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import models, services
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, circles, guest_writer


def link(who, **more):
    out = StringIO()
    call_command("signin", who, stdout=out, **more)
    return out.getvalue().strip()


def path(who):
    return link(who, at="http://here").removeprefix("http://here")


@pytest.mark.parametrize("how", ["name", "NAME", "email", "id"])
def test_person_is_found_by_name_address_or_id(eleni, how, visitor):
    who = {"name": "Eleni", "NAME": "eleni", "email": EMAIL.upper(), "id": str(eleni.person.pk)}[how]
    answer = visitor.post(path(who))
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert visitor.person == eleni.person


def test_viewing_the_link_does_not_use_it_up(deniz, visitor):
    url = path("Deniz")
    for _ in range(3):  # programs preview links before people open them
        assert "This link signs you in as Deniz. It works once." in Browser().get(url).text
    assert visitor.post(url).status_code == 302
    assert visitor.person == deniz.person


def test_link_works_once(deniz, visitor):
    url = path("Deniz")
    visitor.post(url)
    other = Browser()
    for ask in (other.get, other.post):
        answer = ask(url)
        assert answer.status_code == 404
        assert "This link no longer works" in answer.text
    assert other.person is None


def test_link_works_for_fifteen_minutes(deniz, visitor, monkeypatch):
    url = path("Deniz")
    later = timezone.now() + timedelta(minutes=15, seconds=2)
    monkeypatch.setattr("django.core.signing.time.time", later.timestamp)
    assert visitor.post(url).status_code == 404


@pytest.mark.parametrize("change", [lambda url: url[:-3] + "x/", lambda url: "/you/sign-in/link/x/"])
def test_changed_link_is_invalid(deniz, visitor, change):
    assert visitor.post(change(path("Deniz"))).status_code == 404
    assert visitor.person is None


def test_people_of_the_same_name_are_listed_with_ids(deniz):
    other = guest_writer("deniz")
    with pytest.raises(CommandError) as error:
        link("Deniz")
    for writer in (deniz, other):
        assert str(writer.person.pk) in str(error.value)
    assert link(str(other.person.pk)).startswith("http://127.0.0.1:8000/you/sign-in/link/")


def test_unknown_name_is_an_error(db):
    with pytest.raises(CommandError, match="Nobody here is called that"):
        link("Deniz")


def test_merged_guest_is_not_found(eleni, deniz):
    services.merge_guest(guest=deniz.person, account=eleni.person)
    with pytest.raises(CommandError):
        link("Deniz")


def test_link_merges_the_guest_into_the_account(eleni, deniz, guest_browser):
    url = path("Eleni")
    assert "entries in this browser move to the account" in guest_browser.get(url).text
    guest_browser.post(url)
    assert guest_browser.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}


def test_person_with_an_account_signs_out_first(eleni, deniz, visitor):
    visitor.sign_in()
    assert visitor.post(path("Deniz"))["Location"] == "/you/"
    assert visitor.person == eleni.person


def test_link_works_when_registration_is_closed(deniz, visitor, settings):
    settings.REGISTRATION = "closed"
    assert visitor.post(path("Deniz")).status_code == 302


def test_name_is_escaped_on_the_page(visitor):
    services.make_person("<script>x</script>")
    text = visitor.get(path("<script>x</script>")).text
    assert "<script>x" not in text
    assert "&lt;script&gt;x" in text


def test_form_without_csrf_token_is_refused(deniz):
    visitor = Browser(enforce_csrf_checks=True)
    assert visitor.post(path("Deniz")).status_code == 403
    assert models.Person.objects.get(pk=deniz.person.pk).last_login is None


@pytest.mark.parametrize("form", ["/you/password/", "/you/sign-out/elsewhere/"])
def test_new_password_and_signing_out_elsewhere_end_the_link(eleni, form):
    own = Browser()
    own.sign_in()
    own.confirm()
    url = path("Eleni")
    new = "green-river-88"
    assert own.post(form, {"oldpassword": PASSWORD, "password1": new, "password2": new}).status_code == 302
    thief = Browser()
    thief.post(url)
    assert thief.person is None
