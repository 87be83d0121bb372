"""An answer to the worker arrives after the answer to a form that signed someone in or out."""

from contextlib import closing

import pytest

from tests.phone.conftest import wait
from tests.phone.relay import Relay
from tests.phone.test_joining import own_phone, registered
from tests.phone.test_worker import SENT, ask, me, save, sees, start

pytestmark = [pytest.mark.slow, pytest.mark.tenth]

SESSION = "(await state('identity'))?.session > 0"
ACCOUNT = """
from games import models, services
person, circle = services.make_person("Eleni", "Fridays")
services.add_login(person=person, email="eleni@example.org", password="violet-anchor-7", confirm_by_mail=False)
print(person.pk)
"""


@pytest.fixture
def relay(tiny):
    with closing(Relay(tiny.port)) as running:
        yield running


@pytest.fixture
def phone(relay, new_phone):
    phone = new_phone()
    phone.url = relay.url
    phone.take_over()
    return phone


def hold_answers(relay, begin):
    relay.released.clear()
    relay.holds = begin


def release_answers(relay):
    relay.released.set()
    relay.holds = b"nothing"


def cookie_of(phone):
    return {cookie["name"]: cookie["value"] for cookie in phone.context.cookies()}.get("sessionid")


def renew(phone):
    """Let the worker renew its session, as pages do if their person has no cookie."""
    phone.page.evaluate("navigator.serviceWorker.controller.postMessage({ person: '' })")


def sign_in(phone):
    phone.page.goto(phone.url + "/you/sign-in/")
    phone.page.locator("[name=login]").fill("eleni@example.org")
    phone.page.locator("[name=password]").fill("violet-anchor-7")


def submit(phone):
    phone.page.locator("form:has([name=password]) .go").click()
    phone.page.wait_for_url("**/you/")


def person_of_pages(phone):
    return phone.page.locator("html").get_attribute("data-person")


@pytest.mark.parametrize("has_cookie", [True, False], ids=["renewed", "new"])
def test_a_late_answer_puts_no_old_cookie_over_the_new_one(tiny, relay, phone, has_cookie):
    account = tiny.manage("shell", "-v0", "-c", ACCOUNT).strip()
    start(phone, "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    sign_in(phone)
    if not has_cookie:
        phone.context.clear_cookies(name="sessionid")
    hold_answers(relay, b"POST /phone/session/")
    renew(phone)
    wait(lambda: relay.held > 0)
    submit(phone)
    signed_in = cookie_of(phone)
    release_answers(relay)
    phone.until(f"(await state('identity'))?.person === '{account}'")
    phone.page.goto(phone.url + "/you/")
    assert person_of_pages(phone) == account
    assert cookie_of(phone) == signed_in
    phone.until(SENT)


def test_a_phone_that_introduced_itself_too_late_belongs_to_the_account(tiny, relay, phone, new_context):
    """The server gets the phone's first request after the form of the link, in which the box was ticked."""
    key, circle = registered(tiny)
    path = own_phone(tiny, new_context, key)
    own = me(phone)["circle"]
    phone.context.route("**/api/v1/devices/", held := Held())
    start(phone, "Iris")
    save(phone)
    sees(phone.page, "rounds: 1")
    wait(lambda: phone.evaluate("true") and held.routes)
    page = phone.page
    page.goto(relay.url + path)
    page.get_by_role("button", name="Yes, that is me").click()
    page.locator("[name=along]").check()
    page.get_by_role("button", name="Yes, that is me").click()
    page.wait_for_url("**/inside/")
    held.go_on()
    phone.until(SENT)
    assert me(phone)["key"] == held.key
    assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


class Held:
    """A handler that holds requests until they may go on."""

    def __init__(self):
        self.routes = []
        self.is_over = False
        self.key = ""

    def __call__(self, route):
        if self.is_over:
            return route.continue_()
        self.key = route.request.headers["authorization"].split()[1]
        return self.routes.append(route)

    def go_on(self):
        self.is_over = True
        for route in self.routes:
            route.continue_()


def test_a_page_on_a_line_that_hangs_says_that_the_server_cannot_be_reached(relay, phone):
    hold_answers(relay, b"GET ")
    phone.page.goto(relay.url + "/circle/invite/", wait_until="commit", timeout=20_000)
    assert "The server cannot be reached" in phone.page.title()
    release_answers(relay)
    phone.open("/you/sign-in/").locator("[name=login]").wait_for()
