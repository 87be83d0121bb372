"""Copies made while people write hold one moment of the log, and can be restored."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.load import players
from tests.load.databases import Sqlite
from tests.load.server import ROOT, Server

pytestmark = [
    pytest.mark.third,
    pytest.mark.slow,
    pytest.mark.skipif("config.getoption('db') == 'postgres'", reason="It has pg_dump."),
]

KILLS = 6


@contextmanager
def writing(server: Server) -> Iterator[list[int]]:
    """Write round after round in a thread; the yielded list holds the number of acknowledged events."""
    client, acknowledged, is_over = server.client(), [0], threading.Event()
    match = players.start(client)

    def write() -> None:
        while not is_over.is_set():
            players.deal(client, match)
            client.push()
            acknowledged[0] = len(client.events) - len(client.waiting())

    writer = threading.Thread(target=write)
    writer.start()
    yield acknowledged
    is_over.set()
    writer.join(30)
    assert not writer.is_alive()


def numbers(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [seq for (seq,) in copy.execute("SELECT seq FROM games_event ORDER BY seq")]


@pytest.mark.long
def test_copy_made_while_writing_is_complete(server: Server, tmp_path: Path) -> None:
    with writing(server) as acknowledged:
        for count in range(4):
            before, path = acknowledged[0], tmp_path / f"{count}.sqlite3"
            server.manage("backup", str(path))
            stored = numbers(path)
            assert stored == list(range(1, len(stored) + 1))
            assert before <= len(stored) <= acknowledged[0] + 1
            assert not path.with_name(path.name + "-wal").exists()
            of_copy = Server(Sqlite(tmp_path), tmp_path / "nothing")
            of_copy.environment["DATABASE_URL"] = f"sqlite:///{path}"
            assert " 0 rows differed" in of_copy.manage("rebuild")


def run_and_kill(server: Server, seconds: float, *arguments: str) -> bool:
    command = [sys.executable, "manage.py", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=server.environment, stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def test_killed_backup_leaves_a_complete_copy_or_none(server: Server, tmp_path: Path) -> None:
    begun = time.monotonic()
    server.manage("backup", str(tmp_path / "first.sqlite3"))
    duration = time.monotonic() - begun
    kills = []
    for count in range(KILLS):
        path = tmp_path / f"{count}.sqlite3"
        kills.append(run_and_kill(server, duration * (count + 1) / KILLS, "backup", str(path)))
        if path.exists():
            numbers(path)
    assert any(kills)
    server.manage("backup", str(tmp_path / "0.sqlite3.again"))


@pytest.mark.long
def test_killed_restore_leaves_the_old_or_the_new_database(server: Server, tmp_path: Path) -> None:
    assert isinstance(server.database, Sqlite)
    client = server.client()
    match = players.start(client)
    client.sync()
    copy = tmp_path / "copy.sqlite3"
    begun = time.monotonic()
    server.manage("backup", str(copy))
    duration = time.monotonic() - begun
    for count in range(KILLS):
        players.deal(client, match)
        client.sync()
        assert run_and_kill(server, duration * (0.5 + count / KILLS), "restore", "--keep-access", str(copy)) in (
            True,
            False,
        )
        count_stored = len(numbers(server.database.path))
        assert count_stored in (1, len(client.events))
        client.sync()
        assert len(numbers(server.database.path)) == len(client.events)
    server.check()


def test_restore_saves_the_replaced_database(server: Server, tmp_path: Path) -> None:
    client = server.client()
    match = players.start(client)
    client.sync()
    copy = tmp_path / "copy.sqlite3"
    assert server.manage("backup", str(copy)).strip() == str(copy)
    players.deal(client, match)
    client.sync()
    replaced = Path(server.manage("restore", "--keep-access", str(copy)).split()[-1].rstrip("."))
    assert len(numbers(replaced)) == 2
    reader = server.client()
    reader.pull()
    assert len(reader.events) == 1
    client.sync()
    reader.pull()
    assert len(reader.events) == 2
    server.check()


def test_restore_ends_keys_of_programs(server: Server, tmp_path: Path) -> None:
    client, copy = server.client(), tmp_path / "copy.sqlite3"
    server.manage("backup", str(copy))
    server.manage("restore", "--keep-access", str(copy))
    headers = {"Authorization": f"Token {client.token}"}
    ask = Request(f"{server.url}/api/v1/events/", headers=headers)
    assert urlopen(ask).status == 200
    server.manage("restore", str(copy))
    with pytest.raises(HTTPError, match="401"):
        urlopen(ask)


def test_commands_explain_errors(server: Server, tmp_path: Path) -> None:
    existing, junk, newer = tmp_path / "there", tmp_path / "junk", tmp_path / "newer"
    existing.write_text("")
    junk.write_text("x" * 5000)
    server.manage("backup", str(newer))
    with closing(sqlite3.connect(newer)) as copy, copy:
        copy.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2030-01-01')")
    for arguments, why in (
        (("backup", str(existing)), "is there already"),
        (("backup", str(tmp_path / "no" / "folder")), "unable to open|No such file"),
        (("restore", str(junk)), "no copy of Scorekeeper's database"),
        (("restore", str(tmp_path / "none")), "no copy of Scorekeeper's database"),
        (("restore", str(newer)), "newer Scorekeeper"),
    ):
        with pytest.raises(AssertionError, match=why) as error:
            server.manage(*arguments)
        assert "Traceback" not in str(error.value)
    server.check()
