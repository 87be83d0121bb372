"""Limits of wrong passwords and e-mails: they block only the guesser, and all workers count together."""

from datetime import timedelta
from hashlib import sha256

import pytest
from django.core import mail
from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from games import models, services
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, account_writer, link_in

pytestmark = pytest.mark.fifth

ADDRESS_A, THERE = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "203.0.113.7"}
FOR_ADDRESS = "Too many wrong passwords for this address."
TOO_MANY = "Too many wrong passwords."


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


def test_address_gets_at_most_three_emails(confirmed):
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


def places(count, first=0):
    return ({"REMOTE_ADDR": f"198.51.{number // 250}.{number % 250 + 1}"} for number in range(first, first + count))


def guess_from_everywhere(email=EMAIL, first=0):
    return [Browser(**place).sign_in(email, "wrong") for place in places(21, first)]


@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_many_addresses_get_twenty_guesses_together(eleni, email):
    *first, last = guess_from_everywhere(email)
    assert all(FOR_ADDRESS not in answer.text for answer in first)
    assert FOR_ADDRESS in last.text
    [place] = places(1, 100)
    assert FOR_ADDRESS in Browser(**place).sign_in(email).text


def test_known_browser_gets_in_while_others_guess(eleni):
    known = Browser(**THERE)
    known.sign_in()
    known.post("/you/sign-out/")
    guess_from_everywhere()
    assert known.sign_in().status_code == 302
    assert known.person == eleni.person


@pytest.mark.parametrize("reaction", ["new password", "sign out elsewhere"])
def test_copied_cookie_of_a_known_browser_is_worth_nothing_afterwards(eleni, reaction):
    """Otherwise wrong passwords with the copy would lock the owner out of the known browser."""
    known, thief, password = Browser(), Browser(**THERE), PASSWORD
    known.sign_in()
    thief.cookies["known"] = known.cookies["known"].value
    if reaction == "new password":
        password = "violet-anchor-88"
        fields = {"oldpassword": PASSWORD, "password1": password, "password2": password}
        assert known.post("/you/password/", fields).status_code == 302
    else:
        known.confirm()
        assert known.post("/you/sign-out/elsewhere/")["Location"] == "/you/"
    known.post("/you/sign-out/")
    for place in places(20):
        thief.post("/you/sign-in/", {"login": EMAIL, "password": "wrong"}, **place)
    assert known.sign_in(password=password).status_code == 302


def test_browser_that_was_signed_in_before_the_update_is_known_once_it_signs_out(eleni, visitor):
    visitor.force_login(eleni.person)
    visitor.post("/you/sign-out/")
    guess_from_everywhere()
    assert visitor.sign_in().status_code == 302


def test_block_of_unknown_browsers_ends_after_an_hour(eleni, monkeypatch):
    guess_from_everywhere()
    later = __import__("time").time() + 3601
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: later)
    assert Browser(**THERE).sign_in().status_code == 302


def test_guesses_in_a_known_browser_are_limited_and_block_no_other(eleni):
    known, thief, other = Browser(), Browser(), Browser(**THERE)
    for browser in (known, other):
        browser.sign_in()
        browser.post("/you/sign-out/")
    thief.cookies = known.cookies
    for place in places(20):
        thief.post("/you/sign-in/", {"login": EMAIL, "password": "wrong"}, **place)
    assert FOR_ADDRESS in thief.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD}, **THERE).text
    assert other.sign_in().status_code == 302
    assert Browser(REMOTE_ADDR="203.0.113.9").sign_in().status_code == 302


def test_cookie_of_a_known_browser_is_worth_nothing_for_other_accounts(eleni, visitor):
    account_writer("Mallory", "mallory@example.org")
    visitor.sign_in("mallory@example.org")
    visitor.post("/you/sign-out/")
    guess_from_everywhere()
    assert FOR_ADDRESS in visitor.sign_in().text


@pytest.mark.parametrize("value", ["x", "x.y", "-", ".", "a" * 3000, "1.2-3.4", "é.é"])
def test_invented_cookie_makes_no_browser_known(eleni, value):
    guess_from_everywhere()
    browser = Browser(**THERE, HTTP_COOKIE=f"known={value}")
    assert FOR_ADDRESS in browser.sign_in().text


def test_cookie_of_a_known_browser_names_nobody_and_gives_no_access(eleni, visitor):
    visitor.sign_in()
    cookie = visitor.cookies["known"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/you/", True, "Lax")
    assert eleni.person.pk.hex not in cookie.value
    other = Browser()
    other.cookies["known"] = cookie.value
    assert other.get("/you/password/").status_code == 302


def test_browser_is_known_to_five_accounts_at_most(eleni, visitor):
    for number in range(7):
        account_writer(f"Guest {number}", f"{number}@example.org")
        visitor.sign_in(f"{number}@example.org")
        visitor.post("/you/sign-out/")
    assert visitor.cookies["known"].value.count(".") == 5


def test_browser_that_reset_the_password_is_known(confirmed, visitor):
    guess_from_everywhere()
    visitor.post("/you/password/forgotten/", {"email": EMAIL})
    path = visitor.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    visitor.post(path, {"password1": "amber-lantern-9", "password2": "amber-lantern-9"})
    assert visitor.sign_in(password="amber-lantern-9").status_code == 302


def test_guests_browser_is_known_to_the_account_that_it_becomes(guest_browser):
    guest_browser.post("/you/email/", {"email": EMAIL, "password1": PASSWORD, "password2": PASSWORD})
    guest_browser.post("/you/sign-out/")
    guess_from_everywhere()
    assert guest_browser.sign_in().status_code == 302


def test_reauthentication_from_many_places_is_limited(eleni, visitor):
    visitor.sign_in()
    answers = [visitor.post("/you/again/", {"password": "wrong"}, **place) for place in places(21)]
    assert [FOR_ADDRESS in answer.text for answer in answers] == [False] * 20 + [True]


def test_someone_with_a_stolen_cookie_does_not_block_the_proof_of_the_owner(eleni, visitor):
    visitor.sign_in()
    thief = Browser()
    thief.cookies["sessionid"] = visitor.cookies["sessionid"].value
    for place in places(25):
        thief.post("/you/again/", {"password": "wrong"}, **place)
    assert visitor.post("/you/again/", {"password": PASSWORD}, **THERE).status_code == 302


def claim_from(place, name, email):
    browser = Browser(**place)
    browser.force_login(services.make_person(name)[0])
    return browser.post("/you/email/", {"email": email, "password1": PASSWORD, "password2": PASSWORD})


def test_others_at_an_address_do_not_block_the_proof_of_a_person(eleni, visitor):
    mallory, browser = account_writer("Mallory", "mallory@example.org"), Browser(**ADDRESS_A)
    browser.force_login(mallory.person)
    answers = [browser.post("/you/again/", {"password": "wrong"}) for _guess in range(12)]
    assert TOO_MANY in answers[-1].text
    visitor.sign_in()
    assert visitor.post("/you/again/", {"password": PASSWORD}, **ADDRESS_A).status_code == 302


def test_two_people_may_claim_an_address_within_a_minute(mail_server):
    for name in ("Mallory", "Pre"):
        assert claim_from(ADDRESS_A, name, "pre@example.org").status_code == 302
    assert len(mail.outbox) == 2


def test_one_place_sends_an_address_three_claims_an_hour(mail_server):
    answers = [claim_from(ADDRESS_A, f"Guest {number}", "pre@example.org") for number in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 200]
    assert "Too many attempts." in answers[-1].text  # the page mentions no e-mail, because none was sent
    assert len(mail.outbox) == 3
    assert not services.has_login(models.Person.objects.get(name="Guest 3"))
    assert claim_from(THERE, "Pre", "pre@example.org").status_code == 302


def test_one_address_gets_twenty_claims_a_day(mail_server):
    answers = [claim_from(place, "Guest", "pre@example.org") for place in places(21)]
    assert [answer.status_code for answer in answers] == [302] * 20 + [200]


def test_one_person_claims_five_addresses_in_ten_minutes(mail_server, guest_browser):
    answers = []
    for number in range(6):
        email = f"{number}@example.org"
        answers.append(
            guest_browser.post("/you/email/", {"email": email, "password1": PASSWORD, "password2": PASSWORD})
        )
        guest_browser.confirm()
    assert [answer.status_code for answer in answers] == [302] * 5 + [200]
    assert len(mail.outbox) == 5


def test_sign_ins_with_an_unconfirmed_address_send_few_mails(mail_server, eleni):
    for _ in range(3):
        Browser().sign_in()
    assert len(mail.outbox) == 1


def test_counters_name_no_address(eleni):
    guess(1, **THERE)
    Browser(**THERE).post("/you/password/forgotten/", {"email": EMAIL})
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM games_limits")
        keys = [key for (key,) in cursor.fetchall()]
    assert keys
    digest = sha256(EMAIL.encode()).hexdigest()
    assert not [key for key in keys if THERE["REMOTE_ADDR"] in key or EMAIL in key or digest[:20] in key]


def test_tidy_deletes_the_counters_of_the_past(db):
    cache = caches["default"]
    cache.set("past", 1, timeout=60)
    cache.set("present", 1, timeout=60)
    with connection.cursor() as cursor:
        past = connection.ops.adapt_datetimefield_value(timezone.now() - timedelta(minutes=1))
        key = cache.make_key("past")
        cursor.execute("UPDATE games_limits SET expires = %s WHERE cache_key = %s", [past, key])
    before = stored_counters()
    services.tidy_limits()
    assert stored_counters() == before - 1
    assert cache.get("present") == 1
