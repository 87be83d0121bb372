"""Who guesses is kept waiting, and nobody else; all workers count together, in the database."""

import pytest
from django.core import mail
from django.core.cache import caches
from django.db import connection

from tests.web.account.conftest import EMAIL, PASSWORD, Browser, kept

HERE, THERE = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "203.0.113.7"}
TOO_MANY = "Too many wrong passwords came from here."


def guess(times, email=EMAIL, **where):
    return [Browser(**where).sign_in(email, "wrong") for _ in range(times)]


def counted():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_limits")
        return cursor.fetchone()[0]


def test_five_wrong_passwords_keep_that_address_from_that_account(eleni):
    *first, sixth = guess(6, **HERE)
    assert all(TOO_MANY not in answer.text for answer in first)
    assert TOO_MANY in sixth.text
    assert TOO_MANY in Browser(**HERE).sign_in().text  # even the right one: guessing must not tell
    assert counted() > 0  # in a table that all workers see


def test_it_keeps_nobody_else_from_it_nor_that_address_from_others(eleni):
    kept("Rosa", "rosa@example.org")
    guess(6, **HERE)
    assert Browser(**THERE).sign_in().status_code == 302
    assert Browser(**HERE).sign_in("rosa@example.org").status_code == 302


def test_it_is_over_after_five_minutes(eleni, monkeypatch):
    guess(6, **HERE)
    later = __import__("time").time() + 301
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: later)
    assert Browser(**HERE).sign_in().status_code == 302


def test_signing_in_does_not_start_the_count_anew(eleni):
    guess(4, **HERE)
    assert Browser(**HERE).sign_in().status_code == 302
    guess(1, **HERE)
    assert TOO_MANY in Browser(**HERE).sign_in().text


def test_nobody_is_kept_waiting_for_who_is_not_there(eleni):
    assert TOO_MANY in guess(6, "nobody@example.org", **HERE)[-1].text


def test_one_address_does_not_try_everybody(eleni, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "8/5m/ip,5/5m/key"}
    answers = [guess(1, f"{number}@example.org", **HERE)[0] for number in range(9)]
    assert [TOO_MANY in answer.text for answer in answers] == [False] * 8 + [True]


def test_what_a_stranger_says_of_where_it_comes_from_is_not_believed(eleni):
    for number in range(6):
        said = {"x-forwarded-for": f"203.0.113.{number}"}
        answer = Browser(headers=said, **HERE).sign_in(password="wrong")
    assert TOO_MANY in answer.text


def test_the_password_asked_once_more_is_not_guessed_either(eleni, visitor):
    visitor.sign_in()
    answers = [visitor.post("/you/again/", {"password": "wrong"}) for _ in range(6)]
    assert [TOO_MANY in answer.text for answer in answers] == [False] * 5 + [True]
    assert visitor.post("/you/again/", {"password": PASSWORD}).status_code == 200


def test_an_address_gets_three_mails(posting, eleni):
    answers = [Browser().post("/you/password/forgotten/", {"email": EMAIL}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Wait a few minutes" in answers[-1].text
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("first", [EMAIL, "nobody@example.org"])
def test_an_address_to_be_confirmed_is_asked_once(posting, guests, first):
    for _ in range(2):
        guests.post("/you/email/", {"email": first, "password1": PASSWORD, "password2": PASSWORD})
        guests.confirm()
    assert len(mail.outbox) == 1


def test_asking_for_passkeys_is_limited(visitor, settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "3/m/ip"}
    answers = [visitor.post("/you/sign-in/passkey/", {"begin": "1"}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_many_others_do_not_make_it_forget(db):
    limits = caches["default"]
    limits.set("a-first-one", [1])
    for number in range(400):
        limits.set(f"another-one-{number}", [1])
    assert limits.get("a-first-one") == [1]
