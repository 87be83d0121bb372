"""Someone signs in on a guest's phone: only this phone moves to the account, and the pages announce that."""

import secrets
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from games.services import keys, sign_in_links
from tests.web.account.conftest import PASSWORD, Browser, account_writer, circles
from tests.web.app.test_device import DeviceBrowser as Phone

pytestmark = pytest.mark.fifth

SIGN_IN_WAYS = {
    "a password": lambda browser, eleni: browser.sign_in(),
    "the host's link": lambda browser, eleni: browser.post(
        f"/you/sign-in/link/{sign_in_links.sign(models.Person.objects.get(pk=eleni.person.pk))}/"
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


def client_with_key(key):
    """Return a client with the key, but without a cookie."""
    return Client(headers={"authorization": f"Token {key}"})


def phone_of(person):
    """Return a phone with a worker that has sent its key, so the session contains the device."""
    phone = Phone()
    services.add_device(by=person, key=phone.key, device=phone.device)
    assert phone.session().status_code == 200
    phone.client.__class__ = Browser
    phone.client.handler.enforce_csrf_checks = False
    return phone


@pytest.fixture
def current_phone(deniz):
    """The phone on which someone signs in."""
    return phone_of(deniz.person)


@pytest.fixture
def other_phone(deniz):
    """Another phone of the same guest."""
    return phone_of(deniz.person)


@pytest.mark.parametrize("sign_in_way", SIGN_IN_WAYS)
def test_only_the_phone_of_this_session_moves_to_the_account(eleni, deniz, current_phone, other_phone, sign_in_way):
    token = services.create_program_key(by=deniz.person, circle=deniz.circle.pk, role=models.Role.OWNER, name="Script")
    second = own_phone(deniz.person)
    SIGN_IN_WAYS[sign_in_way](current_phone.client, eleni)
    assert current_phone.client.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    for key in (other_phone.key, token):
        answer = client_with_key(key).get(f"/api/v1/events/?circle={eleni.circle.pk}")
        assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    assert other_phone.session().status_code == 401
    assert other_phone.client.person is None or "Eleni" not in other_phone.client.get("/you/").text
    assert "has been withdrawn" in Browser().get(second).text
    assert current_phone.session().status_code == 200
    assert client_with_key(current_phone.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 200


@pytest.mark.parametrize("sign_in_way", SIGN_IN_WAYS)
def test_invitations_of_the_guest_make_nobody_an_owner(eleni, deniz, current_phone, sign_in_way):
    """The guest's circle comes along, so an open invitation as its owner would lead into the account's circle."""
    circle = {"by": deniz.person, "circle": deniz.circle.pk, "until": None, "most": None}
    as_owner, as_reader = (services.invite_to_circle(role=role, **circle) for role in ("owner", "reader"))
    SIGN_IN_WAYS[sign_in_way](current_phone.client, eleni)
    assert Browser().get(f"/i/{services.token_of(as_owner)}/").status_code == 404
    assert Browser().get(f"/i/{services.token_of(as_reader)}/").status_code == 200


def test_copied_guest_cookie_leaves_the_phone_its_key(eleni, current_phone):
    """The thief's key is the last one that the session names."""
    thief = Phone()
    thief.client.cookies["sessionid"] = current_phone.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    current_phone.client.sign_in()
    assert current_phone.session().status_code == 200
    assert client_with_key(current_phone.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 200
    assert client_with_key(thief.key).get("/api/v1/circles/").json()["code"] == "revoked"
    assert current_phone.client.person == eleni.person


def test_key_works_again_once_sent_with_the_new_cookie(eleni, deniz, current_phone):
    """The guest's cookie may be planted, and then the key in its session is the attacker's."""
    current_phone.client.sign_in()
    thief = client_with_key(current_phone.key)
    assert thief.get("/api/v1/circles/").status_code == 401
    headers = {"origin": "http://testserver"}
    assert thief.post("/phone/session/", {}, "application/json", headers=headers).status_code == 401
    other = Browser()
    other.force_login(account_writer("Rosa", "rosa@example.org").person)
    headers = {"authorization": f"Token {current_phone.key}"}
    assert other.get("/api/v1/circles/", headers=headers).status_code == 401
    assert current_phone.client.get("/api/v1/circles/", headers=headers).status_code == 200
    assert thief.get("/api/v1/circles/").status_code == 200


def test_planted_session_moves_no_key_of_the_guest(eleni, deniz, other_phone):
    victim = Browser()
    victim.cookies["sessionid"] = other_phone.client.cookies["sessionid"].value
    assert victim.person == deniz.person
    victim.sign_in()
    assert victim.person == eleni.person
    assert client_with_key(other_phone.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 401
    assert other_phone.session().status_code == 401
    assert other_phone.meet().status_code == 204


def test_phone_reactivates_its_key_when_it_sends_the_new_cookie(eleni, current_phone):
    current_phone.client.sign_in()
    assert current_phone.meet().json()["person"] == str(eleni.person.pk)
    assert client_with_key(current_phone.key).get("/api/v1/circles/").status_code == 200


def test_other_phones_of_a_guest_known_only_by_the_key_end_too(eleni, deniz, current_phone, other_phone):
    visitor = Browser()
    visitor.sign_in()
    current_phone.client.cookies = visitor.cookies
    assert (
        current_phone.post(
            "/phone/", {"key": current_phone.key, "device": current_phone.device, "brings": True}
        ).status_code
        == 200
    )
    assert client_with_key(current_phone.key).get(f"/api/v1/events/?circle={deniz.circle.pk}").status_code == 200
    assert client_with_key(other_phone.key).get(f"/api/v1/events/?circle={deniz.circle.pk}").json()["code"] == "revoked"


def test_invitation_of_another_takes_no_circles_by_the_phones_key(eleni, deniz, current_phone):
    """The guest's cookie is lost, so the join page cannot list the guest's circles."""
    current_phone.client.cookies.clear()
    assert current_phone.client.post(own_phone(eleni.person)).status_code == 303
    assert current_phone.client.person == eleni.person
    assert current_phone.meet().status_code == 409
    assert circles(deniz.person) == {deniz.circle}


def test_guest_without_events_stays_until_the_phone_is_notified(eleni):
    """The phone may have unsent rounds. After the sign-in it learns whose they are."""
    guest, _circle = services.make_person("Rosa")
    current_phone, other_phone = phone_of(guest), phone_of(guest)
    current_phone.client.sign_in()
    assert client_with_key(other_phone.key).get("/api/v1/circles/").json()["code"] == "revoked"
    assert current_phone.client.get("/phone/session/").json() == {
        "person": str(eleni.person.pk),
        "circle": str(eleni.circle.pk),
        "name": "Fridays",
        "was": [str(guest.pk)],
        "ended": 0,
        "login": True,
    }


def test_revoking_a_key_ends_the_invitations_that_it_may_have_made(deniz, other_phone):
    circle = {"by": deniz.person, "circle": deniz.circle.pk, "until": None, "most": None}
    invitations = [services.invite_to_circle(role=role, **circle) for role in ("owner", "scorer", "reader")]
    links = [own_phone(deniz.person), *(f"/i/{services.token_of(invitation)}/" for invitation in invitations)]
    browser = Browser()
    browser.force_login(deniz.person)
    assert "to your groups stop working" in browser.get(f"/you/devices/{other_phone.device}/revoke/").text
    services.revoke_device(by=deniz.person, device=other_phone.device)
    assert [Browser().get(link).status_code for link in links] == [404] * 4


def test_late_notice_of_an_ended_key_signs_nobody_out(eleni, deniz, other_phone):
    """A phone deletes its cookie when it learns that its key has ended; it may learn that late."""
    services.revoke_device(by=deniz.person, device=other_phone.device)
    late = {"authorization": f"Token {other_phone.key}", "origin": "http://testserver"}
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


def test_phone_that_was_left_signs_out_its_own_person_only(eleni, deniz, other_phone):
    """A phone reports that its person has left it when it reaches the server, perhaps after someone else signed in."""
    left = {"authorization": f"Token {other_phone.key}", "origin": "http://testserver"}
    next_person = Browser()
    next_person.sign_in()
    assert next_person.delete("/phone/session/", headers=left).status_code == 204
    assert next_person.person == eleni.person
    assert other_phone.client.delete("/phone/session/", headers=left).status_code == 204
    assert other_phone.client.person is None


def test_sign_in_page_explains_what_happens_to_the_guest(deniz):
    nothing = Browser()
    nothing.force_login(services.make_person("Rosa")[0])
    scores = Browser()
    scores.force_login(deniz.person)
    assert "A guest uses this browser" not in Browser().get("/you/sign-in/").text
    page = nothing.get("/you/sign-in/").text
    assert "A guest uses this browser" in page
    assert "it gets these groups" not in page
    page = scores.get("/you/sign-in/").text
    assert "it gets these groups" in page
    assert "Unnamed group" in page


@pytest.mark.parametrize("by_code", [False, True])
def test_own_phone_link_asks_before_it_moves_a_circle(eleni, deniz, guest_browser, by_code):
    models.Circle.objects.filter(pk=deniz.circle.pk).update(name="Deniz & Rosa")
    path, form = own_phone(eleni.person), {}
    if by_code:
        path, form = "/code/", {"code": code_for(eleni.person), "accept": "1"}
    page = (
        guest_browser.post(path, {name: form[name] for name in form if name == "code"})
        if by_code
        else guest_browser.get(path)
    )
    assert "Deniz &amp; Rosa" in page.text
    assert 'name="along"' in page.text
    answer = guest_browser.post(path, form)
    assert answer.status_code == 422
    assert "Nothing was handed over yet" in answer.text
    assert "Deniz &amp; Rosa" in answer.text
    assert (guest_browser.person, circles(deniz.person)) == (deniz.person, {deniz.circle})
    assert not models.Invitation.objects.filter(used__gt=0).exists()
    assert guest_browser.post(path, {**form, "along": "1"}).status_code == 303
    assert (guest_browser.person, circles(eleni.person)) == (eleni.person, {eleni.circle, deniz.circle})


def test_own_phone_link_asks_before_it_moves_a_deleted_circle(eleni, deniz, guest_browser):
    """The account could restore and read it."""
    models.Circle.objects.filter(pk=deniz.circle.pk).update(name="Deniz & Rosa")
    services.delete_circle(by=deniz.person, circle=deniz.circle.pk)
    path = own_phone(eleni.person)
    page = guest_browser.get(path).text
    assert ("Deniz &amp; Rosa" in page, "deleted, can be restored" in page) == (True, True)
    assert guest_browser.post(path).status_code == 422
    assert not services.deleted_circles(eleni.person).exists()
    assert guest_browser.post(path, {"along": "1"}).status_code == 303
    assert list(services.deleted_circles(eleni.person)) == [deniz.circle]


def test_own_phone_link_names_no_deleted_circle_of_others(eleni, deniz, guest_browser):
    models.Membership.objects.filter(person=deniz.person).update(role=models.Role.SCORER)
    models.Circle.objects.filter(pk=deniz.circle.pk).update(name="Thursdays", deleted=timezone.now())
    path = own_phone(eleni.person)
    assert "Thursdays" not in guest_browser.get(path).text
    assert guest_browser.post(path).status_code == 303


def test_guest_without_circles_is_not_asked(eleni):
    browser = Browser()
    browser.force_login(services.make_person("Rosa")[0])
    path = own_phone(eleni.person)
    page = browser.get(path).text
    assert "A guest uses this browser" in page
    assert 'name="along"' not in page
    assert browser.post(path).status_code == 303
    assert browser.person == eleni.person


def test_guest_with_two_links_gains_no_access(eleni, deniz):
    """A guest invites another person's phone, and that person then signs in with a password."""
    attacker = phone_of(deniz.person)
    first, second = own_phone(deniz.person), own_phone(deniz.person)
    victim = Phone()
    victim.client.__class__ = Browser
    victim.client.handler.enforce_csrf_checks = False
    assert victim.client.post(first).status_code == 303
    assert victim.meet().status_code == 200
    victim.client.sign_in(password=PASSWORD)
    assert victim.session().status_code == 200
    assert client_with_key(attacker.key).get(f"/api/v1/events/?circle={eleni.circle.pk}").status_code == 401
    assert attacker.session().status_code == 401
    thief = Browser()
    assert thief.get(second).status_code == 404
    assert thief.person is None
    assert models.Device.objects.filter(person=eleni.person, revoked=None).count() == 1
    assert models.Device.objects.get(person=eleni.person).hash == keys.digest(victim.key)


def test_phone_of_a_deleted_guest_begins_as_a_new_person(eleni):
    """The guest wrote nothing and had this phone only, whose session was another one."""
    key, ids = secrets.token_urlsafe(32), {name: uuid4() for name in ("device", "person", "circle")}
    device = services.introduce(key=key, name="", **ids)
    services.merge_guest(guest=device.person, account=eleni.person)
    assert client_with_key(key).get("/api/v1/circles/").json()["code"] == "revoked"


def test_session_counts_the_ended_matches_of_a_guest_only(eleni, deniz):
    """The page of an ended match asks a guest of three matches to secure the account."""
    guest, circle = services.make_person("Rosa")
    own = phone_of(guest)
    for number in range(4):
        assert own.client.get("/phone/session/").json()["ended"] == min(number, 3)
        times = {"started": timezone.now(), "last": timezone.now(), "date": timezone.now().date()}
        models.Match.objects.create(
            circle=circle, id=uuid4(), seq=number, game="points", is_finished=True, summary={}, **times
        )
    models.Match.objects.filter(circle=circle).update(is_deleted=True)
    assert own.client.get("/phone/session/").json()["ended"] == 0
