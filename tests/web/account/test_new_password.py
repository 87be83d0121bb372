"""A new password ends every session and every key that a person had, except those of the current phone."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.management.commands import changepassword
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from games import models, services
from games.match.errors import Refused
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, link_in
from tests.web.account.test_only_this_phone import client_with_key, own_phone, phone_of

pytestmark = pytest.mark.fifth

NEW = "amber-lantern-9"
TWICE = {"password1": NEW, "password2": NEW}


def change_password(browser):
    browser.confirm()
    assert browser.post("/you/password/", {"oldpassword": PASSWORD, **TWICE}).status_code == 302


def add_password(browser):
    assert browser.post("/you/email/", {"email": "new@example.org", **TWICE}).status_code == 302


def reset_password(browser):
    browser.post("/you/password/forgotten/", {"email": EMAIL})
    path = browser.get(link_in(mail.outbox[-1]), follow=True).redirect_chain[-1][0]
    assert browser.post(path, TWICE).status_code == 302


def test_command_ends_all_keys(eleni, monkeypatch):
    """The command runs on the server, so there is no current phone."""
    hers = phone_of(eleni.person)
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_: NEW)
    call_command("changepassword", EMAIL, stdout=StringIO())
    assert client_with_key(hers.key).get("/api/v1/circles/").status_code == 401
    assert hers.client.get("/phone/session/").json()["person"] is None
    assert models.Person.objects.get(pk=eleni.person.pk).check_password(NEW)


@pytest.fixture(params=[change_password, add_password, reset_password])
def set_new_password(request, mail_server):
    return request.param


@pytest.fixture
def writer(set_new_password, request):
    return request.getfixturevalue("deniz" if set_new_password is add_password else "confirmed")


def test_only_the_current_phone_keeps_its_key(set_new_password, writer):
    hers, far, cookie_only = phone_of(writer.person), phone_of(writer.person), Browser()
    cookie_only.force_login(writer.person)
    token = services.create_program_key(
        by=writer.person, circle=writer.circle.pk, role=models.Role.OWNER, name="Script"
    )
    link = own_phone(writer.person)
    set_new_password(hers.client)
    for key in (far.key, token):
        answer = client_with_key(key).get("/api/v1/circles/")
        assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    for browser in (far.client, cookie_only):
        assert browser.get("/phone/session/").json()["person"] is None
    assert far.session().status_code == 401
    assert Browser().get(link).status_code == 404
    assert hers.client.get("/phone/session/").json()["person"] == str(writer.person.pk)
    assert hers.session().status_code == 200
    assert client_with_key(hers.key).get("/api/v1/circles/").status_code == 200


def test_key_created_with_a_stolen_cookie_ends(set_new_password, writer):
    """The thief's key was the last key of this session, so the session alone must not protect it."""
    hers, thief = phone_of(writer.person), phone_of(writer.person)
    thief.client.cookies["sessionid"] = hers.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    set_new_password(hers.client)
    assert client_with_key(thief.key).get("/api/v1/circles/").status_code == 401
    assert thief.session().status_code == 401
    assert thief.client.get("/phone/session/").json()["person"] is None
    assert client_with_key(hers.key).get("/api/v1/circles/").status_code == 401  # until it comes with the new cookie
    assert hers.session().status_code == 200
    assert hers.client.get("/phone/session/").json()["person"] == str(writer.person.pk)
    assert client_with_key(hers.key).get("/api/v1/circles/").status_code == 200
    assert client_with_key(thief.key).get("/api/v1/circles/").json()["code"] == "revoked"


def test_expired_session_ends_no_key(eleni):
    hers = phone_of(eleni.person)
    browser = models.Device.objects.get().browser
    hers.client.session.flush()
    assert client_with_key(hers.key).get("/api/v1/circles/").status_code == 200
    assert hers.session().status_code == 200
    assert browser not in (None, models.Device.objects.get().browser)


def test_key_without_a_browser_is_bound_when_it_renews_its_session(set_new_password, writer):
    """The first release stored no browser, neither beside keys nor in sessions."""
    hers, thief = phone_of(writer.person), phone_of(writer.person)
    session = hers.client.session
    del session["browser"]
    session.save()
    models.Device.objects.update(browser=None)
    assert hers.session().status_code == 200
    assert models.Device.objects.get(pk=hers.device).browser is not None
    thief.client.cookies["sessionid"] = hers.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    set_new_password(hers.client)
    assert hers.session().status_code == 200
    assert thief.session().status_code == 401


def test_session_without_a_browser_keeps_the_phone_that_it_names(set_new_password, writer):
    hers = phone_of(writer.person)
    session = hers.client.session
    del session["browser"]
    session.save()
    models.Device.objects.update(browser=None)
    set_new_password(hers.client)
    assert hers.session().status_code == 200


def test_invitations_that_a_thief_may_have_made_end(set_new_password, writer):
    """They outlive the cookie with which they were made. A guest who gets a login keeps those for friends."""
    is_guest = not services.has_login(writer.person)
    circle = {"by": writer.person, "circle": writer.circle.pk, "until": None, "most": None}
    links = [
        f"/i/{services.token_of(services.invite_to_circle(role=role, **circle))}/"
        for role in ("owner", "scorer", "reader")
    ]
    browser = Browser()
    browser.force_login(writer.person)
    set_new_password(browser)
    assert [Browser().get(link).status_code for link in links] == [404, *[200 if is_guest else 404] * 2]


def test_reset_in_another_browser_ends_all_keys(confirmed):
    phone, other = phone_of(confirmed.person), Browser()
    reset_password(other)
    assert other.person is None
    assert client_with_key(phone.key).get("/api/v1/circles/").json()["code"] == "revoked"


def test_new_address_alone_ends_no_key(eleni):
    hers, far = phone_of(eleni.person), phone_of(eleni.person)
    hers.client.confirm()
    assert hers.client.post("/you/email/", {"email": "new@example.org"}).status_code == 302
    assert client_with_key(far.key).get("/api/v1/circles/").status_code == 200


def test_ended_session_adds_no_key(eleni):
    before = models.Person.objects.get(pk=eleni.person.pk)
    services.set_password(person=eleni.person, password=NEW)
    with pytest.raises(Refused):
        services.add_device(by=before, key="k" * 43, device=eleni.circle.pk)
    assert not models.Device.objects.exists()


def test_pages_announce_that_keys_end(eleni, guest_browser, visitor):
    assert "signs out your other phones" in guest_browser.get("/you/email/").text
    visitor.sign_in()
    visitor.confirm()
    assert "signs out your other phones" in visitor.get("/you/password/").text
    assert "signs out your other phones" not in visitor.get("/you/email/").text
    change_password(visitor)
    assert "All your other phones, browsers and programs are signed out." in visitor.get("/you/").text


def test_signing_out_elsewhere_ends_a_mailed_link(confirmed):
    own = Browser()
    own.sign_in()
    own.confirm()
    Browser().post("/you/password/forgotten/", {"email": EMAIL})
    own.post("/you/sign-out/elsewhere/")
    thief = Browser()
    page = thief.get(link_in(mail.outbox[-1]), follow=True)
    assert thief.post(page.request["PATH_INFO"], TWICE).status_code == 200
    assert not models.Person.objects.get(pk=confirmed.person.pk).check_password(NEW)


def test_a_forgotten_password_does_not_keep_a_deleted_account_away(mail_server, confirmed):
    services.delete_person(person=confirmed.person)
    visitor = Browser()
    reset_password(visitor)
    assert not models.Person.objects.get(pk=confirmed.person.pk).is_active  # only a sign-in restores it
    visitor.sign_in(password=NEW)
    assert "Welcome back" in visitor.get("/you/").text
    assert services.circles_of(confirmed.person) == [confirmed.circle]


def test_an_account_that_is_to_be_erased_gets_no_link(mail_server, confirmed):
    services.delete_person(person=confirmed.person)
    models.Person.objects.update(deleted=timezone.now() - timedelta(days=31))
    Browser().post("/you/password/forgotten/", {"email": EMAIL})
    assert "No account with this address" in mail.outbox[-1].subject
