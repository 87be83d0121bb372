"""Phones and programs on the account page: listing, renaming and revoking them, and creating keys."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from games.models import Role
from games.services import keys, programs
from tests.web.account.conftest import Browser

KEY = re.compile(r'<textarea id="key"[^>]*>([\w-]{43})<')


@pytest.fixture
def browser(deniz):
    client = Browser()
    client.force_login(deniz.person)
    client.own = deniz
    return client


def create_key(browser, role="scorer", name="My script"):
    circle = str(browser.own.circle.pk)
    return browser.post("/you/tokens/", {"name": name, "circle": circle, "role": role})


def program(key):
    return Client(headers={"authorization": f"Token {key}"})


def test_key_is_displayed_once_and_stored_as_a_hash(browser):
    answer = create_key(browser)
    [key] = KEY.findall(answer.text)
    assert "no-store" in answer["Cache-Control"]
    device = models.Device.objects.get()
    assert (device.hash, device.name, device.role) == (keys.digest(key), "My script", "scorer")
    page = browser.get("/you/programs/").text
    assert "My script" in page
    assert key not in page
    assert program(key).get("/api/v1/matches/").status_code == 200


@pytest.mark.parametrize(
    ("role", "writes", "invites"), [("reader", 403, 403), ("scorer", 200, 403), ("owner", 200, 201)]
)
def test_program_can_do_no_more_than_the_role_of_its_key(browser, role, writes, invites, settings):
    [key] = KEY.findall(create_key(browser, role).text)
    asks = program(key)
    assert asks.get("/api/v1/circles/").json()["circles"][0]["role"] == role
    assert asks.post("/api/v1/events/", [], content_type="application/json").status_code == writes
    owner = {"purpose": "circle", "role": "owner"}
    assert asks.post("/api/v1/invitations/", owner, content_type="application/json").status_code == invites
    way = services.invite_to_circle(
        by=browser.own.person, circle=browser.own.circle.pk, role="owner", until=None, most=None
    )
    listed = [invitation["id"] for invitation in asks.get("/api/v1/invitations/").json()["invitations"]]
    assert (str(way.pk) in listed) == (role == "owner")
    assert asks.delete(f"/api/v1/invitations/{way.pk}/").status_code == (204 if role == "owner" else 404)


def test_key_is_limited_by_the_current_role_of_its_person(browser):
    [key] = KEY.findall(create_key(browser, "owner").text)
    models.Membership.objects.filter(person=browser.own.person).update(role=Role.READER)
    assert program(key).get("/api/v1/circles/").json()["circles"][0]["role"] == "reader"
    page = create_key(browser, "scorer").text
    assert "A program cannot have more rights in this group than you have." in page
    assert 'value="My script"' in page


def test_a_person_has_a_limited_number_of_keys(browser, monkeypatch):
    monkeypatch.setattr(programs, "MOST_KEYS", 2)
    for _key in range(2):
        assert KEY.findall(create_key(browser).text)
    page = create_key(browser, name="Third").text
    assert "You have 2 program keys. Revoke one that is no longer needed." in page
    assert 'value="Third"' in page
    models.Device.objects.filter(pk=models.Device.objects.first().pk).update(revoked=timezone.now())
    assert KEY.findall(create_key(browser).text)


def test_non_member_gets_no_key_for_a_circle(browser, eleni):
    answer = browser.post("/you/tokens/", {"name": "x", "circle": str(eleni.circle.pk), "role": "reader"})
    assert "Choose one of the options shown." in answer.text
    assert models.Device.objects.count() == 0


def test_key_is_renamed_and_revoked(browser):
    [key] = KEY.findall(create_key(browser).text)
    device = models.Device.objects.get()
    name = '<script>alert(1)</script> & "Co"'
    assert browser.post(f"/you/devices/{device.pk}/", {"name": name}).status_code == 302
    for path in ("/you/programs/", f"/you/devices/{device.pk}/revoke/"):
        text = browser.get(path).text
        assert "<script>alert" not in text
        assert "alert(1)" in text
    assert browser.post(f"/you/devices/{device.pk}/revoke/").status_code == 302
    assert program(key).get("/api/v1/matches/").json()["code"] == "revoked"
    assert "alert(1)" not in browser.get("/you/programs/").text


def test_last_use_is_stored_once_a_day(browser, django_assert_num_queries):
    [key] = KEY.findall(create_key(browser).text)
    asks = program(key)
    asks.get("/api/v1/circles/")
    assert models.Device.objects.get().seen == timezone.now().date()
    with django_assert_num_queries(2):
        asks.get("/api/v1/circles/")
    models.Device.objects.update(seen=date(2026, 1, 1))
    with django_assert_num_queries(3):
        asks.get("/api/v1/circles/")


def test_current_phone_is_marked_and_has_its_own_page_for_signing_out(browser):
    services.add_device(by=browser.own.person, key="k" * 43, device=browser.own.circle.pk)
    session = browser.session
    session["device"] = str(browser.own.circle.pk)
    session.save()
    services.add_device(by=browser.own.person, key="l" * 43, device=browser.own.person.pk)
    page = browser.get("/you/").text
    assert page.count("(this one)") == 1
    for device, is_offered in ((browser.own.circle.pk, False), (browser.own.person.pk, True)):
        assert f'href="/you/devices/{device}/"' in page
        assert (f"/you/devices/{device}/revoke/" in browser.get(f"/you/devices/{device}/").text) == is_offered
    assert 'href="/phone/leave/"' in page


def test_keys_of_programs_have_a_page_of_their_own(browser):
    create_key(browser)
    account = browser.get("/you/").text
    assert "My script" not in account
    assert 'href="/you/programs/"' in account
    page = browser.get("/you/programs/").text
    assert "My script" in page
    assert 'href="/you/tokens/"' in page
