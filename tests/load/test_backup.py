"""A copy made while people write is one moment of the log, whole; put back, it is what the server has."""

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

import pytest

from tests.load import players
from tests.load.databases import Sqlite
from tests.load.server import ROOT, Server

pytestmark = [pytest.mark.slow, pytest.mark.skipif("config.getoption('db') == 'postgres'", reason="It has pg_dump.")]

KILLS = 6


@contextmanager
def writing(server: Server) -> Iterator[list[int]]:
    """Somebody writes round after round; the list tells how many were acknowledged."""
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
def test_a_copy_made_meanwhile_is_whole(server: Server, tmp_path: Path) -> None:
    with writing(server) as acknowledged:
        for count in range(4):
            before, path = acknowledged[0], tmp_path / f"{count}.sqlite3"
            server.manage("backup", str(path))
            found = numbers(path)
            assert found == list(range(1, len(found) + 1))
            assert before <= len(found) <= acknowledged[0] + 1
            assert not path.with_name(path.name + "-wal").exists()
            of_copy = Server(Sqlite(tmp_path), tmp_path / "nothing")
            of_copy.environment["DATABASE_URL"] = f"sqlite:///{path}"
            assert " 0 rows differed" in of_copy.manage("rebuild")


def killed(server: Server, seconds: float, *arguments: str) -> bool:
    command = [sys.executable, "manage.py", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=server.environment, stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def test_killed_in_the_middle_there_is_a_whole_copy_or_none(server: Server, tmp_path: Path) -> None:
    begun = time.monotonic()
    server.manage("backup", str(tmp_path / "first.sqlite3"))
    usual = time.monotonic() - begun
    were = []
    for count in range(KILLS):
        path = tmp_path / f"{count}.sqlite3"
        were.append(killed(server, usual * (0.5 + count / KILLS / 2), "backup", str(path)))
        if path.exists():
            numbers(path)
    assert any(were)
    server.manage("backup", str(tmp_path / "0.sqlite3.again"))


@pytest.mark.long
def test_killed_in_the_middle_of_a_restore_it_is_the_one_or_the_other(server: Server, tmp_path: Path) -> None:
    assert isinstance(server.database, Sqlite)
    client = server.client()
    match = players.start(client)
    client.sync()
    copy = tmp_path / "copy.sqlite3"
    begun = time.monotonic()
    server.manage("backup", str(copy))
    usual = time.monotonic() - begun
    for count in range(KILLS):
        players.deal(client, match)
        client.sync()
        assert killed(server, usual * (0.5 + count / KILLS), "restore", str(copy)) in (True, False)
        found = len(numbers(server.database.path))
        assert found in (1, len(client.events))
        client.sync()
        assert len(numbers(server.database.path)) == len(client.events)
    server.check()


def test_what_was_there_is_kept_and_the_copy_is_what_there_is(server: Server, tmp_path: Path) -> None:
    client = server.client()
    match = players.start(client)
    client.sync()
    copy = tmp_path / "copy.sqlite3"
    assert server.manage("backup", str(copy)).strip() == str(copy)
    players.deal(client, match)
    client.sync()
    kept = Path(server.manage("restore", str(copy)).split()[-1].rstrip("."))
    assert len(numbers(kept)) == 2
    reader = server.client()
    reader.pull()
    assert len(reader.events) == 1
    client.sync()
    reader.pull()
    assert len(reader.events) == 2
    server.check()


def test_what_cannot_be_is_said(server: Server, tmp_path: Path) -> None:
    there, junk, newer = tmp_path / "there", tmp_path / "junk", tmp_path / "newer"
    there.write_text("")
    junk.write_text("x" * 5000)
    server.manage("backup", str(newer))
    with closing(sqlite3.connect(newer)) as copy, copy:
        copy.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2030-01-01')")
    for arguments, why in (
        (("backup", str(there)), "is there already"),
        (("backup", str(tmp_path / "no" / "folder")), "unable to open|No such file"),
        (("restore", str(junk)), "no copy of Scorekeeper's database"),
        (("restore", str(tmp_path / "none")), "no copy of Scorekeeper's database"),
        (("restore", str(newer)), "newer Scorekeeper"),
    ):
        with pytest.raises(AssertionError, match=why) as told:
            server.manage(*arguments)
        assert "Traceback" not in str(told.value)
    server.check()
