"""The power of a phone fails, and its disk loses what was not synced. Saved rounds survive."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from tests.load.server import Server
from tests.model.browsers import Chromium
from tests.model.network import Network
from tests.model.phone import ModelPhone
from tests.model.world import TIE, as_uuid
from tests.phone.conftest import wait
from tests.phone.relay import Relay
from tests.power.conftest import Disk, disk, library

__all__ = ["disk", "library"]

CUTS = 2


@pytest.fixture
def phone(
    disk: Disk, tiny: Server, browser_type: Any, browser_type_launch_args: dict[str, Any]
) -> Iterator[ModelPhone]:
    relay = Relay(tiny.port)
    arguments = {**browser_type_launch_args, "env": {**os.environ, **disk.environment}}
    phone = ModelPhone("Ada", Chromium(browser_type, arguments, disk.live), relay, Network(relay, 0))
    yield phone
    phone.close()


@pytest.mark.long
def test_saved_rounds_survive_a_power_cut_of_the_phone(phone: ModelPhone, tiny: Server, disk: Disk) -> None:
    phone.take_over()
    saved = {phone.start_match("Ada")}
    for _ in range(CUTS):
        [match] = {record["event"]["match"] for record in phone.open_store()["events"] if record["event"]["match"]}
        phone.network.set("cut")
        saved.update(phone.save(match, TIE) for _ in range(5))
        phone.browser.end()
        disk.cut_power()
        phone.browser.start()
        phone.network.set("none")
        phone.take_over()
        phone.nudge()
        wait(partial(all_stored, tiny, saved))
    assert None not in saved


def all_stored(server: Server, saved: set[str | None]) -> bool:
    with closing(sqlite3.connect(server.database.path)) as database:
        return saved <= {as_uuid(id) for (id,) in database.execute("SELECT id FROM games_event")}
