"""A queue of writers, for a database in a file.

SQLite allows one write at a time; the other writers sleep and retry, ever longer and in no order, so that under
load some wait forever. The system's own lock on a file wakes the next writer at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO, Any

from django.db import OperationalError, connection

from scorekeeper import private
from scorekeeper.database import PATIENCE

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: SQLite's own retries must do
    flock = None  # type: ignore[assignment]


@contextmanager
def write_lock() -> Iterator[None]:
    """Wait until no other process writes; release the lock when the block ends, however it ends."""
    file = lock_file()
    if file is None or connection.in_atomic_block:
        yield
        return
    try:
        private.make_file(file)
        lock = file.open("a")
    except OSError as error:  # a full or a read-only disk
        raise OperationalError(str(error)) from error
    try:
        flock(lock, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        LockWait(lock).wait()
    with lock:
        yield


class LockWait:
    """A wait for the lock with a time limit. The system call has none, so a thread makes it."""

    def __init__(self, lock: IO[Any]) -> None:
        self.lock = lock
        self.locked = Event()
        self.is_over = False
        self.deciding = Lock()

    def wait(self) -> None:
        Thread(target=self.work, daemon=True).start()
        if not self.locked.wait(PATIENCE):
            with self.deciding:
                if not self.locked.is_set():
                    self.is_over = True
                    raise OperationalError(f"Others have been writing for {PATIENCE} seconds.")

    def work(self) -> None:
        flock(self.lock, LOCK_EX)
        with self.deciding:
            if self.is_over:
                self.lock.close()  # the caller has given up: let the next one have the lock
            self.locked.set()


def lock_file() -> Path | None:
    name = str(connection.settings_dict["NAME"])
    if flock is None or connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(f"{name}-turn")
