"""Someone signs in over a guest: of the guest's phones only the one in hand comes along, and the pages say so first."""

import secrets
from uuid import uuid4

import pytest
from django.test import Client

from games import models, services
from games.services import keys
from games.web.account import link
from tests.web.account.conftest import PASSWORD, Browser, circles, kept
from tests.web.app.test_device import Browser as Phone

ROADS = {
    "a password": lambda browser, eleni: browser.sign_in(),
    "the host's link": lambda browser, eleni: browser.post(
        f"/you/sign-in/link/{link.sign(models.Person.objects.get(pk=eleni.person.pk))}/"
    ),
    "an invitation": lambda browser, eleni: browser.post(own_phone(eleni.person), {"along": "1"}),
    "its code": lambda browser, eleni: browser.post(
        "/code/", {"code": code_for(eleni.person), "accept": "1", "along": "1"}
    ),
}


def own_phone(person):
    return f"/i/{services.token_of(services.invite_own_phone(by=person))}/"


def code_for(person):
    invitation = services.invite_own_phone(by=person)
    services.make_code(invitation)
    return services.code_of(invitation)


def asks(key):
    """Whoever has the key, and no cookie."""
    return Client(headers={"authorization": f"Token {key}"})


def phone_of(person):
    """A phone with its worker: it has shown its key, so the session in its cookie names it."""
    phone = Phone()
    services.add_device(by=person, key=phone.key, device=phone.device)
    assert phone.session().status_code == 200
    phone.client.__class__ = Browser
    phone.client.handler.enforce_csrf_checks = False
    return phone


@pytest.fixture
def hers(deniz):
    """The phone on which someone signs in."""
    return phone_of(deniz.person)


@pytest.fixture
def far(deniz):
    """Another phone of the same guest."""
    return phone_of(deniz.person)


@pytest.mark.parametrize("road", ROADS)
def test_only_the_phone_of_this_session_comes_along(eleni, deniz, hers, far, road):
    token = services.give_token(by=deniz.person, circle=deniz.circle.pk, role=models.Role.OWNER, name="Script")
    second = own_phone(deniz.person)
    ROADS[road](hers.client, eleni)
    assert hers.client.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    for key in (far.key, token):
        answer = asks(key).get(f"/api/v1/events/?circle={eleni.circle.pk}")
        assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    assert far.session().status_code == 401
    assert far.client.person is None or "Eleni" not in far.client.get("/you/").text
    assert "has been taken back" in Browser().get(second).text
    assert hers.session().status_code == 200
    assert asks(hers.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 200


def test_a_key_counts_again_once_it_comes_with_the_new_cookie(eleni, deniz, hers):
    """Someone may have planted the guest's cookie, and the key that it names is theirs."""
    hers.client.sign_in()
    thief = asks(hers.key)
    assert thief.get("/api/v1/circles/").status_code == 401
    assert (
        thief.post("/phone/session/", {}, "application/json", headers={"origin": "http://testserver"}).status_code
        == 401
    )
    other = Browser()
    other.force_login(kept("Rosa", "rosa@example.org").person)
    assert other.get("/api/v1/circles/", headers={"authorization": f"Token {hers.key}"}).status_code == 401
    assert hers.client.get("/api/v1/circles/", headers={"authorization": f"Token {hers.key}"}).status_code == 200
    assert thief.get("/api/v1/circles/").status_code == 200


def test_a_planted_session_makes_no_key_of_the_guest_a_key_of_the_account(eleni, deniz, far):
    victim = Browser()
    victim.cookies["sessionid"] = far.client.cookies["sessionid"].value
    assert victim.person == deniz.person
    victim.sign_in()
    assert victim.person == eleni.person
    assert asks(far.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 401
    assert far.session().status_code == 401
    assert far.meet().status_code == 204


def test_a_phone_that_meets_the_account_lets_its_key_count_again(eleni, hers):
    hers.client.sign_in()
    assert hers.meet().json()["person"] == str(eleni.person.pk)
    assert asks(hers.key).get("/api/v1/circles/").status_code == 200


def test_the_other_phones_of_a_guest_whom_only_the_key_knew_end_too(eleni, deniz, hers, far):
    visitor = Browser()
    visitor.sign_in()
    hers.client.cookies = visitor.cookies
    assert hers.meet().status_code == 200
    assert asks(hers.key).get(f"/api/v1/events/?circle={deniz.circle.pk}").status_code == 200
    assert asks(far.key).get(f"/api/v1/events/?circle={deniz.circle.pk}").json()["code"] == "revoked"


def test_an_invitation_of_someone_else_takes_no_circles_by_the_key_of_the_phone(eleni, deniz, hers):
    """The guest's cookie is lost, so the door knows of nobody whose circles it could name."""
    hers.client.cookies.clear()
    assert hers.client.post(own_phone(eleni.person)).status_code == 303
    assert hers.client.person == eleni.person
    assert hers.meet().status_code == 409
    assert circles(deniz.person) == {deniz.circle}


def test_a_guest_who_wrote_nothing_stays_for_the_phone_that_hears_why(eleni):
    """That phone may hold rounds which it has not sent. Whose they are now it hears after signing in."""
    guest, _circle = services.make_person("Rosa")
    hers, far = phone_of(guest), phone_of(guest)
    hers.client.sign_in()
    assert asks(far.key).get("/api/v1/circles/").json()["code"] == "revoked"
    assert hers.client.get("/phone/session/").json() == {
        "person": str(eleni.person.pk),
        "circle": str(eleni.circle.pk),
        "was": [str(guest.pk)],
    }


def test_who_signed_in_after_a_key_ended_is_not_signed_out_with_it(eleni, deniz, far):
    """The phone that hears of its key's end ends its cookie, too; it may hear of it late."""
    services.revoke_device(by=deniz.person, device=far.device)
    late = {"authorization": f"Token {far.key}", "origin": "http://testserver"}
    signed_in = Browser()
    signed_in.sign_in()
    assert signed_in.delete("/phone/session/", headers=late).status_code == 204
    assert signed_in.person == eleni.person
    by_key = phone_of(eleni.person).client
    assert by_key.delete("/phone/session/", headers=late).status_code == 204
    assert by_key.person == eleni.person
    old = Browser()
    old.force_login(deniz.person)
    assert old.delete("/phone/session/", headers=late).status_code == 204
    assert old.person is None
    assert signed_in.delete("/phone/session/", headers={"origin": "http://testserver"}).status_code == 204
    assert signed_in.person is None


def test_the_page_to_sign_in_says_what_happens_to_the_guest(deniz):
    nothing = Browser()
    nothing.force_login(services.make_person("Rosa")[0])
    scores = Browser()
    scores.force_login(deniz.person)
    assert "You are a guest in this browser" not in Browser().get("/you/sign-in/").text
    page = nothing.get("/you/sign-in/").text
    assert "You are a guest in this browser" in page
    assert "the account gets these circles" not in page
    page = scores.get("/you/sign-in/").text
    assert "the account gets these circles" in page
    assert "A circle without a name" in page


@pytest.mark.parametrize("by_code", [False, True])
def test_an_own_phone_link_asks_before_it_takes_a_circle(eleni, deniz, guests, by_code):
    models.Circle.objects.filter(pk=deniz.circle.pk).update(name="Deniz & Rosa")
    path, form = own_phone(eleni.person), {}
    if by_code:
        path, form = "/code/", {"code": code_for(eleni.person), "accept": "1"}
    page = guests.post(path, {name: form[name] for name in form if name == "code"}) if by_code else guests.get(path)
    assert "Deniz &amp; Rosa" in page.text
    assert 'name="along"' in page.text
    answer = guests.post(path, form)
    assert answer.status_code == 422
    assert "Nothing was handed over yet" in answer.text
    assert "Deniz &amp; Rosa" in answer.text
    assert (guests.person, circles(deniz.person)) == (deniz.person, {deniz.circle})
    assert not models.Invitation.objects.filter(used__gt=0).exists()
    assert guests.post(path, {**form, "along": "1"}).status_code == 303
    assert (guests.person, circles(eleni.person)) == (eleni.person, {eleni.circle, deniz.circle})


def test_a_guest_without_a_circle_to_give_is_told_and_asked_for_nothing(eleni):
    browser = Browser()
    browser.force_login(services.make_person("Rosa")[0])
    path = own_phone(eleni.person)
    page = browser.get(path).text
    assert "You are a guest in this browser" in page
    assert 'name="along"' not in page
    assert browser.post(path).status_code == 303
    assert browser.person == eleni.person


def test_the_attack_of_a_guest_with_two_links(eleni, deniz):
    """A guest invites the phone of someone else, who then signs in there with a password."""
    attacker = phone_of(deniz.person)
    first, second = own_phone(deniz.person), own_phone(deniz.person)
    victim = Phone()
    victim.client.__class__ = Browser
    victim.client.handler.enforce_csrf_checks = False
    assert victim.client.post(first).status_code == 303
    assert victim.meet().status_code == 200
    victim.client.sign_in(password=PASSWORD)
    assert victim.session().status_code == 200
    assert asks(attacker.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 401
    assert attacker.session().status_code == 401
    thief = Browser()
    assert thief.get(second).status_code == 404
    assert thief.person is None
    assert models.Device.objects.filter(person=eleni.person, revoked=None).count() == 1
    assert models.Device.objects.get(person=eleni.person).hash == keys.digest(victim.key)


def test_a_phone_of_a_guest_that_is_gone_without_a_trace_begins_anew(eleni):
    """The guest wrote nothing and had this phone only, whose session was another one."""
    key, ids = secrets.token_urlsafe(32), {name: uuid4() for name in ("device", "person", "circle")}
    device = services.introduce(key=key, name="", **ids)
    services.merge_guest(guest=device.person, account=eleni.person)
    assert asks(key).get("/api/v1/circles/").json()["code"] == "revoked"
