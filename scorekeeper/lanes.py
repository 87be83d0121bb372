"""The lane of expensive requests. All worker processes together work on few of them at once, and on one of each client.

The counts are locks on single bytes of a file that the worker processes share. The system releases the locks of a
process that ends, however it ends. The database is not asked. The order of those who wait is in lane_turns.py.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

from django.conf import settings

from scorekeeper import private, routes
from scorekeeper.lane_turns import CURRENT, LaneOrder, Work
from scorekeeper.uploads import length_of

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf
except ImportError:  # Windows: every process counts for itself
    lockf = None  # type: ignore[assignment]

NAME = "scorekeeper-lanes"  # of the file
VARIABLE = "SCOREKEEPER_LANES"  # the environment variable with the path of the shared file
MOST_OF_CLIENT = 4  # expensive requests of a client that wait or are at work
MOST_OF_ADDRESS = 8  # the same of all clients of an address
MOST_PASSED = 3  # requests of a worker that let others pass: each has a connection to the database meanwhile
PATIENCE = 10  # seconds
PAUSE = 0.02  # seconds between two looks at the locks of other processes
SHORT_PUSH = 20_000  # bytes of events
LONG_PUSH = 100_000  # bytes of events; a phone sends less at once
EVENTS = "/api/v1/events/"


class TooMany(Exception):
    """The client has too many expensive requests already."""


class Busy(Exception):
    """The expensive requests of others took too long."""


class LaneNeeded(BaseException):
    """The work of a request turned out to be long before much of it was done, so it starts again in the lane.

    Code that handles the errors of a request must not handle this.
    """


class SharedLocks:
    """Locks by number, which only one thread of all worker processes can hold."""

    def __init__(self, path: str = "") -> None:
        # Created again if something has deleted it, so that a worker can start in place of another one.
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW if lockf is not None else 0
        self.file = os.open(path, flags, private.FILE) if path and flags else None
        self.held: set[int] = set()  # by threads of this process, which the system does not tell apart
        self.changing = Lock()

    def acquire(self, number: int) -> bool:
        with self.changing:
            if number in self.held:
                return False
            if self.file is not None:
                try:
                    lockf(self.file, LOCK_EX | LOCK_NB, 1, number)
                except OSError:
                    return False
            self.held.add(number)
            return True

    def release(self, number: int) -> None:
        with self.changing:
            if self.file is not None:
                lockf(self.file, LOCK_UN, 1, number)
            self.held.discard(number)


class ExpensiveLane:
    def __init__(self, locks: SharedLocks, places: int) -> None:
        self.locks, self.places = locks, places
        self.order = LaneOrder(locks.file)
        self.passed = BoundedSemaphore(MOST_PASSED)

    @contextmanager
    def count_request(self, client: str, most: int = MOST_OF_CLIENT) -> Iterator[None]:
        """Count a request that waits or is at work. Raise `TooMany` beyond the limit of its client."""
        numbers = [lock_number(f"present {index} {client}") for index in range(most)]
        number = next((number for number in numbers if self.locks.acquire(number)), None)
        if number is None:
            raise TooMany
        try:
            yield
        finally:
            self.locks.release(number)

    def wait_for_own_requests(self, client: str) -> AbstractContextManager[None]:
        """Wait until no other expensive request of the client is at work."""
        return self.hold([lock_number(f"at work {client}")])

    def wait_for_own_file(self, address: str) -> AbstractContextManager[None]:
        """Wait until no other file of the address is being built: each takes a place that others need."""
        return self.hold([lock_number(f"file of {address}")])

    @contextmanager
    def wait_for_place(self, address: str = "") -> Iterator[None]:
        """Wait for a place of the lane, and hold it. An address has one, and waits behind others if it used more."""
        with self.hold([lock_number(f"place of {address}")]) if address else nullcontext():
            work = Work(self.order, address, self.free_place, self.locks.release, self.passed)
            if not work.begin(PATIENCE, PAUSE):
                raise Busy
            CURRENT.work = work
            try:
                yield
            finally:
                CURRENT.work = None
                work.end()

    def free_place(self) -> int | None:
        return next((number for number in range(self.places) if self.locks.acquire(number)), None)

    @contextmanager
    def hold(self, numbers: Sequence[int]) -> Iterator[None]:
        """Wait for one of the locks, and hold it. Raise `Busy` if that takes too long."""
        deadline = time.monotonic() + PATIENCE
        while (held := next((number for number in numbers if self.locks.acquire(number)), None)) is None:
            if time.monotonic() > deadline:
                raise Busy
            time.sleep(PAUSE)
        try:
            yield
        finally:
            self.locks.release(held)


def let_others_pass() -> None:
    """Let others use the place of this thread in the lane first, if any wait who used it less.

    Long work calls this often, outside of transactions.
    """
    work = getattr(CURRENT, "work", None)
    if work is not None:
        work.let_others_pass(PAUSE)


def require_lane() -> None:
    """Raise `LaneNeeded` if this thread works on a request that is not in the lane. Call this before long work."""
    if getattr(CURRENT, "is_cheap", False):
        raise LaneNeeded


def begin_nothing_anew() -> None:
    """Let this request go on where it is: it has stored something, and would store it once more."""
    CURRENT.is_cheap = False


@contextmanager
def without_lane(is_cheap: bool) -> Iterator[None]:
    """Note that this thread works on a request outside of the lane, if it does."""
    CURRENT.is_cheap = is_cheap
    try:
        yield
    finally:
        CURRENT.is_cheap = False


def lock_number(text: str) -> int:
    """Return a number for the text. The first million are for the places of the lane."""
    return 1_000_000 + int.from_bytes(sha256(text.encode()).digest()[:7], "big")


def shared_lane() -> ExpensiveLane:
    """Return the lane of this server. Half of the worker processes may do expensive work at once."""
    return ExpensiveLane(SharedLocks(os.environ.get(VARIABLE, "")), max(1, settings.WORKERS // 2))


@contextmanager
def shared_file(folder: Path | None) -> Iterator[None]:
    """Name the file of the locks, for the worker processes that start in this block.

    Programs delete old files in the system's folder of temporary files, but not beside the database. Only a database
    that is not a file has no such folder.
    """
    if folder is None:
        file, path = tempfile.mkstemp(prefix=f"{NAME}-")
        os.close(file)
    else:
        path = str(folder / NAME)
    os.environ[VARIABLE] = path
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if folder is None:
            Path(path).unlink(missing_ok=True)


def is_expensive(method: str, path: str, length: int) -> bool:
    """Return whether a request may take long. A view names such methods in `expensive`."""
    if path == EVENTS:
        return method == "POST" and length > LONG_PUSH
    return ("GET" if method == "HEAD" else method) in expensive_methods(path)


def is_save(environ: dict[str, Any]) -> bool:
    """Return whether a request is a short push, as phones send it after a round."""
    is_push = environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"] == EVENTS
    return is_push and (length_of(environ) or 0) <= SHORT_PUSH


def builds_file(method: str, path: str) -> bool:
    """Return whether a view builds a whole file in memory. Such a view says so by `builds_file`."""
    return method in ("GET", "HEAD") and bool(routes.attribute_of(path, "builds_file"))


def expensive_methods(path: str) -> tuple[str, ...]:
    """Return the methods of an address that may take long."""
    return tuple(routes.attribute_of(path, "expensive") or ())
