"""How soon a round is sent after the network is well again."""

import threading
import time

import pytest

from tests.phone.test_between import relay, started
from tests.phone.test_evening import is_worth, play

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
