"""A copied or planted cookie gains nothing by what its owner does afterwards."""

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core import mail

from games import models, services
from games.match.errors import Refused
from games.web.account import entrance
from scorekeeper import write_throttle
from scorekeeper.client_budgets import Budgets
from tests.web.account.conftest import (
    EMAIL,
    PASSWORD,
    Browser,
    account_writer,
    circles,
    credential,
    guest_writer,
    link_in,
)
from tests.web.account.test_only_this_phone import client_with_key, own_phone, phone_of
from tests.web.app.test_device import ORIGIN
from tests.web.app.test_device import DeviceBrowser as Phone

pytestmark = pytest.mark.fifth

EVIL = "mallory@example.net"


def copy_of(browser):
    thief = Browser()
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    return thief


def test_copy_does_not_share_the_proof(confirmed):
    owner = Browser()
    owner.sign_in()
    thief = copy_of(owner)
    owner.confirm()
    assert owner.get("/you/email/").status_code == 200
    assert thief.get("/you/email/")["Location"].startswith("/you/sign-in/")


def test_claimed_address_ends_with_a_new_password(confirmed):
    owner = Browser()
    owner.sign_in()
    owner.confirm()
    owner.post("/you/email/", {"email": EVIL})
    assert EmailAddress.objects.filter(email=EVIL).exists()
    new = {"oldpassword": PASSWORD, "password1": "violet-anchor-88", "password2": "violet-anchor-88"}
    assert owner.post("/you/password/", new).status_code == 302
    assert list(EmailAddress.objects.values_list("email", flat=True)) == [EMAIL]


@pytest.mark.parametrize("whose", ["own", "guest"])
def test_copy_does_not_share_the_link_of_a_reset(confirmed, deniz, whose):
    victim = Browser()
    victim.force_login(confirmed.person if whose == "own" else deniz.person)
    thief = copy_of(victim)
    victim.post("/you/password/forgotten/", {"email": EMAIL})
    form = victim.get(link_in(mail.outbox[-1]))["Location"]
    copied = f"/you/password/new/{user_pk_to_url_str(confirmed.person)}-set-password/"
    assert "password1" not in thief.get(copied).text
    assert "password1" in victim.get(form).text


def test_planted_cookie_does_not_share_a_sign_in_that_waits(eleni, deniz, mail_server):
    attacker = Browser()
    attacker.force_login(deniz.person)
    victim = copy_of(attacker)
    victim.sign_in()
    assert "Not your address?" not in attacker.get("/you/email/sent/").text
    assert "Not your address?" in victim.get("/you/email/sent/").text


def test_owner_of_a_lent_browser_claims_no_address_for_the_account(eleni, deniz, mail_server):
    lent = Browser()
    lent.force_login(deniz.person)
    lent.sign_in()
    answer = lent.post("/you/email/sent/", {"email": EVIL, "password": "a guess"})
    assert "Wrong password." in answer.text
    assert not EmailAddress.objects.filter(email=EVIL).exists()


@pytest.mark.parametrize("is_account", [True, False], ids=["account", "guest"])
def test_key_that_waits_for_the_cookie_gives_no_guest_away(deniz, is_account):
    first, thief = phone_of(deniz.person), Phone()
    thief.client.cookies["sessionid"] = first.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    first.client.post("/you/sign-out/elsewhere/")
    mallory = account_writer("Mallory", EVIL).person if is_account else services.make_person("Mallory")[0]
    thief.client.cookies.clear()
    thief.client.force_login(mallory)
    more = {} if is_account else {"brings": True}
    assert thief.post("/phone/", {"key": thief.key, "device": thief.device, **more}).status_code == 409
    deniz.person.refresh_from_db()
    assert deniz.person.is_active
    assert first.session().status_code == 200


def test_restored_account_revives_no_key_and_no_session(eleni):
    phone = phone_of(eleni.person)
    services.delete_person(person=eleni.person)
    owner = Browser()
    owner.sign_in()
    assert owner.person == eleni.person
    assert not eleni.person.devices.filter(id=phone.device, revoked=None).exists()


def plant(phone, planted):
    """Put the cookie of another browser into the browser of this phone."""
    phone.client.cookies.clear()
    phone.client.cookies["sessionid"] = planted.cookies["sessionid"].value


def test_planted_cookie_of_a_newcomer_merges_nobody_unasked(eleni, deniz):
    """The attacker invited a guest into a circle of their own, and plants the cookie of that guest."""
    mallory = account_writer("Mallory", EVIL, circle="Trap")
    for victim in (eleni, deniz):
        phone, planted = phone_of(victim.person), Browser()
        circle = {"by": mallory.person, "circle": mallory.circle.pk, "role": "owner"}
        invitation = services.invite_to_circle(until=None, most=None, **circle)
        assert planted.post(f"/i/{services.token_of(invitation)}/", {"name": "x"}).status_code == 303
        newcomer = planted.person
        plant(phone, planted)
        assert (phone.session().status_code, phone.meet().status_code) == (409, 409)
        assert (circles(victim.person), circles(newcomer)) == ({victim.circle}, {mallory.circle})
        phone.client.cookies.clear()
        assert phone.session().status_code == 200


def test_planted_cookie_of_an_account_takes_no_circles_unasked(eleni, deniz):
    phone, planted = phone_of(deniz.person), Browser()
    planted.sign_in()
    plant(phone, planted)
    assert phone.session().status_code == 409
    answer = phone.meet()
    assert (answer.status_code, answer.json()["code"]) == (409, "guest")
    assert (circles(deniz.person), circles(eleni.person)) == ({deniz.circle}, {eleni.circle})
    asked = phone.post("/phone/", {"key": phone.key, "device": phone.device, "brings": True})
    assert asked.status_code == 200
    assert circles(eleni.person) == {eleni.circle, deniz.circle}


def test_copy_does_not_use_up_the_attempts_to_change_the_password(eleni):
    owner = Browser()
    owner.sign_in()
    thief = copy_of(owner)
    wrong = {"oldpassword": "x", "password1": "violet-anchor-88", "password2": "violet-anchor-88"}
    for _attempt in range(8):
        assert thief.post("/you/password/", wrong)["Location"] == "/you/again/?next=/you/password/"
    answer = owner.post("/you/password/", {**wrong, "oldpassword": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/you/")


def test_known_browser_proves_itself_after_too_many_wrong_passwords(eleni):
    browser = Browser()
    browser.sign_in()
    session = browser.session
    del session["account_authentication_methods"]
    session.save()
    wrong = {"oldpassword": "x", "password1": "violet-anchor-88", "password2": "violet-anchor-88"}
    statuses = [browser.post("/you/password/", wrong).status_code for _attempt in range(6)]
    assert statuses == [200] * 5 + [302]
    browser.confirm()
    assert browser.post("/you/password/", {**wrong, "oldpassword": PASSWORD})["Location"] == "/you/"


def add_passkey(browser):
    return browser.post("/you/passkeys/add/", {"name": "Mine", "credential": credential()})


@pytest.mark.usefixtures("accepted_passkeys")
def test_first_passkey_ends_all_other_access_of_the_guest(deniz):
    own, other, thief = phone_of(deniz.person), phone_of(deniz.person), Phone()
    thief.client.cookies["sessionid"] = own.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    link = own_phone(deniz.person)
    assert "Your first passkey signs out" in own.client.get("/you/passkeys/add/").text
    assert add_passkey(own.client).status_code == 302
    assert own.client.person == deniz.person
    assert own.session().status_code == 200
    for phone in (other, thief):
        assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 401
        assert phone.client.get("/phone/session/").json()["person"] is None
    assert Browser().get(link).status_code == 404


@pytest.mark.usefixtures("accepted_passkeys")
def test_second_passkey_ends_nothing(eleni):
    own, other = phone_of(eleni.person), phone_of(eleni.person)
    own.client.confirm()
    assert "Your first passkey signs out" not in own.client.get("/you/passkeys/add/").text
    assert add_passkey(own.client).status_code == 302
    assert other.session().status_code == 200


@pytest.mark.usefixtures("accepted_passkeys")
def test_passkey_of_a_session_that_has_just_ended_is_refused(deniz, monkeypatch):
    browser = Browser()
    browser.force_login(deniz.person)

    def end_first(person):
        models.Person.objects.filter(pk=person.pk).update(sign_outs=1)
        real(person)

    real = services.require_signed_in
    monkeypatch.setattr(services, "require_signed_in", end_first)
    assert add_passkey(browser).status_code == 403
    assert not Authenticator.objects.exists()


def test_revoked_phone_leaves_no_open_link_for_another_phone(deniz):
    lost, own = phone_of(deniz.person), phone_of(deniz.person)
    link = own_phone(deniz.person)
    page = own.client.get(f"/you/devices/{lost.device}/revoke/").text
    assert "stay signed in" in page
    assert 'href="/you/sign-out/elsewhere/"' in page
    assert own.client.post(f"/you/devices/{lost.device}/revoke/").status_code == 302
    assert Browser().get(link).status_code == 404


def test_thief_whom_the_session_names_as_this_phone_leaves_no_open_link(deniz):
    """Someone has copied the cookie, added a key, and bound it to the session. The owner revokes that key."""
    own, thief = phone_of(deniz.person), Phone()
    thief.client.cookies["sessionid"] = own.client.cookies["sessionid"].value
    assert thief.meet().status_code == 200
    assert thief.session().status_code == 200
    link = own_phone(deniz.person)
    assert own.client.post(f"/you/devices/{thief.device}/revoke/").status_code == 302
    assert Browser().get(link).status_code == 404


def test_signing_out_everywhere_twice_at_once_leaves_the_first_renewed_session(deniz, monkeypatch):
    own = phone_of(deniz.person)

    def end_first(*, person, **more):
        models.Person.objects.filter(pk=person.pk).update(sign_outs=1)
        return real(person=person, **more)

    real = services.sign_out_everywhere
    monkeypatch.setattr(services, "sign_out_everywhere", end_first)
    assert own.client.post("/you/sign-out/elsewhere/").status_code == 403
    assert client_with_key(own.key).get("/api/v1/circles/").status_code == 200


def test_phone_that_is_left_keeps_its_link_for_the_next_phone(deniz):
    old, link = phone_of(deniz.person), own_phone(deniz.person)
    assert client_with_key(old.key).delete(f"/api/v1/devices/{old.device}/").status_code == 204
    assert Browser().get(link).status_code == 200


LASTING = {
    "a link for an own phone": lambda person, circle, other: services.invite_own_phone(by=person),
    "an invitation": lambda person, circle, other: services.invite_to_circle(
        by=person, circle=circle, role="owner", until=None, most=None
    ),
    "a key": lambda person, circle, other: services.create_program_key(
        by=person, circle=circle, role=models.Role.OWNER, name="Script"
    ),
    "a login": lambda person, circle, other: services.add_login(
        person=person, email=EVIL, password=PASSWORD, confirm_by_mail=False
    ),
    "a new owner": lambda person, circle, other: services.change_role(
        by=person, circle=circle, person=other, role=models.Role.OWNER
    ),
    "a removed owner": lambda person, circle, other: services.remove_member(by=person, circle=circle, person=other),
}


@pytest.mark.parametrize("what", LASTING)
def test_request_that_came_before_signing_out_gives_no_access_afterwards(deniz, what):
    rosa = guest_writer("Rosa")
    models.Membership.objects.create(circle=deniz.circle, person=rosa.person, role="scorer")
    before = models.Person.objects.get(pk=deniz.person.pk)
    services.sign_out_everywhere(person=deniz.person, current=services.CurrentPhone())
    with pytest.raises(Refused):
        LASTING[what](before, deniz.circle.pk, rosa.person.pk)
    assert not models.Invitation.objects.exists()
    assert not models.Device.objects.exists()
    assert models.Membership.objects.get(circle=deniz.circle, person=rosa.person).role == "scorer"
    assert not services.has_login(models.Person.objects.get(pk=deniz.person.pk))
    LASTING[what](deniz.person, deniz.circle.pk, rosa.person.pk)


def test_key_is_not_accepted_by_a_session_that_has_just_ended(deniz, monkeypatch):
    phone, before = phone_of(deniz.person), models.Person.objects.get(pk=deniz.person.pk)
    current = services.CurrentPhone(device=phone.device)
    services.sign_out_everywhere(person=deniz.person, current=current)
    device = models.Device.objects.get(pk=phone.device)
    with pytest.raises(Refused):
        services.accept_session(device=device, person=before)
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 401


def test_copy_does_not_use_up_the_owners_forms_of_the_account(deniz, monkeypatch, settings):
    settings.THROTTLE = 50
    monkeypatch.setattr(write_throttle, "OF_PERSON", Budgets(1, 0.01))
    owner = Browser()
    owner.force_login(deniz.person)
    thief = copy_of(owner)
    assert [thief.post("/code/", {"code": "x"}).status_code for _form in range(3)][-1] == 429
    assert owner.post("/code/", {"code": "x"}, REMOTE_ADDR="203.0.113.8").status_code == 422
    assert owner.post("/you/sign-out/elsewhere/")["Location"] == "/you/"
    assert thief.get("/phone/session/").json()["person"] is None


def test_sign_ins_at_the_same_time_share_no_browser(eleni, deniz, monkeypatch):
    """Two requests with one cookie of a guest overlap: an account and another guest are signed in by them."""
    start = phone_of(services.make_person("Mallory")[0])
    other_guest, _circle = services.make_person("Mallory")
    first, second = copy_of(start.client), copy_of(start.client)
    real, is_under_way = entrance.auth.login, []

    def overlapping(request, user, **more):
        if not is_under_way:
            is_under_way.append(True)
            second.sign_in()
        return real(request, user, **more)

    monkeypatch.setattr(entrance.auth, "login", overlapping)
    assert first.post(own_phone(other_guest), {"along": "1"}).status_code == 303
    assert (first.person, second.person) == (other_guest, eleni.person)
    assert first.session["browser"] != second.session["browser"]
    phone = Phone()
    plant(phone, first)
    assert phone.client.post(own_phone(deniz.person), headers={"origin": ORIGIN}).status_code == 303
    assert (phone.meet().status_code, phone.session().status_code) == (200, 200)
    plant(phone, second)
    assert phone.meet().json()["code"] == "guest"
    assert circles(eleni.person) == {eleni.circle}
