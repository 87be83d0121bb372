"""Limits of wrong passwords and e-mails: they block only the guesser, and all workers count together."""

import pytest
from django.core import mail
from django.core.cache import caches
from django.db import connection

from tests.web.account.conftest import EMAIL, PASSWORD, Browser, account_writer

ADDRESS_A, THERE = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "203.0.113.7"}
TOO_MANY = "Too many wrong passwords came from here."


def guess(times, email=EMAIL, **where):
    return [Browser(**where).sign_in(email, "wrong") for _ in range(times)]


def stored_counters():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_limits")
        return cursor.fetchone()[0]


def test_five_wrong_passwords_block_the_address_for_the_account(eleni):
    *first, sixth = guess(6, **ADDRESS_A)
    assert all(TOO_MANY not in answer.text for answer in first)
    assert TOO_MANY in sixth.text
    correct = Browser(**ADDRESS_A).sign_in()
    assert TOO_MANY in correct.text  # so guessing reveals nothing
    assert stored_counters() > 0  # in a table that all workers share


def test_block_affects_no_other_address_and_no_other_account(eleni):
    account_writer("Rosa", "rosa@example.org")
    guess(6, **ADDRESS_A)
    assert Browser(**THERE).sign_in().status_code == 302
    assert Browser(**ADDRESS_A).sign_in("rosa@example.org").status_code == 302


def test_block_ends_after_five_minutes(eleni, monkeypatch):
    guess(6, **ADDRESS_A)
    later = __import__("time").time() + 301
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: later)
    assert Browser(**ADDRESS_A).sign_in().status_code == 302


def test_signing_in_does_not_reset_the_count(eleni):
    guess(4, **ADDRESS_A)
    assert Browser(**ADDRESS_A).sign_in().status_code == 302
    guess(1, **ADDRESS_A)
    assert TOO_MANY in Browser(**ADDRESS_A).sign_in().text


def test_unknown_account_is_not_blocked(eleni):
    assert TOO_MANY in guess(6, "nobody@example.org", **ADDRESS_A)[-1].text


def test_one_address_cannot_try_many_accounts(eleni, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "8/5m/ip,5/5m/key"}
    answers = [guess(1, f"{number}@example.org", **ADDRESS_A)[0] for number in range(9)]
    assert [TOO_MANY in answer.text for answer in answers] == [False] * 8 + [True]


def test_forwarded_header_of_a_client_is_ignored(eleni):
    for number in range(6):
        headers = {"x-forwarded-for": f"203.0.113.{number}"}
        answer = Browser(headers=headers, **ADDRESS_A).sign_in(password="wrong")
    assert TOO_MANY in answer.text


def test_password_for_reauthentication_is_limited_too(eleni, visitor):
    visitor.sign_in()
    answers = [visitor.post("/you/again/", {"password": "wrong"}) for _ in range(6)]
    assert [TOO_MANY in answer.text for answer in answers] == [False] * 5 + [True]
    assert visitor.post("/you/again/", {"password": PASSWORD}).status_code == 200


def test_address_gets_at_most_three_emails(mail_server, eleni):
    answers = [Browser().post("/you/password/forgotten/", {"email": EMAIL}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Wait a few minutes" in answers[-1].text
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("first", [EMAIL, "nobody@example.org"])
def test_address_gets_one_confirmation_email(mail_server, guest_browser, first):
    for _ in range(2):
        guest_browser.post("/you/email/", {"email": first, "password1": PASSWORD, "password2": PASSWORD})
        guest_browser.confirm()
    assert len(mail.outbox) == 1


def test_passkey_challenges_are_limited(visitor, settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "3/m/ip"}
    answers = [visitor.post("/you/sign-in/passkey/", {"begin": "1"}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_many_other_counters_do_not_evict_one(db):
    limits = caches["default"]
    limits.set("a-first-one", [1])
    for number in range(400):
        limits.set(f"another-one-{number}", [1])
    assert limits.get("a-first-one") == [1]
