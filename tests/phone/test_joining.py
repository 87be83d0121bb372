"""Somebody comes into a circle with a phone that holds rounds: whatever comes first, nothing is lost."""

import secrets
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.test_persons import asked, cookie, sign_in
from tests.phone.test_worker import SENT, ask, me, save, says, sees, start

pytestmark = pytest.mark.slow


def introduced(server):
    """Somebody with a circle, by their key."""
    key, ids = secrets.token_urlsafe(32), {name: str(uuid4()) for name in ("device", "person", "circle")}
    ask(server, key, "/api/v1/devices/", "POST", ids)
    return key, ids["circle"]


def invited(server, role="scorer"):
    """A link into a circle of somebody else, and that circle."""
    key, circle = introduced(server)
    link = ask(server, key, f"/api/v1/invitations/?circle={circle}", "POST", {"purpose": "circle", "role": role})[
        "link"
    ]
    return "/i/" + link.split("/i/")[1], circle


def come_in(page, name="Eleni"):
    page.locator("[name=name]").fill(name)
    page.locator("main .go").click()
    page.wait_for_url("**/inside/")


def test_a_name_is_typed_while_the_phone_gets_its_cookie(tiny, phone):
    phone.context.route("**/phone/session/", lambda route: route.abort())
    start(phone)
    phone.until("(await state('identity')).isKnown")
    page = phone.open(invited(tiny)[0])
    page.locator("[name=name]").fill("Eleni")
    phone.context.unroute("**/phone/session/")
    page.evaluate("navigator.serviceWorker.controller.postMessage({ person: '' })")
    phone.until("(await state('identity')).session > 0")
    come_in(page)
    assert page.locator("html").get_attribute("data-person") == me(phone)["person"]


# What hangs while somebody comes in: the phone has not introduced itself, not sent its rounds, or has no cookie yet.
HANGS = {"introduction": "**/api/v1/devices/", "push": "**/api/v1/events/?circle=*", "session": "**/phone/session/"}


def write(phone):
    start(phone, "Iris")
    save(phone)
    sees(phone.page, "rounds: 1")


def hold(phone, pattern):
    """No answer comes to what is asked there. What is held is what was asked."""
    held = []
    phone.context.route(pattern, lambda route: held.append(route))
    return held


def asks(phone, held):
    wait(lambda: phone.evaluate("true") and held)


def release(phone, pattern, held):
    for route in held:
        route.abort()
    phone.context.unroute(pattern)


def past_the_worker(phone):
    """A page of which the worker answers nothing, as the first one of all."""
    page = phone.context.new_page()
    devtools = phone.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setBypassServiceWorker", {"bypass": True})
    return page


def whose(phone):
    return phone.evaluate("await fetch('/phone/session/').then(answer => answer.json())")


def settle(phone):
    """Until nothing waits on the phone, and it is about the circle that its person looks at."""
    phone.open()
    phone.until(SENT)
    wait(lambda: phone.evaluate("(await state('identity'))?.circle") == whose(phone)["circle"])
    phone.until("(await state('pull'))?.whole && " + SENT)
    phone.open()
    said = asked(phone, {"ask": "about"})
    assert (said["waiting"], said["elsewhere"], said["others"]) == (0, 0, [])
    says(phone.page, "With everybody")


def assert_nothing_is_lost(server, phone, own, joined):
    """The person who came in reads both circles, and what was written before lies in their own."""
    settle(phone)
    now = whose(phone)
    assert (now["person"], now["circle"]) == (me(phone)["person"], joined)
    assert {one["id"] for one in ask(server, me(phone)["key"], "/api/v1/circles/")["circles"]} == {own, joined}
    there = ask(server, me(phone)["key"], f"/api/v1/events/?circle={own}")["events"]
    assert [one["kind"] for one in there] == ["player", "start", "deal"]
    assert "Eleni" in phone.open("/you/").content()


@pytest.mark.parametrize("by_worker", [True, False], ids=["worker", "no worker"])
@pytest.mark.parametrize("hangs", HANGS)
def test_who_comes_in_on_a_slow_line_keeps_what_they_wrote(tiny, phone, hangs, by_worker):
    path, joined = invited(tiny, "reader")
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    asks(phone, held)
    page = phone.page if by_worker else past_the_worker(phone)
    page.goto(tiny.url + path)
    come_in(page)
    release(phone, HANGS[hangs], held)
    assert_nothing_is_lost(tiny, phone, own, joined)


def test_who_comes_in_later_keeps_what_they_wrote(tiny, phone):
    path, joined = invited(tiny, "reader")
    own = me(phone)["circle"]
    write(phone)
    phone.until("(await state('identity')).session > 0")
    phone.open(path).locator("main .go").click()
    phone.page.wait_for_url("**/inside/")
    settle(phone)
    assert len(ask(tiny, me(phone)["key"], f"/api/v1/events/?circle={own}")["events"]) == 3
    assert me(phone)["circle"] == joined


def test_what_another_guest_has_left_unsent_is_counted_and_taken_over(tiny, phone):
    key, circle = introduced(tiny)
    own = me(phone)["circle"]
    events = f"**/api/v1/events/?circle={own}*"
    phone.context.route(events, lambda route: route.abort())
    write(phone)
    phone.until("(await state('identity')).isKnown")
    sign_in(tiny, phone, key)
    phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    phone.context.unroute(events)
    phone.open()
    says(phone.page, "3 waiting")
    page = phone.open("/phone/")
    assert page.locator("#others li").inner_text() == "Iris, Deniz · Entries: 3"
    page.locator("#others [value=bring]").click()
    phone.until(f"(await state('identity'))?.circle === '{own}'")
    settle(phone)
    assert {one["id"] for one in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


def own_phone(server, new_context, key):
    """Make a link for another phone of whoever has the key."""
    context = new_context(service_workers="block")
    context.add_cookies([cookie(server, key)])
    page = context.new_page()
    page.goto(server.url + "/invite/")
    page.get_by_role("button", name="Add a phone of mine").click()
    link = page.get_by_label("Link").input_value()
    return "/i/" + link.split("/i/")[1]


def test_a_guest_who_was_not_taken_along_is_offered(tiny, phone, new_context):
    key, circle = introduced(tiny)
    own = me(phone)["circle"]
    phone.context.route(HANGS["session"], lambda route: route.abort())
    write(phone)
    phone.until(SENT)
    page = past_the_worker(phone)
    page.goto(tiny.url + own_phone(tiny, new_context, key))
    page.get_by_role("button", name="Yes, that is me").click()
    page.wait_for_url("**/inside/")
    page.close()
    phone.context.unroute(HANGS["session"])
    phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    page = phone.open("/phone/")
    assert page.locator("#others li").inner_text() == "Iris, Deniz"
    page.locator("#others [value=bring]").click()
    phone.until(f"(await state('identity'))?.circle === '{own}'")
    settle(phone)
    assert {one["id"] for one in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}


def test_whose_answer_was_lost_is_in_the_circle_all_the_same(tiny, phone):
    path, joined = invited(tiny, "reader")
    own = me(phone)["circle"]
    write(phone)
    phone.until("(await state('identity')).session > 0")

    def lose(route):
        if route.request.method != "POST":
            return route.fallback()
        route.fetch(max_redirects=0)
        route.abort()

    phone.context.route("**/i/*/", lose)
    page = phone.open(path)
    page.locator("main .go").click()
    phone.until(f"(await state('identity'))?.circle === '{joined}'")
    settle(phone)
    assert {one["id"] for one in ask(tiny, me(phone)["key"], "/api/v1/circles/")["circles"]} == {own, joined}


@pytest.mark.parametrize("hangs", HANGS)
def test_an_account_gets_what_its_new_phone_has_not_sent(tiny, phone, new_context, hangs):
    key, circle = introduced(tiny)
    path = own_phone(tiny, new_context, key)
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    asks(phone, held)
    page = phone.page
    page.goto(tiny.url + path)
    page.get_by_role("button", name="Yes, that is me").click()
    page.locator("[name=along]").check()
    page.get_by_role("button", name="Yes, that is me").click()
    page.wait_for_url("**/inside/")
    release(phone, HANGS[hangs], held)
    settle(phone)
    assert {one["id"] for one in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


READER = """
from games import models, services
_owner, circle = services.make_person("Rosa", "Fridays")
person = models.Person.objects.create_user(name="Eleni")
models.Membership.objects.create(circle=circle, person=person, role="reader")
services.add_login(person=person, email="eleni@example.org", password="violet-anchor-7", confirm_by_mail=False)
"""


@pytest.mark.parametrize("hangs", ["introduction", "push"])
def test_an_account_that_only_reads_gets_a_circle_for_what_waits(tiny, phone, hangs):
    tiny.manage("shell", "-c", READER)
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    asks(phone, held)
    page = phone.page
    page.goto(tiny.url + "/you/sign-in/")
    page.locator("[name=login]").fill("eleni@example.org")
    page.locator("[name=password]").fill("violet-anchor-7")
    page.locator("main .go").first.click()
    page.wait_for_url("**/you/")
    release(phone, HANGS[hangs], held)
    settle(phone)
    key = me(phone)["key"]
    assert {one["role"] for one in ask(tiny, key, "/api/v1/circles/")["circles"]} == {"reader", "owner"}
    there = ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]
    assert [one["kind"] for one in there] == ["player", "start", "deal"]
