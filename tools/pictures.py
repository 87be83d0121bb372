"""Takes the screenshots of the README and docs/table.md, from an evening played on a temporary server.

Runs inside the environment: python -m tools.pictures
"""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tools import serve
from tools.steps import ROOT, Trouble, exclusive

FOLDER = ROOT / "docs" / "pictures"
SIZE: ViewportSize = {"width": 390, "height": 844}
QUALITY = 55  # of WebP
LARGEST = 60_000  # bytes
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling"

Answers = dict[str, Any]
Event = dict[str, Any]


class PictureServer:
    """A server as people start it, with a temporary database."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind((serve.HOST, 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://{serve.HOST}:{self.port}"
        environment = {**os.environ, "THROTTLE": "0", **settings, "DATABASE_URL": f"sqlite:///{folder}/scores.sqlite3"}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=environment, cwd=ROOT, check=True)
        self.process = subprocess.Popen(serve.command(self.port, sys.executable), env=environment, cwd=ROOT)

    def wait(self) -> None:
        for _ in range(600):
            try:
                urlopen(f"{self.url}/healthz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.05)
        raise Trouble("The server does not answer.")


@contextmanager
def serving(**settings: str) -> Iterator[PictureServer]:
    os.chdir(ROOT)
    with exclusive():
        serve.collect()
    with tempfile.TemporaryDirectory() as folder:
        server = PictureServer(Path(folder), settings)
        try:
            server.wait()
            yield server
        finally:
            server.process.terminate()
            server.process.wait(30)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Open the system's Chromium, with all requests of its own switched off."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise Trouble("Chromium is missing. Debian and Ubuntu: apt install chromium")
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--hide-scrollbars", *quiet]
        )
        try:
            yield browser
        finally:
            browser.close()


class Guest:
    """A new guest, registered as a phone registers itself. The browser's cookie then belongs to the guest."""

    def __init__(self, context: BrowserContext, url: str, name: str) -> None:
        self.context = context
        self.url = url
        self.key = secrets.token_urlsafe(32)
        ids = {what: str(uuid4()) for what in ("device", "person", "circle")}
        self.circle = ids["circle"]
        self.ask("/api/v1/devices/", {**ids, "name": name})
        self.token = self.ask("/phone/session/", {})["csrf"]  # for Django's forms

    def ask(self, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Token {self.key}", "Origin": self.url}
        answer = self.context.request.post(self.url + path, data=body, headers=headers)
        if not answer.ok:
            raise Trouble(f"{path} answered {answer.status}: {answer.text()[:500]}")
        return answer.json()

    def push(self, events: list[Event]) -> None:
        refused = self.ask(f"/api/v1/events/?circle={self.circle}", events)["refused"]
        if refused:
            raise Trouble(f"The server refuses a round: {refused[0]['reason']}")


class ScriptedMatch:
    """The events of one match, written by one phone."""

    def __init__(self, game: str, at: str, options: Answers | None = None, first_dealer: int = 0) -> None:
        self.id = str(uuid4())
        self.at = at
        self.events: list[Event] = []
        self.start: Answers = {"game": game, "options": options or {}, "first_dealer": first_dealer}

    def begin(self, players: list[dict[str, str]]) -> "ScriptedMatch":
        self.write("start", **self.start, players=players)
        return self

    def write(self, kind: str, **data: Any) -> None:
        after = [self.events[-1]["id"]] if self.events else []
        event = {"id": str(uuid4()), "match": self.id, "kind": kind, "data": data, "after": after, "at": self.at}
        self.events.append(event)

    def play(self, *rounds: Answers) -> "ScriptedMatch":
        for answers in rounds:
            self.write("deal", deal=str(uuid4()), answers=answers)
        return self


class ScriptedEvening:
    """A Friday evening at Eleni's, with six players and five matches."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.players = {
            name: {"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rui")
        }
        at = "2026-01-09T19:05:00+02:00"
        events = [
            {
                "id": str(uuid4()),
                "match": None,
                "kind": "player",
                "data": {"player": player["id"], "name": name},
                "at": at,
            }
            for name, player in self.players.items()
        ]
        guest.push(events)

    def match(self, game: str, names: str, at: str, *rounds: Answers, dealer: int = 0, **options: Any) -> str:
        players = [self.players[name] for name in names.split()]
        match = ScriptedMatch(game, f"2026-01-09T{at}:00+02:00", options, dealer).begin(players).play(*rounds)
        self.guest.push(match.events)
        return f"/table/{match.id}/"

    def pisti_over(self) -> str:
        rounds = (
            pisti([2, 2], [3, 1], 0, 1, [14, 10], [1, 0]),
            pisti([1, 3], [1, 3], 1, 1, [10, 13], [0, 2]),
            pisti([3, 1], [2, 2], 0, 0, [15, 9], [2, 0]),
            pisti([2, 2], [2, 2], 1, 0, [11, 12], [0, 1], [0, 1]),
            pisti([2, 2], [3, 1], 0, 0, [13, 9], [3, 1]),
        )
        return self.match("pisti", "Zeynep Rui", "19:10", *rounds, target=101)

    def pilotta(self) -> str:
        rounds = (
            {"bidder": 0, "bid": 90, "trump": "hearts", "trick_points": [97, 65], "pilotta": 1},
            {"bidder": 1, "bid": 100, "trump": "clubs", "trick_points": [52, 110], "declarations": [[], [run(3)]]},
            {"passed_out": True},
            {"bidder": 0, "bid": 120, "trump": "spades", "trick_points": [81, 81], "declarations": [[], [run(3)]]},
            {"bidder": 1, "bid": 80, "trump": "diamonds", "trick_points": [64, 98], "pilotta": 1},
            {"bidder": 0, "bid": 110, "trump": "hearts", "trick_points": [102, 60], "declarations": [[run(4)], []]},
            {"bidder": 0, "bid": 160, "trump": "clubs", "kapo": 0},
        )
        return self.match("pilotta", "Eleni Deniz Andreas Zeynep", "20:15", *rounds, dealer=1)

    def bisca(self) -> str:
        rounds = [{"points": [first, 120 - first]} for first in (71, 48, 66, 60, 84)]
        return self.match("bisca_tres", "Maria Rui", "20:20", *rounds)

    def pisa(self) -> str:
        rounds = (
            {"bids": [31, 22, 40], "trump": "red", "goal": "many", "value": "13_high", "tricks": [3, 2, 5]},
            {"bids": [18, 27, 33], "trump": "green", "goal": "few", "value": "0_high", "tricks": [4, 5, 1]},
        )
        return self.match("pisa", "Eleni Maria Andreas", "21:40", *rounds)

    def pisti(self) -> str:
        rounds = (
            pisti([2, 2], [1, 3], 1, 0, [9, 14], [0, 1]),
            pisti([1, 3], [2, 2], 0, 0, [13, 10], [1, 1]),
            pisti([4, 0], [2, 2], 0, 1, [12, 11], [2, 0], [1, 0]),
        )
        return self.match("pisti", "Deniz Rui", "21:45", *rounds)


def run(length: int) -> Answers:
    return {"kind": "sequence", "length": length}


def pisti(
    jacks: list[int],
    aces: list[int],
    two: int,
    ten: int,
    tricks: list[int],
    pistis: list[int],
    of_jacks: list[int] | None = None,
) -> Answers:
    counts = {"jacks": jacks, "aces": aces, "tricks": tricks, "pistis": pistis, "jack_pistis": of_jacks or [0, 0]}
    return counts | {"two_of_clubs": two, "ten_of_diamonds": ten}


class Camera:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.files: list[Path] = []

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def tap(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.locator(selector).first.tap()
            self.settle()

    def type(self, field: str, number: int) -> None:
        self.tap(f'[id="{field}"]', *(f'.keypad [value="{digit}"]' for digit in str(number)))
        self.page.wait_for_timeout(300)  # the page requests the preview a moment after the last digit
        self.settle()

    def settle(self) -> None:
        while self.page.locator(BUSY).count():
            self.page.wait_for_timeout(20)

    def look_at(self, selector: str = "") -> None:
        """Scroll to an element, or to the top of the page."""
        if selector:
            self.page.locator(selector).first.evaluate("element => element.scrollIntoView({ block: 'start' })")
        else:
            self.page.evaluate("scrollTo(0, 0)")

    def save(self, name: str) -> None:
        self.page.wait_for_timeout(300)  # for the pictures within the page
        session = self.page.context.new_cdp_session(self.page)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        image = b64decode(shot["data"])
        if len(image) > LARGEST:
            raise Trouble(f"{name} has {len(image)} bytes, more than {LARGEST}.")
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{name}.webp"
        path.write_bytes(image)
        self.files.append(path)
        print(f"{path.relative_to(ROOT).as_posix():28} {len(image):6} bytes", flush=True)


def save_pages(camera: Camera, evening: ScriptedEvening) -> None:
    over, bisca, pilotta = evening.pisti_over(), evening.bisca(), evening.pilotta()
    camera.go("/")
    camera.save("home")
    camera.go("/new/?game=pilotta")
    camera.look_at("#seats")
    camera.save("new")
    save_pilotta(camera, pilotta)
    camera.go(f"{pilotta}sheet/")
    camera.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    camera.save("sheet")
    camera.page.set_viewport_size({"width": SIZE["height"], "height": SIZE["width"]})
    camera.go(f"{pilotta}wall/")
    camera.save("wall")
    camera.page.set_viewport_size({"width": SIZE["width"], "height": SIZE["height"]})
    camera.go(bisca)
    camera.type("points-0", 77)
    camera.look_at()
    camera.save("bisca")
    camera.go(evening.pisti())
    for key in ("jacks-0", "jacks-0", "jacks-0", "aces-1"):
        camera.tap(f'[id="{key}-add"]')
    camera.page.wait_for_timeout(300)
    camera.tap('[id="two_of_clubs-1"]', '[id="ten_of_diamonds-0"]')
    camera.look_at()
    camera.save("pisti")
    camera.go(evening.pisa())
    save_pisa(camera)
    camera.go(over)
    camera.save("end")


def save_pilotta(camera: Camera, path: str) -> None:
    camera.go(path)
    camera.tap('[id="bidder-1"]', '[id="bid-100"]', '[id="trump-diamonds"]')
    camera.type("trick_points-1", 108)
    camera.look_at()
    camera.save("pilotta")
    camera.page.emulate_media(color_scheme="dark")
    camera.save("pilotta-dark")
    camera.page.emulate_media(color_scheme="light")
    camera.look_at("#preview")
    camera.save("worth")


def save_pisa(camera: Camera) -> None:
    """Enter the vote on trump card by card. The last player is still laying."""
    camera.tap('[value="open:laid"]')
    places = camera.page.locator(".at label:first-child input").evaluate_all("all => all.map(one => one.name)")
    for place, (card, values) in zip(places, (("red", [9]), ("blue", [7, 8]), ("red", [3, 11])), strict=True):
        camera.tap(f'[id="{place}-{card}"]')
        for value in values:
            camera.tap(f'[value^="lay:{place.removesuffix("card")}values:{value}:"]')
    camera.look_at()
    camera.save("pisa")


def main() -> None:
    with serving(SCOREKEEPER_WORKER="off") as server, browsing() as browser:
        context = browser.new_context(
            viewport=SIZE,
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            locale="en",
            timezone_id="Europe/Athens",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(5000)
        evening = ScriptedEvening(Guest(context, server.url, "Eleni"))
        camera = Camera(context.new_page(), server.url)
        save_pages(camera, evening)
        for path in set(FOLDER.glob("*.webp")) - set(camera.files):
            path.unlink()


if __name__ == "__main__":
    main()
