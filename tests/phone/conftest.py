"""Servers that can be stopped, and browsers that go on without them."""

import time
from collections.abc import Callable, Iterator
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
PATIENCE = 30  # seconds: what is waited for is there much sooner, but machines of tests are busy
LED_HOME = ("interrupted by another navigation", "ERR_ABORTED")
GOES = ("context was destroyed", "denied in this context")  # what a page says on which another one follows


def wait(true: Callable[[], object], what: str = "", patience: int = PATIENCE) -> None:
    """Pages forbid what Playwright's own waiting needs."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def for_phones(database: Database, told: Path) -> PageServer:
    """Return a server of one process, which starts in half the time. tests/load has those of several."""
    server = PageServer(database, told)
    server.environment["WORKERS"] = "1"
    return server


class Pool:
    """Servers that go on running between tests: one of a kind in a process, on SQLite."""

    def __init__(self, empty: Database, folder: Path) -> None:
        self.empty = empty
        self.folder = folder
        self.running: dict[str, tuple[PageServer, object, dict[str, str]]] = {}

    def lend(self, kind: str) -> PageServer:
        """Return a running server of this kind with an empty database."""
        if kind in self.running:
            server, process, environment = self.running[kind]
            is_as_before = process is server.process and environment == server.environment
            if is_as_before and server.process and server.process.poll() is None:
                server.database.restore(self.empty, running=True)
                server.output.write_bytes(b"")
                server.token = ""
                return server
            self.end(kind)
        server = for_phones(self.empty.copy(), self.folder / f"{kind}.{uuid4()}")
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
def server(request: pytest.FixtureRequest, interpreter: None, prepared: Database, tmp_path: Path) -> Iterator[PageServer]:
    """A server that the test starts itself, or with `tiny` or `real` one that runs already.

    A test may stop, kill or change it: the next test then gets another one.
    """
    kinds = {"tiny", "real"} & set(request.fixturenames)
    if kinds and isinstance(prepared, Sqlite):
        yield request.getfixturevalue("pool").lend(*kinds)
        return
    database = prepared.copy()
    server = for_phones(database, tmp_path / "told")
    yield server
    server.stop()
    database.drop()


@pytest.fixture
def tiny(server: PageServer) -> PageServer:
    """Its phones run a table so small that nothing but the worker can be to blame."""
    if server.process is None:
        server.environment["TINY_BRIDGE"] = BRIDGE.read_text("utf-8")
        server.start()
    return server


@pytest.fixture
def real(server: PageServer) -> PageServer:
    if server.process is None:
        server.start()
    return server


class Phone:
    """A browser, and what its worker says."""

    def __init__(self, context: Any, url: str) -> None:
        self.context = context
        self.url = url
        self.page = context.new_page()
        self.said: list[str] = []
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def open(self, path: str = "/") -> Any:
        """Unless the page goes home by itself in that moment, maybe on its way there already: then again."""
        for last in (False, False, False, True):
            try:
                self.page.goto(self.url + path)
                break
            except Error as error:
                if last or not any(sign in str(error) for sign in LED_HOME):
                    raise
                self.page.wait_for_load_state()
        return self.page

    def speak(self, language: str) -> None:
        """As a tap would have it. What a browser tells of itself is not told for workers, where Playwright makes it up."""
        self.context.add_cookies([{"name": "django_language", "value": language, "url": self.url}])

    def take_over(self) -> None:
        """Until the worker answers: it is installed and has pulled everything."""
        self.open()
        self.page.evaluate("navigator.serviceWorker.register('/sw.js')")
        self.until("navigator.serviceWorker.controller !== null")
        self.page.evaluate("navigator.serviceWorker.controller.postMessage({ meet: true })")
        self.until("(await state('pull'))?.whole === true")
        self.open()

    def evaluate(self, script: str) -> Any:
        """`state` and `all` look into what lies on the phone. A page that goes away meanwhile is asked after."""
        for _ in range(3):
            try:
                return self.page.evaluate("async () => {" + LOOK.replace("RESULT", script) + "return result; }")
            except Error as error:
                if not any(sign in str(error) for sign in GOES):
                    raise
        raise AssertionError("The page does not stay.")

    def until(self, script: str) -> None:
        wait(lambda: self.evaluate(script), script)

    def nudge(self) -> None:
        """The worker asks the server what is new, as it does by itself every few seconds."""
        self.evaluate("navigator.serviceWorker.controller.postMessage({})")

    @property
    def worker(self) -> Any:
        [found] = self.context.service_workers
        return found

    def events(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.evaluate("await all('events')")
        return found


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
    def make(**options: Any) -> Phone:
        return Phone(new_context(**options), server.url)

    return make


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    found = new_phone()
    found.take_over()
    return found
