"""The browser is killed, as a phone does it when its memory is short: what was saved is there, and what was half typed."""

import os
import signal
from pathlib import Path

import pytest

from tests.phone.conftest import Phone, wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down


@pytest.fixture
def opened(interpreter, real, browser_type, browser_type_launch_args, tmp_path):
    """Opens the same browser again and again."""
    contexts = []

    def open_it():
        profile = tmp_path / "profile"
        contexts.append(browser_type.launch_persistent_context(profile, **browser_type_launch_args))
        return Phone(contexts[-1], real.url)

    yield open_it
    contexts[-1].close()


@pytest.fixture
def kill(tmp_path):
    """Its first processes; all the others end with it, as they have nobody to talk to."""

    def now():
        mine = f"--user-data-dir={tmp_path / 'profile'}".encode()
        first = [pid for pid in processes() if mine in arguments(pid)]  # with the script that has started it, perhaps
        assert first
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        wait(lambda: not any(map(arguments, first)))

    return now


def processes():
    return [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit()]


def arguments(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:  # it has ended meanwhile
        return []


def points(phone):
    return phone.page.locator("#points-0").input_value()


def test_what_was_saved_and_what_was_half_typed_is_there_again(real, opened, kill):
    phone = opened()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    kill()

    phone = opened()
    phone.open(url)
    is_worth(phone, 1, 0)
    assert points(phone) == ""
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    kill()

    phone = opened()
    phone.open(url)
    wait(lambda: points(phone) == "30")
    worker = phone.worker
    phone.page.locator("#round button.go").click(no_wait_after=True)
    wait(lambda: worker.evaluate("outbox().then(found => found.length)") == 2)
    kill()  # stored, and perhaps not yet shown

    phone = opened()
    phone.open(url)
    is_worth(phone, 1, 1)
    phone.page.wait_for_timeout(500)
    assert points(phone) == ""
    real.start()
    phone.page.reload()
    phone.until(SENT)
    assert phone.said == []
