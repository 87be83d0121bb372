"""A server was restored from a copy that lacks a guest. The guest's phone follows the invitation again, and joins once."""

import threading
import time
from contextlib import closing
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.phone.conftest import wait
from tests.phone.relay import Relay, once
from tests.phone.test_joining import invited, join, settle, take_over, whose
from tests.phone.test_lent_phone import LINK
from tests.phone.test_merged_and_restored import others
from tests.phone.test_older_copy import register_ids
from tests.phone.test_persons import SESSION, ask_worker
from tests.phone.test_restored import restore
from tests.phone.test_worker import SENT, ask, me, save, says, sees, start

pytestmark = [pytest.mark.slow, pytest.mark.tenth]

ARRIVAL = b"GET /inside/ "
ABOUT_THE_PERSON = (b"GET /phone/session/ ", b"POST /phone/")
PATIENCE = 3  # seconds for which the relay waits for requests that may not come


class PageFirst:
    """The worker's requests about its person arrive after the page of the one who joined has its answer."""

    def __init__(self, relay):
        self.relay = relay
        self.has_joined, self.has_arrived = threading.Event(), threading.Event()

    def __call__(self, head, body):
        if head.startswith(b"POST /i/"):
            self.has_joined.set()
        elif head.startswith(ARRIVAL):
            answer = self.relay.forward(once(head) + body)
            self.has_arrived.set()
            return answer
        elif self.has_joined.is_set() and head.startswith(ABOUT_THE_PERSON):
            self.has_arrived.wait(PATIENCE)
        return None


class WorkerFirst:
    """The page of the one who joined arrives after the worker's requests."""

    def __init__(self, relay):
        self.relay = relay
        self.has_bound = threading.Event()

    def __call__(self, head, body):
        if head.startswith(b"POST /phone/ "):
            answer = self.relay.forward(once(head) + body)
            if answer.startswith(b"HTTP/1.1 200"):
                self.has_bound.set()
            return answer
        if head.startswith(ARRIVAL):
            self.has_bound.wait(PATIENCE)
        return None


class AtOnce:
    """Other requests with the same cookie arrive all the time while the page of the one who joined is handled."""

    def __init__(self, relay):
        self.relay = relay

    def __call__(self, head, body):
        if not head.startswith(ARRIVAL):
            return None
        is_over = threading.Event()
        others = [threading.Thread(target=self.ask_until, args=(is_over, head)) for _ in range(3)]
        for other in others:
            other.start()
        time.sleep(0.05)
        answer = self.relay.forward(once(head) + body)
        is_over.set()
        for other in others:
            other.join()
        return answer

    def ask_until(self, is_over, head):
        while not is_over.is_set():
            self.relay.forward(once(head).replace(ARRIVAL, b"GET /phone/session/ "))


ORDERS = {"page first": PageFirst, "worker first": WorkerFirst, "at once": AtOnce}
MEMBERS = """
from games import models
print(models.Membership.objects.filter(circle="{}").count())
"""


def count_members(server, circle):
    return int(server.manage("shell", "-v0", "-c", MEMBERS.format(circle)).strip())


@pytest.fixture
def unknown(tiny, new_phone):
    """A phone with a waiting round in a group. Another phone has taken its person's id. Return it with the link and the group."""
    path, circle = invited(tiny)
    older = tiny.database.copy()
    with closing(Relay(tiny.port)) as relay:
        phone = new_phone()
        phone.relay, phone.url = relay, relay.url
        phone.take_over()
        join(phone.open(path))
        phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole && {SESSION}")
        start(phone, "Iris")
        phone.until(SENT)
        relay.instead = lambda head: b""
        save(phone)
        sees(phone.page, "rounds: 1")
        before = me(phone)
        restore(tiny, older)
        register_ids(tiny, before["person"], str(uuid4()))
        relay.instead = None
        phone.open()
        phone.until("await state('unknownKey')")
        says(phone.page, "3 waiting")
        yield phone, path, circle


def take_over_and_check(server, phone, circle):
    """Take over what waits, and check that one more person is in the group, and that it has all rounds."""
    wait(lambda: others(phone) == (0, [(["Iris", "Deniz"], 3)]))
    take_over(phone, circle)
    wait(lambda: others(phone) == (0, []))
    settle(phone)
    events = ask(server, me(phone)["key"], f"/api/v1/events/?circle={circle}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]
    assert count_members(server, circle) == 2


@pytest.mark.parametrize("order", ORDERS)
def test_one_tap_joins_once_in_any_order_of_requests(tiny, unknown, order):
    phone, path, circle = unknown
    former = me(phone)
    page = phone.open(path)
    page.locator("[name=name]").fill("Eleni")
    phone.relay.spoils = ORDERS[order](phone.relay)
    page.locator("main .go").click()
    page.wait_for_url("**/inside/")
    expect(page.locator("h1")).to_have_text("You have joined")
    phone.relay.spoils = lambda head, body: None
    phone.until(f"(await state('identity'))?.isKnown && (await state('identity')).person !== '{former['person']}'")
    wait(lambda: whose(phone)["person"] == me(phone)["person"])
    assert count_members(tiny, circle) == 2
    page = phone.open(path)
    expect(page.locator("main")).to_contain_text("You are already a member")
    take_over_and_check(tiny, phone, circle)


@pytest.mark.parametrize("lost", [b"POST /i/", ARRIVAL], ids=["form", "page"])
def test_a_lost_answer_joins_once(tiny, unknown, lost):
    """People follow the link again, as they do not see that they have joined."""
    phone, path, circle = unknown
    page = phone.open(path)
    page.locator("[name=name]").fill("Eleni")
    phone.relay.loses = lost
    page.locator("main .go").click()
    wait(lambda: phone.relay.lost)
    phone.relay.loses = b"nothing"
    page = phone.open(path)
    if lost == ARRIVAL:
        expect(page.locator("main")).to_contain_text("You are already a member")
    else:
        join(page)
    phone.until("(await state('identity'))?.isKnown")
    wait(lambda: phone.nudge() or whose(phone)["person"] == me(phone)["person"])
    take_over_and_check(tiny, phone, circle)


def test_waiting_rounds_are_sent_when_the_phone_gets_a_person_of_their_group(tiny, new_phone):
    """A restored server lacks a member. The phone begins with an empty group, and becomes the phone of another member."""
    path, circle = invited(tiny)
    older = tiny.database.copy()
    phone = new_phone()
    phone.take_over()
    join(phone.open(path))
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole && {SESSION}")
    start(phone, "Iris")
    phone.until(SENT)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    save(phone)
    sees(phone.page, "rounds: 1")
    restore(tiny, older)
    phone.context.unroute("**/api/v1/events/**")
    phone.open()
    phone.until(f"(await state('identity'))?.circle !== '{circle}' && (await state('pull'))?.whole")
    assert ask_worker(phone, {"ask": "about"})["elsewhere"] == 3
    token = tiny.manage("shell", "-c", LINK.format(circle=circle)).strip().split()[-1]
    page = phone.open(f"/i/{token}/")
    page.locator("main form .go").first.click()
    page.wait_for_url("**/inside/")
    wait(lambda: me(phone)["circle"] == circle)
    settle(phone)
    events = ask(tiny, me(phone)["key"], f"/api/v1/events/?circle={circle}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]
    assert count_members(tiny, circle) == 1
