"""E-mails that tell the owner of an account about a new or changed way in."""

import smtplib
from threading import Event
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import transaction

from games import models, services
from games.services import notices_to_owner
from games.services.account_marks import mark_of
from games.services.notices_to_owner import Change, notify_owner
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, credential, link_in

NEW = {"password1": "amber-lantern-9", "password2": "amber-lantern-9"}


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """A block whose e-mails are sent at its end, as a test never ends its transaction."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def subjects(to=EMAIL):
    assert all(message.to == [to] for message in mail.outbox)
    return [message.subject for message in mail.outbox]


def test_new_phone_is_announced_once(confirmed, committed):
    device = uuid4()
    with committed():
        for _ in range(2):
            services.add_device(by=confirmed.person, key="k" * 43, device=device)
    assert subjects() == ["A phone was added to your account"]
    assert "Account: Eleni" in mail.outbox[0].body
    assert mark_of(confirmed.person) in mail.outbox[0].body


def test_new_key_of_a_program_is_announced_with_its_name(confirmed, committed):
    with committed():
        services.create_program_key(
            by=confirmed.person, circle=confirmed.circle.pk, role=models.Role.READER, name="Script"
        )
    assert subjects() == ["A program key was added to your account"]
    assert "Name: Script" in mail.outbox[0].body


def test_phone_of_a_merged_guest_is_announced(confirmed, deniz, committed):
    services.add_device(by=deniz.person, key="k" * 43, device=uuid4())
    with committed():
        services.merge_guest_by_key(account=confirmed.person, key="k" * 43)
    assert subjects() == ["A phone was added to your account"]


@pytest.mark.parametrize("has_key", [True, False])
def test_accepted_link_for_an_own_phone_is_announced_once(confirmed, committed, has_key):
    invitation = services.invite_own_phone(by=confirmed.person)
    phone = services.ClaimedPhone("k" * 43, uuid4(), uuid4(), uuid4()) if has_key else None
    with committed():
        services.join(invitation=invitation, person=None, phone=phone)
    assert subjects() == ["A phone was added to your account"]


def test_new_password_is_announced(confirmed, visitor, committed):
    visitor.sign_in()
    with committed():
        assert visitor.post("/you/password/", {"oldpassword": PASSWORD, **NEW}).status_code == 302
    assert subjects() == ["The password of your account was changed"]
    assert "Server: testserver" in mail.outbox[0].body


def test_reset_password_is_announced(confirmed, visitor, committed):
    visitor.post("/you/password/forgotten/", {"email": EMAIL})
    path = visitor.get(link_in(mail.outbox.pop()), follow=True).redirect_chain[-1][0]
    with committed():
        assert visitor.post(path, NEW).status_code == 302
    assert subjects() == ["The password of your account was changed"]


@pytest.mark.usefixtures("accepted_passkeys")
def test_added_and_removed_passkeys_are_announced(confirmed, visitor, committed):
    visitor.sign_in()
    visitor.confirm()
    with committed():
        assert visitor.post("/you/passkeys/add/", {"name": "Mine", "credential": credential()}).status_code == 302
    passkey = Authenticator.objects.get()
    with committed():
        assert visitor.post(f"/you/passkeys/{passkey.pk}/remove/").status_code == 302
    assert subjects() == ["A passkey was added to your account", "A passkey was removed from your account"]


def test_old_address_learns_that_it_was_replaced(confirmed, visitor, committed):
    visitor.sign_in()
    visitor.confirm()
    visitor.post("/you/email/", {"email": "new@example.org"})
    with committed():
        visitor.post(link_in(mail.outbox.pop()))
    assert subjects() == ["The e-mail of your account was changed"]
    assert "new@example.org" not in mail.outbox[0].body


def test_guest_gets_no_mail_about_the_first_phone(mail_server, deniz, committed):
    EmailAddress.objects.create(user=deniz.person, email="deniz@example.org")
    with committed():
        services.add_device(by=deniz.person, key="k" * 43, device=uuid4())
    assert mail.outbox == []


def test_unconfirmed_address_gets_no_mail(mail_server, eleni, committed):
    with committed():
        services.add_device(by=eleni.person, key="k" * 43, device=uuid4())
    assert mail.outbox == []


def test_server_without_mail_sends_no_notice(eleni, committed):
    EmailAddress.objects.filter(user=eleni.person).update(verified=True)
    with committed():
        services.add_device(by=eleni.person, key="k" * 43, device=uuid4())
    assert mail.outbox == []


def test_change_that_is_rolled_back_sends_no_mail(confirmed, committed):
    with committed(), transaction.atomic():
        services.add_device(by=confirmed.person, key="k" * 43, device=uuid4())
        transaction.set_rollback(True)
    assert mail.outbox == []


def test_mail_has_the_language_of_its_reader(confirmed, committed):
    services.set_language(person=confirmed.person, language="de")
    with committed():
        services.add_device(by=confirmed.person, key="k" * 43, device=uuid4())
    assert subjects() == ["Deinem Konto wurde ein Handy hinzugefügt"]


@pytest.mark.parametrize("error", [smtplib.SMTPServerDisconnected, ConnectionRefusedError])
def test_failing_mail_server_breaks_no_request(confirmed, visitor, committed, monkeypatch, error):
    def away(*args, **more):
        raise error

    visitor.sign_in()
    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", away)
    with committed():
        assert visitor.post("/you/password/", {"oldpassword": PASSWORD, **NEW})["Location"] == "/you/"
    assert Browser().sign_in(password=NEW["password1"]).status_code == 302


def test_request_does_not_wait_for_the_mail_server(confirmed, committed, monkeypatch):
    monkeypatch.undo()  # a thread sends again
    begun, may_end = Event(), Event()
    monkeypatch.setattr(notices_to_owner, "send", lambda message: begun.set() or may_end.wait(60))
    with committed():
        notify_owner(person=confirmed.person, change=Change.PHONE_ADDED)
    assert begun.wait(60)  # the request is over, and the mail server has not answered
    may_end.set()


def test_notices_are_limited_for_each_kind_of_change(confirmed, committed):
    with committed():
        for _ in range(9):
            notify_owner(person=confirmed.person, change=Change.PHONE_ADDED)
        notify_owner(person=confirmed.person, change=Change.PASSWORD_CHANGED)
    assert len(mail.outbox) == notices_to_owner.MOST + 1
    assert mail.outbox[-1].subject == "The password of your account was changed"


def test_names_in_mails_contain_no_links(confirmed, committed):
    services.rename(person=confirmed.person, name="https://evil.example/ <b>now</b> " + "x" * 100)
    confirmed.person.refresh_from_db()
    with committed():
        notify_owner(person=confirmed.person, change=Change.KEY_ADDED, name="evil.example/key")
    body = mail.outbox[0].body
    assert "Account: https evil example b now b xxxxxxxxxxxxx\n" in body
    assert "Name: evil example key\n" in body


def test_log_of_a_refused_recipient_names_no_address(confirmed, monkeypatch, caplog):
    def refuse(message, fail_silently=False):
        raise smtplib.SMTPRecipientsRefused({message.to[0]: (550, b"no such user")})

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    with caplog.at_level(0):
        Browser().post("/you/password/forgotten/", {"email": EMAIL})
        services.set_password(person=confirmed.person, password="green-river-88")
        notices_to_owner.send(mail.EmailMessage("Subject", "Body", to=[EMAIL]))
    assert caplog.text.count("SMTPRecipientsRefused 550") >= 2
    assert EMAIL not in caplog.text
