"""Adding an e-mail address and password to a guest, with and without a mail server."""

import re
import smtplib

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games import models, services
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, account_writer, link_in

pytestmark = pytest.mark.fifth

NEW = {"email": EMAIL, "password1": PASSWORD, "password2": PASSWORD}


def test_without_mail_server_guest_gets_an_account_at_once(deniz, guest_browser):
    assert "This server does not send e-mail" in guest_browser.get("/you/email/").text
    answer = guest_browser.post("/you/email/", NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert EMAIL in guest_browser.get("/you/").text
    assert models.Person.objects.count() == 1
    other = Browser()
    assert other.sign_in().status_code == 302
    assert other.person == deniz.person
    assert other.get(f"/table/{deniz.match}/").status_code == 200
    assert mail.outbox == []


def test_guest_is_warned_until_they_have_an_account(guest_browser):
    assert "You are known only to this browser" in guest_browser.get("/you/").text
    guest_browser.post("/you/email/", NEW)
    assert "You are known only to this browser" not in guest_browser.get("/you/").text


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"email": "eleni"}, "Enter an e-mail address"),
        ({"email": ""}, "Fill in this field."),
        ({"email": "x" * 250 + "@example.org"}, "at most"),
        ({"password2": "other"}, "You must type the same password each time."),
        ({"password1": "1234567", "password2": "1234567"}, "too short"),
        ({"email": "violetanchor@example.org", "password1": "violetanchor", "password2": "violetanchor"}, None),
        ({"password1": "deniz-12", "password2": "deniz-12"}, None),
    ],
)
def test_invalid_form_shows_errors_and_keeps_the_input(guest_browser, change, error):
    answer = guest_browser.post("/you/email/", {**NEW, **change})
    if error is None:
        assert answer.status_code == 302
        return
    assert answer.status_code == 200
    assert error in answer.text
    assert f'value="{change.get("email", EMAIL)}"' in answer.text or not change.get("email", EMAIL)
    assert Browser().sign_in().status_code == 200


def test_without_mail_server_first_person_gets_the_address(eleni, guest_browser):
    answer = guest_browser.post("/you/email/", {**NEW, "email": EMAIL.upper()})
    assert "This address already belongs to another account. If it is yours, sign in." in answer.text
    assert not services.has_login(models.Person.objects.get(name="Deniz"))


def test_address_change_requires_a_recent_sign_in(eleni, visitor):
    visitor.sign_in()
    answer = visitor.post("/you/email/", {"email": "new@example.org"})
    assert answer["Location"] == "/you/again/?next=/you/email/"
    assert "new@example.org" not in str(dict(visitor.session))
    assert "Wrong password." in visitor.post("/you/again/", {"password": "wrong"}).text
    assert visitor.post("/you/again/?next=/you/email/", {"password": PASSWORD})["Location"] == "/you/email/"
    assert visitor.post("/you/email/", {"email": "new@example.org"}).status_code == 302
    assert Browser().sign_in().status_code == 200
    assert Browser().sign_in("new@example.org").status_code == 302


def test_with_mail_server_address_counts_once_confirmed(mail_server, deniz, guest_browser):
    assert guest_browser.post("/you/email/", NEW)["Location"] == "/you/email/sent/"
    assert "We have sent an e-mail to eleni@example.org" in guest_browser.get("/you/").text
    [message] = mail.outbox
    assert message.to == [EMAIL]
    assert message.subject == "Confirm your address"
    account = message.body.split("\n\n")[1]  # one paragraph
    assert [line.split(" ")[0] for line in account.splitlines()] == ["Account:", "Started", "Account"]
    assert models.Person.objects.get(pk=deniz.person.pk).email is None
    other = Browser()
    assert "Is eleni@example.org your address, and is this your account?" in other.get(link_in(message)).text
    assert models.Person.objects.get(pk=deniz.person.pk).email is None
    other.post(link_in(message))
    assert models.Person.objects.get(pk=deniz.person.pk).email == EMAIL
    assert "no longer works" in other.get(link_in(message)).text
    assert "We have sent" not in guest_browser.get("/you/").text


def test_confirming_an_address_signs_no_guest_out(mail_server, guest_browser):
    guest_browser.post("/you/email/", NEW)
    other = Browser()
    other.force_login(services.make_person("Rosa")[0])
    other.get(link_in(mail.outbox[0]))
    other.post(link_in(mail.outbox[0]))
    assert other.person.name == "Rosa"


def without_personal_data(html):
    """Return the page without what differs between people: their ids, and the marks of their accounts."""
    return re.sub(r' data-person="[^"]*"|\b[2-9A-HJKMNP-Z]{6}\b', "", html)


def test_with_mail_server_page_does_not_reveal_used_addresses(confirmed, guest_browser):
    """The owner of the address gets an e-mail. The page is the same as for a new address."""
    answers = [
        guest_browser.post("/you/email/", NEW),
        guest_browser.get("/you/email/sent/"),
        guest_browser.get("/you/"),
    ]
    free = Browser()
    free.force_login(services.make_person("Deniz")[0])
    others = [
        free.post("/you/email/", {**NEW, "email": "free@example.org"}),
        free.get("/you/email/sent/"),
        free.get("/you/"),
    ]
    for page, other in zip(answers, others, strict=True):
        assert page.status_code == other.status_code
        assert without_personal_data(page.text.replace(EMAIL, "free@example.org")) == without_personal_data(other.text)
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        ([EMAIL], "You already have an account"),
        (["free@example.org"], "Confirm your address"),
    ]


def test_address_belongs_to_the_first_person_who_confirms_it(mail_server, guest_browser):
    rosa = Browser()
    rosa.force_login(services.make_person("Rosa")[0])
    both = {**NEW, "email": "both@example.org"}
    for page in (guest_browser, rosa):
        page.post("/you/email/", both)
    first, second = mail.outbox
    visitor = Browser()
    visitor.post(link_in(second))
    assert "This link no longer works" in visitor.get(link_in(first)).text
    assert visitor.post(link_in(first)).status_code == 404
    assert models.Person.objects.get(email="both@example.org").name == "Rosa"
    assert EmailAddress.objects.get(email="both@example.org", verified=True).user.name == "Rosa"


def test_new_address_replaces_the_old_one_once_confirmed(confirmed, visitor):
    visitor.sign_in()
    visitor.confirm()
    visitor.post("/you/email/", {"email": "new@example.org"})
    assert Browser().sign_in().status_code == 302
    visitor.post(link_in(mail.outbox[0]))
    assert Browser().sign_in().status_code == 200
    assert Browser().sign_in("new@example.org").status_code == 302


def test_unavailable_mail_server_is_reported(mail_server, guest_browser, monkeypatch):
    def away(*args, **more):
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", away)
    answer = guest_browser.post("/you/email/", NEW)
    assert answer.status_code == 503
    assert "Our e-mail server is not responding" in answer.text


def test_forgotten_password_without_mail_server(eleni, visitor):
    for ask in (visitor.get, visitor.post):
        answer = ask("/you/password/forgotten/", {"email": EMAIL})
        assert "This server does not send e-mail" in answer.text
        assert "manage.py signin" in answer.text
    assert mail.outbox == []


def test_forgotten_password_with_mail_server(confirmed, visitor):
    inside = Browser()
    inside.sign_in()
    assert visitor.post("/you/password/forgotten/", {"email": EMAIL})["Location"] == "/you/password/forgotten/sent/"
    assert mail.outbox[0].subject == "Choose a new password"
    page = visitor.get(link_in(mail.outbox[0]), follow=True)
    path = page.redirect_chain[-1][0]
    assert mail.outbox[0].body.count(path) == 0  # the key is no longer in the URL, so it cannot leak
    answer = visitor.post(path, {"password1": "amber-lantern-9", "password2": "amber-lantern-9"})
    assert answer["Location"] == "/you/password/new/"
    assert visitor.person is None
    assert "Eleni" not in inside.get("/you/").text
    assert visitor.sign_in(password="amber-lantern-9").status_code == 302
    assert "no longer works" in Browser().get(link_in(mail.outbox[0]), follow=True).text


def test_opening_the_reset_link_signs_no_guest_out(confirmed, deniz, guest_browser):
    guest_browser.post("/you/password/forgotten/", {"email": EMAIL})
    guest_browser.get(link_in(mail.outbox[0]), follow=True)
    assert guest_browser.person == deniz.person


def test_password_reset_does_not_reveal_accounts(confirmed):
    answers = [
        Browser().post("/you/password/forgotten/", {"email": address}) for address in (EMAIL, "nobody@example.org")
    ]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/you/password/forgotten/sent/")}
    assert len(mail.outbox) == 2  # both cases wait for the mail server, so the time reveals nothing
    assert mail.outbox[1].subject == "No account with this address"


def test_emails_are_plain_text(mail_server, guest_browser):
    models.Person.objects.filter(name="Deniz").update(name="<b>D'eniz</b>")
    guest_browser.post("/you/email/", NEW)
    assert "&" not in mail.outbox[0].body
    assert "<b>" not in mail.outbox[0].body


def test_email_links_use_the_requested_host(confirmed, visitor):
    answer = visitor.post("/you/password/forgotten/", {"email": EMAIL}, headers={"host": "evil.example"})
    assert answer.status_code == 400
    forwarded = {"x-forwarded-host": "evil.example"}
    visitor.post("/you/password/forgotten/", {"email": EMAIL}, headers=forwarded)
    assert "evil" not in mail.outbox[0].body


def test_person_changes_their_name(deniz, guest_browser):
    for name in (" ", "a\x07b", "x" * 201):
        assert 'class="problem"' in guest_browser.post("/you/name/", {"name": name}).text
    answer = guest_browser.post("/you/name/", {"name": "<script>x</script>"})
    assert answer["Location"] == "/you/"
    assert "&lt;script&gt;x" in guest_browser.get("/you/").text
    assert "<script>x" not in guest_browser.get("/you/").text
    deniz.person.refresh_from_db()
    deniz.write("player", match=False, player=str(account_writer("Rosa").circle.pk), name="Rosa")
    assert models.Event.objects.filter(circle=deniz.circle).last().by_name == "<script>x</script>"
