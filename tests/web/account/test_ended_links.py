"""Links that give access end with a new password and with signing out everywhere else."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games import models, services
from games.services import sign_in_links
from tests.web.account.conftest import (
    EMAIL,
    PASSWORD,
    Browser,
    confirmed,
    deniz,
    eleni,
    guest_writer,
    link_in,
    mail_server,
    unhurried,
)
from tests.web.test_leaving import fresh

__all__ = ["confirmed", "deniz", "eleni", "mail_server", "unhurried"]

NEW = "green-river-88"


def set_new_password(browser):
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert browser.post("/you/password/", form).status_code == 302


def sign_out_elsewhere(browser):
    assert browser.post("/you/sign-out/elsewhere/").status_code == 302


@pytest.fixture(params=[set_new_password, sign_out_elsewhere])
def end(request):
    return request.param


@pytest.fixture
def owner(eleni):
    browser = Browser()
    browser.sign_in()
    browser.confirm()
    return browser


def reset_link():
    Browser().post("/you/password/forgotten/", {"email": EMAIL})
    return link_in(mail.outbox[-1])


def resets(link):
    """Return whether the link leads to the form of a new password."""
    return Browser().get(link).status_code == 302


def test_a_link_to_sign_in_ends(eleni, owner, end):
    link = f"/you/sign-in/link/{sign_in_links.sign(fresh(eleni.person))}/"
    end(owner)
    thief = Browser()
    assert thief.post(link).status_code == 404
    assert thief.person is None


def test_a_link_to_sign_in_reveals_no_session_hash(eleni):
    assert eleni.person.get_session_auth_hash() not in sign_in_links.signed_content(eleni.person)


def test_a_mailed_reset_link_ends(confirmed, owner, end):
    link = reset_link()
    assert resets(link)
    end(owner)
    assert not resets(link)


def test_a_reset_link_from_afterwards_works(confirmed, owner, end):
    end(owner)
    assert resets(reset_link())


def test_a_link_to_an_unconfirmed_address_ends(mail_server, deniz):
    """A guest has a claim only; a passkey or a stranger's address may be beside it."""
    browser = Browser()
    browser.force_login(deniz.person)
    browser.post("/you/email/", {"email": "thief@example.org", "password1": PASSWORD, "password2": PASSWORD})
    link = link_in(mail.outbox[-1])
    assert Browser().get(link).status_code == 200
    services.sign_out_everywhere(person=fresh(deniz.person), current=services.CurrentPhone())
    Browser().post(link)
    assert not EmailAddress.objects.filter(verified=True).exists()
    assert models.Person.objects.get(pk=deniz.person.pk).email is None
    assert EmailAddress.objects.filter(user=deniz.person, email="thief@example.org").exists()  # it can be mailed again


def test_an_address_gets_another_mail_after_its_link_has_ended(confirmed, owner):
    """Otherwise the page would say that an e-mail was sent, while the first is of no use."""
    for sent in (1, 1):
        owner.post("/you/email/", {"email": "new@example.org"})
        assert len(mail.outbox) == sent  # the first is still good
    sign_out_elsewhere(owner)
    mail.outbox.clear()
    owner.sign_in()
    owner.confirm()
    owner.post("/you/email/", {"email": "new@example.org"})
    [message] = [message for message in mail.outbox if message.to == ["new@example.org"]]
    assert Browser().get(link_in(message)).status_code == 200


@pytest.mark.parametrize("change", ["address", "account"])
def test_a_confirming_link_ends_with_its_address_or_account(mail_server, deniz, eleni, change):
    """After an older copy was restored, the number of its row may belong to another claim."""
    browser = Browser()
    browser.force_login(deniz.person)
    browser.post("/you/email/", {"email": "deniz@example.org", "password1": PASSWORD, "password2": PASSWORD})
    link = link_in(mail.outbox[-1])
    assert Browser().get(link).status_code == 200
    claim = EmailAddress.objects.filter(user=deniz.person)
    claim.update(
        **{"address": {"email": "other@example.org"}, "account": {"user": guest_writer("Zeynep").person}}[change]
    )
    assert Browser().post(link).status_code == 404
    assert not EmailAddress.objects.filter(verified=True).exists()
