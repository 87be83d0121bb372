"""The browser is killed, as phones do if memory is short: saved and half-typed rounds survive."""

import os
import signal
from pathlib import Path

import pytest

from tests.phone.conftest import Phone, wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down

pytestmark = pytest.mark.fifth


@pytest.fixture
def new_browser(interpreter, real, browser_type, browser_type_launch_args, tmp_path):
    """A function that opens the browser again with the same profile."""
    contexts = []

    def open_browser():
        profile = tmp_path / "profile"
        contexts.append(browser_type.launch_persistent_context(profile, **browser_type_launch_args))
        return Phone(contexts[-1], real.url)

    yield open_browser
    contexts[-1].close()


@pytest.fixture
def kill(tmp_path):
    """A function that kills the main processes of the browser. The others then end, too."""

    def now():
        mine = f"--user-data-dir={tmp_path / 'profile'}".encode()
        first = [pid for pid in processes() if mine in arguments(pid)]  # perhaps with the script that started it
        assert first
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        wait(lambda: not any(map(arguments, first)))

    return now


def processes():
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def arguments(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:  # the process has ended
        return []


def points(phone):
    return phone.page.locator("#points-0").input_value()


def test_saved_and_half_typed_rounds_survive_a_killed_browser(real, new_browser, kill):
    phone = new_browser()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    kill()

    phone = new_browser()
    phone.open(url)
    is_worth(phone, 1, 0)
    assert points(phone) == ""
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    kill()

    phone = new_browser()
    phone.open(url)
    wait(lambda: points(phone) == "30")
    worker = phone.worker
    phone.page.locator("#round button.go").click(no_wait_after=True)
    wait(lambda: worker.evaluate("outbox().then(found => found.length)") == 2)
    kill()  # stored, and perhaps not yet on the page

    phone = new_browser()
    phone.open(url)
    is_worth(phone, 1, 1)
    phone.page.wait_for_timeout(500)
    assert points(phone) == ""
    real.start()
    phone.page.reload()
    phone.until(SENT)
    assert phone.errors == []
