"""Passkeys on the server: the challenges, and that everything else is refused."""

import json
import re

import pytest
from allauth.mfa.models import Authenticator

from games import services
from games.web.account import adapters, forms, passkeys
from tests.web.account.conftest import Browser, account_writer, credential, guest_writer

WRONG = "This passkey is not known here, or the request timed out. Try again."
LONG = json.dumps({"id": "x" * 30_000})
JUNK = [
    "",
    "null",
    "[]",
    "7",
    '"x"',
    "{}",
    "{",
    LONG,
    "[" * 5000,
    '{"response": null}',
    '{"id": 7, "rawId": 7, "type": 7, "response": 7}',
    '{"id": "x", "rawId": "x", "type": "public-key", "response": {"userHandle": null}}',
    '{"id": "x", "rawId": "x", "type": "public-key", "response": {"userHandle": "AAAA"}}',
    json.dumps(
        {
            "id": "eA",
            "rawId": "eA",
            "type": "public-key",
            "response": dict.fromkeys(("clientDataJSON", "attestationObject", "authenticatorData", "signature"), "eA"),
        }
    ),
]


@pytest.mark.fifth
@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("is_begun", [True, False])
def test_junk_is_refused_as_a_passkey(junk, is_begun, eleni):
    visitor, stranger = Browser(SERVER_NAME="localhost"), Browser(SERVER_NAME="localhost")
    visitor.sign_in()
    visitor.confirm()
    if is_begun:
        visitor.post("/you/passkeys/add/", {"begin": "1"})
        stranger.post("/you/sign-in/passkey/", {"begin": "1"})
    answer = visitor.post("/you/passkeys/add/", {"name": "x", "credential": junk})
    assert answer.status_code == 200
    assert WRONG in answer.text
    answer = stranger.post("/you/sign-in/passkey/", {"credential": junk}, follow=True)
    assert answer.redirect_chain == [("/you/sign-in/", 302)]
    assert WRONG in answer.text
    assert stranger.person is None
    assert Authenticator.objects.count() == 0


def test_challenge_creates_a_discoverable_passkey(deniz, guest_browser):
    challenge = guest_browser.post("/you/passkeys/add/", {"begin": "1"}).json()["publicKey"]
    assert challenge["authenticatorSelection"]["residentKey"] == "required"
    assert challenge["authenticatorSelection"]["userVerification"] == "required"
    assert challenge["rp"] == {"id": "testserver", "name": "Scorekeeper"}
    assert (challenge["user"]["name"], challenge["user"]["displayName"]) == ("Deniz", "Deniz")


def test_sign_in_challenge_contains_no_person(visitor):
    challenge = visitor.post("/you/sign-in/passkey/", {"begin": "1"}).json()["publicKey"]
    assert challenge.get("allowCredentials", []) == []
    assert challenge["userVerification"] == "required"
    other = Browser().post("/you/sign-in/passkey/", {"begin": "1"}).json()["publicKey"]
    assert challenge["challenge"] != other["challenge"]


def test_viewing_the_page_creates_no_challenge(visitor):
    for headers in ({}, {"accept": "application/json"}):
        assert visitor.get("/you/sign-in/passkey/", headers=headers)["Location"] == "/you/sign-in/"
    assert "sessionid" not in visitor.cookies


@pytest.mark.parametrize(
    ("host", "is_secure", "can"),
    [
        ("localhost:8000", False, True),
        ("127.0.0.1:8000", False, False),
        ("[::1]:8000", False, False),
        ("192.168.1.5:8000", True, False),
        ("scores.example.org", True, True),
        ("scores.example.org", False, False),
    ],
)
def test_passkeys_are_offered_where_browsers_support_them(rf, settings, host, is_secure, can):
    settings.ALLOWED_HOSTS = ["*"]
    assert adapters.has_passkeys(rf.get("/", headers={"host": host}, secure=is_secure)) is can


def test_page_explains_why_passkeys_are_unavailable(guest_browser):
    assert "Passkeys work only over https" in guest_browser.get("/you/").text


@pytest.fixture
def others():
    """Rosa's passkey."""
    rosa = account_writer("Rosa", "rosa@example.org")
    return Authenticator.objects.create(user=rosa.person, type="webauthn", data={"name": "Her phone", "credential": {}})


def test_passkey_of_another_person_is_not_found(eleni, others, visitor):
    visitor.sign_in()
    visitor.confirm()
    for path in (f"/you/passkeys/{others.pk}/", f"/you/passkeys/{others.pk}/remove/"):
        assert visitor.get(path).status_code == 404
        assert visitor.post(path, {"name": "x"}).status_code == 404
    others.refresh_from_db()
    assert others.data["name"] == "Her phone"
    assert "Her phone" not in visitor.get("/you/").text


def test_owner_renames_and_removes_a_passkey_after_a_recent_sign_in(others):
    visitor = Browser()
    visitor.sign_in("rosa@example.org")
    path = f"/you/passkeys/{others.pk}/"
    assert "/you/again/" in visitor.get(path)["Location"]
    visitor.confirm()
    [marks] = re.findall('name="first_values" value="([^"]+)"', visitor.get(path).text)
    assert visitor.post(path, {"name": "Hers"})["Location"] == "/you/"
    answer = visitor.post(path, {"name": "<b>", "first_values": marks})
    assert (answer.status_code, "This was changed to “Hers” meanwhile." in answer.text) == (422, True)
    [marks] = re.findall('name="first_values" value="([^"]+)"', answer.text)
    assert visitor.post(path, {"name": "<b>", "first_values": marks})["Location"] == "/you/"
    assert "&lt;b&gt;" in visitor.get("/you/").text
    assert "You will no longer be able to sign in with “&lt;b&gt;”." in visitor.get(f"{path}remove/").text
    assert visitor.post(f"{path}remove/")["Location"] == "/you/"
    assert not Authenticator.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/you/sign-in/passkey/", "/you/again/passkey/"])
def test_a_passkey_that_is_removed_in_the_moment_of_its_use_is_not_known(others, path, monkeypatch):
    visitor = Browser()
    if "again" in path:
        visitor.sign_in("rosa@example.org")

    def remove_meanwhile(form):
        Authenticator.objects.all().delete()
        return others

    for form in (forms.PasskeySignInForm, forms.ReauthenticatePasskeyForm):
        monkeypatch.setattr(form, "clean_credential", remove_meanwhile)
    answer = visitor.post(path, {"credential": credential()}, follow=True)
    assert answer.status_code == 200
    assert WRONG in answer.text
    assert (visitor.person is None) == ("again" not in path)


def test_removing_the_last_way_to_sign_in_shows_a_warning(others):
    person = others.user
    person.set_unusable_password()
    person.save()
    assert services.has_login(person)
    visitor = Browser()
    visitor.force_login(person)
    session = visitor.session
    just_now = {"method": "mfa", "at": 10**10, "reauthenticated": True}
    session["account_authentication_methods"] = [just_now]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    assert "It is your only way to sign in." in visitor.get(f"/you/passkeys/{others.pk}/remove/").text


@pytest.mark.usefixtures("accepted_passkeys")
def test_a_person_has_a_limited_number_of_passkeys(eleni, visitor, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST", 2)
    monkeypatch.setattr(passkeys, "has_passkeys", lambda _request: True)
    visitor.sign_in()
    visitor.confirm()
    answers = [visitor.post("/you/passkeys/add/", {"name": "Mine", "credential": credential()}) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 200]
    assert "You have 2 passkeys. Remove one that is no longer needed." in answers[2].text
    assert Authenticator.objects.count() == 2


@pytest.mark.usefixtures("accepted_passkeys")
@pytest.mark.parametrize(
    ("origin", "more", "status"),
    [
        ("http://testserver", {}, 302),
        ("http://testserver", {"crossOrigin": True}, 200),
        ("http://testserver:8443", {}, 200),
        ("https://testserver", {}, 200),
        ("http://evil.testserver", {}, 200),
    ],
)
def test_passkey_counts_only_for_a_page_of_exactly_this_address(origin, more, status):
    browser = Browser()
    browser.force_login(guest_writer("Eleni").person)
    answer = browser.post("/you/passkeys/add/", {"name": "Mine", "credential": credential(origin, **more)})
    assert answer.status_code == status
    assert Authenticator.objects.exists() == (status == 302)
