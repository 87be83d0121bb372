"""Fixtures and hooks for all tests: the seed, the limits of the network, and missing programs."""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import hypothesis.core
import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.utils import translation
from playwright.sync_api import expect

from games.rules import faults
from scorekeeper import write_throttle
from tests import chance, rotation
from tools import fonts, micropython, suite

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")  # its possible names
USES_DATABASE = {"db", "transactional_db", "django_db_serialized_rollback", "live_server"}


def missing(what: str, remedy: str) -> NoReturn:
    """Skip a test that lacks a program. In CI fail it."""
    reason = f"{what} is missing. {remedy}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Use a file for SQLite: in a file threads of a server wait for each other, in memory they fail."""
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "scorekeeper.sqlite3")
        database["OPTIONS"] = {
            **database["OPTIONS"],
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
        }


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End the connections of server threads, because PostgreSQL drops no database that is in use."""
    yield
    with django_db_blocker.unblock():
        if connections["default"].vendor == "postgresql":
            with connections["default"].cursor() as cursor:
                others = "datname = current_database() AND pid <> pg_backend_pid()"
                cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


def pytest_configure() -> None:
    hypothesis.core.global_force_seed = chance.SEED
    expect.set_options(timeout=30_000)  # milliseconds, because machines that run tests are busy
    # Pages link static files by their plain names, so that no test needs collected files.
    settings.STATIC_ROOT = settings.STATIC_ROOT.with_name("not collected")
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"


@pytest.hookimpl(tryfirst=True)  # before -m database selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if rotation.uses_browser(item):
            check_place(item, suite.BROWSERS)
            item.add_marker("browser")
        elif item.get_closest_marker("django_db") or USES_DATABASE & set(getattr(item, "fixturenames", ())):
            check_place(item, (*suite.WITH_DATABASE, *suite.SERVERS, *suite.BROWSERS))
            item.add_marker("database")
    if config.getoption("long"):
        return
    excluded = {"long"} if config.getoption("all") else {"long", "slow", "browser"}
    selected = rotation.chosen([item for item in items if not any(item.get_closest_marker(mark) for mark in excluded)])
    config.hook.pytest_deselected(items=[*set(items) - set(selected)])
    items[:] = selected


def check_place(item: pytest.Item, places: tuple[str, ...]) -> None:
    """Raise an error if no part of a complete run looks for such a test in its file."""
    if not any(f"{item.nodeid}/".startswith((f"{place}/", f"{place}::")) for place in places):
        raise pytest.UsageError(f"Name {item.location[0]} among the places of tests in tools/suite.py.")


def pytest_runtest_setup(item: pytest.Item) -> None:
    wants_postgres = item.config.getoption("db") == "postgres" and item.get_closest_marker("database")
    if wants_postgres and "DATABASE_URL" not in os.environ:
        missing("PostgreSQL", "Install it, or name a server in TEST_POSTGRES_URL.")


@pytest.fixture(scope="session", autouse=True)
def only_this_machine() -> Iterator[None]:
    """Fail a test that connects to another machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        local = self.family not in (socket.AF_INET, socket.AF_INET6)
        if not (local or address[0] in ("localhost", "::1") or address[0].startswith("127.")):
            raise AssertionError(f"A test tried to reach {address[0]}.")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(autouse=True)
def fresh_throttle() -> None:
    """Reset the request limits, because all tests have the same address."""
    caches["worker"].clear()
    write_throttle.OF_PERSON.clear()
    write_throttle.OF_ADDRESS.clear()


@pytest.fixture(autouse=True)
def loud_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an error of a game fail the test. Without this the app would leave out what the game could not calculate."""
    monkeypatch.setattr(faults, "LISTENERS", [raise_error])


def raise_error(_game: Any, error: Exception) -> None:
    raise error


@pytest.fixture(autouse=True)
def default_language() -> Iterator[None]:
    """End the language of a test's last request: Django leaves it active until the next request of the thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def node() -> str:
    """The Node that go.py has found."""
    path = os.environ.get("SCOREKEEPER_NODE") or shutil.which("node")
    if not path:
        missing("Node.js", "Start the tests with: python3 go.py test")
    return path


@pytest.fixture(scope="session")
def interpreter() -> None:
    """The phone's Python as browsers receive it."""
    if not micropython.FOLDER.is_dir():
        missing("The phone's Python", "Start the tests with: python3 go.py test")


@pytest.fixture(scope="session")
def font_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not fonts.PACKAGE.is_dir():
        missing("The package of fonts", "Start the tests with: python3 go.py test")
    folder = tmp_path_factory.mktemp("build") / "fonts"
    fonts.build(fonts.PACKAGE, folder)
    return folder


@pytest.fixture
def lettered(settings: Any, font_folder: Path) -> None:
    """The server has its fonts."""
    settings.FONTS = font_folder


@pytest.fixture(scope="session")
def full_chromium(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Chromium itself. Its headless shell cannot install apps."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if not chromium:
        missing("Chromium", "Debian and Ubuntu: apt install chromium")
    return {**browser_type_launch_args, "executable_path": chromium}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium without its own requests. Its headless shell opens a page in a third of the time."""
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", *CHROMIUM))), None)
    if not chromium:
        missing("Chromium", "Debian and Ubuntu: apt install chromium chromium-headless-shell")
    # Playwright keeps an event loop running, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
    ]
    return {
        **browser_type_launch_args,
        "executable_path": chromium,
        "args": ["--no-sandbox", "--disable-gpu", *quiet],
    }
