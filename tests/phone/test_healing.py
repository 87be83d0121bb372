"""How soon a round is sent after the network is well again."""

import threading
import time

import pytest

from tests.phone.conftest import wait
from tests.phone.test_between import relay, started
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tests.phone.test_worker import me

pytestmark = pytest.mark.fifth

__all__ = ["relay", "started"]


def never(head):
    """Answer nothing, even after the network is well again, as on a connection that hung."""
    threading.Event().wait(60)
    return b""


@pytest.mark.parametrize(
    ("fault", "page", "seconds"),
    [(lambda head: b"", "table", 3), (lambda head: b"", "home", 3), (never, "table", 10)],
    ids=["cut", "cut, home", "hanging"],
)
@pytest.mark.parametrize("pause", [0.4, 6.5])
def test_a_round_is_sent_soon_after_the_network_heals(relay, started, fault, page, seconds, pause):
    phone, _path = started
    relay.instead = fault
    play(phone, 71)
    is_worth(phone, 1, 0)
    if page == "home":
        phone.open("/")
    if fault is not never:
        phone.page.locator("#saved", has_text="1 waiting").wait_for()
    phone.page.wait_for_timeout(pause * 1000)
    relay.instead = None
    healed = time.monotonic()
    phone.page.locator("#saved", has_text="Synced").wait_for()
    assert time.monotonic() - healed < seconds


def test_a_round_is_sent_soon_after_the_session_request_hung(relay, started):
    """The worker asks for the session first. That request was left to hang until its time limit."""
    phone, _path = started
    relay.instead = never
    phone.page.evaluate("navigator.serviceWorker.controller.postMessage({ person: '' })")
    phone.page.wait_for_timeout(400)
    play(phone, 71)
    is_worth(phone, 1, 0)
    relay.instead = None
    healed = time.monotonic()
    phone.page.locator("#saved", has_text="Synced").wait_for()
    assert time.monotonic() - healed < 10


def test_rounds_are_sent_as_soon_as_someone_has_signed_in_again(real, new_phone):
    """The phone asks a server that does not recognise it only twice a minute."""
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.context.route("**/api/v1/**", lambda route: route.fulfill(status=401, json={"code": "authentication_failed"}))
    phone.context.route("**/phone/**", lambda route: route.fulfill(status=401, json={"code": "authentication_failed"}))
    play(phone, 71)
    phone.page.locator("#trouble", has_text="no longer knows this phone").wait_for()
    phone.context.unroute("**/api/v1/**")
    phone.context.unroute("**/phone/**")
    begin = time.monotonic()
    phone.worker.evaluate("person => { sync({ person }); }", me(phone)["person"])
    phone.until(SENT)
    assert time.monotonic() - begin < 10


@pytest.mark.long
def test_a_round_is_sent_on_a_line_that_answers_after_25_seconds(relay, started):
    """At first the worker waits 20 seconds for an answer, and then longer."""
    phone, _path = started
    relay.seconds = 25
    play(phone, 71)
    is_worth(phone, 1, 0)
    wait(lambda: phone.evaluate(SENT), patience=150)


@pytest.mark.long
def test_a_pull_that_takes_longer_than_any_limit_is_read(relay, started):
    """Each part of the answer begins the time limit again."""
    phone, _path = started
    phone.worker.evaluate("askServer('GET', '/api/v1/games/')")  # 200,000 bytes and more
    relay.bytes_a_second = 2000
    begun = time.monotonic()
    games = phone.worker.evaluate(
        "askServer('GET', '/api/v1/games/', { cache: 'reload' }).then(({ games }) => games.length)"
    )
    assert games > 10
    assert time.monotonic() - begun > 22  # the first limit is 20 seconds


@pytest.mark.parametrize("path", ["/phone/", "/you/"])
def test_every_open_page_sends_what_waits(started, path):
    """Also a page that displays no match and no evening."""
    phone, _path = started
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    page = phone.open(path)
    phone.context.unroute("**/api/v1/events/**")
    phone.until(SENT)
    if path == "/phone/":
        page.locator("[data-fact=waiting]:text-is('0')").wait_for()


@pytest.mark.tenth
def test_the_page_that_was_not_available_sends_what_waits_and_opens_by_itself(relay, started):
    phone, _path = started
    relay.instead = lambda head: b""
    play(phone, 71)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    page = phone.open("/circle/")
    page.locator("#returns").wait_for()
    relay.instead = None
    phone.until(SENT)
    page.locator("h1", has_text="My group").wait_for()


@pytest.mark.tenth
def test_a_sign_out_on_a_slow_line_says_what_is_true(relay, started):
    """Pages ask the worker for news more often than the server answers, and the question must still learn that all is sent."""
    phone, _path = started
    relay.instead = lambda head: b""
    play(phone, 71)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    page = phone.open("/phone/")
    page.locator("[data-fact=waiting]:text-is('1')").wait_for()
    relay.instead = None
    relay.spoils = lambda head, body: time.sleep(3)
    page.locator("#leaving [value=ask]").click()
    page.locator("#said", has_text="They are being sent").wait_for()
    sure = page.locator("#sure")
    sure.locator("[data-if=guest]").wait_for()
    page.locator("[data-fact=waiting]:text-is('0')").wait_for()
    for untrue in ("waits", "away", "slow"):
        sure.locator(f"[data-if={untrue}]").wait_for(state="hidden")
    for _ in range(2):
        sure.locator("[value=leave]").click()
    page.locator("#said", has_text="Signing out").wait_for()
    assert sure.is_hidden()
    page.wait_for_url(f"{relay.url}/")
    assert phone.errors == []


@pytest.mark.tenth
def test_the_page_says_that_a_refused_request_cleared_nothing(real, new_phone):
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    page = phone.open("/phone/")
    for path in ("**/api/v1/**", "**/phone/**"):
        phone.context.route(
            path, lambda route: route.fulfill(status=429, headers={"Retry-After": "60"}, json={"code": "throttled"})
        )
    page.locator("[value=clear]").click()

    page.locator("#said", has_text="The server refused this request, so nothing has changed.").wait_for()
