"""Keeping a guest by e-mail and password, with a mail server and without one."""

import re
import smtplib

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games import models, services
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, kept, link_in

NEW = {"email": EMAIL, "password1": PASSWORD, "password2": PASSWORD}


def test_without_mail_the_guest_is_kept_at_once_and_nobody_new_is_made(deniz, guests):
    assert "This server sends no mail" in guests.get("/you/email/").text
    answer = guests.post("/you/email/", NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert EMAIL in guests.get("/you/").text
    assert models.Person.objects.count() == 1
    other = Browser()
    assert other.sign_in().status_code == 302
    assert other.person == deniz.person
    assert other.get(f"/table/{deniz.match}/").status_code == 200
    assert mail.outbox == []


def test_a_guest_is_warned_until_kept(guests):
    assert "Only this browser knows you" in guests.get("/you/").text
    guests.post("/you/email/", NEW)
    assert "Only this browser knows you" not in guests.get("/you/").text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"email": "eleni"}, "Enter a valid email address."),
        ({"email": ""}, "This field is required."),
        ({"email": "x" * 250 + "@example.org"}, "at most"),
        ({"password2": "other"}, "You must type the same password each time."),
        ({"password1": "1234567", "password2": "1234567"}, "too short"),
        ({"email": "violetanchor@example.org", "password1": "violetanchor", "password2": "violetanchor"}, None),
        ({"password1": "deniz-12", "password2": "deniz-12"}, None),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(guests, change, said):
    answer = guests.post("/you/email/", {**NEW, **change})
    if said is None:
        assert answer.status_code == 302
        return
    assert answer.status_code == 200
    assert said in answer.text
    assert f'value="{change.get("email", EMAIL)}"' in answer.text or not change.get("email", EMAIL)
    assert Browser().sign_in().status_code == 200


def test_without_mail_an_address_belongs_to_who_said_it_first(eleni, guests):
    answer = guests.post("/you/email/", {**NEW, "email": EMAIL.upper()})
    assert "Somebody else is kept by this address. If that is you, sign in." in answer.text
    assert not services.has_login(models.Person.objects.get(name="Deniz"))


def test_whoever_is_kept_shows_it_before_the_address_is_changed(eleni, visitor):
    visitor.sign_in()
    answer = visitor.post("/you/email/", {"email": "new@example.org"})
    assert answer["Location"] == "/you/again/?next=/you/email/"
    assert "new@example.org" not in str(dict(visitor.session))
    assert "This is not your password." in visitor.post("/you/again/", {"password": "wrong"}).text
    assert visitor.post("/you/again/?next=/you/email/", {"password": PASSWORD})["Location"] == "/you/email/"
    assert visitor.post("/you/email/", {"email": "new@example.org"}).status_code == 302
    assert Browser().sign_in().status_code == 200
    assert Browser().sign_in("new@example.org").status_code == 302


def test_with_mail_an_address_counts_once_it_has_answered(posting, deniz, guests):
    assert guests.post("/you/email/", NEW)["Location"] == "/you/email/sent/"
    assert "We have sent eleni@example.org a mail" in guests.get("/you/").text
    [asked] = mail.outbox
    assert asked.to == [EMAIL]
    assert asked.subject == "Is this your address?"
    assert models.Person.objects.get(pk=deniz.person.pk).email is None
    other = Browser()
    assert "Is eleni@example.org your address?" in other.get(link_in(asked)).text
    assert models.Person.objects.get(pk=deniz.person.pk).email is None
    other.post(link_in(asked))
    assert models.Person.objects.get(pk=deniz.person.pk).email == EMAIL
    assert "not good any more" in other.get(link_in(asked)).text
    assert "We have sent" not in guests.get("/you/").text


def test_confirming_signs_no_guest_out(posting, guests):
    guests.post("/you/email/", NEW)
    other = Browser()
    other.force_login(services.make_person("Rosa")[0])
    other.get(link_in(mail.outbox[0]))
    other.post(link_in(mail.outbox[0]))
    assert other.person.name == "Rosa"


def anybody(html):
    """A page as it would be for any person."""
    return re.sub(r' data-person="[^"]*"', "", html)


def test_with_mail_nobody_learns_here_whose_an_address_is(posting, eleni, guests):
    """Its owner hears of it; who asked sees what everybody sees."""
    answers = [guests.post("/you/email/", NEW), guests.get("/you/email/sent/"), guests.get("/you/")]
    free = Browser()
    free.force_login(services.make_person("Deniz")[0])
    others = [
        free.post("/you/email/", {**NEW, "email": "free@example.org"}),
        free.get("/you/email/sent/"),
        free.get("/you/"),
    ]
    for one, other in zip(answers, others, strict=True):
        assert one.status_code == other.status_code
        assert anybody(one.text.replace(EMAIL, "free@example.org")) == anybody(other.text)
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        ([EMAIL], "You are known already"),
        (["free@example.org"], "Is this your address?"),
    ]


def test_of_two_who_said_an_address_the_first_to_answer_has_it(posting, eleni, guests, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "confirm_email": None}
    rosa = Browser()
    rosa.force_login(services.make_person("Rosa")[0])
    both = {**NEW, "email": "both@example.org"}
    for one in (guests, rosa):
        one.post("/you/email/", both)
    first, second = mail.outbox
    visitor = Browser()
    visitor.post(link_in(second))
    assert "Somebody else is kept by this address already" in visitor.get(link_in(first)).text
    assert visitor.post(link_in(first)).status_code in (200, 302)
    assert models.Person.objects.get(email="both@example.org").name == "Rosa"
    assert EmailAddress.objects.get(email="both@example.org", verified=True).user.name == "Rosa"


def test_a_new_address_replaces_the_old_one_once_it_has_answered(posting, eleni, visitor):
    EmailAddress.objects.filter(user=eleni.person).update(verified=True)
    visitor.sign_in()
    visitor.confirm()
    visitor.post("/you/email/", {"email": "new@example.org"})
    assert Browser().sign_in().status_code == 302
    visitor.post(link_in(mail.outbox[0]))
    assert Browser().sign_in().status_code == 200
    assert Browser().sign_in("new@example.org").status_code == 302


def test_where_the_mail_server_is_away_that_is_said(posting, guests, monkeypatch):
    def away(*args, **more):
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", away)
    answer = guests.post("/you/email/", NEW)
    assert answer.status_code == 503
    assert "Our mail server does not answer" in answer.text


def test_a_forgotten_password_without_mail(eleni, visitor):
    for ask in (visitor.get, visitor.post):
        answer = ask("/you/password/forgotten/", {"email": EMAIL})
        assert "This server sends no mail" in answer.text
        assert "manage.py signin" in answer.text
    assert mail.outbox == []


def test_a_forgotten_password_with_mail(posting, eleni, visitor):
    inside = Browser()
    inside.sign_in()
    assert visitor.post("/you/password/forgotten/", {"email": EMAIL})["Location"] == "/you/password/forgotten/sent/"
    assert mail.outbox[0].subject == "A new password"
    page = visitor.get(link_in(mail.outbox[0]), follow=True)
    path = page.redirect_chain[-1][0]
    assert mail.outbox[0].body.count(path) == 0  # the key is out of the address, so that it leaks nowhere
    answer = visitor.post(path, {"password1": "amber-lantern-9", "password2": "amber-lantern-9"})
    assert answer["Location"] == "/you/password/new/"
    assert visitor.person is None
    assert "Eleni" not in inside.get("/you/").text
    assert visitor.sign_in(password="amber-lantern-9").status_code == 302
    assert "not good any more" in Browser().get(link_in(mail.outbox[0]), follow=True).text


def test_opening_the_mail_signs_no_guest_out(posting, eleni, deniz, guests):
    guests.post("/you/password/forgotten/", {"email": EMAIL})
    guests.get(link_in(mail.outbox[0]), follow=True)
    assert guests.person == deniz.person


def test_who_has_forgotten_learns_of_nobody(posting, eleni):
    answers = [Browser().post("/you/password/forgotten/", {"email": one}) for one in (EMAIL, "nobody@example.org")]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/you/password/forgotten/sent/")}
    assert len(mail.outbox) == 2  # both wait for the mail server, so neither is quicker
    assert mail.outbox[1].subject == "Nobody is known by this address"


def test_mails_are_plain_text(posting, guests):
    models.Person.objects.filter(name="Deniz").update(name="<b>D'eniz</b>")
    guests.post("/you/email/", NEW)
    assert "&" not in mail.outbox[0].body
    assert "<b>" not in mail.outbox[0].body


def test_a_mail_names_the_host_that_was_asked_and_no_foreign_one(posting, eleni, visitor):
    answer = visitor.post("/you/password/forgotten/", {"email": EMAIL}, headers={"host": "evil.example"})
    assert answer.status_code == 400
    forwarded = {"x-forwarded-host": "evil.example"}
    visitor.post("/you/password/forgotten/", {"email": EMAIL}, headers=forwarded)
    assert "evil" not in mail.outbox[0].body


def test_a_name_is_changed_and_told(deniz, guests):
    for name in (" ", "a\x07b", "x" * 201):
        assert 'class="problem"' in guests.post("/you/name/", {"name": name}).text
    answer = guests.post("/you/name/", {"name": "<script>x</script>"})
    assert answer["Location"] == "/you/"
    assert "&lt;script&gt;x" in guests.get("/you/").text
    assert "<script>x" not in guests.get("/you/").text
    deniz.person.refresh_from_db()
    deniz.write("player", match=False, player=str(kept("Rosa").circle.pk), name="Rosa")
    assert models.Event.objects.filter(circle=deniz.circle).last().by_name == "<script>x</script>"
