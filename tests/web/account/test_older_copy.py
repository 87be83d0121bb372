"""A server is restored from a copy from before a guest came: nobody else gets the guest's phone or circle unasked."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from games import models, services
from games.services import invitations, sign_in_links
from games.services.confirmation_links import ConfirmationLink
from games.services.older_copy import end_revived_access, let_all_pull_again
from tests.web.account.conftest import Browser, circles
from tests.web.account.test_copied_cookies import plant
from tests.web.account.test_only_this_phone import client_with_key, own_phone, phone_of
from tests.web.app.test_device import ORIGIN
from tests.web.app.test_device import DeviceBrowser as Phone

pytestmark = pytest.mark.fifth


@pytest.fixture
def lost(db):
    """The phone of a guest whom the server does not know, and the ids of its person and circle."""
    return Phone(), str(uuid4()), str(uuid4())


def meet(lost, **more):
    phone, person, circle = lost
    body = {"key": phone.key, "device": phone.device, "circle": circle, "person": person, **more}
    return phone.post("/phone/", body)


def open_link(lost, path, *flags, **form):
    phone, person, circle = lost
    ids = " ".join((phone.device, person, circle, *flags))
    headers = {"authorization": f"Token {phone.key}", "phone": ids, "origin": ORIGIN}
    return phone.client.post(path, form, headers=headers)


def plant_account(phone):
    planted = Browser()
    planted.sign_in()
    plant(phone, planted)


def test_planted_account_gets_the_phone_only_on_request(eleni, lost):
    phone, _person, circle = lost
    plant_account(phone)
    answer = meet(lost, waits=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "guest")
    assert not eleni.person.devices.exists()
    assert meet(lost, brings=True).json() == {"person": str(eleni.person.pk), "circle": circle, "role": "owner"}
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 200


@pytest.mark.parametrize("whose", ["account", "merged guest"])
def test_phone_of_the_account_itself_is_bound_at_once(eleni, deniz, lost, whose):
    phone, _person, circle = lost
    plant_account(phone)
    models.Person.objects.filter(pk=deniz.person.pk).update(is_active=False, became=eleni.person)
    person = {"account": eleni, "merged guest": deniz}[whose].person.pk
    assert meet((phone, str(person), circle)).json()["person"] == str(eleni.person.pk)


@pytest.mark.parametrize("flags", [(), ("unsent",)])
def test_own_phone_link_of_someone_else_needs_a_tick(eleni, lost, flags):
    phone, _person, circle = lost
    path = own_phone(eleni.person)
    page = open_link(lost, path, "known", *flags)
    assert page.status_code == 422
    assert "Data only on this phone" in page.text
    assert 'value="phone"' in page.text
    assert not eleni.person.devices.exists()
    assert open_link(lost, path, "known", *flags, along="phone").status_code == 303
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 200
    assert not models.Circle.objects.filter(pk=circle).exists()  # its owner's phone creates it, another one must not


def test_own_phone_link_adds_a_phone_of_the_same_person_again(eleni, lost):
    phone, _person, circle = lost
    mine = phone, str(eleni.person.pk), circle
    assert open_link(mine, own_phone(eleni.person), "known", "unsent").status_code == 303
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 200


def test_planted_guest_hides_no_circle_of_the_phone(eleni, deniz):
    """The cookie is another guest's, and one round is not sent: the account would get all of the phone's guest."""
    models.Circle.objects.filter(pk=deniz.circle.pk).update(name="Sundays")
    trap, circle = services.make_person("Mallory")
    models.Circle.objects.filter(pk=circle.pk).update(name="Harmless")
    phone, planted = phone_of(deniz.person), Browser()
    planted.force_login(trap)
    plant(phone, planted)
    path, theirs = own_phone(eleni.person), (phone, str(deniz.person.pk), str(deniz.circle.pk))
    assert "Sundays" not in phone.client.get(path).text
    for ticked in ({}, {"along": "1"}):
        page = open_link(theirs, path, "known", "unsent", **ticked)
        assert page.status_code == 422
        assert "Harmless" in page.text
        assert "Sundays" in page.text
    assert circles(eleni.person) == {eleni.circle}
    assert open_link(theirs, path, "known", "unsent", along="phone").status_code == 303
    assert circles(eleni.person) == {eleni.circle, deniz.circle, circle}


@pytest.mark.parametrize("more", [{"brings": True}, {"waits": True}], ids=str)
def test_phone_creates_no_more_circles_than_a_person_can_own(eleni, lost, monkeypatch, more):
    monkeypatch.setattr("games.services.circles.MOST_CIRCLES", 3)
    phone, _person, _circle = lost
    plant_account(phone)
    models.Membership.objects.filter(person=eleni.person).update(role="reader")
    for _time in range(6):
        models.Membership.objects.filter(person=eleni.person, circle=eleni.circle).update(chosen="2030-01-01T00:00:00Z")
        body = {"key": phone.key, "device": phone.device, "circle": str(uuid4()), **more}
        assert phone.post("/phone/", body).status_code == 200
    assert models.Membership.objects.filter(person=eleni.person, role="owner").count() == 3


def test_link_that_confirms_an_address_ends_with_the_copy(eleni):
    """The claim was dropped after the copy was made, and is back with it."""
    claim = EmailAddress.objects.create(user=eleni.person, email="thief@example.org")
    link = reverse("account_confirm_email", args=[ConfirmationLink(claim).key])
    assert Browser().get(link).status_code == 200
    end_revived_access()
    assert Browser().post(link).status_code == 404
    assert not EmailAddress.objects.filter(verified=True, email=claim.email).exists()


def test_access_that_was_revoked_after_the_copy_ends(eleni, deniz):
    """`manage.py restore` calls this: sessions, links, invitations and program keys of the copy work no more."""
    account, guest = Browser(), Browser()
    account.force_login(eleni.person)
    guest.force_login(deniz.person)
    program = client_with_key(services.make_token(name="Robot"))
    phone = Phone()
    services.add_device(by=eleni.person, key=phone.key, device=phone.device)
    invitation = services.invite_own_phone(by=eleni.person)
    link = f"/you/sign-in/link/{sign_in_links.sign(eleni.person)}/"
    assert program.get("/api/v1/circles/").status_code == 200
    assert account.person == eleni.person
    end_revived_access()
    assert program.get("/api/v1/circles/").status_code == 401
    assert account.get("/you/password/").status_code == 302
    assert Browser().post(link).status_code == 404
    assert not invitations.open_invitations().filter(pk=invitation.pk).exists()
    # A guest could not sign in again, and a phone must not lose its rounds.
    assert guest.person == deniz.person
    assert client_with_key(phone.key).get("/api/v1/circles/").status_code == 200


def test_all_phones_pull_again_after_a_restore(eleni, deniz):
    """The number may not be one that a phone already knows from after the copy."""
    before = dict(models.Circle.objects.values_list("pk", "erasures"))
    let_all_pull_again()
    after = dict(models.Circle.objects.values_list("pk", "erasures"))
    assert before
    assert all(after[circle] > count for circle, count in before.items())
