"""A queue of writers, for a database in a file.

SQLite allows one write at a time; the other writers sleep and retry, ever longer and in no order, so that under
load some wait forever. The system's own lock on a file wakes the next writer at once.

The writers of one network address wait for each other first, so that one of them at most is in the queue of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from struct import pack
from threading import Event, Lock, Thread, local
from typing import IO, Any

from django.db import OperationalError

from scorekeeper import private
from scorekeeper.database import PATIENCE

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: SQLite's own retries must do
    flock = None  # type: ignore[assignment]

try:
    from fcntl import F_OFD_SETLK, F_OFD_SETLKW, F_WRLCK, fcntl
except ImportError:  # not Linux: all writers wait in one queue
    HAS_LINES = False
else:
    HAS_LINES = True

WRITER = local()  # `address`: the network address for which this thread works


@contextmanager
def write_for(address: str) -> Iterator[None]:
    """Let the transactions of this thread wait in the line of a network address."""
    WRITER.address = address
    try:
        yield
    finally:
        WRITER.address = ""


def open_lock(database: Path | str) -> IO[Any]:
    """Wait until no other process writes to the database. Closing the returned file releases the lock."""
    try:
        lock = open(f"{database}-turn", "a", opener=private.opener)  # noqa: SIM115
    except OSError as error:  # a full or a read-only disk
        raise OperationalError(str(error)) from error
    if flock is not None:
        address = getattr(WRITER, "address", "")
        try:
            lock_line(lock, address, may_wait=False)
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            LockWait(lock, address).wait()
    return lock


def lock_line(lock: IO[Any], address: str, *, may_wait: bool) -> None:
    """Lock the byte of the file that belongs to the address. Such a lock belongs to the open file, not to the process.

    Where the kernel or the file system has no such locks, all writers wait in one queue.
    """
    if address and HAS_LINES:
        number = int.from_bytes(sha256(address.encode()).digest()[:7], "big")
        byte = pack("hhqqi0q", F_WRLCK, 0, number, 1, 0)  # struct flock
        try:
            fcntl(lock, F_OFD_SETLKW if may_wait else F_OFD_SETLK, byte)
        except OSError as error:
            if isinstance(error, BlockingIOError):
                raise


class LockWait:
    """A wait for the lock with a time limit. The system call has none, so a thread makes it."""

    def __init__(self, lock: IO[Any], address: str) -> None:
        self.lock = lock
        self.address = address
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
        lock_line(self.lock, self.address, may_wait=True)
        flock(self.lock, LOCK_EX)
        with self.deciding:
            if self.is_over:
                self.lock.close()  # the caller has given up: let the next one have the lock
            self.locked.set()
