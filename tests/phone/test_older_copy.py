"""A server is restored from a copy from before a guest came. Nobody else gets what the guest's phone has."""

import secrets
from urllib.error import HTTPError
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.phone.conftest import wait
from tests.phone.test_joining import LOGIN, registered, settle, take_over, whose, write
from tests.phone.test_persons import SESSION, ask_worker, is_nobody, leave, sign_in
from tests.phone.test_restored import restore
from tests.phone.test_worker import SENT, ask, me

pytestmark = [pytest.mark.slow, pytest.mark.tenth]
API, SESSIONS = "**/api/v1/**", "**/phone/session/"


@pytest.fixture
def account(tiny):
    """The key and circle of another person, who has a password."""
    key, circle = registered(tiny)
    tiny.manage("shell", "-c", LOGIN.format(circle))
    return key, circle


@pytest.fixture
def guest(tiny, account, phone):
    """The identity of a guest's phone. The server does not know the guest any more, and the phone has not noticed yet."""
    older = tiny.database.copy()
    write(phone)
    phone.until(SENT + " && " + SESSION)
    assert phone.worker.evaluate("() => sync()")  # no check of the pages' person is left over, which would come first
    before = me(phone)
    phone.context.route(API, lambda route: route.abort())
    restore(tiny, older)
    return before


def has_rounds(server, guest):
    """Return whether the server has the guest's events again."""
    try:
        return len(ask(server, guest["key"], f"/api/v1/events/?circle={guest['circle']}")["events"]) == 3
    except HTTPError:  # it does not know the key or the circle yet
        return False


def circles(server, key):
    return [row["id"] for row in ask(server, key, "/api/v1/circles/")["circles"]]


@pytest.mark.parametrize("is_first", [True, False], ids=["the page first", "the key first"])
def test_planted_account_gets_nothing_and_the_guest_comes_back(tiny, phone, account, guest, is_first):
    key, circle = account
    sign_in(tiny, phone, key)
    if is_first:
        phone.open("/you/")
        phone.until(f"(await state('identity'))?.circle === '{circle}'")
        phone.context.unroute(API)
        phone.nudge()
    else:
        phone.context.route(SESSIONS, lambda route: route.abort())
        phone.context.unroute(API)
        phone.nudge()
        phone.until("(await state('identity'))?.isRegisteredAgain")
        wait(lambda: has_rounds(tiny, guest))
        phone.context.unroute(SESSIONS)
        phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    assert circles(tiny, key) == [circle]
    assert ask(tiny, key, f"/api/v1/events/?circle={circle}")["events"] == []
    waiting = 3 if is_first else 0
    wait(lambda: [store["waiting"] for store in ask_worker(phone, {"ask": "about"})["others"]] == [waiting])
    page = phone.open("/phone/")
    others = page.locator("#others li")
    # The page comes before the key's circle is created again: then the rounds that the server lost wait.
    expect(others).to_have_text("Iris, Deniz · Entries: 3" if is_first else "Iris, Deniz")
    leave(phone)
    is_nobody(phone)  # the page goes home automatically
    phone.until("(await state('left')) === undefined")
    take_over(phone, guest["circle"])
    settle(phone)
    assert {name: me(phone)[name] for name in ("key", "person")} == {name: guest[name] for name in ("key", "person")}
    assert whose(phone)["person"] == guest["person"]


def test_account_of_the_guest_gets_everything_after_a_tap(tiny, phone, account, guest):
    key, circle = account
    sign_in(tiny, phone, key)
    phone.context.unroute(API)
    phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    take_over(phone, guest["circle"])
    settle(phone)
    assert set(circles(tiny, key)) == {circle, guest["circle"]}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={guest['circle']}")["events"]) == 3


def register_ids(server, person, circle):
    """Register another phone with these ids, which members of the circle know."""
    ids = {"device": str(uuid4()), "person": person, "circle": circle}
    ask(server, secrets.token_urlsafe(32), "/api/v1/devices/", "POST", ids)


IMPORTED = """
from uuid import UUID
from games import models
models.Person.objects.create(pk=UUID("{}"), is_active=False)
"""


@pytest.mark.parametrize("taken", ["person", "person and circle", "author"])
def test_guest_whose_ids_someone_else_has_begins_anew_with_all_rounds(tiny, phone, guest, taken):
    if taken == "author":  # someone has imported the events of the guest
        tiny.manage("shell", "-c", IMPORTED.format(guest["person"]))
    else:
        register_ids(tiny, guest["person"], guest["circle"] if "circle" in taken else str(uuid4()))
    phone.context.unroute(API)
    page = phone.open("/phone/")
    page.locator("[value=send]").click()
    key = page.locator("#renew")
    key.wait_for()
    key.click()
    key.click()
    settle(phone)
    now = me(phone)
    assert now["person"] != guest["person"]
    assert (now["circle"] == guest["circle"]) == ("circle" not in taken)
    events = ask(tiny, now["key"], f"/api/v1/events/?circle={now['circle']}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]
    assert whose(phone)["person"] == now["person"]
