"""Random acts of three phones, with faults of networks, browsers, clocks and server: no acknowledged event is lost.

Each run of --all does it for some seconds, and --long for a minute in each browser. MODEL_SECONDS=600 takes ten minutes
instead, and MODEL_BROWSER=firefox chooses the browser. The run prints its seed: --seed repeats its choices, not its timing.
"""

import os
import time
from collections.abc import Callable

import pytest

from tests import chance
from tests.load.server import Server
from tests.model.browsers import Chromium, FirefoxBrowser, WebKitBrowser
from tests.model.network import Network
from tests.model.phone import ModelPhone
from tests.model.world import World
from tests.phone.conftest import BRIDGE, build_server
from tests.phone.relay import Relay

SECONDS = float(os.environ.get("MODEL_SECONDS", 60))
SHORT = 6  # seconds
LEFT_OUT = {"webkit": frozenset({"kill_browser"})}  # WebKitGTK under a driver stores nothing on the disk
BROWSERS = os.environ.get("MODEL_BROWSER", "chromium firefox webkit").split()
NewPhone = Callable[[str, str, int], ModelPhone]


@pytest.fixture
def own_server(interpreter, prepared, tmp_path):
    """A server with its own database, because the test kills and restores it."""
    server = build_server(prepared.copy(), tmp_path / "output")
    server.environment["TINY_BRIDGE"] = BRIDGE.read_text("utf-8")
    server.start()
    yield server
    server.stop()
    server.database.drop()


@pytest.fixture
def new_browser(request, tmp_path):
    def open_browser(kind, name):
        profile = tmp_path / name
        if kind == "firefox":
            return FirefoxBrowser(profile)
        if kind == "webkit":
            return WebKitBrowser()
        arguments = request.getfixturevalue("browser_type_launch_args")
        return Chromium(request.getfixturevalue("browser_type"), arguments, profile)

    return open_browser


@pytest.fixture
def new_phone(own_server: Server, new_browser):
    phones = []

    def open_phone(kind: str, name: str, seed: int) -> ModelPhone:
        relay = Relay(own_server.port)
        phone = ModelPhone(name, new_browser(kind, name), relay, Network(relay, seed))
        phones.append(phone)
        phone.take_over()
        return phone

    yield open_phone
    for phone in phones:
        phone.close()


@pytest.mark.long
@pytest.mark.timeout(3 * SECONDS + 240)  # healing takes longer, the more events there are
@pytest.mark.parametrize("kind", BROWSERS)
def test_no_acknowledged_event_is_lost(playwright, own_server, new_phone, kind):
    act_and_compare(own_server, new_phone, kind, SECONDS)


def test_some_seconds_lose_no_acknowledged_event(playwright, own_server, new_phone):
    act_and_compare(own_server, new_phone, "chromium", SHORT)


def act_and_compare(server: Server, new_phone: NewPhone, kind: str, seconds: float) -> None:
    seed = chance.seed_of(f"model {kind}")
    phones = [new_phone(kind, name, seed + place) for place, name in enumerate(("Ada", "Bia", "Cem"))]
    world = World(server, phones, seed)
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            world.act(LEFT_OUT.get(kind, frozenset()))
        world.end()
    except BaseException:
        print(*world.history, sep="\n")
        raise
    finally:
        world.drop_copies()
        print(f"\n{kind}, seed {chance.SEED}: {dict(world.counts)}")
        print("seconds:", ", ".join(f"{name} {seconds:.0f}" for name, seconds in world.seconds.most_common()))
