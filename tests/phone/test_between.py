"""A network between phone and server answers instead of the server. The phone believes none of these answers."""

import json
import re
from contextlib import closing
from threading import Event
from uuid import uuid4

import pytest

from tests.phone.agree import agree, ids
from tests.phone.conftest import wait
from tests.phone.relay import ENDS, Relay, answer, once
from tests.phone.test_evening import SENT, TABLE, is_worth, play, sit_down
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

LOGIN = b"<!doctype html><title>Hotel</title><main>Room and name, please.</main>"
RESPONSES = {
    "a login page": answer("200 OK", LOGIN),
    "forbidden": answer("403 Forbidden", LOGIN),
    "unauthorized": answer("401 Unauthorized", LOGIN),
    "not found": answer("404 Not Found", LOGIN),
    "gone": answer("410 Gone", LOGIN),  # browsers may store this one and the next for ever
    "moved": answer("308 Permanent Redirect\r\nLocation: /hotel", LOGIN),
    "an error": answer("500 Internal Server Error", LOGIN),
    "other JSON": answer("200 OK", b"{}", "application/json"),
}


@pytest.fixture
def relay(real):
    with closing(Relay(real.port)) as running:
        yield running


@pytest.fixture
def started(relay, new_phone):
    phone = new_phone()
    phone.url = relay.url
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(relay.url)
    phone.until(SENT)
    phone.until("(await state('identity'))?.session > 0")
    return phone, path


@pytest.mark.parametrize("response", RESPONSES.values(), ids=RESPONSES)
def test_rounds_wait_while_the_network_shows_a_login_page(real, relay, started, response):
    phone, path = started
    relay.instead = lambda head: response
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    phone.page.reload()
    is_worth(phone, 1, 0)
    assert phone.page.locator("#trouble").is_hidden()
    event_ids = ids(phone)
    relay.instead = None
    phone.page.reload()
    sheet = agree(real, path, phone, event_ids=event_ids)
    assert sheet["totals"] == [1, 0]


@pytest.mark.long
def test_a_leaving_worker_says_what_it_cannot_send(real, relay, started):
    phone, path = started
    relay.spoils = lambda head, body: RESPONSES["an error"] if head.startswith(b"POST /api/v1/events/") else None
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.stop()
    real.environment["SCOREKEEPER_WORKER"] = "off"
    real.start()
    phone.page.evaluate("""() => new Promise(done => {
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
        navigator.serviceWorker.getRegistration().then(registration => registration.update());
    })""")
    phone.open("/phone/").locator("[data-fact=waiting]", has_text="1").wait_for()
    phone.open(path).locator("#trouble", has_text="Some entries of this phone are not on this page.").wait_for()
    is_worth(phone, 0, 0)  # the server's page, which lacks the round
    relay.spoils = lambda head, body: None
    is_worth(phone, 1, 0)
    phone.page.locator("#trouble").wait_for(state="hidden")


@pytest.mark.long
def test_a_login_page_is_not_cached(real, relay, started):
    phone, _path = started
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    relay.instead = lambda head: RESPONSES["a login page"]
    assert "Room and name" in phone.open("/games/").content()
    relay.instead = lambda head: b""
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()
    assert phone.page.locator("a", has_text="Pilotta").count()


@pytest.mark.parametrize("path", ["/you/", "/evenings/"])
@pytest.mark.parametrize("status", ["200 OK", "308 Permanent Redirect\r\nLocation: /hotel"], ids=["page", "redirect"])
def test_a_login_page_that_browsers_may_keep_goes_with_the_network_that_showed_it(relay, started, path, status):
    phone, _path = started
    storable = answer(f"{status}\r\nCache-Control: public, max-age=31536000", LOGIN)
    relay.instead = lambda head: answer("200 OK", LOGIN) if head.startswith(b"GET /hotel") else storable
    assert "Room and name" in phone.open(path).content()
    relay.instead = None
    assert "Room and name" not in phone.open(path).content()
    phone.page.locator("h1", has_text="Account" if path == "/you/" else "Evenings").wait_for()


@pytest.mark.parametrize("status", ["500 Internal Server Error", "413 Content Too Large", "400 Bad Request"])
def test_an_event_that_is_never_accepted_does_not_block_the_others(real, relay, started, status):
    phone, path = started
    poison = []

    def spoils(head, body):
        sent = [event["id"] for event in json.loads(body)] if head.startswith(b"POST /api/v1/events/") else []
        poison[:] = poison or sent[:1]
        return answer(status, LOGIN) if set(poison) & set(sent) else None

    relay.spoils = spoils
    for won in (1, 2, 3):
        play(phone, 71)
        is_worth(phone, won, 0)
    phone.until("(await all('events')).filter(one => !one.event.seq).length === 1")
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    event_ids = ids(phone)
    relay.spoils = lambda head, body: None
    sheet = agree(real, path, phone, event_ids=event_ids)
    assert (len(sheet["deals"]), sheet["totals"]) == (3, [3, 0])


def test_events_after_a_blocked_event_wait_with_it(real, relay, started):
    """The server would refuse them without it."""
    phone, _path = started
    relay.spoils = lambda head, body: (
        answer("500 Internal Server Error", LOGIN)
        if head.startswith(b"POST /api/v1/events/") and b'"start"' in body
        else None
    )
    phone.open("/new/?game=bisca_tres").locator("button[name=start]").click()
    phone.page.wait_for_url(TABLE)
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="2 waiting").wait_for()
    phone.page.wait_for_timeout(4000)  # it tries again
    assert phone.evaluate("(await all('events')).filter(one => one.refused).length") == 0
    event_ids = ids(phone)
    relay.spoils = lambda head, body: None
    agree(real, TABLE.search(phone.page.url)[0], phone, event_ids=event_ids)


def test_the_answer_to_another_query_is_not_believed(real, relay, started):
    """A cache in between ignores the query. Its answer would leave out a round, and the phone would never ask for it again."""
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    pulls = []
    longer = Event()  # the server's log is, so that the other query is right

    def spoils(head, body):
        if not head.startswith(b"GET /api/v1/events/"):
            return None
        longer.wait(20)
        pulls.append(head)
        since = int(re.search(rb"since=([0-9]+)", head)[1])
        later = head.replace(b"since=%d" % since, b"since=%d" % (since + 1))
        return relay.forward(once(re.sub(rb"&(last|hash|received)=[^& ]*", b"", later)))

    relay.spoils = spoils
    ends = phone.evaluate("(await state('pull')).since")
    for points in (80, 30):
        deal = {"deal": str(uuid4()), "answers": {"points": [points, 120 - points]}}
        event = {"id": str(uuid4()), "match": path.split("/")[2], "kind": "deal", "data": deal, "after": []}
        assert ask(real, me(phone)["key"], "/api/v1/events/", "POST", [event])["refused"] == []
    longer.set()
    wait(lambda: len(pulls) > 2)
    assert phone.evaluate("(await state('pull')).since") == ends
    relay.spoils = lambda head, body: None
    agree(real, path, phone, event_ids=ids(phone))


@pytest.mark.long
def test_accepted_events_are_not_sent_again_if_a_pull_lacks_them(real, relay, started):
    """A cache in between answers the pull with old events."""
    phone, path = started
    role = {"circle": me(phone)["circle"], "role": "owner"}
    old = json.dumps({**role, "events": [], "seq": len(ids(phone)), "more": True}).encode()
    sent = []

    def spoils(head, body):
        sent.append(head)
        return answer("200 OK", old, "application/json") if head.startswith(b"GET /api/v1/events/") else None

    relay.spoils = spoils
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.wait_for_timeout(4000)
    assert 0 < len(sent) < 30
    relay.spoils = lambda head, body: None
    agree(real, path, phone, event_ids=ids(phone))


@pytest.mark.long
@pytest.mark.parametrize("response", ["not found", "a login page"])
def test_a_new_version_installed_at_the_second_try_works_offline(real, relay, started, response):
    phone, path = started
    missing = []
    real.kill()
    real.environment["NEWER"] = "1"
    real.start()

    def spoils(head, body):
        if b" /phone/phone." not in head:
            return None
        missing.append(head)
        return RESPONSES[response]

    relay.spoils = spoils
    update = (
        "() => navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => null, () => null)"
    )
    [old] = phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")
    phone.page.evaluate(update)
    wait(lambda: missing)
    phone.page.wait_for_timeout(3000)
    assert old in phone.evaluate("await caches.keys()")
    relay.spoils = lambda head, body: None
    phone.page.evaluate(update)
    phone.until(f"!(await caches.keys()).includes('{old}')")
    phone.open(path)
    phone.page.wait_for_timeout(1000)
    real.kill()
    phone.open(path)
    play(phone, 71)
    is_worth(phone, 1, 0)
    event_ids = ids(phone)
    real.start()
    agree(real, path, phone, event_ids=event_ids)


@pytest.mark.long
def test_half_an_answer_is_not_stored(real, relay, started):
    """It looks complete. The browser would use it again whenever the server answers that nothing has changed."""
    phone, path = started
    relay.cuts = b"GET /api/v1/events/"
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    event_ids = ids(phone)
    relay.cuts = b"nothing"
    agree(real, path, phone, event_ids=event_ids)


@pytest.mark.long
@pytest.mark.parametrize("status", ["503 Service Unavailable", "429 Too Many Requests"])
def test_a_pause_of_years_is_not_obeyed(real, relay, started, status):
    phone, path = started
    response = answer(status, LOGIN).replace(ENDS, b"\r\nRetry-After: 99999999" + ENDS)
    relay.spoils = lambda head, body: response if b" /api/" in head else None
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    event_ids = ids(phone)
    relay.spoils = lambda head, body: None
    wait(lambda: phone.evaluate(SENT), "The round was not sent.", patience=30)
    agree(real, path, phone, event_ids=event_ids)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_a_throttled_phone_sends_its_rounds_later(real, relay, started, status):
    phone, path = started
    words = b'{"error": "This was too much at once.", "code": "throttled"}'
    refusal = answer(status, words, "application/json").replace(ENDS, b"\r\nRetry-After: 1" + ENDS)
    tries = []

    def spoils(head, body):
        if head.startswith(b"POST /api/v1/events/"):
            tries.append(head)
            return refusal
        return None

    relay.spoils = spoils
    for won in (1, 2):
        play(phone, 71)
        is_worth(phone, won, 0)
    phone.page.locator("#saved", has_text="2 waiting").wait_for()
    assert tries
    assert phone.page.locator("#trouble").is_hidden()
    event_ids = ids(phone)
    relay.spoils = lambda head, body: None
    wait(lambda: phone.evaluate(SENT), "The rounds were not sent.", patience=30)
    assert agree(real, path, phone, event_ids=event_ids)["totals"] == [2, 0]


def test_a_throttled_page_is_the_last_copy(real, relay, started):
    phone, _path = started
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    phone.until("(await caches.match('/games/', { ignoreVary: true })) !== undefined")
    relay.spoils = lambda head, body: (
        answer("429 Too Many Requests", b"<h1>Too much</h1>") if b" /games/" in head else None
    )
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()
    assert phone.page.locator("a", has_text="Pilotta").count()


@pytest.mark.parametrize("status", ["429 Too Many Requests", "500 Internal Server Error", "502 Bad Gateway"])
def test_an_error_page_of_a_proxy_is_not_shown(real, relay, started, status):
    phone, _path = started
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    relay.spoils = lambda head, body: answer(status, b"<h1>nginx</h1>") if b" /api/" not in head else None
    for path in ("/games/", "/you/", "/licences/", "/table/6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11/"):
        assert "nginx" not in phone.open(path).content()
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()


def test_a_round_is_stored_once_if_the_answer_is_lost(real, relay, started):
    phone, path = started
    relay.loses = b"POST /api/v1/events/"
    for won in (1, 2):
        play(phone, 71)
        is_worth(phone, won, 0)
    phone.until(SENT)  # by a pull
    assert relay.lost
    sheet = agree(real, path, phone, event_ids=ids(phone))
    assert (len(sheet["deals"]), sheet["aside"]) == (2, [])


@pytest.mark.parametrize("path", [b"/sw.js", b"/phone/phone.", b"/phone/micropython."])
def test_a_stored_answer_to_a_file_does_not_keep_the_worker_away(relay, new_phone, path):
    spoiled = []

    def spoils(head, body):
        if path not in head:
            return None
        spoiled.append(head)
        return RESPONSES["gone"]

    relay.spoils = spoils
    phone = new_phone()
    phone.url = relay.url
    phone.open()
    wait(lambda: spoiled)
    phone.page.wait_for_timeout(2000)
    relay.spoils = lambda head, body: None
    phone.open()
    phone.until("navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true")
