"""Whose turn it is to write, where the database is a file.

SQLite lets one write at a time; the others sleep and try again, ever longer and in no order, so that under
load some wait for ever. The system's own lock on a file wakes the next one at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import OperationalError, connection

try:
    from fcntl import LOCK_EX, flock
except ImportError:  # Windows: there SQLite's own way has to do
    flock = None  # type: ignore[assignment]


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one's turn; over when the block ends, however it ends."""
    file = lock_file()
    if file is None or connection.in_atomic_block:
        yield
        return
    try:
        lock = file.open("a")
    except OSError as error:  # a full disk, or one that can only be read
        raise OperationalError(str(error)) from error
    with lock:
        flock(lock, LOCK_EX)
        yield


def lock_file() -> Path | None:
    name = str(connection.settings_dict["NAME"])
    if flock is None or connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(f"{name}-turn")
