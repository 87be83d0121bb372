"""The app in Firefox: after the server is killed three rounds are saved and sent later."""

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import missing
from tests.load.server import free_port
from tests.phone.conftest import LOOK, wait
from tests.phone.test_evening import SENT
from tests.phone.test_worker import ask

PATIENCE = 30  # seconds
HAS_SNAPSHOT = "(await caches.match('/phone/memory')) !== undefined"  # from which Python starts next time
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


class Firefox:
    """A window of Firefox, controlled by Marionette, its protocol of JSON over a socket."""

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

    def evaluate(self, script: str) -> Any:
        """Evaluate a script, in which `state` and `all` read the phone's store."""
        body = LOOK.replace("RESULT", script) + "return result;"
        function = f"const done = arguments[0]; (async () => {{ {body} }})().then(done, error => done(String(error)))"
        return self.ask("WebDriver:ExecuteAsyncScript", script=function, args=[])["value"]

    def until(self, script: str) -> None:
        wait(lambda: self.evaluate(script) is True, script)

    def find(self, css: str) -> str:
        self.until(f"document.querySelector({json.dumps(css)}) !== null")
        [(_kind, element)] = self.ask("WebDriver:FindElement", using="css selector", value=css)["value"].items()
        return str(element)

    def tap(self, css: str) -> None:
        element = self.find(css)
        self.evaluate(f"document.querySelector({json.dumps(css)}).scrollIntoView({{ block: 'center' }})")
        self.ask("WebDriver:ElementClick", id=element)

    def type(self, css: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", id=self.find(css), text=text)

    def quit(self) -> None:
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(PATIENCE)
        self.stream.close()
        self.socket.close()


@pytest.fixture
def firefox(interpreter, tmp_path):
    window = Firefox(tmp_path / "profile")
    yield window
    window.quit()


def fill_in(firefox, points):
    firefox.type("#points-0", str(points))
    firefox.until("!!document.querySelector('#points-sum')?.textContent.includes('= 120')")


def is_worth(firefox, *points):
    totals = ",".join(map(str, points))
    firefox.until(
        f"[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '{totals}'"
    )


def test_three_rounds_are_saved_without_a_server(real, firefox):
    firefox.open(real.url)
    firefox.until("navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true")
    firefox.open(f"{real.url}/new/?game=bisca_tres")
    for number, name in enumerate(("Eleni", "Deniz")):
        firefox.type("#new-player", name)
        firefox.tap("button.button[value=name]")
        firefox.until(f"document.querySelectorAll('.seats > li').length === {number + 1}")
    firefox.tap("button[name=start]")
    firefox.until(f"location.pathname.startsWith('/table/') && {SENT}")
    url = firefox.evaluate("location.origin + location.pathname")
    real.kill()
    for points, totals in ((71, (1, 0)), (30, (1, 1)), (72, (2, 1))):
        fill_in(firefox, points)
        firefox.tap("#round button.go")
        is_worth(firefox, *totals)
        firefox.open(url)
        is_worth(firefox, *totals)
    fill_in(firefox, 65)
    firefox.until(HAS_SNAPSHOT)
    firefox.quit()
    firefox.start()
    firefox.open(url)
    firefox.until("document.querySelector('#points-0')?.value === '65'")  # half typed
    is_worth(firefox, 2, 1)
    real.start()
    firefox.open(url)
    firefox.until(SENT)
    key = firefox.evaluate("(await state('identity')).key")
    sheet = ask(real, key, f"/api/v1/matches/{url.split('/')[4]}/sheet/")
    assert (len(sheet["deals"]), sheet["totals"]) == (3, [2, 1])
