"""The browsers of the model. Chromium and Firefox have a profile that survives their death."""

import os
import signal
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error

from tests.phone.conftest import wait
from tests.phone.windows import Firefox, WebKit, Window

DELAY = 0.02  # seconds between two looks at a page
PAGE_SOON = 6_000  # milliseconds; a page under a hanging network does not load, and nobody waits longer
PAGE = 12  # seconds in which a page must load


class ModelBrowser(ABC):
    """A browser with one page."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Open a page. It may fail to load, or another page may replace it."""

    @abstractmethod
    def evaluate(self, script: str) -> Any:
        """Return the value of an expression, or None if a page replaces the page meanwhile."""

    @abstractmethod
    def kill(self) -> None:
        """Kill all processes, and start the browser again with the same profile."""

    @abstractmethod
    def close(self) -> None: ...


class Chromium(ModelBrowser):
    def __init__(self, browser_type: Any, arguments: dict[str, Any], profile: Path) -> None:
        self.browser_type = browser_type
        self.arguments = arguments
        self.profile = profile
        self.start()

    def start(self) -> None:
        self.context = self.browser_type.launch_persistent_context(self.profile, **self.arguments)
        self.context.set_default_timeout(20_000)
        self.context.set_default_navigation_timeout(PAGE_SOON)
        self.page = self.context.pages[0] if self.context.pages else self.context.new_page()

    def open(self, url: str) -> None:
        with suppress(Error):
            self.page.goto(url, wait_until="domcontentloaded")

    def evaluate(self, script: str) -> Any:
        try:
            return self.page.evaluate(f"async () => ({script})")
        except Error as error:
            if any(sign in str(error) for sign in ("context was destroyed", "denied in this context", "navigating")):
                return None
            raise

    def kill(self) -> None:
        self.end()
        self.start()

    def end(self) -> None:
        """Kill all processes."""
        sign = f"--user-data-dir={self.profile}".encode()
        processes = [pid for pid in running() if sign in command_of(pid)]
        assert processes
        for pid in processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait(lambda: not any(map(command_of, processes)))
        with suppress(Error):
            self.context.close()

    def close(self) -> None:
        self.context.close()


def running() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def command_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").split(b"\0") if is_alive(pid) else []
    except OSError:  # the process has ended
        return []


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text("utf-8", "replace")
    except OSError:
        return False


class FirefoxBrowser(ModelBrowser):
    def __init__(self, profile: Path) -> None:
        self.window = Firefox(profile)
        self.window.limit(page=PAGE)

    def open(self, url: str) -> None:
        with suppress(AssertionError):  # the page did not load
            self.window.open(url)

    def evaluate(self, script: str) -> Any:
        return value_of(self.window, script)

    def kill(self) -> None:
        self.window.process.kill()
        self.window.process.wait()
        self.window.stream.close()
        self.window.socket.close()
        self.window.start()
        self.window.limit(page=PAGE)

    def close(self) -> None:
        self.window.quit()


class WebKitBrowser(ModelBrowser):
    def __init__(self) -> None:
        self.window = WebKit()
        self.window.limit(page=PAGE)

    def open(self, url: str) -> None:
        with suppress(AssertionError):  # the page did not load
            self.window.open(url)

    def evaluate(self, script: str) -> Any:
        return value_of(self.window, script)

    def kill(self) -> None:
        raise RuntimeError("WebKitGTK under a driver stores nothing on the disk, so the model leaves this act out.")

    def close(self) -> None:
        self.window.quit()


def value_of(window: Window, script: str) -> Any:
    """Return the value of an expression, or None if another page replaces the page meanwhile."""
    function = (
        f"const done = arguments[0]; (async () => ({script}))().then(done, error => done({{ error: String(error) }}))"
    )
    try:
        value = window.run(function)
    except AssertionError:
        return None
    assert not (isinstance(value, dict) and "error" in value), (script, value)
    return value
