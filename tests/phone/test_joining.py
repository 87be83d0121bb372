"""A guest whose phone has rounds joins a circle. No round is lost, whatever is sent first."""

import secrets
import time
from contextlib import closing
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.relay import Relay
from tests.phone.test_evening import sit_down
from tests.phone.test_persons import SESSION, ask_worker, cookie, is_nobody, leave, sign_in
from tests.phone.test_worker import SENT, ask, me, save, says, sees, start

pytestmark = [pytest.mark.slow, pytest.mark.tenth]


def registered(server):
    """Register a person. Return their key and circle."""
    key, ids = secrets.token_urlsafe(32), {name: str(uuid4()) for name in ("device", "person", "circle")}
    ask(server, key, "/api/v1/devices/", "POST", ids)
    return key, ids["circle"]


def invited(server, role="scorer"):
    """Return a link into another person's circle, and that circle."""
    key, circle = registered(server)
    link = ask(server, key, f"/api/v1/invitations/?circle={circle}", "POST", {"purpose": "circle", "role": role})[
        "link"
    ]
    return "/i/" + link.split("/i/")[1], circle


def join(page, name="Eleni"):
    page.locator("[name=name]").fill(name)
    page.locator("main .go").click()
    page.wait_for_url("**/inside/")


def test_a_phone_that_gets_its_cookie_during_joining_keeps_its_person(tiny, phone):
    phone.context.route("**/phone/session/", lambda route: route.abort())
    start(phone)
    phone.until("(await state('identity'))?.isKnown")
    page = phone.open(invited(tiny)[0])
    page.locator("[name=name]").fill("Eleni")
    phone.context.unroute("**/phone/session/")
    page.evaluate("navigator.serviceWorker.controller.postMessage({ person: '' })")
    phone.until("(await state('identity'))?.session > 0")
    join(page)
    assert page.locator("html").get_attribute("data-person") == me(phone)["person"]


# The request without an answer during joining: the phone is not registered, its rounds are not sent, or it has no cookie.
HANGS = {"registration": "**/api/v1/devices/", "push": "**/api/v1/events/?circle=*", "session": "**/phone/session/"}


def write(phone):
    start(phone, "Iris")
    save(phone)
    sees(phone.page, "rounds: 1")


def hold(phone, pattern):
    """Hold all requests for these URLs. Return the list of held requests."""
    held = []
    phone.context.route(pattern, lambda route: held.append(route))
    return held


def wait_for_request(phone, held):
    wait(lambda: phone.evaluate("true") and held)


def release(phone, pattern, held):
    for route in held:
        route.abort()
    phone.context.unroute(pattern)


def past_the_worker(phone):
    """Return a page that bypasses the worker, like the first page of a visit."""
    page = phone.context.new_page()
    devtools = phone.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setBypassServiceWorker", {"bypass": True})
    return page


def whose(phone):
    return phone.evaluate("await fetch('/phone/session/').then(answer => answer.json())")


def has_nothing_left(phone):
    about = ask_worker(phone, {"ask": "about"})
    return (about["waiting"], about["elsewhere"], about["others"]) == (0, 0, [])


def settle(phone):
    """Wait until all events are sent, and phone and server have the same current circle."""
    phone.open()
    phone.until(SENT)
    wait(lambda: phone.evaluate("(await state('identity'))?.circle") == whose(phone)["circle"])
    phone.until("(await state('pull'))?.whole && " + SENT)
    phone.open()
    wait(lambda: has_nothing_left(phone))  # the worker compares its other stores after the pull
    says(phone.page, "Synced")


def assert_nothing_is_lost(server, phone, own, joined, current=None):
    """Check that the person is in both circles, and that the older events are in their own circle."""
    settle(phone)
    now = whose(phone)
    assert (now["person"], now["circle"]) == (me(phone)["person"], current or joined)
    assert {circle["id"] for circle in ask(server, me(phone)["key"], "/api/v1/circles/")["circles"]} == {own, joined}
    events = ask(server, me(phone)["key"], f"/api/v1/events/?circle={own}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]
    assert "Eleni" in phone.open("/you/").content()


@pytest.mark.parametrize("by_worker", [True, False], ids=["worker", "no worker"])
@pytest.mark.parametrize("hangs", HANGS)
def test_a_guest_who_joins_on_a_slow_line_keeps_their_rounds(tiny, phone, hangs, by_worker):
    """Without the worker someone else may have planted the cookie. A known guest is asked before both become one."""
    path, joined = invited(tiny, "reader")
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    wait_for_request(phone, held)
    page = phone.page if by_worker else past_the_worker(phone)
    page.goto(tiny.url + path)
    join(page)
    release(phone, HANGS[hangs], held)
    if not by_worker and hangs != "registration":
        phone.open()
        phone.until(f"(await state('identity'))?.circle === '{joined}' && (await state('pull'))?.whole")
        assert ask_worker(phone, {"ask": "about"})["others"][0]["names"] == ["Iris", "Deniz"]
        take_over(phone, own)
    assert_nothing_is_lost(tiny, phone, own, joined, current=None if by_worker or hangs == "registration" else own)


def take_over(phone, circle):
    """Press the button that takes over what another guest wrote, and wait for that guest's circle."""
    phone.open("/phone/").locator("#others [value=bring]").click()
    phone.until(f"(await state('identity'))?.circle === '{circle}'")


LOGIN = """
from games import models
person = models.Membership.objects.get(circle="{}").person
person.set_password("violet-anchor-7")
person.save()
"""


def test_a_planted_account_takes_nothing_unasked_and_the_guest_comes_back(tiny, phone):
    key, circle = registered(tiny)
    tiny.manage("shell", "-c", LOGIN.format(circle))
    write(phone)
    phone.until(SENT + " && " + SESSION)
    guest = me(phone)
    sign_in(tiny, phone, key)
    phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    assert [row["id"] for row in ask(tiny, key, "/api/v1/circles/")["circles"]] == [circle]
    page = phone.open("/phone/")
    assert page.locator("#others li").inner_text() == "Iris, Deniz"
    leave(phone)
    is_nobody(phone)
    phone.until("(await state('left')) === undefined")
    take_over(phone, guest["circle"])
    settle(phone)
    assert {name: me(phone)[name] for name in ("key", "person")} == {name: guest[name] for name in ("key", "person")}
    assert whose(phone)["person"] == guest["person"]


def test_a_known_guest_who_joins_keeps_their_rounds(tiny, phone):
    path, joined = invited(tiny, "reader")
    own = me(phone)["circle"]
    write(phone)
    phone.until("(await state('identity'))?.session > 0")
    phone.open(path).locator("main .go").click()
    phone.page.wait_for_url("**/inside/")
    settle(phone)
    assert len(ask(tiny, me(phone)["key"], f"/api/v1/events/?circle={own}")["events"]) == 3
    assert me(phone)["circle"] == joined


def write_unsent(server, phone):
    """Write events of a guest that are not sent. Return another person's key and circle, and the guest's circle and requests."""
    key, circle = registered(server)
    own = me(phone)["circle"]
    events = f"**/api/v1/events/?circle={own}*"
    phone.context.route(events, lambda route: route.abort())
    write(phone)
    phone.until("(await state('identity'))?.isKnown")
    return key, circle, own, events


def test_unsent_events_of_another_guest_can_be_merged(tiny, phone):
    key, circle, own, events = write_unsent(tiny, phone)
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
    assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


def test_entries_of_another_account_wait_for_its_owner(tiny, phone):
    """Nobody else can send them, so the page offers nobody else to take them over."""
    key, circle, own, _events = write_unsent(tiny, phone)
    tiny.manage("shell", "-c", LOGIN.format(own))
    sign_in(tiny, phone, key)
    phone.open("/you/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    page = phone.open("/phone/")
    page.locator("#others li", has_text="Iris, Deniz · Entries: 3").wait_for()
    assert page.locator("#others h2").inner_text() == "Entered by someone else who has used this phone"
    page.get_by_text("It is sent once that person signs in on this phone.").wait_for()
    assert page.locator("#others [value=bring]").is_hidden()


def own_phone(server, new_context, key):
    """Return a link that the person with this key creates for another phone."""
    context = new_context(service_workers="block")
    context.add_cookies([cookie(server, key)])
    page = context.new_page()
    page.goto(server.url + "/invite/")
    page.get_by_role("button", name="Add another phone").click()
    link = page.get_by_label("Link", exact=True).input_value()
    return "/i/" + link.split("/i/")[1]


def test_a_guest_on_the_phone_can_be_merged_after_signing_in(tiny, phone, new_context):
    key, circle = registered(tiny)
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
    assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}


SESSION_ONLY = (b"GET /phone/session/", b"POST /phone/session/")


@pytest.mark.parametrize("role", ["scorer", "reader"])
@pytest.mark.parametrize("answered", [(), SESSION_ONLY], ids=["nothing", "session"])
def test_a_match_that_begins_after_a_lost_answer_is_sent(tiny, new_phone, role, answered):
    """The server knows the phone by the form, but not the circle that the phone has created for the match."""
    path, joined = invited(tiny, role)
    with closing(Relay(tiny.port)) as relay:
        phone = new_phone()
        phone.url = relay.url
        phone.take_over()
        page = phone.open(path)
        relay.loses = b"POST /i/"
        relay.spoils = lambda head, body: None if head.startswith((b"POST /i/", *answered)) else b"no answer"
        page.locator("main .go").click()
        wait(lambda: relay.lost)
        phone.open()
        write(phone)
        own = me(phone)["circle"]
        if answered:
            wait(lambda: phone.evaluate("(await state('identity'))?.session > 0"))
        relay.loses, relay.spoils = b"nothing", lambda head, body: None
        phone.nudge()
        phone.until(SENT)
        settle(phone)
        key = me(phone)["key"]
        assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, joined}
        assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


def test_a_phone_without_a_match_opens_the_group_that_it_joined_without_an_answer(tiny, new_phone):
    """The link worked once, so opening it again cannot help."""
    path, joined = invited(tiny)
    with closing(Relay(tiny.port)) as relay:
        phone = new_phone()
        phone.url = relay.url
        phone.take_over()
        page = phone.open(path)
        relay.loses = b"POST /i/"
        page.locator("main .go").click()
        wait(lambda: relay.lost)
        relay.instead = lambda head: b""
        phone.open()
        relay.loses, relay.instead = b"nothing", None
        phone.open()
        phone.until(f"(await state('identity'))?.isKnown && (await state('identity')).circle === '{joined}'")
        assert whose(phone)["person"] == me(phone)["person"]


def test_a_guest_joins_even_if_the_answer_is_lost(tiny, phone):
    path, joined = invited(tiny, "reader")
    own = me(phone)["circle"]
    write(phone)
    phone.until("(await state('identity'))?.session > 0")

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
    assert {circle["id"] for circle in ask(tiny, me(phone)["key"], "/api/v1/circles/")["circles"]} == {own, joined}


@pytest.mark.parametrize("hangs", HANGS)
def test_an_account_gets_the_unsent_events_of_its_new_phone(tiny, phone, new_context, hangs):
    key, circle = registered(tiny)
    path = own_phone(tiny, new_context, key)
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    wait_for_request(phone, held)
    page = phone.page
    page.goto(tiny.url + path)
    page.get_by_role("button", name="Yes, that is me").click()
    page.locator("[name=along]").check()
    page.get_by_role("button", name="Yes, that is me").click()
    page.wait_for_url("**/inside/")
    release(phone, HANGS[hangs], held)
    settle(phone)
    assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {own, circle}
    assert len(ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]) == 3


READER = """
from games import models, services
_owner, circle = services.make_person("Rosa", "Fridays")
person = models.Person.objects.create_user(name="Eleni")
models.Membership.objects.create(circle=circle, person=person, role="reader")
services.add_login(person=person, email="eleni@example.org", password="violet-anchor-7", confirm_by_mail=False)
"""


@pytest.mark.parametrize("hangs", ["registration", "push"])
def test_a_reader_gets_a_circle_for_unsent_events(tiny, phone, hangs):
    tiny.manage("shell", "-c", READER)
    own, held = me(phone)["circle"], hold(phone, HANGS[hangs])
    write(phone)
    wait_for_request(phone, held)
    page = phone.page
    page.goto(tiny.url + "/you/sign-in/")
    page.locator("[name=login]").fill("eleni@example.org")
    page.locator("[name=password]").fill("violet-anchor-7")
    page.locator("main .go").first.click()
    page.wait_for_url("**/you/")
    release(phone, HANGS[hangs], held)
    settle(phone)
    key = me(phone)["key"]
    assert {circle["role"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {"reader", "owner"}
    events = ask(tiny, key, f"/api/v1/events/?circle={own}")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]


def test_the_invitations_wait_until_the_server_knows_the_first_match(real, new_phone):
    phone = new_phone()
    phone.take_over()
    phone.context.route("**/api/v1/devices/", slowly)
    sit_down(phone, "Eleni", "Deniz")
    page = phone.open("/invite/")
    page.get_by_role("button", name="Add another phone").wait_for(timeout=500)


def slowly(route):
    time.sleep(1)
    route.continue_()
