"""Transactions on SQLite wait in a queue, and the wait for other writers is limited."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from errno import EINVAL
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from threading import Thread, Timer
from time import sleep
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from games import models
from scorekeeper.sqlite3 import write_lock
from scorekeeper.sqlite3.write_lock import open_lock, write_for


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(write_lock, "PATIENCE", 0.2)
    return tmp_path / "scores"


def test_waiting_too_long_raises_an_error(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(f"{database}-turn").open("a") as holder:
        flock(holder, LOCK_EX)
        with pytest.raises(OperationalError):
            open_lock(database)
    monkeypatch.setattr(write_lock, "PATIENCE", 5)
    open_lock(database).close()  # the writer that gave up does not hold it


def test_lock_is_granted_when_its_holder_closes_it(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_lock, "PATIENCE", 10)
    holder = Path(f"{database}-turn").open("a")  # noqa: SIM115
    flock(holder, LOCK_EX)
    Timer(0.1, holder.close).start()
    with open_lock(database):
        assert holder.closed


class WriterQueue:
    """The files that wait for the lock of all, or hold it, by the address of their writers."""

    def __init__(self, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database = database
        self.present: dict[str, set[Any]] = defaultdict(set)
        self.most: dict[str, int] = defaultdict(int)
        lock_line = write_lock.lock_line

        def enter(lock: Any, address: str, *, may_wait: bool) -> None:
            lock_line(lock, address, may_wait=may_wait)
            self.present[address].add(lock)
            self.most[address] = max(self.most[address], len(self.present[address]))

        monkeypatch.setattr(write_lock, "lock_line", enter)

    def write(self, address: str) -> None:
        with write_for(address), open_lock(self.database) as lock:
            self.present[address].discard(lock)


@pytest.mark.skipif(not write_lock.HAS_LINES, reason="Linux alone has such locks.")
def test_writers_of_an_address_have_one_place_in_the_queue(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise eight short pushes of one address at once would keep all others waiting for the eight of them."""
    monkeypatch.setattr(write_lock, "PATIENCE", 10)
    queue = WriterQueue(database, monkeypatch)
    with Path(f"{database}-turn").open("a") as holder:
        flock(holder, LOCK_EX)
        addresses = ("203.0.113.8", "203.0.113.8", "203.0.113.8", "203.0.113.9")
        writers = [Thread(target=queue.write, args=(address,)) for address in addresses]
        for writer in writers:
            writer.start()
        while not all(queue.present[address] for address in set(addresses)):
            sleep(0.01)
    for writer in writers:
        writer.join()
    assert dict(queue.most) == {"203.0.113.8": 1, "203.0.113.9": 1}


@pytest.mark.skipif(not write_lock.HAS_LINES, reason="Linux alone has such locks.")
def test_without_such_locks_all_wait_in_one_queue(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_values: Any) -> None:
        raise OSError(EINVAL, "Invalid argument")

    monkeypatch.setattr(write_lock, "fcntl", refuse)
    with write_for("203.0.113.8"), open_lock(database), pytest.raises(OperationalError):
        open_lock(database)


def test_a_writer_who_gives_up_leaves_the_line(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with write_for("203.0.113.8"):
        with open_lock(database), pytest.raises(OperationalError):
            open_lock(database)
        monkeypatch.setattr(write_lock, "PATIENCE", 5)
        open_lock(database).close()


def is_free() -> bool:
    """Return whether no transaction holds the lock of the database."""
    with open(f"{connection.settings_dict['NAME']}-turn", "a") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
    return True


@pytest.fixture
def in_file(transactional_db: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows.")


@pytest.mark.usefixtures("in_file")
def test_a_transaction_holds_the_lock_until_its_hooks_have_run() -> None:
    states = []
    with transaction.atomic():
        transaction.on_commit(lambda: states.append(is_free()))
        with transaction.atomic():
            states.append(is_free())
        states.append(is_free())
    assert states == [False, False, False]
    assert is_free()


@pytest.mark.usefixtures("in_file")
@pytest.mark.parametrize("end", [connection.close, lambda: 1 / 0, lambda: transaction.set_rollback(True)])
def test_a_transaction_releases_the_lock_however_it_ends(end: object) -> None:
    assert callable(end)
    try:
        with transaction.atomic():
            models.Circle.objects.create(name="Fridays")
            assert not is_free()
            end()
    except ZeroDivisionError:
        pass
    assert is_free()
    assert not models.Circle.objects.exists()


@pytest.mark.usefixtures("in_file")
def test_the_lock_is_released_if_the_transaction_cannot_begin() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError), transaction.atomic():
            pass
        assert is_free()
    connection.close()  # the next one waits again
    with transaction.atomic():
        assert not is_free()
