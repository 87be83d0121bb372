"""A phone and Django's pages agree on who it is: the phone has a key, the pages have a cookie."""

import json
import re
import secrets
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games import models, services
from games.api.throttles import SessionsPerAddress, SessionsPerPerson
from games.services import keys

pytestmark = pytest.mark.fifth

ORIGIN = "http://testserver"
FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "https://testserver"},
    {"origin": "null"},
    {},
    {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
    {"origin": ORIGIN, "sec-fetch-site": "same-site"},
]


@pytest.fixture(autouse=True)
def unhurried(settings):
    settings.THROTTLE = 0


class DeviceBrowser:
    def __init__(self):
        self.client = Client(enforce_csrf_checks=True)
        self.key = secrets.token_urlsafe(32)
        self.device = str(uuid4())

    def post(self, path, body, *, key=None, kind="application/json", **headers):
        headers = headers or {"origin": ORIGIN}
        if key:
            headers["authorization"] = f"Token {key}"
        return self.client.post(path, json.dumps(body), content_type=kind, headers=headers)

    def meet(self, **more):
        return self.post("/phone/", {"key": self.key, "device": self.device}, **more)

    def session(self, **more):
        return self.post("/phone/session/", {}, key=self.key, **more)

    def session_person(self):
        answer = self.client.get("/phone/session/")
        assert answer["Cache-Control"] == "private, no-cache"
        return answer.json()["person"]

    def introduce(self):
        services.introduce(key=self.key, device=self.device, person=uuid4(), circle=uuid4(), name="")

    def person(self):
        return models.Device.objects.get(hash=keys.digest(self.key)).person


@pytest.fixture
def browser(db):
    return DeviceBrowser()


@pytest.fixture
def guest(browser):
    """A guest who is signed in to Django's pages."""
    person, _circle = services.make_person("Eleni")
    browser.client.force_login(person)
    return person


def test_phone_is_bound_to_the_signed_in_person(browser, guest):
    answer = browser.meet()
    assert answer.status_code == 200
    [circle] = services.circles_of(guest)
    assert answer.json() == {"person": str(guest.pk), "circle": str(circle.pk), "role": "owner"}
    assert browser.person() == guest
    assert browser.meet().json() == answer.json()
    assert models.Device.objects.count() == 1


def test_only_the_hash_of_the_key_is_stored(browser, guest):
    browser.meet()
    assert browser.key not in str(models.Device.objects.values_list())


def test_without_a_signed_in_person_nothing_is_stored(browser):
    assert browser.meet().status_code == 204
    assert (models.Person.objects.count(), models.Device.objects.count()) == (0, 0)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_bind_no_key(browser, guest, headers):
    headers = headers or {"accept": "*/*"}
    assert browser.meet(**headers).status_code == 403
    browser.introduce()
    assert browser.session(**headers).status_code == 403
    assert models.Device.objects.count() == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_content_types_of_forms_are_refused(browser, guest, kind):
    assert browser.meet(kind=kind).status_code == 415
    assert models.Device.objects.count() == 0


@pytest.mark.parametrize("change", [{"key": "short"}, {"key": None}, {"device": "7"}, {"person": "7"}, {"who": 1}])
def test_invalid_body_is_refused(browser, guest, change):
    assert browser.post("/phone/", {"key": browser.key, "device": browser.device, **change}).status_code == 400
    assert models.Device.objects.count() == 0


def test_revoked_key_stays_revoked(browser, guest):
    browser.meet()
    services.revoke_device(by=guest, device=browser.device)
    answer = browser.session()
    assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    assert browser.meet().status_code == 204  # revoking the key ended the session, too
    browser.key, browser.device = secrets.token_urlsafe(32), str(uuid4())
    assert browser.meet().status_code == 204
    assert "_auth_user_id" not in browser.client.session


def test_other_phone_keeps_its_cookie(browser, guest):
    browser.meet()
    other = DeviceBrowser()
    other.client.force_login(guest)
    other.meet()
    services.revoke_device(by=guest, device=browser.device)
    assert other.session_person() == str(guest.pk)
    assert browser.session_person() is None


def test_key_and_device_of_another_person_are_refused(browser, guest, db):
    other = DeviceBrowser()
    other.introduce()
    browser.key = other.key
    assert browser.meet().status_code == 409
    browser.key, browser.device = secrets.token_urlsafe(32), other.device
    assert browser.meet().status_code == 409
    assert other.person() != guest
    assert models.Device.objects.count() == 1


def test_key_gets_a_session_cookie(browser):
    browser.introduce()
    answer = browser.session()
    assert answer.status_code == 200
    assert browser.client.session["_auth_user_id"] == str(browser.person().pk)
    assert answer.cookies["sessionid"]["httponly"]
    assert answer.json()["csrf"]


def test_session_cookie_changes(browser):
    """Someone who planted a cookie in this browser must not know the new one."""
    browser.introduce()
    session = browser.client.session
    session["planted"] = True
    session.save()
    browser.client.cookies["sessionid"] = session.session_key
    browser.session()
    assert browser.client.cookies["sessionid"].value != session.session_key


def test_valid_cookie_stays_and_lasts_longer(browser):
    browser.introduce()
    first = browser.session()
    again = browser.session()
    assert again.cookies["sessionid"].value == first.cookies["sessionid"].value
    token = again.cookies.get("csrftoken")
    assert token is None or token.value == first.cookies["csrftoken"].value  # open forms can still be sent


def token_in(page):
    return re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page.text)[1]


def invited(role="scorer"):
    """Return the path of an invitation by another person."""
    owner, circle = services.make_person("Deniz", "Fridays")
    invitation = services.invite_to_circle(by=owner, circle=circle.pk, role=role, until=None, most=1)
    return f"/i/{services.token_of(invitation)}/"


def test_open_form_is_accepted_after_the_phone_gets_its_cookie(browser):
    path = invited()
    token = token_in(browser.client.get(path))
    browser.introduce()
    assert browser.session().status_code == 200
    answer = browser.client.post(path, {"name": "Eleni", "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer["Location"]) == (303, "/inside/")
    assert browser.session_person() == str(browser.person().pk)
    assert len(services.circles_of(browser.person())) == 2


@pytest.mark.parametrize("path", ["/i/", "/code/"])
def test_join_form_needs_no_token_with_an_origin_header(browser, path):
    """The phone's cookie and the page may have different tokens, as they were requested at the same time."""
    path, form = (path, {"code": "AAA111"}) if path == "/code/" else (invited(), {"name": "Eleni"})
    browser.client.get(path)
    form |= {"csrfmiddlewaretoken": "x" * 64}
    for headers in FOREIGN:
        assert browser.client.post(path, form, headers=headers or {"accept": "*/*"}).status_code == 403
    answer = browser.client.post(path, form, headers={"origin": ORIGIN})
    assert answer.status_code == (422 if path == "/code/" else 303)


def test_key_signs_nobody_out(browser, guest):
    browser.introduce()
    answer = browser.session()
    assert (answer.status_code, answer.json()["code"]) == (409, "other_person")
    assert browser.client.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("key", [None, "nobody"])
def test_invalid_key_gets_no_cookie(browser, key):
    answer = browser.post("/phone/session/", {}, key=key)
    assert answer.status_code == 401
    assert not answer.cookies


def test_programs_key_gets_no_cookie(browser):
    browser.key = services.make_token(name="Eleni")
    assert browser.session().status_code == 403


def test_person_of_the_cookie_is_readable_without_a_key(browser, guest):
    assert browser.session_person() == str(guest.pk)
    assert DeviceBrowser().session_person() is None


def test_get_requests_store_nothing(browser, guest):
    browser.introduce()
    for path in ("/phone/", "/phone/session/", "/phone/leave/"):
        answer = browser.client.get(path, headers={"authorization": f"Token {browser.key}", "origin": ORIGIN})
        assert answer.status_code == 200
    assert models.Device.objects.count() == 1
    assert browser.session_person() == str(guest.pk)


def end(browser, **headers):
    return browser.client.delete("/phone/session/", headers=headers or {"origin": ORIGIN})


def test_session_ends_without_a_key(browser):
    """The key may be revoked already."""
    browser.introduce()
    browser.session()
    services.revoke_device(by=browser.person(), device=browser.device)
    assert end(browser).status_code == 204
    assert browser.session_person() is None
    assert end(browser).status_code == 204


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_cannot_end_a_session(browser, guest, headers):
    assert end(browser, **(headers or {"accept": "*/*"})).status_code == 403
    assert browser.session_person() == str(guest.pk)


def test_without_a_worker_the_form_signs_out(browser, guest):
    page = browser.client.get("/phone/leave/")
    assert "no-store" in page["Cache-Control"]
    assert browser.client.post("/phone/leave/").status_code == 403
    token = token_in(page)
    answer = browser.client.post("/phone/leave/", {"csrfmiddlewaretoken": token})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert browser.session_person() is None
    assert "Nobody is signed in here" in browser.client.get("/phone/leave/").text


BEGIN = {"game": "pad", "start": "1"}


@pytest.mark.parametrize("headers", [{"origin": ORIGIN}, {"origin": ORIGIN, "sec-fetch-site": "same-origin"}], ids=str)
def test_form_rendered_by_a_phone_needs_no_token(browser, headers):
    assert browser.client.post("/new/", BEGIN, headers=headers).status_code != 403


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_cannot_post_forms(browser, guest, headers):
    assert browser.client.post("/new/", BEGIN, headers=headers).status_code == 403


def test_browser_without_origin_header_needs_the_token(browser):
    token = token_in(browser.client.get("/new/?game=pad"))
    assert browser.client.post("/new/", BEGIN | {"csrfmiddlewaretoken": token}).status_code != 403


def test_pages_contain_the_id_of_their_person(browser, guest):
    assert f'data-person="{guest.pk}"' in browser.client.get("/").text
    assert "data-person" not in Client().get("/").text


def test_page_about_the_phone_is_the_same_for_everyone(browser, guest):
    page = browser.client.get("/phone/")
    assert page["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in page["Vary"]
    assert page.text == Client().get("/phone/").text


def test_too_many_requests_are_refused_for_a_while(browser, settings):
    settings.THROTTLE = 50
    answers = [browser.meet() for _ in range(61)]
    assert (answers[0].status_code, answers[-1].status_code) == (204, 429)
    assert int(answers[-1]["Retry-After"]) > 0


# --- Joining by an invitation on a phone that has recorded rounds


def join(browser, path, *ids, name="Rosa", headers=None):
    """Send the form as the worker does: with the phone's key, and with its ids if it has not introduced itself."""
    own = {"origin": ORIGIN, "authorization": f"Token {browser.key}", **({"phone": " ".join(ids)} if ids else {})}
    return browser.client.post(path, {"name": name}, headers=headers or own)


def roles(person):
    return sorted(models.Membership.objects.filter(person=person).values_list("role", flat=True))


def test_joining_person_is_the_person_of_the_phone(browser):
    browser.introduce()
    assert join(browser, invited("reader")).status_code == 303
    person = browser.person()
    assert (browser.session_person(), person.name, roles(person)) == (str(person.pk), "Rosa", ["owner", "reader"])
    assert browser.session().status_code == 200


def test_joining_person_gets_the_ids_of_an_unintroduced_phone(browser):
    person, circle = str(uuid4()), str(uuid4())
    assert join(browser, invited("reader"), browser.device, person, circle, "unsent").status_code == 303
    assert browser.session_person() == person
    assert roles(browser.person()) == ["owner", "reader"]
    answer = browser.post("/phone/", {"key": browser.key, "device": browser.device, "circle": circle, "waits": True})
    assert answer.json() == {"person": person, "circle": circle, "role": "owner"}


def test_ids_of_another_person_do_not_prevent_joining(browser):
    other = models.Person.objects.create_user(name="Deniz")
    assert join(browser, invited(), browser.device, str(other.pk), str(uuid4())).status_code == 303
    assert browser.session_person() not in (None, str(other.pk))


@pytest.mark.parametrize("ids", [("7",), ("a", "b", "c"), ("' or 1", "", ""), (str(uuid4()),) * 3 + ("sent",)])
def test_invalid_ids_do_not_prevent_joining(browser, ids):
    assert join(browser, invited(), *ids).status_code == 303
    assert models.Device.objects.count() == 0


@pytest.mark.parametrize("more", [(), ("unsent",)])
def test_repeated_form_joins_once(browser, more):
    """The first response was lost, and its cookie with it."""
    path, ids = invited("reader"), (browser.device, str(uuid4()), str(uuid4()), *more)
    assert join(browser, path, *ids).status_code == 303
    browser.client.cookies.clear()
    assert join(browser, path, *ids).status_code == 303
    assert models.Invitation.objects.get().used == 1
    assert models.Membership.objects.filter(role="reader").count() == 1
    assert browser.session_person() == ids[1]
    assert roles(browser.person()) == (["owner", "reader"] if more else ["reader"])


def test_ended_key_does_not_join_as_its_person(browser):
    browser.introduce()
    services.revoke_device(by=browser.person(), device=browser.device)
    assert join(browser, invited(), browser.device, str(uuid4()), str(uuid4())).status_code == 303
    assert browser.session_person() != str(browser.person().pk)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_cannot_join_by_a_key(browser, headers):
    browser.introduce()
    own = {"authorization": f"Token {browser.key}", "accept": "*/*", **headers}
    assert join(browser, invited(), headers=own).status_code == 403
    assert browser.session_person() is None


def test_programs_key_signs_nobody_in(browser):
    browser.key = services.make_token(name="Eleni")
    assert join(browser, invited()).status_code == 303
    assert browser.session_person() != str(browser.person().pk)


def newcomer(browser, role="scorer"):
    """Return a guest who joined without the worker, beside the phone's own guest."""
    path = invited(role)
    token = token_in(browser.client.get(path))
    assert browser.client.post(path, {"name": "Rosa", "csrfmiddlewaretoken": token}).status_code == 303
    return models.Person.objects.get(pk=browser.session_person())


def test_guest_who_joined_without_the_worker_gets_the_phones_circle_only_on_request(browser):
    browser.introduce()
    person, guest = browser.person(), newcomer(browser, "reader")
    [circle] = services.circles_of(person)
    models.Circle.objects.filter(pk=circle.pk).update(name="Sundays")
    assert person != guest
    for answer in (browser.session(), browser.meet()):
        assert answer.status_code == 409
    assert (browser.session_person(), roles(person), roles(guest)) == (str(guest.pk), ["owner"], ["reader"])
    assert brings(browser, circle.pk).json() == {"person": str(guest.pk), "circle": str(circle.pk), "role": "owner"}
    assert roles(guest) == ["owner", "reader"]
    assert browser.session().status_code == 200


def test_guest_who_joined_without_the_worker_keeps_the_phones_unsent_circle(browser):
    guest, circle = newcomer(browser, "reader"), str(uuid4())
    answer = browser.post("/phone/", {"key": browser.key, "device": browser.device, "circle": circle, "waits": True})
    assert answer.json() == {"person": str(guest.pk), "circle": circle, "role": "owner"}


@pytest.mark.parametrize("has", ["an account", "an invitation of their own"])
def test_other_people_do_not_merge_into_the_phones_person(browser, has):
    browser.introduce()
    if has == "an account":
        guest = newcomer(browser)
        guest.set_password("Seventeen aces")
        guest.save()
        browser.client.force_login(guest)
    else:
        owner, _circle = services.make_person("Deniz")
        invitation = services.invite_own_phone(by=owner)
        browser.client.post(f"/i/{services.token_of(invitation)}/", headers={"origin": ORIGIN})
        guest = owner
    assert browser.session().status_code == 409
    assert browser.session_person() == str(guest.pk)


def test_key_that_needs_a_cookie_merges_nobody(browser):
    browser.introduce()
    models.Device.objects.update(needs_session=True)
    guest = newcomer(browser)
    assert browser.session().status_code == 401
    other = DeviceBrowser()
    other.key, other.device = browser.key, browser.device
    assert join(other, invited()).status_code == 303
    assert str(browser.person().pk) not in (browser.session_person(), other.session_person())
    assert browser.session_person() == str(guest.pk)


def brings(browser, circle):
    return browser.post(
        "/phone/", {"key": browser.key, "device": browser.device, "circle": str(circle), "brings": True}
    )


def test_rounds_of_a_former_guest_are_adopted_only_on_request(browser, guest):
    browser.introduce()
    [circle] = services.circles_of(browser.person())
    models.Circle.objects.filter(pk=circle.pk).update(name="Sundays")
    assert browser.meet().status_code == 409
    assert brings(browser, circle.pk).json() == {"person": str(guest.pk), "circle": str(circle.pk), "role": "owner"}
    assert services.circles_of(guest)[0] == circle
    assert browser.session().status_code == 200


def test_rounds_of_a_former_account_are_never_adopted(browser, guest):
    browser.introduce()
    other = browser.person()
    [circle] = services.circles_of(other)
    other.set_password("Seventeen aces")
    other.save()
    assert brings(browser, circle.pk).status_code == 409
    assert services.circles_of(other) == [circle]
    assert circle not in services.circles_of(guest)


# --- Opening an account's own-phone link on a phone with unsent rounds


@pytest.fixture
def account(browser):
    """A person with an account, and the link for another phone of theirs."""
    owner, _circle = services.make_person("Deniz", "Fridays")
    owner.set_password("Seventeen aces")
    owner.save()
    return owner, f"/i/{services.token_of(services.invite_own_phone(by=owner))}/"


def accept(browser, path, *ids, **form):
    headers = {"origin": ORIGIN, "authorization": f"Token {browser.key}", "phone": " ".join(ids)}
    return browser.client.post(path, form, headers=headers)


@pytest.mark.parametrize("is_known", [True, False], ids=["introduced", "not introduced"])
def test_account_gets_unsent_rounds_if_the_guest_agrees(browser, account, is_known):
    owner, path = account
    ids = browser.device, str(uuid4()), str(uuid4())
    if is_known:
        services.introduce(key=browser.key, device=ids[0], person=ids[1], circle=ids[2], name="")
    page = accept(browser, path, *ids, "unsent")
    assert page.status_code == 422
    assert "Data only on this phone" in page.text
    assert 'name="along"' in page.text
    assert len(services.circles_of(owner)) == 1
    assert accept(browser, path, *ids, "unsent", along="1").status_code == 422  # the tick of a page without the rounds
    assert accept(browser, path, *ids, "unsent", along="phone").status_code == 303
    assert browser.session_person() == str(owner.pk)
    assert browser.person() == owner
    first, second = services.circles_of(owner)
    assert (first.name, str(second.pk)) == ("Fridays", ids[2])
    services.introduce(
        key=browser.key, device=ids[0], person=ids[1], circle=ids[2], name=""
    )  # this request was already sent
    assert (browser.person(), roles(owner)) == (owner, ["owner", "owner"])
    assert browser.session().status_code == 200


@pytest.mark.parametrize(("role", "minutes", "own"), [("reader", 2, True), ("scorer", 2, False), ("scorer", 0, True)])
def test_reader_or_newcomer_becomes_owner_of_the_circle_of_unsent_rounds(browser, guest, role, minutes, own):
    """A newcomer may have lost the answer to the form by which they joined with this phone."""
    models.Membership.objects.filter(person=guest).update(role=role)
    models.Person.objects.filter(pk=guest.pk).update(created=timezone.now() - timedelta(minutes=minutes))
    body = {"key": browser.key, "device": browser.device, "circle": str(uuid4()), "waits": True}
    answer = browser.post("/phone/", body).json()
    assert (answer["circle"] == body["circle"], answer["role"] == "owner") == (own, own)


def test_account_gets_a_phone_without_unsent_rounds_at_once(browser, account):
    owner, path = account
    ids = browser.device, str(uuid4()), str(uuid4())
    for _time in range(2):
        assert accept(browser, path, *ids).status_code == 303
        browser.client.cookies.clear()
    assert (browser.person(), len(services.circles_of(owner))) == (owner, 1)


def test_phone_learns_that_an_unmerged_guest_can_be_adopted(browser, account):
    owner, path = account
    browser.introduce()
    guest = browser.person()
    [circle] = services.circles_of(guest)
    assert browser.client.post(path, headers={"origin": ORIGIN}).status_code == 303  # without the worker
    assert browser.meet().json()["code"] == "taken"
    models.Circle.objects.filter(pk=circle.pk).update(seq=4)
    assert browser.meet().json()["code"] == "guest"
    assert brings(browser, circle.pk).status_code == 200
    assert circle in services.circles_of(owner)


def test_phones_of_an_address_begin_a_limited_number_of_sessions(browser, settings, monkeypatch):
    """A session is stored for 400 days, so a key without a cookie could fill the database."""
    settings.THROTTLE = 500
    monkeypatch.setattr(SessionsPerAddress, "most", 2)
    browser.introduce()
    assert browser.session().status_code == 200
    assert browser.session().status_code == 200  # the cookie came along: no other session
    for status in (200, 429, 429):
        browser.client = Client()
        answer = browser.session()
        assert answer.status_code == status
    assert answer.json()["code"] == "throttled"
    assert 0 < int(answer["Retry-After"]) <= 86_400
    assert Session.objects.count() == 2
    browser.client = Client(REMOTE_ADDR="203.0.113.8")
    assert browser.session().status_code == 200


def test_phones_of_a_regular_person_have_their_own_share_of_sessions(browser, settings, monkeypatch):
    """Otherwise one guest could keep all others of an address from their pages for a day."""
    settings.THROTTLE = 500
    monkeypatch.setattr(SessionsPerAddress, "most", 0)
    monkeypatch.setattr(SessionsPerPerson, "most", 2)
    browser.introduce()
    assert browser.session().status_code == 429
    models.Person.objects.update(created=timezone.now() - timedelta(hours=25))
    for status in (200, 200, 429):
        browser.client = Client()
        assert browser.session().status_code == status


def test_signing_out_by_the_form_ends_the_phones_key(browser):
    """Otherwise the person would be signed in again once the worker can open its store."""
    browser.introduce()
    browser.session()
    other = services.add_device(by=browser.person(), key=secrets.token_urlsafe(32), device=uuid4())
    token = token_in(browser.client.get("/phone/leave/"))
    assert browser.client.post("/phone/leave/", {"csrfmiddlewaretoken": token}).status_code == 303
    assert models.Device.objects.get(pk=browser.device).revoked is not None
    other.refresh_from_db()
    assert other.revoked is None
