"""Signing in by e-mail and password: who gets in, what stays as it was, and what others may learn of it."""

import pytest
from django.conf import settings as real
from django.test import Client

from games import models
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, kept


def test_e_mail_and_password_let_in(eleni, visitor):
    answer = visitor.sign_in()
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert visitor.person == eleni.person
    assert "Eleni" in visitor.get("/you/").text
    assert visitor.get(f"/table/{eleni.match}/").status_code == 200


def test_how_an_address_is_written_does_not_matter(eleni, visitor):
    assert visitor.sign_in(" Eleni@Example.ORG ").status_code == 302


def test_an_administrators_address_may_be_written_in_capitals(visitor):
    models.Person.objects.create_superuser("Rosa@Example.org", PASSWORD)
    assert visitor.sign_in("rosa@example.org").status_code == 302


@pytest.mark.parametrize(("email", "password"), [(EMAIL, "wrong"), ("nobody@example.org", PASSWORD)])
def test_whether_an_address_is_somebodys_is_not_told(eleni, visitor, email, password):
    answer = visitor.sign_in(email, password)
    assert answer.status_code == 200
    assert "This address and this password do not belong together." in answer.text
    assert f'value="{email}"' in answer.text
    assert password not in answer.text
    assert visitor.person is None


def test_a_wrong_password_takes_as_long_for_nobody_as_for_somebody(eleni, visitor, monkeypatch):
    hashed = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(hasher, lambda self, password, salt: hashed.append(password) or f"md5${salt}$x")
    for email in (EMAIL, "nobody@example.org"):
        visitor.sign_in(email, "wrong")
    assert hashed == ["wrong", "wrong"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "This field is required."),
        ({"login": "eleni", "password": "x"}, "Enter a valid email address."),
        ({"login": EMAIL, "password": "x" * 201}, "at most 200 characters"),
        ({"login": EMAIL, "password": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_right_is_said_beside_its_field(eleni, visitor, sent, said):
    answer = visitor.post("/you/sign-in/", sent)
    assert answer.status_code == 200
    assert said in answer.text


def test_the_cookie_is_another_than_before(eleni, visitor):
    """Whoever planted one in this browser knows nothing of the new one."""
    session = visitor.session
    session["planted"] = True
    session.save()
    visitor.cookies[real.SESSION_COOKIE_NAME] = session.session_key
    visitor.sign_in()
    assert visitor.cookies[real.SESSION_COOKIE_NAME].value != session.session_key
    stale = Client()
    stale.cookies[real.SESSION_COOKIE_NAME] = session.session_key
    assert "Eleni" not in stale.get("/you/").text


def test_whoever_is_kept_signs_out_first(eleni, visitor):
    rosa = kept("Rosa", "rosa@example.org")
    visitor.sign_in()
    for answer in (visitor.get("/you/sign-in/"), visitor.sign_in("rosa@example.org")):
        assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert "sign out first" in visitor.get("/you/").text
    assert visitor.person == eleni.person
    assert models.Membership.objects.filter(person=rosa.person).count() == 1


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("/games/", "/games/"),
        ("https://evil.example/", "/you/"),
        ("//evil.example/", "/you/"),
        ("javascript:alert(1)", "/you/"),
        ("/\\evil.example", "/you/"),
    ],
)
def test_it_leads_on_within_this_server_only(eleni, visitor, wanted, found):
    assert visitor.sign_in(next=wanted)["Location"] == found


def test_a_form_without_its_token_does_nothing(eleni):
    visitor = Browser(enforce_csrf_checks=True)
    for path in ("sign-in/", "sign-in/passkey/", "sign-out/", "email/", "name/", "passkeys/add/", "password/"):
        assert visitor.post(f"/you/{path}", {"login": EMAIL, "password": PASSWORD}).status_code == 403
    assert visitor.person is None


def test_signing_in_here_signs_nobody_out_elsewhere(eleni, visitor):
    other = Browser()
    other.sign_in()
    visitor.sign_in()
    assert other.person == eleni.person
    assert "Eleni" in other.get("/you/").text


def test_signing_out_ends_this_browser_only(eleni, visitor):
    other = Browser()
    for one in (visitor, other):
        one.sign_in()
    assert visitor.get("/you/sign-out/").status_code == 200
    assert visitor.person == eleni.person
    assert visitor.post("/you/sign-out/")["Location"] == "/"
    assert visitor.person is None
    assert "Eleni" in other.get("/you/").text


@pytest.mark.parametrize("path", ["/you/sign-out/", "/phone/leave/"])
def test_a_guest_is_warned_before_leaving_and_nobody_else_is(eleni, guests, path):
    assert "You have no way back" in guests.get(path).text
    guests.force_login(eleni.person)
    page = guests.get(path).text
    assert "You can sign in again at any time." in page
    assert "no way back" not in page


def test_a_new_password_ends_other_browsers(eleni, visitor):
    other = Browser()
    for one in (visitor, other):
        one.sign_in()
    new = {"oldpassword": PASSWORD, "password1": "amber-lantern-9", "password2": "amber-lantern-9"}
    assert visitor.post("/you/password/", new)["Location"] == "/you/"
    assert "The password is changed" in visitor.get("/you/").text
    assert "Eleni" not in other.get("/you/").text
    assert other.sign_in(password=PASSWORD).status_code == 200
    assert other.sign_in(password="amber-lantern-9").status_code == 302


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"oldpassword": "wrong"}, "This is not your password."),
        ({"password2": "other"}, "You must type the same password each time."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password1", "password2": "password1"}, "too common"),
    ],
)
def test_a_new_password_has_to_be_right(eleni, visitor, change, said):
    visitor.sign_in()
    new = {"oldpassword": PASSWORD, "password1": "amber-lantern-9", "password2": "amber-lantern-9"}
    answer = visitor.post("/you/password/", {**new, **change})
    assert answer.status_code == 200
    assert said in answer.text
    assert Browser().sign_in().status_code == 302


def test_who_was_closed_does_not_get_in(eleni, visitor):
    models.Person.objects.filter(pk=eleni.person.pk).update(is_active=False)
    assert visitor.sign_in()["Location"] == "/you/sign-in/inactive/"
    assert "This account is closed" in visitor.get("/you/sign-in/inactive/").text
    assert visitor.person is None


def test_nobody_signs_up(visitor):
    """It would make a second person of a guest."""
    before = models.Person.objects.count()
    for ask in (visitor.get, visitor.post):
        assert ask("/you/sign-up/", {"email": "x@example.org", "password1": PASSWORD})["Location"] == "/you/"
    assert models.Person.objects.count() == before
