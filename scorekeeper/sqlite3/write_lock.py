"""A queue of writers, for a database in a file.

SQLite allows one write at a time; the other writers sleep and retry, ever longer and in no order, so that under
load some wait forever. The system's own lock on a file wakes the next writer at once.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO, Any

from django.db import OperationalError

from scorekeeper import private
from scorekeeper.database import PATIENCE

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: SQLite's own retries must do
    flock = None  # type: ignore[assignment]


def open_lock(database: Path | str) -> IO[Any]:
    """Wait until no other process writes to the database. Closing the returned file releases the lock."""
    try:
        lock = open(f"{database}-turn", "a", opener=private.opener)  # noqa: SIM115
    except OSError as error:  # a full or a read-only disk
        raise OperationalError(str(error)) from error
    if flock is not None:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            LockWait(lock).wait()
    return lock


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
