"""Transactions on SQLite wait in a queue, and the wait for other writers is limited."""

import sqlite3
from contextlib import closing
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from threading import Event, Thread, Timer

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


class AddressWriter(Thread):
    """A writer of a network address, who notes that it has the lock, and waits until it may end."""

    def __init__(self, database: Path, address: str, order: list[str]) -> None:
        super().__init__(daemon=True)
        self.database, self.address, self.order = database, address, order
        self.may_end = Event()
        self.start()
        self.join(0.1)  # until it waits, or writes

    def run(self) -> None:
        with write_for(self.address), open_lock(self.database):
            self.order.append(self.address)
            self.may_end.wait(10)


@pytest.mark.skipif(not write_lock.HAS_LINES, reason="Linux alone has such locks.")
def test_writers_of_an_address_have_one_place_in_the_queue(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise eight short pushes of one address at once would keep all others waiting for the eight of them."""
    monkeypatch.setattr(write_lock, "PATIENCE", 10)
    order: list[str] = []
    hostile = [AddressWriter(database, "203.0.113.8", order) for _ in range(4)]
    honest = AddressWriter(database, "203.0.113.9", order)
    assert order == ["203.0.113.8"]
    for writer in (*hostile, honest):
        writer.may_end.set()
    for writer in (*hostile, honest):
        writer.join(10)
    assert order.index("203.0.113.9") in (1, 2)  # the next of the address may come between, never all of them
    assert len(order) == 5


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
