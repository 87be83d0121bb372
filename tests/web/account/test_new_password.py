"""A new password ends every session and every key that a person had, except those of the phone in hand."""

from io import StringIO

import pytest
from django.contrib.auth.management.commands import changepassword
from django.core import mail
from django.core.management import call_command

from games import models, services
from games.match.errors import Refused
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, link_in
from tests.web.account.test_only_this_phone import asks, own_phone, phone_of

NEW = "amber-lantern-9"
TWICE = {"password1": NEW, "password2": NEW}


def change(browser):
    browser.confirm()
    assert browser.post("/you/password/", {"oldpassword": PASSWORD, **TWICE}).status_code == 302


def first(browser):
    assert browser.post("/you/email/", {"email": "new@example.org", **TWICE}).status_code == 302


def reset(browser):
    browser.post("/you/password/forgotten/", {"email": EMAIL})
    path = browser.get(link_in(mail.outbox[-1]), follow=True).redirect_chain[-1][0]
    assert browser.post(path, TWICE).status_code == 302


def test_the_command_ends_all_keys_too(eleni, monkeypatch):
    """Whoever runs the server has none of the person's phones in hand."""
    hers = phone_of(eleni.person)
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_: NEW)
    call_command("changepassword", EMAIL, stdout=StringIO())
    assert asks(hers.key).get("/api/v1/circles/").status_code == 401
    assert hers.client.get("/phone/session/").json()["person"] is None
    assert models.Person.objects.get(pk=eleni.person.pk).check_password(NEW)


@pytest.fixture(params=[change, first, reset])
def way(request, posting):
    return request.param


@pytest.fixture
def writer(way, request):
    return request.getfixturevalue("deniz" if way is first else "eleni")


def test_only_the_phone_in_hand_stays(way, writer):
    hers, far, cookie_only = phone_of(writer.person), phone_of(writer.person), Browser()
    cookie_only.force_login(writer.person)
    token = services.give_token(by=writer.person, circle=writer.circle.pk, role=models.Role.OWNER, name="Script")
    link = own_phone(writer.person)
    way(hers.client)
    for key in (far.key, token):
        answer = asks(key).get("/api/v1/circles/")
        assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    for browser in (far.client, cookie_only):
        assert browser.get("/phone/session/").json()["person"] is None
    assert far.session().status_code == 401
    assert Browser().get(link).status_code == 404
    assert hers.client.get("/phone/session/").json()["person"] == str(writer.person.pk)
    assert hers.session().status_code == 200
    assert asks(hers.key).get("/api/v1/circles/").status_code == 200


def test_a_key_that_a_stolen_cookie_made_ends(way, writer):
    """The thief's key was the last one that this very session has seen, so it alone is not believed."""
    hers, thief = phone_of(writer.person), phone_of(writer.person)
    thief.client.cookies["sessionid"] = hers.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    way(hers.client)
    assert asks(thief.key).get("/api/v1/circles/").status_code == 401
    assert thief.session().status_code == 401
    assert thief.client.get("/phone/session/").json()["person"] is None


def test_elsewhere_reset_it_ends_all(posting, eleni):
    phone, other = phone_of(eleni.person), Browser()
    reset(other)
    assert other.person is None
    assert asks(phone.key).get("/api/v1/circles/").json()["code"] == "revoked"


def test_another_address_alone_ends_nothing(eleni):
    hers, far = phone_of(eleni.person), phone_of(eleni.person)
    hers.client.confirm()
    assert hers.client.post("/you/email/", {"email": "new@example.org"}).status_code == 302
    assert asks(far.key).get("/api/v1/circles/").status_code == 200


def test_a_session_that_has_just_ended_adds_no_key(eleni):
    before = models.Person.objects.get(pk=eleni.person.pk)
    services.set_password(person=eleni.person, password=NEW)
    with pytest.raises(Refused):
        services.add_device(by=before, key="k" * 43, device=eleni.circle.pk)
    assert not models.Device.objects.exists()


def test_the_pages_say_it_before_and_after(eleni, guests, visitor):
    assert "signs out your other phones" in guests.get("/you/email/").text
    visitor.sign_in()
    visitor.confirm()
    assert "signs out your other phones" in visitor.get("/you/password/").text
    assert "signs out your other phones" not in visitor.get("/you/email/").text
    change(visitor)
    assert "All your other phones, browsers and programs are signed out." in visitor.get("/you/").text
