"""Signing in by e-mail and password: who can, what it changes, and what it does not reveal."""

import re

import pytest
from django.conf import settings as real
from django.test import Client

from games import models
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, account_writer

pytestmark = pytest.mark.fifth


def test_email_and_password_sign_a_person_in(eleni, visitor):
    answer = visitor.sign_in()
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert visitor.person == eleni.person
    assert "Eleni" in visitor.get("/you/").text
    assert visitor.get(f"/table/{eleni.match}/").status_code == 200


def test_case_of_the_address_does_not_matter(eleni, visitor):
    assert visitor.sign_in(" Eleni@Example.ORG ").status_code == 302


def test_stored_address_in_capitals_works(visitor):
    models.Person.objects.create_superuser("Rosa@Example.org", PASSWORD)
    assert visitor.sign_in("rosa@example.org").status_code == 302


@pytest.mark.parametrize(("email", "password"), [(EMAIL, "wrong"), ("nobody@example.org", PASSWORD)])
def test_errors_do_not_reveal_whether_an_address_exists(eleni, visitor, email, password):
    answer = visitor.sign_in(email, password)
    assert answer.status_code == 200
    assert "Wrong e-mail or password." in answer.text
    assert f'value="{email}"' in answer.text
    assert password not in answer.text
    assert visitor.person is None


def test_unknown_address_takes_as_long_as_a_wrong_password(eleni, visitor, monkeypatch):
    hashed = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(hasher, lambda self, password, salt: hashed.append(password) or f"md5${salt}$x")
    for email in (EMAIL, "nobody@example.org"):
        visitor.sign_in(email, "wrong")
    assert len(hashed) == 2


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        ({}, "Fill in this field."),
        ({"login": "eleni", "password": "x"}, "Enter an e-mail address"),
        ({"login": EMAIL, "password": "x" * 201}, "at most 200 characters"),
        ({"login": EMAIL, "password": "a\0b"}, "The text contains a control character."),
    ],
)
def test_invalid_input_is_reported_beside_its_field(eleni, visitor, sent, error):
    answer = visitor.post("/you/sign-in/", sent)
    assert answer.status_code == 200
    assert error in answer.text


def test_sign_in_changes_the_session_cookie(eleni, visitor):
    """Someone who planted a cookie in this browser must not know the new one."""
    session = visitor.session
    session["planted"] = True
    session.save()
    visitor.cookies[real.SESSION_COOKIE_NAME] = session.session_key
    visitor.sign_in()
    assert visitor.cookies[real.SESSION_COOKIE_NAME].value != session.session_key
    stale = Client()
    stale.cookies[real.SESSION_COOKIE_NAME] = session.session_key
    assert "Eleni" not in stale.get("/you/").text


def test_person_with_an_account_signs_out_first(eleni, visitor):
    rosa = account_writer("Rosa", "rosa@example.org")
    visitor.sign_in()
    for answer in (visitor.get("/you/sign-in/"), visitor.sign_in("rosa@example.org")):
        assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert "sign out first" in visitor.get("/you/").text
    assert visitor.person == eleni.person
    assert models.Membership.objects.filter(person=rosa.person).count() == 1


@pytest.mark.parametrize(
    ("next_url", "target"),
    [
        ("/games/", "/games/"),
        ("https://evil.example/", "/you/"),
        ("//evil.example/", "/you/"),
        ("javascript:alert(1)", "/you/"),
        ("/\\evil.example", "/you/"),
    ],
)
def test_redirect_after_sign_in_stays_on_this_site(eleni, visitor, next_url, target):
    assert visitor.sign_in(next=next_url)["Location"] == target


def test_form_without_csrf_token_is_refused(eleni):
    visitor = Browser(enforce_csrf_checks=True)
    for path in ("sign-in/", "sign-in/passkey/", "sign-out/", "email/", "name/", "passkeys/add/", "password/"):
        assert visitor.post(f"/you/{path}", {"login": EMAIL, "password": PASSWORD}).status_code == 403
    assert visitor.person is None


def test_sign_in_ends_no_other_session(eleni, visitor):
    other = Browser()
    other.sign_in()
    visitor.sign_in()
    assert other.person == eleni.person
    assert "Eleni" in other.get("/you/").text


def test_sign_out_ends_only_this_session(eleni, visitor):
    other = Browser()
    for browser in (visitor, other):
        browser.sign_in()
    assert visitor.get("/you/sign-out/").status_code == 200
    assert visitor.person == eleni.person
    assert visitor.post("/you/sign-out/")["Location"] == "/"
    assert visitor.person is None
    assert "Eleni" in other.get("/you/").text


@pytest.mark.parametrize("path", ["/you/sign-out/", "/phone/leave/"])
def test_only_guests_are_warned_before_signing_out(eleni, guest_browser, path):
    assert "You have no passkey and no password" in guest_browser.get(path).text
    guest_browser.force_login(eleni.person)
    page = guest_browser.get(path).text
    assert "You can sign in again at any time." in page
    assert "no passkey and no password" not in page


def test_new_password_ends_other_sessions(eleni, visitor):
    other = Browser()
    for browser in (visitor, other):
        browser.sign_in()
    new = {"oldpassword": PASSWORD, "password1": "amber-lantern-9", "password2": "amber-lantern-9"}
    assert visitor.post("/you/password/", new)["Location"] == "/you/"
    assert "Password changed" in visitor.get("/you/").text
    assert "Eleni" not in other.get("/you/").text
    assert other.sign_in(password=PASSWORD).status_code == 200
    assert other.sign_in(password="amber-lantern-9").status_code == 302


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"oldpassword": "wrong"}, "Wrong password."),
        ({"password2": "other"}, "You must type the same password each time."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password1", "password2": "password1"}, "too common"),
        ({"password1": "é " * 65, "password2": "é " * 65}, "at most 128 characters"),
    ],
)
def test_invalid_new_password_is_refused(eleni, visitor, change, error):
    visitor.sign_in()
    new = {"oldpassword": PASSWORD, "password1": "amber-lantern-9", "password2": "amber-lantern-9"}
    answer = visitor.post("/you/password/", {**new, **change})
    assert answer.status_code == 200
    assert error in answer.text
    assert Browser().sign_in().status_code == 302


@pytest.mark.parametrize("password", ["ş 🃏" + "x" * 125, "  spaces at both ends  "])
def test_password_counts_to_its_last_character(eleni, visitor, password):
    visitor.sign_in()
    visitor.post("/you/password/", {"oldpassword": PASSWORD, "password1": password, "password2": password})
    assert Browser().sign_in(password=password[:-1]).status_code == 200
    assert Browser().sign_in(password=password.strip() + "x").status_code == 200
    assert Browser().sign_in(password=password).status_code == 302


def test_browsers_may_fill_in_and_never_cut_off_passwords(eleni, visitor):
    visitor.sign_in()
    for path in ("/you/password/", "/you/again/"):
        fields = re.findall(r"<input[^>]*type=\"password\"[^>]*>", visitor.get(path).text)
        assert fields, path
        for field in fields:
            assert re.search(r'autocomplete="(current|new)-password"', field)
            assert "maxlength" not in field


def test_inactive_person_cannot_sign_in(eleni, visitor):
    models.Person.objects.filter(pk=eleni.person.pk).update(is_active=False)
    assert visitor.sign_in()["Location"] == "/you/sign-in/inactive/"
    assert "This account is closed" in visitor.get("/you/sign-in/inactive/").text
    assert visitor.person is None


def test_there_is_no_sign_up_page(visitor):
    """A sign-up would create a second person for a guest."""
    before = models.Person.objects.count()
    for ask in (visitor.get, visitor.post):
        assert ask("/you/sign-up/", {"email": "x@example.org", "password1": PASSWORD})["Location"] == "/you/"
    assert models.Person.objects.count() == before
