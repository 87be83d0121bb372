"""A browser without a worker sends the form to join again, because the answer with its cookie was lost."""

import re
import secrets
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games import models, services
from games.http import cookie
from games.services import new_circles
from tests.web.invitations.conftest import InvitationCast, link

pytestmark = pytest.mark.fifth

Form = dict[str, str]


def form_of(text: str) -> Form:
    """Return the hidden fields of the page, and a name."""
    hidden = dict(re.findall(r'<input type="hidden" name="(form|code|accept)" value="([^"]*)"', text))
    return hidden | {"name": "Andreas"}


def person_of(browser: Client) -> str | None:
    return browser.session.get("_auth_user_id")


def by_link(cast: InvitationCast) -> tuple[str, Form]:
    path = link(cast.to_circle(most=1))
    return path, form_of(Client().get(path).text)


def by_code(cast: InvitationCast) -> tuple[str, Form]:
    invitation = cast.to_circle(most=None)
    services.make_code(invitation)
    code = services.code_of(models.Invitation.objects.get(pk=invitation.pk)) or ""
    return "/code/", form_of(Client().post("/code/", {"code": code}).text)


@pytest.fixture(params=[by_link, by_code])
def joining(request, cast: InvitationCast) -> tuple[str, Form]:
    return request.param(cast)


def test_the_same_form_signs_in_the_same_guest(cast: InvitationCast, joining) -> None:
    path, form = joining
    people = []
    for _time in range(2):
        browser = Client()
        assert browser.post(path, form)["Location"] == "/inside/"
        people.append(person_of(browser))
    assert people[0] == people[1] is not None
    assert models.Membership.objects.filter(circle=cast.circle).count() == 4
    assert models.Invitation.objects.get().used == 1


@pytest.mark.parametrize("most", [1, 2])
def test_a_link_that_is_opened_again_lets_the_same_guest_in(cast: InvitationCast, most: int) -> None:
    """The browser has no cookie of a session, as it never had the answer."""
    browser, path = Client(), link(cast.to_circle(most=most))
    browser.post(path, form_of(browser.get(path).text))
    person = person_of(browser)
    del browser.cookies["sessionid"]
    page = browser.get(path)
    assert page.status_code == 200
    assert browser.post(path, form_of(page.text), follow=True).redirect_chain == [("/inside/", 303)]
    assert person_of(browser) == person is not None
    assert models.Invitation.objects.get().used == 1
    assert browser.cookies["joining"].value == ""  # the answer has come
    assert browser.get(path).status_code == 200  # "You are already a member."
    assert Client().get(path).status_code == (404 if most == 1 else 200)


def test_a_code_that_is_typed_again_lets_the_same_guest_in(cast: InvitationCast) -> None:
    invitation, browser = cast.to_circle(most=None), Client()
    services.make_code(invitation)
    code = services.code_of(models.Invitation.objects.get(pk=invitation.pk)) or ""
    browser.post("/code/", form_of(browser.post("/code/", {"code": code}).text))
    person = person_of(browser)
    del browser.cookies["sessionid"]
    assert browser.post("/code/", {"code": code})["Location"] == "/inside/"
    assert person_of(browser) == person is not None
    assert Client().post("/code/", {"code": code}).status_code == 422


def test_the_cookie_of_a_form_is_out_of_reach_of_scripts(cast: InvitationCast) -> None:
    browser = Client()
    text = browser.get(link(cast.to_circle())).text
    cookie = browser.cookies["joining"]
    assert cookie.value == form_of(text)["form"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 3600)
    assert "joining" not in browser.get("/").cookies


def test_who_noted_the_form_of_a_lent_browser_does_not_get_in(cast: InvitationCast, joining) -> None:
    path, form = joining
    lent = Client()
    assert lent.post(path, form, follow=True).redirect_chain == [("/inside/", 303)]
    person = person_of(lent)
    assert lent.get("/you/").status_code == 200
    assert person_of(lent) == person is not None
    lent.post("/you/sign-out/")
    for browser in (lent, Client()):
        assert browser.post(path, form).status_code in (404, 422)
        assert person_of(browser) is None


@pytest.mark.parametrize("has_cookie", [True, False])
def test_who_uses_the_noted_form_before_its_browser_is_shut_out_when_that_arrives(
    cast: InvitationCast, has_cookie: bool
) -> None:
    """The cookie of the form lasts for an hour, and the form longer."""
    path = link(cast.to_circle(most=1))
    browser, thief, key = Client(), Client(), secrets.token_urlsafe(32)
    form = form_of(browser.get(path).text)
    if not has_cookie:
        del browser.cookies["joining"]
    browser.post(path, form)
    thief.post(path, form)
    phone, origin = {"key": key, "device": str(uuid4())}, {"origin": "http://testserver"}
    answer = thief.post("/phone/", phone, content_type="application/json", headers=origin)
    assert answer.status_code == 200
    own_phone = services.invite_own_phone(by=models.Person.objects.get(pk=person_of(thief)))
    person = person_of(browser)
    for _time in range(2):
        assert browser.get("/inside/").status_code == 200
        assert person_of(browser) == person is not None
    assert thief.get("/you/").status_code == 302 or person_of(thief) is None
    assert Client().get("/api/v1/devices/", headers={"Authorization": f"Token {key}"}).status_code == 401
    own_phone.refresh_from_db()
    assert own_phone.revoked is not None
    assert Client().post(path, form).status_code == 404


def test_who_signs_out_while_the_page_is_on_its_way_is_signed_out(cast: InvitationCast, joining, monkeypatch) -> None:
    path, form = joining
    browser, noted = Client(), services.note_arrival

    def sign_out_meanwhile(*args: Any, **more: Any) -> bool:
        Session.objects.all().delete()
        return noted(*args, **more)

    browser.post(path, form)
    monkeypatch.setattr(services, "note_arrival", sign_out_meanwhile)
    assert browser.get("/inside/")["Location"] == "/code/"
    assert browser.cookies["sessionid"].value == ""


def test_of_two_browsers_with_the_same_form_at_the_same_time_one_stays(
    cast: InvitationCast, joining, monkeypatch
) -> None:
    path, form = joining
    browsers, noted = [Client(), Client()], services.note_arrival

    def let_the_other_pass(*args: Any, **more: Any) -> bool:
        """Let the other browser's request pass after this one has read the person."""
        monkeypatch.setattr(services, "note_arrival", noted)
        assert browsers[1].get("/inside/").status_code == 200
        return noted(*args, **more)

    for browser in browsers:
        browser.post(path, form)
    monkeypatch.setattr(services, "note_arrival", let_the_other_pass)
    assert browsers[0].get("/inside/").status_code == 200
    for browser in browsers:
        browser.get("/you/")
    assert [person_of(browser) is None for browser in browsers] == [True, False]


def test_signing_out_everywhere_while_the_page_is_on_its_way_ends_its_session(
    cast: InvitationCast, joining, monkeypatch
) -> None:
    path, form = joining
    browser, noted = Client(), services.note_arrival

    def sign_out_meanwhile(person: models.Person, **more: Any) -> bool:
        services.sign_out_everywhere(person=models.Person.objects.get(pk=person.pk), current=services.CurrentPhone())
        return noted(person, **more)

    browser.post(path, form)
    monkeypatch.setattr(services, "note_arrival", sign_out_meanwhile)
    browser.get("/inside/")
    browser.get("/you/")
    assert person_of(browser) is None


def test_another_form_of_a_used_link_is_refused(cast: InvitationCast) -> None:
    path, form = by_link(cast)
    other = form_of(Client().get(path).text)
    assert Client().post(path, form).status_code == 303
    for repeated in (other, {"name": "Andreas"}, {**form, "form": ""}, {**form, "form": form["form"] + "x"}):
        browser = Client()
        assert browser.post(path, repeated).status_code == 404
        assert person_of(browser) is None


def give_password(person: models.Person) -> None:
    person.set_password("violet-anchor-7")
    person.save()


def sign_out_elsewhere(person: models.Person) -> None:
    person.sign_outs = 1
    person.save()


def see_the_answer(person: models.Person) -> None:
    """Load the page to which the answer redirects, with the cookie of the answer."""
    browser = Client()
    browser.force_login(person)
    session = browser.session
    session[cookie.NEWCOMER] = True
    session.save()
    for _time in range(2):
        assert browser.get("/inside/").status_code == 200
        assert person_of(browser) == str(person.pk)


def let_an_hour_pass(person: models.Person) -> None:
    models.Person.objects.filter(pk=person.pk).update(created=timezone.now() - timedelta(hours=1))


def delete(person: models.Person) -> None:
    person.is_active = False
    person.save()


@pytest.mark.parametrize("happens", [give_password, sign_out_elsewhere, see_the_answer, let_an_hour_pass, delete])
def test_the_form_signs_in_nobody_later(cast: InvitationCast, joining, happens) -> None:
    path, form = joining
    Client().post(path, form)
    happens(models.Person.objects.get(name="Andreas"))
    browser = Client()
    assert browser.post(path, form).status_code in (404, 422)
    assert person_of(browser) is None


def test_the_id_of_the_guest_does_not_tell_the_secret_of_the_form(cast: InvitationCast, joining) -> None:
    path, form = joining
    Client().post(path, form)
    person = models.Person.objects.get(name="Andreas")
    assert person.pk == services.newcomer_id(form["form"])
    assert form["form"] not in str(person.pk)
    assert services.newcomer_of(str(person.pk)) is None


def test_a_newcomer_gets_another_id_if_theirs_is_taken(cast: InvitationCast, joining) -> None:
    path, form = joining
    models.Person.objects.create_user(id=services.newcomer_id(form["form"]), name="Rosa", is_active=False)
    browser = Client()
    assert browser.post(path, form)["Location"] == "/inside/"
    assert person_of(browser) == str(models.Person.objects.get(name="Andreas").pk)


def test_sessions_by_a_form_count_like_guests(cast: InvitationCast, joining, settings, monkeypatch) -> None:
    """Each is stored for a year, and someone could send the form again and again."""
    settings.THROTTLE = True
    monkeypatch.setattr(new_circles, "MOST_A_DAY", 3)
    path, form = joining
    answers = [Client().post(path, form).status_code for _time in range(5)]
    assert answers == [303] * 3 + [403 if path != "/code/" else 422] * 2
    assert Session.objects.count() == 3


def test_sessions_by_a_key_count_like_guests(cast: InvitationCast, settings, monkeypatch) -> None:
    settings.THROTTLE = True
    monkeypatch.setattr(new_circles, "MOST_A_DAY", 2)
    key = secrets.token_urlsafe(32)
    services.add_device(by=cast.deniz, key=key, device=uuid4())
    path = link(cast.to_circle())
    answers = [Client().post(path, headers={"Authorization": f"Token {key}"}).status_code for _time in range(4)]
    assert answers == [303, 303, 403, 403]
    assert Session.objects.count() == 2
