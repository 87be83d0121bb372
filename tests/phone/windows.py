"""Windows of browsers that Playwright does not drive: Firefox and WebKitGTK."""

import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.conftest import missing
from tests.load.server import free_port
from tests.phone.conftest import LOOK, wait

PATIENCE = 30  # seconds
SCRIPT = 25  # seconds for a script
MINI_BROWSER = "*/webkit2gtk-4.*/MiniBrowser"
# Whether an element stands still and nothing covers it. Both drivers tap where it was a moment ago.
STANDS = """await (async css => {
  const element = document.querySelector(css);
  if (!element) return false;
  element.scrollIntoView({ block: 'center' });
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const before = element.getBoundingClientRect();
  await frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  return x === before.x && y === before.y && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.provider.mozilla.updateURL": "",
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
}


class Window(ABC):
    """A window of a browser."""

    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def run(self, function: str) -> Any:
        """Run the body of a function that passes its value to its argument."""

    @abstractmethod
    def click(self, css: str) -> None: ...

    @abstractmethod
    def send_keys(self, css: str, text: str) -> None: ...

    @abstractmethod
    def limit(self, page: int) -> None:
        """Set the seconds in which a page must load."""

    @abstractmethod
    def quit(self) -> None: ...

    def evaluate(self, script: str) -> Any:
        """Evaluate a script, in which `state` and `all` read the phone's store."""
        body = LOOK.replace("RESULT", script) + "return result;"
        return self.run(
            f"const done = arguments[0]; (async () => {{ {body} }})().then(done, error => done(String(error)))"
        )

    def until(self, script: str) -> None:
        wait(lambda: self.evaluate(script) is True, script)

    def tap(self, css: str) -> None:
        self.until(f"{STANDS}({json.dumps(css)})")
        self.click(css)

    def type(self, css: str, text: str) -> None:
        self.until(f"document.querySelector({json.dumps(css)}) !== null")
        self.send_keys(css, text)


class Firefox(Window):
    """Firefox, controlled by Marionette, its protocol of JSON over a socket."""

    def __init__(self, profile: Path) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if not program:
            missing("Firefox", "Debian: apt install firefox-esr")
        profile.mkdir()
        self.profile = profile
        self.command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self.start()

    def start(self) -> None:
        port = free_port()
        settings = {**QUIET, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = self.connect(port)
        self.stream = self.socket.makefile("rwb")
        self.number = 0
        self.receive()  # the greeting
        self.ask("WebDriver:NewSession")

    def connect(self, port: int) -> socket.socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), PATIENCE)
            except OSError:
                assert self.process.poll() is None, "Firefox has ended."
                assert time.monotonic() < end, "Firefox did not start."
                time.sleep(0.1)

    def receive(self) -> Any:
        length = b""
        while (digit := self.stream.read(1)) != b":":
            length += digit
        return json.loads(self.stream.read(int(length)))

    def ask(self, name: str, **parameters: Any) -> Any:
        self.number += 1
        command = json.dumps([0, self.number, name, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(command), command))
        self.stream.flush()
        _type, _number, trouble, answer = self.receive()
        assert trouble is None, trouble
        return answer

    def open(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def limit(self, page: int) -> None:
        self.ask("WebDriver:SetTimeouts", pageLoad=page * 1000, script=SCRIPT * 1000)

    def run(self, function: str) -> Any:
        return self.ask("WebDriver:ExecuteAsyncScript", script=function, args=[])["value"]

    def element(self, css: str) -> str:
        [(_kind, element)] = self.ask("WebDriver:FindElement", using="css selector", value=css)["value"].items()
        return str(element)

    def click(self, css: str) -> None:
        self.ask("WebDriver:ElementClick", id=self.element(css))

    def send_keys(self, css: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", id=self.element(css), text=text)

    def quit(self) -> None:
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(PATIENCE)
        self.stream.close()
        self.socket.close()


class WebKit(Window):
    """WebKitGTK, controlled by its driver. Its sessions store nothing on the disk, so the next one is a new phone."""

    def __init__(self) -> None:
        browsers = sorted(Path("/usr/lib").glob(MINI_BROWSER))
        if not browsers or not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
            missing("WebKitGTK", "Debian: apt install webkit2gtk-driver xvfb")
        self.browser = browsers[0]
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/session"
        self.session = ""
        self.display, name = open_display()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env={**os.environ, "DISPLAY": name, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait(self.begin, "The driver of WebKitGTK does not answer.")

    def begin(self) -> bool:
        """Begin a session. Return whether the driver has answered."""
        options = {"binary": str(self.browser), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "timeouts": {"script": SCRIPT * 1000}}
        try:
            self.session = "/" + self.ask("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except OSError:
            return False
        return True

    def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """Send a command of the WebDriver protocol. Return its value."""
        request = Request(self.address + self.session + path, json.dumps(body or {}).encode(), method=method)
        try:
            with urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            value = json.load(error)["value"]
            raise AssertionError(f"{value['error']}: {value['message']}") from None

    def open(self, url: str) -> None:
        self.ask("/url", {"url": url})

    def limit(self, page: int) -> None:
        self.ask("/timeouts", {"pageLoad": page * 1000, "script": SCRIPT * 1000})

    def run(self, function: str) -> Any:
        return self.ask("/execute/async", {"script": function, "args": []})

    def element(self, css: str) -> str:
        [element] = self.ask("/element", {"using": "css selector", "value": css}).values()
        return f"/element/{element}"

    def click(self, css: str) -> None:
        self.ask(f"{self.element(css)}/click")

    def send_keys(self, css: str, text: str) -> None:
        self.ask(f"{self.element(css)}/value", {"text": text})

    def quit(self) -> None:
        self.ask("", method="DELETE")
        for process in (self.driver, self.display):
            process.terminate()
            process.wait(PATIENCE)


def open_display() -> tuple["subprocess.Popen[bytes]", str]:
    """Start a display without a screen. Return its process and its name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "412x915x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        return process, f":{pipe.readline().strip()}"
