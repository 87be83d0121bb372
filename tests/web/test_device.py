"""A phone and Django's pages agree on who it is: the phone has a key, the pages have a cookie."""

import json
import re
import secrets
from uuid import uuid4

import pytest
from django.test import Client

from games import keys, models, services

HERE = "http://testserver"
FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "https://testserver"},
    {"origin": "null"},
    {},
    {"origin": HERE, "sec-fetch-site": "cross-site"},
    {"origin": HERE, "sec-fetch-site": "same-site"},
]


@pytest.fixture(autouse=True)
def unhurried(settings):
    settings.THROTTLE = 0


class Browser:
    def __init__(self):
        self.client = Client(enforce_csrf_checks=True)
        self.key = secrets.token_urlsafe(32)
        self.device = str(uuid4())

    def post(self, path, body, *, key=None, kind="application/json", **headers):
        headers = headers or {"origin": HERE}
        if key:
            headers["authorization"] = f"Token {key}"
        return self.client.post(path, json.dumps(body), content_type=kind, headers=headers)

    def meet(self, **more):
        return self.post("/phone/", {"key": self.key, "device": self.device}, **more)

    def session(self, **more):
        return self.post("/phone/session/", {}, key=self.key, **more)

    def whose(self):
        answer = self.client.get("/phone/session/")
        assert answer["Cache-Control"] == "private, no-cache"
        return answer.json()["person"]

    def introduce(self):
        services.introduce(key=self.key, device=self.device, person=uuid4(), circle=uuid4(), name="")

    def person(self):
        return models.Device.objects.get(hash=keys.digest(self.key)).person


@pytest.fixture
def browser(db):
    return Browser()


@pytest.fixture
def guest(browser):
    """Somebody whom Django's pages know."""
    person, _circle = services.make_person("Eleni")
    browser.client.force_login(person)
    return person


def test_a_phone_becomes_that_of_the_person_whom_the_pages_know(browser, guest):
    answer = browser.meet()
    assert answer.status_code == 200
    [circle] = services.circles_of(guest)
    assert answer.json() == {"person": str(guest.pk), "circle": str(circle.pk), "role": "owner"}
    assert browser.person() == guest
    assert browser.meet().json() == answer.json()
    assert models.Device.objects.count() == 1


def test_of_the_key_only_the_hash_is_kept(browser, guest):
    browser.meet()
    assert browser.key not in str(models.Device.objects.values_list())


def test_where_nobody_is_known_nothing_is_stored(browser):
    assert browser.meet().status_code == 204
    assert (models.Person.objects.count(), models.Device.objects.count()) == (0, 0)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_are_refused(browser, guest, headers):
    headers = headers or {"accept": "*/*"}
    assert browser.meet(**headers).status_code == 403
    browser.introduce()
    assert browser.session(**headers).status_code == 403
    assert models.Device.objects.count() == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_could_send_is_refused(browser, guest, kind):
    assert browser.meet(kind=kind).status_code == 415
    assert models.Device.objects.count() == 0


@pytest.mark.parametrize("change", [{"key": "short"}, {"key": None}, {"device": "7"}, {"person": str(uuid4())}])
def test_what_is_sent_must_be_right(browser, guest, change):
    assert browser.post("/phone/", {"key": browser.key, "device": browser.device, **change}).status_code == 400
    assert models.Device.objects.count() == 0


def test_a_key_that_was_taken_away_stays_away(browser, guest):
    browser.meet()
    services.revoke_device(by=guest, device=browser.device)
    answer = browser.session()
    assert (answer.status_code, answer.json()["code"]) == (401, "revoked")
    assert browser.meet().status_code == 204  # the cookie has gone with the key
    browser.key, browser.device = secrets.token_urlsafe(32), str(uuid4())
    assert browser.meet().status_code == 204
    assert "_auth_user_id" not in browser.client.session


def test_another_phone_keeps_its_cookie(browser, guest):
    browser.meet()
    other = Browser()
    other.client.force_login(guest)
    other.meet()
    services.revoke_device(by=guest, device=browser.device)
    assert other.whose() == str(guest.pk)
    assert browser.whose() is None


def test_nobody_takes_over_anothers_key_or_device(browser, guest, db):
    other = Browser()
    other.introduce()
    browser.key = other.key
    assert browser.meet().status_code == 409
    browser.key, browser.device = secrets.token_urlsafe(32), other.device
    assert browser.meet().status_code == 409
    assert other.person() != guest
    assert models.Device.objects.count() == 1


def test_a_key_gets_a_cookie(browser):
    browser.introduce()
    answer = browser.session()
    assert answer.status_code == 200
    assert browser.client.session["_auth_user_id"] == str(browser.person().pk)
    assert answer.cookies["sessionid"]["httponly"]
    assert answer.json()["csrf"]


def test_the_cookie_is_another_than_before(browser):
    """Whoever planted one in this browser knows nothing of the new one."""
    browser.introduce()
    session = browser.client.session
    session["planted"] = True
    session.save()
    browser.client.cookies["sessionid"] = session.session_key
    browser.session()
    assert browser.client.cookies["sessionid"].value != session.session_key


def test_a_known_cookie_stays_and_lasts_longer(browser):
    browser.introduce()
    first = browser.session()
    again = browser.session()
    assert again.cookies["sessionid"].value == first.cookies["sessionid"].value
    token = again.cookies.get("csrftoken")
    assert token is None or token.value == first.cookies["csrftoken"].value  # open forms can still be sent


def test_nobody_is_signed_out_by_a_key(browser, guest):
    browser.introduce()
    answer = browser.session()
    assert (answer.status_code, answer.json()["code"]) == (409, "other_person")
    assert browser.client.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("key", [None, "nobody"])
def test_without_a_key_there_is_no_cookie(browser, key):
    answer = browser.post("/phone/session/", {}, key=key)
    assert answer.status_code == 401
    assert not answer.cookies


def test_a_programs_key_gets_no_cookie(browser):
    browser.key = services.make_token(name="Eleni")
    assert browser.session().status_code == 403


def test_whose_cookie_it_is_can_be_asked_without_a_key(browser, guest):
    assert browser.whose() == str(guest.pk)
    assert Browser().whose() is None


def test_nothing_comes_of_looking(browser, guest):
    browser.introduce()
    for path in ("/phone/", "/phone/session/", "/phone/leave/"):
        answer = browser.client.get(path, headers={"authorization": f"Token {browser.key}", "origin": HERE})
        assert answer.status_code == 200
    assert models.Device.objects.count() == 1
    assert browser.whose() == str(guest.pk)


def end(browser, **headers):
    return browser.client.delete("/phone/session/", headers=headers or {"origin": HERE})


def test_a_cookie_is_ended_without_a_key(browser):
    """It may have been taken away."""
    browser.introduce()
    browser.session()
    services.revoke_device(by=browser.person(), device=browser.device)
    assert end(browser).status_code == 204
    assert browser.whose() is None
    assert end(browser).status_code == 204


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_sign_nobody_out(browser, guest, headers):
    assert end(browser, **(headers or {"accept": "*/*"})).status_code == 403
    assert browser.whose() == str(guest.pk)


def test_without_a_worker_djangos_form_leaves_alone(browser, guest):
    page = browser.client.get("/phone/leave/")
    assert "no-store" in page["Cache-Control"]
    assert browser.client.post("/phone/leave/").status_code == 403
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page.text)[1]
    answer = browser.client.post("/phone/leave/", {"csrfmiddlewaretoken": token})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert browser.whose() is None
    assert "nothing to leave" in browser.client.get("/phone/leave/").text


BEGIN = {"game": "pad", "start": "1"}


@pytest.mark.parametrize("headers", [{"origin": HERE}, {"origin": HERE, "sec-fetch-site": "same-origin"}], ids=str)
def test_a_form_of_the_table_that_a_phone_has_made_is_taken_without_a_token(browser, headers):
    assert browser.client.post("/new/", BEGIN, headers=headers).status_code != 403


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_pages_send_no_form_of_the_table(browser, guest, headers):
    assert browser.client.post("/new/", BEGIN, headers=headers).status_code == 403


def test_a_browser_that_does_not_say_where_it_is_shows_the_token(browser):
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', browser.client.get("/new/?game=pad").text)[1]
    assert browser.client.post("/new/", BEGIN | {"csrfmiddlewaretoken": token}).status_code != 403


def test_pages_name_whom_they_are_made_for(browser, guest):
    assert f'data-person="{guest.pk}"' in browser.client.get("/").text
    assert "data-person" not in Client().get("/").text


def test_the_page_about_the_phone_is_the_same_for_everybody(browser, guest):
    page = browser.client.get("/phone/")
    assert page["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in page["Vary"]
    assert page.text == Client().get("/phone/").text


def test_whoever_asks_too_often_is_told_to_wait(browser, settings):
    settings.THROTTLE = 50
    answers = [browser.meet() for _ in range(61)]
    assert (answers[0].status_code, answers[-1].status_code) == (204, 429)
    assert int(answers[-1]["Retry-After"]) > 0
