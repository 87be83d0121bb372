"""Signing out everywhere else ends all sessions, keys and lasting invitations, except those of this browser."""

import pytest
from django.utils.crypto import salted_hmac

from games import models, services
from games.match.errors import Refused
from tests.web.account.conftest import Browser
from tests.web.account.test_only_this_phone import client_with_key, own_phone, phone_of

pytestmark = pytest.mark.fifth

PATH = "/you/sign-out/elsewhere/"


def owner_link(writer, role="owner"):
    invitation = services.invite_to_circle(by=writer.person, circle=writer.circle.pk, role=role, until=None, most=None)
    services.make_code(invitation)
    return f"/i/{services.token_of(invitation)}/"


def session_owner(client):
    return client.get("/phone/session/").json()["person"]


@pytest.fixture(params=["eleni", "deniz"], ids=["account", "guest"])
def writer(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def phone(writer):
    """The phone in hand."""
    phone = phone_of(writer.person)
    if services.has_login(writer.person):
        phone.client.confirm()
    return phone


def test_only_this_browser_stays_signed_in(writer, phone):
    far, cookie_only, thief = phone_of(writer.person), Browser(), Browser()
    cookie_only.force_login(writer.person)
    thief.cookies["sessionid"] = phone.client.cookies["sessionid"].value
    token = services.create_program_key(
        by=writer.person, circle=writer.circle.pk, role=models.Role.OWNER, name="Script"
    )
    links = [own_phone(writer.person), owner_link(writer), owner_link(writer, "scorer")]
    answer = phone.client.post(PATH)
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert "are signed out" in phone.client.get("/you/").text
    for key in (far.key, token):
        assert client_with_key(key).get("/api/v1/circles/").json()["code"] == "revoked"
    assert [session_owner(client) for client in (far.client, cookie_only, thief)] == [None] * 3
    assert [Browser().get(link).status_code for link in links] == [404] * 3
    assert session_owner(phone.client) == str(writer.person.pk)
    assert phone.session().status_code == 200
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 200


def test_a_request_that_came_before_adds_no_key_afterwards(writer, phone):
    before = models.Person.objects.get(pk=writer.person.pk)
    phone.client.post(PATH)
    with pytest.raises(Refused):
        services.add_device(by=before, key="k" * 43, device=writer.circle.pk)


def test_it_works_twice(writer, phone):
    for _time in range(2):
        other = Browser()
        other.force_login(models.Person.objects.get(pk=writer.person.pk))
        assert session_owner(other) is not None
        assert phone.client.post(PATH).status_code == 302
        assert session_owner(other) is None
    assert phone.session().status_code == 200


def test_looking_at_the_page_ends_nothing(writer, phone):
    far = phone_of(writer.person)
    page = phone.client.get(PATH).text
    assert ("other phones cannot sign in again" in page) is not services.has_login(writer.person)
    assert PATH in phone.client.get("/you/").text
    assert far.session().status_code == 200


def test_an_account_proves_itself_first(eleni):
    phone, far = phone_of(eleni.person), phone_of(eleni.person)
    answer = phone.client.post(PATH)
    assert (answer.status_code, answer["Location"]) == (302, f"/you/again/?next={PATH}")
    assert far.session().status_code == 200


def test_a_session_of_before_the_update_stays(eleni):
    """The first release stored a hash of the password alone."""
    salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
    first = salted_hmac(salt, eleni.person.password, algorithm="sha256").hexdigest()
    browser = Browser()
    browser.force_login(eleni.person)
    session = browser.session
    session["_auth_user_hash"] = first
    session.save()
    assert session_owner(browser) == str(eleni.person.pk)


def test_next_key_replaces_the_key_in_hand(deniz):
    """Someone has a copy of everything that the phone had before the form."""
    phone = phone_of(deniz.person)
    former, next_key = phone.key, "n" * 43
    headers = {"authorization": f"Token {former}", "next-key": next_key}
    assert phone.client.post(PATH, headers=headers).status_code == 302
    assert client_with_key(former).get("/api/v1/circles/").status_code == 401
    assert client_with_key(next_key).get("/api/v1/circles/").status_code == 200
    phone.key = next_key
    phone.client.cookies.clear()
    assert phone.session().status_code == 200


@pytest.mark.parametrize("given", ["", "short", "n" * 201, "taken", "of another"])
def test_unusable_next_key_leaves_the_key(deniz, eleni, given):
    phone, other = phone_of(deniz.person), phone_of(eleni.person)
    key = other.key if given == "of another" else phone.key
    headers = {"authorization": f"Token {key}", "next-key": other.key if given == "taken" else given}
    if given == "of another":
        headers["next-key"] = "n" * 43
    assert phone.client.post(PATH, headers=headers).status_code == 302
    assert client_with_key("n" * 43).get("/api/v1/circles/").status_code == 401
    assert client_with_key(other.key).get("/api/v1/circles/").status_code == 200
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 401
    assert phone.session().status_code == 200
