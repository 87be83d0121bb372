"""The power of a server fails, and its disk loses what was not synced. Acknowledged events survive."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from random import Random

import pytest

from tests import chance
from tests.conftest import missing
from tests.load import players
from tests.load.databases import Sqlite
from tests.load.server import Server
from tests.load.test_kill import check_promised
from tests.postgres import PostgresServer, programs
from tests.power.conftest import Disk

pytestmark = [pytest.mark.third, pytest.mark.slow]

CUTS = 2
ROUNDS = 25  # before a cut, at least
WRITES = "import os, sys; f = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY); os.write(f, b'first'); os.fsync(f); os.write(f, b'second')"


def test_a_file_keeps_only_what_was_synced(disk: Disk) -> None:
    path = disk.live / "folder" / "file"
    path.parent.mkdir()
    subprocess.run([sys.executable, "-c", WRITES, path], env={**os.environ, **disk.environment}, check=True)
    (disk.live / "unsynced").write_bytes(b"third")
    disk.cut_power()
    assert [(file.name, file.read_bytes()) for file in disk.live.rglob("*") if file.is_file()] == [("file", b"first")]


@pytest.fixture
def sqlite_server(prepared: Sqlite, disk: Disk, tmp_path: Path) -> Iterator[Server]:
    database = Sqlite(disk.live)
    prepared.write_to(database.path)
    prepared.write_to(disk.durable / database.path.name)
    server = Server(database, tmp_path / "output")
    server.environment |= disk.environment
    server.start()
    yield server
    server.stop()


def test_acknowledged_events_survive_a_power_cut_with_sqlite(sqlite_server: Server, disk: Disk) -> None:
    write_and_cut_power(sqlite_server, disk)


@pytest.mark.long
def test_the_same_server_loses_events_that_it_does_not_sync(sqlite_server: Server, disk: Disk) -> None:
    """The test above could otherwise pass because the library records too much."""
    client = sqlite_server.client()
    match = players.start(client)
    client.push()
    sqlite_server.stop()
    disk.environment["POWER_LIVE"] = sqlite_server.environment["POWER_LIVE"] = f"{disk.live}-elsewhere"
    sqlite_server.start()
    players.deal(client, match)
    client.push()
    sqlite_server.kill()
    disk.cut_power()
    sqlite_server.start()
    with pytest.raises(AssertionError):
        check_promised(sqlite_server, [acknowledged(client)])


class OwnPostgres:
    """A database of a PostgreSQL server whose disk loses what was not synced."""

    def __init__(self, library: Path) -> None:
        self.server = PostgresServer()
        own_library = shutil.copy(library, self.server.home)  # PostgreSQL's user cannot read the folders of tests
        self.disk = Disk(own_library, self.server.home / "data")
        self.server.environment = {**os.environ, **self.disk.environment}
        self.url = self.server.url
        self.server.start()

    def cut_power(self) -> None:
        self.server.stop("immediate")  # without a checkpoint
        self.disk.cut_power()
        (self.disk.live / "postmaster.pid").unlink(missing_ok=True)
        self.server.start()


@pytest.fixture
def postgres(library: Path) -> Iterator[OwnPostgres]:
    if programs() is None:
        missing("PostgreSQL", "Debian and Ubuntu: apt install postgresql")
    database = OwnPostgres(library)
    yield database
    database.server.remove()


@pytest.mark.long
def test_acknowledged_events_survive_a_power_cut_with_postgresql(postgres: OwnPostgres, tmp_path: Path) -> None:
    server = Server(postgres, tmp_path / "output")
    server.manage("migrate", "--verbosity=0")
    server.start()
    try:
        write_and_cut_power(server, postgres)
    finally:
        server.stop()


def write_and_cut_power(server: Server, disk: Disk | OwnPostgres) -> None:
    """Write rounds while the power is cut at any moment, and compare what was acknowledged."""
    random = Random(chance.seed_of("power"))
    client = server.client()
    match = players.start(client)
    client.push()
    for _ in range(CUTS):
        enough = len(acknowledged(client)) + ROUNDS
        writer = threading.Thread(target=write_until_refused, args=(client, match))
        writer.start()
        end = time.monotonic() + 60
        while len(acknowledged(client)) < enough and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(random.random() * 0.2)
        server.kill()
        writer.join(60)
        promised = acknowledged(client)
        assert len(promised) >= enough
        disk.cut_power()
        server.start()
        check_promised(server, [promised])
        client.sync()
    assert not client.waiting()
    check_promised(server, [acknowledged(client)])


def write_until_refused(client: players.Client, match: str) -> None:
    try:
        while True:
            players.deal(client, match)
            client.push()
    except (OSError, HTTPException):
        return


def acknowledged(client: players.Client) -> dict[str, int]:
    return {event["id"]: event["seq"] for event in [*client.events.values()] if event["seq"]}
