"""Somebody stands between the phone and the server, and says what the server would not: nothing of it is believed."""

from contextlib import closing

import pytest

from tests.phone.agree import agree, ids
from tests.phone.relay import Relay, answer
from tests.phone.test_evening import SENT, is_worth, play, sit_down

pytestmark = pytest.mark.slow

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


def test_a_page_of_theirs_is_no_copy_of_ours(real, relay, begun):
    phone, _path = begun
    phone.open("/games/").locator("a", has_text="Pilotta").first.wait_for()
    relay.instead = lambda head: SAID["a login page"]
    assert "Room and name" in phone.open("/games/").content()
    relay.instead = lambda head: b""
    phone.open("/games/").locator(".notice", has_text="As of").wait_for()
    assert phone.page.locator("a", has_text="Pilotta").count()


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
