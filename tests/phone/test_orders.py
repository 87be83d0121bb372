"""A guest with unsent rounds joins a circle while the network delays, loses and reorders everything: no round is lost."""

import time
from contextlib import closing
from random import Random

import pytest
from playwright.sync_api import Error

from tests import chance
from tests.phone.relay import Relay, once
from tests.phone.test_joining import invited, settle, whose
from tests.phone.test_worker import ask, me, save, says, sees, start

pytestmark = pytest.mark.fifth

DELAYS = (0, 0, 0.1, 0.4, 1.2)  # seconds
FATES = ("answered",) * 6 + ("lost", "unanswered")
ABOUT_THE_PHONE = (b"POST /api/v1/devices/", b" /api/v1/events/", b"POST /phone/")


class Weather:
    """Decides about each request: how long it takes, whether it arrives, and whether its answer does."""

    def __init__(self, relay, seed):
        self.relay = relay
        self.random = Random(seed)
        self.requests = []

    def __call__(self, head, body):
        if not any(sign in head.split(b"\r\n")[0] for sign in (*ABOUT_THE_PHONE, b"POST /i/")):
            return None
        delay, later, fate = self.random.choice(DELAYS), self.random.choice(DELAYS), self.random.choice(FATES)
        self.requests.append((head.split(b"\r\n")[0].decode(), delay, later, fate))
        time.sleep(delay)
        if fate == "lost":
            raise OSError
        answer = self.relay.forward(once(head) + body)
        time.sleep(later)
        if fate == "unanswered":
            raise OSError
        return answer


def join(page, path, name="Eleni"):
    """Join by the link. If no answer arrives, open the link again, as people do."""
    for _ in range(20):
        try:
            page.goto(path)
            if page.get_by_text("You are already a member").count():  # only the answer was lost
                return
            if page.locator("[name=name]").count():
                page.locator("[name=name]").fill(name)
            page.locator("main .go").first.click()
            page.wait_for_url("**/inside/", timeout=4000)
        except Error:  # the browser's own page says that there was no answer
            continue
        return
    raise AssertionError(page.content())


def check_one_person(server, phone, joined):
    """Check that the phone and its pages are one person in two circles, the joined one and one with the rounds."""
    settle(phone)
    now, key = whose(phone), me(phone)["key"]
    assert (now["person"], now["circle"]) == (me(phone)["person"], joined)
    [own] = {circle["id"] for circle in ask(server, key, "/api/v1/circles/")["circles"]} - {joined}
    events = ask(server, key, f"/api/v1/events/?circle={own}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(30))
def test_no_order_of_requests_loses_a_round(tiny, new_phone, turn):
    seed = chance.seed_of(f"order {turn}")
    with closing(Relay(tiny.port)) as relay:
        phone = new_phone()
        phone.url = relay.url
        phone.take_over()
        path, joined = invited(tiny, "reader")
        relay.instead = lambda head: b""
        start(phone, "Iris")
        save(phone)
        sees(phone.page, "rounds: 1")
        says(phone.page, "3 waiting")
        weather = relay.spoils = Weather(relay, seed)
        relay.instead = None
        if weather.random.random() < 0.5:
            phone.nudge()
        phone.page.wait_for_timeout(weather.random.choice((0, 0, 300, 1000, 2500)))
        try:
            join(phone.page, relay.url + path)
            relay.spoils = lambda head, body: None
            check_one_person(tiny, phone, joined)
        except BaseException:
            print(*weather.requests, sep="\n")
            raise
