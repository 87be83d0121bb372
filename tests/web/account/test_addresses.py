"""The owner of an address: only someone who opens an e-mail there signs in by it and resets a password."""

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.core import mail

from games import models, services
from games.services.account_marks import mark_of
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, guest_writer, link_in

pytestmark = pytest.mark.fifth

ADDRESS = "pre@example.org"
MALLORYS, PRES = "crimson-ladder-3", "silver-harbour-5"


def claim(browser, password, email=ADDRESS):
    answer = browser.post("/you/email/", {"email": email, "password1": password, "password2": password})
    assert answer["Location"] == "/you/email/sent/"


def browser_of(person):
    browser = Browser()
    browser.force_login(person)
    return browser


@pytest.fixture
def mallory(mail_server):
    """A guest who claims the address of someone else."""
    return guest_writer("Mallory", circle="Secret society").person


@pytest.fixture
def pre(mail_server):
    """The owner of the address, a guest at first."""
    return guest_writer("Pre", circle="Fridays").person


def test_claim_of_someone_else_gains_nothing(mallory, pre):
    """Finding S3: Mallory claims the address first, and its owner follows within three minutes."""
    hers, his = browser_of(mallory), browser_of(pre)
    claim(hers, MALLORYS)
    claim(his, PRES)
    first, second = mail.outbox
    assert [message.to for message in mail.outbox] == [[ADDRESS]] * 2
    for message, person, other in ((first, mallory, pre), (second, pre, mallory)):
        assert f"Account: {person.name}" in message.body
        assert mark_of(person) in message.body
        assert mark_of(other) not in message.body
        assert "Started on" in message.body
        assert "Secret society" not in message.body
        assert "Fridays" not in message.body
    assert mark_of(pre) in his.get("/you/email/sent/").text
    assert mark_of(pre) in his.get("/you/").text

    for password in (MALLORYS, PRES):  # nobody has confirmed the address
        assert "Wrong e-mail or password" in Browser().sign_in(ADDRESS, password).text
    Browser().post("/you/password/forgotten/", {"email": ADDRESS})
    assert mail.outbox.pop().subject == "No account with this address"

    page = his.get(link_in(first)).text
    assert "Account: Mallory" in page
    assert mark_of(mallory) in page
    assert f"Another account is signed in to this browser: Pre, ID {mark_of(pre)}" in page
    assert "Secret society" not in page

    page = his.get(link_in(second)).text
    assert "Account: Pre" in page
    assert "Group: Fridays" in page
    assert "another account" not in page
    his.post(link_in(second))
    assert "Address confirmed." in his.get("/you/").text

    assert "no longer works" in his.get(link_in(first)).text
    assert Browser().post(link_in(first)).status_code == 404
    assert ADDRESS not in hers.get("/you/").text
    assert "Wrong e-mail or password" in Browser().sign_in(ADDRESS, MALLORYS).text
    own = Browser()
    assert own.sign_in(ADDRESS, PRES).status_code == 302
    assert own.person == pre

    mail.outbox.clear()
    visitor = Browser()
    visitor.post("/you/password/forgotten/", {"email": ADDRESS})
    [message] = mail.outbox
    assert message.subject == "Choose a new password"
    assert "Account: Pre" in message.body
    assert mark_of(pre) in message.body
    assert "Fridays" not in message.body
    opened = visitor.get(link_in(message), follow=True)
    assert "Account: Pre" in opened.text
    assert "Group: Fridays" in opened.text
    new = {"password1": "amber-lantern-9", "password2": "amber-lantern-9"}
    visitor.post(opened.redirect_chain[-1][0], new)
    assert visitor.sign_in(ADDRESS, "amber-lantern-9").status_code == 302
    assert visitor.person == pre


def test_page_of_a_stranger_names_no_circles(mallory, visitor):
    claim(browser_of(mallory), MALLORYS)
    page = visitor.get(link_in(mail.outbox[0])).text
    assert "Account: Mallory" in page
    assert "Secret society" not in page


def test_claim_reveals_no_owner_of_an_address(confirmed, mallory):
    """A claim with a password must not show whether another person has the address."""
    claim(browser_of(mallory), MALLORYS, EMAIL)
    claim(browser_of(guest_writer("Deniz").person), MALLORYS, "free@example.org")
    answers = [Browser().sign_in(email, MALLORYS) for email in (EMAIL, "free@example.org")]
    assert ["Wrong e-mail or password" in answer.text for answer in answers] == [True, True]


def test_many_claims_cost_one_password(mail_server, visitor, monkeypatch):
    for number in range(3):
        claim(browser_of(guest_writer(f"Guest {number}").person), MALLORYS)
    hashed = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(hasher, lambda self, password, salt: hashed.append(password) or f"md5${salt}$x")
    visitor.sign_in(ADDRESS, "wrong")
    assert len(hashed) == 1


def test_address_from_a_time_without_mail_is_confirmed_at_the_next_sign_in(mail_server, eleni, visitor):
    answer = visitor.sign_in()
    assert answer["Location"] == "/you/email/sent/"
    assert visitor.person is None
    page = visitor.get("/you/email/sent/").text
    assert "Your address is not confirmed yet." in page
    assert mark_of(eleni.person) in page
    [message] = mail.outbox
    assert message.to == [EMAIL]
    assert "Account: Eleni" in message.body
    assert visitor.post(link_in(message))["Location"] == "/you/sign-in/"
    assert "Address confirmed." in visitor.get("/you/sign-in/").text
    assert visitor.sign_in()["Location"] == "/you/"
    assert visitor.person == eleni.person


def test_wrong_password_for_an_unconfirmed_address_sends_no_mail(mail_server, eleni, visitor):
    assert "Wrong e-mail or password" in visitor.sign_in(password="wrong").text
    assert mail.outbox == []


def test_unconfirmed_address_can_be_replaced_at_sign_in(mail_server, eleni, visitor):
    """A server without mail takes any address, so the person may have typed one that is not theirs."""
    visitor.sign_in()
    assert "Enter an e-mail address" in visitor.post("/you/email/sent/", {"email": "x"}).text
    assert (
        visitor.post("/you/email/sent/", {"email": "real@example.org", "password": PASSWORD})["Location"]
        == "/you/email/sent/"
    )
    assert mail.outbox[-1].to == ["real@example.org"]
    visitor.post(link_in(mail.outbox[-1]))
    assert "Wrong e-mail or password" in Browser().sign_in().text
    assert visitor.sign_in("real@example.org")["Location"] == "/you/"
    assert visitor.person == eleni.person


def test_other_address_needs_a_pending_sign_in(mail_server, eleni, guest_browser):
    for browser in (Browser(), guest_browser):
        assert browser.post("/you/email/sent/", {"email": "x@example.org"})["Location"] == "/you/sign-in/"
    assert mail.outbox == []


def test_unconfirmed_address_resets_no_password(mail_server, eleni, visitor):
    visitor.post("/you/password/forgotten/", {"email": EMAIL})
    assert [message.subject for message in mail.outbox] == ["No account with this address"]


def test_owner_gets_an_address_that_someone_took_on_a_server_without_mail(mail_server, eleni, pre):
    his = browser_of(pre)
    claim(his, PRES, EMAIL)
    his.post(link_in(mail.outbox[0]))
    assert models.Person.objects.get(email=EMAIL) == pre
    assert not EmailAddress.objects.filter(user=eleni.person).exists()
    assert "Wrong e-mail or password" in Browser().sign_in().text
    assert Browser().sign_in(password=PRES).status_code == 302


def test_deleted_account_comes_back_only_by_a_confirmed_address(mail_server, eleni, visitor):
    services.delete_person(person=eleni.person)
    assert visitor.sign_in()["Location"] == "/you/email/sent/"
    assert not models.Person.objects.get(pk=eleni.person.pk).is_active
    visitor.post(link_in(mail.outbox[0]))
    visitor.sign_in()
    assert "Welcome back" in visitor.get("/you/").text


def test_address_that_two_people_confirm_at_once_is_the_first_ones(mallory, pre, monkeypatch):
    hers, his = browser_of(mallory), browser_of(pre)
    claim(hers, MALLORYS)
    claim(his, PRES)
    monkeypatch.setattr(services, "drop_unconfirmed", lambda **claims: None)
    hers.post(link_in(mail.outbox[0]))
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda self: True)  # checked before the other confirmed
    his.post(link_in(mail.outbox[1]))
    assert "already" in his.get("/you/").text
    assert EmailAddress.objects.get(email=ADDRESS, verified=True).user == mallory


def give_claimed_addresses():
    import_module("games.migrations.0011_open_claims").give_claimed_addresses(apps, None)


def test_update_locks_nobody_out_who_never_confirmed(mail_server, visitor):
    """In 0.1.0 an unconfirmed address signed in."""
    first, second = (
        models.Person.objects.create(name=name, password=make_password(PASSWORD)) for name in ("Deniz", "Rosa")
    )
    for person in (first, second):
        EmailAddress.objects.create(user=person, email=ADDRESS)
    give_claimed_addresses()
    assert visitor.sign_in(ADDRESS)["Location"] == "/you/email/sent/"
    visitor.post(link_in(mail.outbox[0]))
    visitor.sign_in(ADDRESS)
    assert visitor.person == first
    assert not EmailAddress.objects.filter(user=second).exists()


def test_update_gives_nobody_an_address_of_someone_else(confirmed):
    for email, password in ((EMAIL, make_password(PASSWORD)), ("guest@example.org", make_password(None))):
        person = models.Person.objects.create(password=password)
        EmailAddress.objects.create(user=person, email=email)
    give_claimed_addresses()
    assert list(models.Person.objects.exclude(email=None)) == [confirmed.person]


def test_page_says_that_an_address_was_never_confirmed(mail_server, eleni):
    browser = browser_of(eleni.person)
    assert "You have not confirmed this address yet." in browser.get("/you/").text
    browser.confirm()
    assert browser.post("/you/email/", {"email": EMAIL})["Location"] == "/you/email/sent/"
    browser.post(link_in(mail.outbox[0]))
    assert "You have not confirmed" not in browser.get("/you/").text
