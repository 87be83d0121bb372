"""Servers that tests can stop, and browsers that work without them."""

import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Error

from tests.load.conftest import prepared
from tests.load.databases import Database, Sqlite
from tests.load.server import PageServer

__all__ = ["prepared"]

BRIDGE = Path(__file__).parent / "tiny_bridge.py"
PATIENCE = 30  # seconds, much more than is needed, because machines that run tests are busy
REDIRECTED = ("interrupted by another navigation", "ERR_ABORTED")
REPLACED = ("context was destroyed", "denied in this context")  # errors of a page that another page replaces


def wait(condition: Callable[[], object], message: str = "", patience: int = PATIENCE) -> None:
    """Wait until a condition is true. Our pages forbid the scripts that Playwright's own waiting needs."""
    end, pause = time.monotonic() + patience, 0.02
    while not condition():
        assert time.monotonic() < end, message
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)  # each question costs the browser work


def build_server(database: Database, output: Path) -> PageServer:
    """Return a server of one process, which starts in half the time. Servers of several processes are in tests/load."""
    server = PageServer(database, output)
    server.environment["WORKERS"] = "1"
    return server


class Pool:
    """Servers on SQLite that run on between tests: one of each kind per process."""

    def __init__(self, empty: Database, folder: Path) -> None:
        self.empty = empty
        self.folder = folder
        self.running: dict[str, tuple[PageServer, object, dict[str, str]]] = {}

    def lend(self, kind: str) -> PageServer:
        """Return a running server of this kind with an empty database."""
        if kind in self.running:
            server, process, environment = self.running[kind]
            is_unchanged = process is server.process and environment == server.environment
            if is_unchanged and server.process and server.process.poll() is None:
                server.database.restore(self.empty, running=True)
                server.output.write_bytes(b"")
                server.token = ""
                return server
            self.end(kind)
        server = build_server(self.empty.copy(), self.folder / f"{kind}.{uuid4()}")
        if kind == "tiny":
            server.environment["TINY_BRIDGE"] = BRIDGE.read_text("utf-8")
        server.start()
        self.running[kind] = server, server.process, {**server.environment}
        return server

    def end(self, kind: str) -> None:
        server, _, _ = self.running.pop(kind)
        server.stop()
        server.database.drop()


@pytest.fixture(scope="session")
def pool(prepared: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    servers = Pool(prepared, tmp_path_factory.mktemp("servers"))
    yield servers
    for kind in [*servers.running]:
        servers.end(kind)


@pytest.fixture
def server(
    request: pytest.FixtureRequest, interpreter: None, prepared: Database, tmp_path: Path
) -> Iterator[PageServer]:
    """A server that the test has to start. With `tiny` or `real` it runs already.

    A test may stop, kill or change it. The next test then gets another server.
    """
    kinds = {"tiny", "real"} & set(request.fixturenames)
    if kinds and isinstance(prepared, Sqlite):
        yield request.getfixturevalue("pool").lend(*kinds)
        return
    database = prepared.copy()
    server = build_server(database, tmp_path / "output")
    yield server
    server.stop()
    database.drop()


@pytest.fixture
def tiny(server: PageServer) -> PageServer:
    """A server whose phones run a minimal table, so that only the worker can fail."""
    if server.process is None:
        server.environment["TINY_BRIDGE"] = BRIDGE.read_text("utf-8")
        server.start()
    return server


@pytest.fixture
def real(server: PageServer) -> PageServer:
    if server.process is None:
        server.start()
    return server


# Whether the phone has the files of all games.
HAS_GAMES = """await (async () => {
  const script = await (await fetch('/sw.js')).text();
  const addresses = script.match(/\\/phone\\/game[.][^"]+/g) ?? [];
  return (await Promise.all(addresses.map(address => caches.match(address)))).every(Boolean);
})()"""


PHONES: list["Phone"] = []  # those of the test that runs
MOST_LETTERS = 1500  # of a page in a report


@pytest.fixture(autouse=True)
def forgotten_phones() -> Iterator[None]:
    yield
    PHONES.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add to the report of a test that failed what its phones display."""
    report = yield
    if report.when == "call" and report.failed:
        report.sections += [(f"phone {number}", phone.describe()) for number, phone in enumerate(PHONES)]
    return report


class Phone:
    """A browser with a worker, and the errors of its page."""

    def __init__(self, context: Any, url: str) -> None:
        PHONES.append(self)
        self.context = context
        self.url = url
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def describe(self) -> str:
        """Return the URL and the text of the page, and the workers of the browser, as far as the browser still answers."""
        workers = [worker.url for worker in self.context.service_workers]
        try:
            text = self.page.locator("body").inner_text(timeout=2000)[:MOST_LETTERS]
        except Error as error:
            text = f"no text: {error}"
        return f"{self.page.url}\nworkers: {workers}, errors: {self.errors}\n{text}"

    def open(self, path: str = "/") -> Any:
        """Open a page. Where the page before it goes home in that moment, wait until home is there, and open it then."""
        before = self.begun()
        try:
            self.page.goto(self.url + path)
        except Error as error:
            if not any(sign in str(error) for sign in REDIRECTED):
                raise
            wait(
                lambda: self.begun("document.readyState === 'complete'") not in (None, before),
                "another page has loaded",
            )
            self.page.goto(self.url + path)
        return self.page

    def begun(self, condition: str = "true") -> float | None:
        """Return when the browser began to load this page. Without the condition, or between two pages, return None."""
        try:
            started: float | None = self.page.evaluate(f"{condition} ? performance.timeOrigin : null")
            return started
        except Error as error:
            if not any(sign in str(error) for sign in REPLACED):
                raise
            return None

    def speak(self, language: str) -> None:
        """Choose a language as a tap does. In workers Playwright sets no language of the browser."""
        self.context.add_cookies([{"name": "django_language", "value": language, "url": self.url}])
        self.context.request.get(f"{self.url}/sw.js", timeout=0)  # the server builds the worker without other requests

    def take_over(self) -> None:
        """Open home, and wait until the worker is installed, has pulled everything and has the games."""
        self.open()
        self.page.evaluate("navigator.serviceWorker.register('/sw.js')")
        self.until("navigator.serviceWorker.controller !== null")
        self.page.evaluate("navigator.serviceWorker.controller.postMessage({ meet: true })")
        self.until("(await state('pull'))?.whole === true")
        self.until(HAS_GAMES)
        self.open()

    def evaluate(self, script: str) -> Any:
        """Evaluate a script, in which `state` and `all` read the phone's store. Try again if another page replaces the page."""
        for _ in range(3):
            try:
                return self.page.evaluate("async () => {" + LOOK.replace("RESULT", script) + "return result; }")
            except Error as error:
                if not any(sign in str(error) for sign in REPLACED):
                    raise
        raise AssertionError("The page does not stay.")

    def until(self, script: str) -> None:
        wait(lambda: self.evaluate(script), script)

    def nudge(self) -> None:
        """Let the worker sync, as it does on its own every few seconds.

        The option requests a round that begins after this. Without it the worker may answer with the round that is running.
        """
        self.evaluate("navigator.serviceWorker.controller.postMessage({ retry: false })")

    @property
    def worker(self) -> Any:
        [worker] = self.context.service_workers
        return worker

    def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.evaluate("await all('events')")
        return events


LOOK = """
const got = asked => new Promise(done => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => done(null);
});
const looked = name => {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.transaction.abort(); // the worker makes it, not we
  return got(opening);
};
const people = await looked('scorekeeper.people');
const kept = people && await got(people.transaction('state').objectStore('state').get('stores'));
people?.close();
const database = await looked(kept?.open ?? 'scorekeeper');
const store = name => database.transaction(name).objectStore(name);
const all = name => database ? got(store(name).getAll()) : [];
const state = name => database ? got(store('state').get(name)) : null;
const result = await (async () => (RESULT))();
database?.close();
"""


@pytest.fixture
def new_phone(new_context: Any, server: PageServer) -> Callable[..., Phone]:
    def open_phone(**options: Any) -> Phone:
        return Phone(new_context(**options), server.url)

    return open_phone


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    opened = new_phone()
    opened.take_over()
    return opened
