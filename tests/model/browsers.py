"""The browsers of the model. Chromium and Firefox have a profile that survives their death."""

import json
import os
import signal
import subprocess
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Error

from tests.load.server import free_port
from tests.phone.conftest import wait
from tests.phone.test_firefox import Firefox

DELAY = 0.02  # seconds between two looks at a page
PAGE = 12  # seconds in which a page must load
MINI_BROWSER = "*/webkit2gtk-4.*/MiniBrowser"


class Browser(ABC):
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


class Chromium(Browser):
    def __init__(self, browser_type: Any, arguments: dict[str, Any], profile: Path) -> None:
        self.browser_type = browser_type
        self.arguments = arguments
        self.profile = profile
        self.start()

    def start(self) -> None:
        self.context = self.browser_type.launch_persistent_context(self.profile, **self.arguments)
        self.context.set_default_timeout(20_000)
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
        sign = f"--user-data-dir={self.profile}".encode()
        processes = [pid for pid in running() if sign in command_of(pid)]
        assert processes
        for pid in processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait(lambda: not any(map(command_of, processes)))
        with suppress(Error):
            self.context.close()
        self.start()

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


class FirefoxBrowser(Browser):
    def __init__(self, profile: Path) -> None:
        self.window = Firefox(profile)
        self.limit()

    def limit(self) -> None:
        """Stop loading a page after some seconds, as people do."""
        self.window.ask("WebDriver:SetTimeouts", pageLoad=PAGE * 1000, script=25_000)

    def open(self, url: str) -> None:
        with suppress(AssertionError):  # the page did not load
            self.window.open(url)

    def evaluate(self, script: str) -> Any:
        function = f"const done = arguments[0]; (async () => ({script}))().then(done, error => done({{ error: String(error) }}))"
        try:
            value = self.window.ask("WebDriver:ExecuteAsyncScript", script=function, args=[])["value"]
        except AssertionError:  # another page has replaced the page
            return None
        assert not (isinstance(value, dict) and "error" in value), (script, value)
        return value

    def kill(self) -> None:
        self.window.process.kill()
        self.window.process.wait()
        self.window.stream.close()
        self.window.socket.close()
        self.window.start()
        self.limit()

    def close(self) -> None:
        self.window.quit()


class WebKit(Browser):
    """WebKitGTK by its driver. Its sessions store nothing on the disk, so a killed browser would be a new phone."""

    def __init__(self) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/session"
        read, write = os.pipe()
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "390x844x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            display = pipe.readline().strip()
        environment = {**os.environ, "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.session = ""
        wait(self.begin)

    def begin(self) -> bool:
        """Begin a session. Return whether the driver has answered."""
        [browser, *_] = sorted(Path("/usr/lib").glob(MINI_BROWSER))
        options = {"binary": str(browser), "args": ["--automation"]}
        timeouts = {"pageLoad": PAGE * 1000, "script": 25_000}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options, "timeouts": timeouts}}
        try:
            self.session = "/" + self.ask("", {"capabilities": wanted})["sessionId"]
        except OSError:
            return False
        return True

    def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """Send a command of the WebDriver protocol. Return its value."""
        request = Request(self.address + self.session + path, json.dumps(body or {}).encode(), method=method)
        try:
            with urlopen(request, timeout=40) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            value = json.load(error)["value"]
            raise AssertionError(f"{value['error']}: {value['message']}") from None

    def open(self, url: str) -> None:
        with suppress(AssertionError):  # the page did not load
            self.ask("/url", {"url": url})

    def evaluate(self, script: str) -> Any:
        function = f"const done = arguments[0]; (async () => ({script}))().then(done, error => done({{ error: String(error) }}))"
        try:
            value = self.ask("/execute/async", {"script": function, "args": []})
        except AssertionError:  # another page has replaced the page
            return None
        assert not (isinstance(value, dict) and "error" in value), (script, value)
        return value

    def kill(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        with suppress(AssertionError, OSError):
            self.ask("", method="DELETE")
        for process in (self.driver, self.display):
            process.terminate()
            process.wait()
