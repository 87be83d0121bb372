"""Somebody stands between the phone and the server, and says what the server would not: nothing of it is believed."""

import json
from contextlib import closing

import pytest

from tests.phone.agree import agree, ids
from tests.phone.conftest import wait
from tests.phone.relay import ENDS, Relay, answer
from tests.phone.test_evening import SENT, TABLE, is_worth, play, sit_down
from tests.phone.test_worker import me

LOGIN = b"<!doctype html><title>Hotel</title><main>Room and name, please.</main>"
SAID = {
    "a login page": answer("200 OK", LOGIN),
    "forbidden": answer("403 Forbidden", LOGIN),
    "unauthorized": answer("401 Unauthorized", LOGIN),
    "not found": answer("404 Not Found", LOGIN),
    "an error": answer("500 Internal Server Error", LOGIN),
    "other JSON": answer("200 OK", b"{}", "application/json"),
}


@pytest.fixture
def relay(real):
    with closing(Relay(real.port)) as found:
        yield found


@pytest.fixture
def begun(relay, new_phone):
    phone = new_phone()
    phone.url = relay.url
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(relay.url)
    phone.until(SENT)
    phone.until("(await state('identity')).session > 0")
    return phone, path


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_a_network_that_wants_something_first(real, relay, begun, said):
    phone, path = begun
    relay.instead = lambda head: said
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    phone.page.reload()
    is_worth(phone, 1, 0)
    assert phone.page.locator("#trouble").is_hidden()
    written = ids(phone)
    relay.instead = None
    phone.page.reload()
    sheet = agree(real, path, phone, written=written)
    assert sheet["totals"] == [1, 0]


@pytest.mark.long
def test_a_worker_that_is_called_back_says_what_it_cannot_send(real, relay, begun):
    phone, _path = begun
    relay.spoils = lambda head, body: SAID["an error"] if head.startswith(b"POST /api/v1/events/") else None
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.stop()
    real.environment["SCOREKEEPER_WORKER"] = "off"
    real.start()
    phone.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    wait(lambda: phone.worker.evaluate("typeof ready") == "undefined")
    phone.open("/phone/").locator("[data-fact=waiting]", has_text="1").wait_for()


@pytest.mark.long
def test_a_page_of_theirs_is_no_copy_of_ours(real, relay, begun):
    phone, _path = begun
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    relay.instead = lambda head: SAID["a login page"]
    assert "Room and name" in phone.open("/games/").content()
    relay.instead = lambda head: b""
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()
    assert phone.page.locator("a", has_text="Pilotta").count()


@pytest.mark.parametrize("status", ["500 Internal Server Error", "413 Content Too Large", "400 Bad Request"])
def test_one_that_is_never_let_through_keeps_no_other_here(real, relay, begun, status):
    phone, path = begun
    poison = []

    def spoils(head, body):
        sent = [one["id"] for one in json.loads(body)] if head.startswith(b"POST /api/v1/events/") else []
        poison[:] = poison or sent[:1]
        return answer(status, LOGIN) if set(poison) & set(sent) else None

    relay.spoils = spoils
    for won in (1, 2, 3):
        play(phone, 71)
        is_worth(phone, won, 0)
    phone.until("(await all('events')).filter(one => !one.event.seq).length === 1")
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    written = ids(phone)
    relay.spoils = lambda head, body: None
    sheet = agree(real, path, phone, written=written)
    assert (len(sheet["deals"]), sheet["totals"]) == (3, [3, 0])


def test_what_hangs_on_one_that_is_not_let_through_waits_with_it(real, relay, begun):
    """Sent without it the server would refuse it."""
    phone, _path = begun
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
    written = ids(phone)
    relay.spoils = lambda head, body: None
    agree(real, TABLE.search(phone.page.url)[0], phone, written=written)


@pytest.mark.long
def test_what_was_taken_and_is_not_there_yet_is_not_sent_again_and_again(real, relay, begun):
    """Somebody in between answers from memory."""
    phone, path = begun
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
    agree(real, path, phone, written=ids(phone))


@pytest.mark.long
@pytest.mark.parametrize("said", ["not found", "a login page"])
def test_a_new_version_that_comes_at_the_second_try_works_without_a_server(real, relay, begun, said):
    phone, path = begun
    missing = []
    real.kill()
    real.environment["NEWER"] = "1"
    real.start()

    def spoils(head, body):
        if b" /phone/phone." not in head:
            return None
        missing.append(head)
        return SAID[said]

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
    written = ids(phone)
    real.start()
    agree(real, path, phone, written=written)


@pytest.mark.long
def test_half_an_answer_is_not_kept(real, relay, begun):
    """It looked whole, and the browser would find it again whenever the server says that nothing has changed since."""
    phone, path = begun
    relay.cuts = b"GET /api/v1/events/"
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    written = ids(phone)
    relay.cuts = b"nothing"
    agree(real, path, phone, written=written)


@pytest.mark.long
@pytest.mark.parametrize("status", ["503 Service Unavailable", "429 Too Many Requests"])
def test_nobody_asks_for_a_pause_of_years(real, relay, begun, status):
    phone, path = begun
    said = answer(status, LOGIN).replace(ENDS, b"\r\nRetry-After: 99999999" + ENDS)
    relay.spoils = lambda head, body: said if b" /api/" in head else None
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    written = ids(phone)
    relay.spoils = lambda head, body: None
    wait(lambda: phone.evaluate(SENT), "It is sent by itself.", patience=30)
    agree(real, path, phone, written=written)


@pytest.mark.parametrize("status", ["500 Internal Server Error", "502 Bad Gateway"])
def test_an_error_of_theirs_is_no_page_of_ours(real, relay, begun, status):
    phone, _path = begun
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    relay.spoils = lambda head, body: answer(status, b"<h1>nginx</h1>") if b" /api/" not in head else None
    for path in ("/games/", "/you/", "/licences/", "/table/6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11/"):
        assert "nginx" not in phone.open(path).content()
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()


def test_the_server_takes_a_round_and_its_answer_is_lost(real, relay, begun):
    phone, path = begun
    relay.loses = b"POST /api/v1/events/"
    for won in (1, 2):
        play(phone, 71)
        is_worth(phone, won, 0)
    phone.until(SENT)  # it was pulled
    assert relay.lost
    sheet = agree(real, path, phone, written=ids(phone))
    assert (len(sheet["deals"]), sheet["aside"]) == (2, [])
