"""The order in which network addresses get a place of the lane, over all worker processes of a server.

An address that used the lane for long goes behind others. Long work in the lane lets others pass in between. What the
processes share is in the file of the locks: the debt of each address, and when someone with each rank last waited. No
entry needs a lock, as a wrong one only changes the order for a moment.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from hashlib import sha256
from struct import Struct
from threading import BoundedSemaphore, local

from django.conf import settings

RANKS = 7  # by debt: below 1 second, below 2, 4, 8, 16, 32, and more
MOST_DEBT = 60  # seconds
REFILL = 0.1  # seconds of the debt that are forgiven each second
IS_WAITING = 0.5  # seconds after the last look of someone who waits: a busy machine may not look more often
LOOKS = 0.1  # seconds between two looks of work in the lane
ENTRY = Struct("dd")
FIRST_DEBT = RANKS  # the entry after those of the ranks
ADDRESSES = 65_536  # entries; two addresses may share one
FIRST_COUNT = FIRST_DEBT + ADDRESSES  # the entries of daily_bytes.py
PASSING = 60  # seconds: then work that let others pass waits like anyone else


class TurnFile:
    """Entries of two numbers, in the file that the worker processes share, or in memory without a file."""

    def __init__(self, file: int | None) -> None:
        self.file = file
        self.entries: dict[int, bytes] = {}

    def read(self, number: int) -> tuple[float, float]:
        entry = self.entries.get(number, b"")
        if self.file is not None:
            entry = os.pread(self.file, ENTRY.size, number * ENTRY.size)
        return ENTRY.unpack(entry) if len(entry) == ENTRY.size else (0.0, 0.0)

    def write(self, number: int, first: float, second: float) -> None:
        entry = ENTRY.pack(first, second)
        if self.file is None:
            self.entries[number] = entry
            return
        try:
            os.pwrite(self.file, entry, number * ENTRY.size)
        except OSError:  # the disk is full: then the order is that of chance
            return


class LaneOrder:
    """The debts of addresses, and the ranks that wait."""

    def __init__(self, file: int | None) -> None:
        self.file = TurnFile(file)

    def debt(self, address: str) -> float:
        """Return the seconds that the address used recently. The clock starts again with the machine."""
        debt, since = self.file.read(FIRST_DEBT + place_of(address))
        passed = time.monotonic() - since
        return max(0.0, min(debt, MOST_DEBT) - passed * REFILL) if passed >= 0 else 0.0

    def spend(self, address: str, seconds: float) -> None:
        if address:
            debt = min(self.debt(address) + seconds, MOST_DEBT)
            self.file.write(FIRST_DEBT + place_of(address), debt, time.monotonic())

    def rank(self, address: str) -> int:
        return min(int(self.debt(address)).bit_length(), RANKS - 1) if address else 0

    def wait(self, rank: int) -> None:
        """Note that someone with this rank waits."""
        self.file.write(rank, time.monotonic(), 0.0)

    def stop_waiting(self, rank: int) -> None:
        """Note that someone with this rank waits no more. Others with this rank note again that they wait."""
        self.file.write(rank, 0.0, 0.0)

    def has_better(self, rank: int) -> bool:
        """Return whether someone with a better rank waits."""
        now = time.monotonic()
        return any(0 <= now - self.file.read(better)[0] < IS_WAITING for better in range(rank))


def place_of(address: str) -> int:
    """Return a number for an address. The key keeps others from finding an address with the same number."""
    digest = sha256(f"{settings.SECRET_KEY} {address}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % ADDRESSES


class Work:
    """Work of an address in a place of the lane. `acquire` gets a place if one is free, and `release` returns it.

    `passed` counts the work of this process that lets others pass.
    """

    def __init__(
        self,
        order: LaneOrder,
        address: str,
        acquire: Callable[[], int | None],
        release: Callable[[int], None],
        passed: BoundedSemaphore,
    ) -> None:
        self.order, self.address = order, address
        self.acquire, self.release, self.passed = acquire, release, passed
        self.place: int | None = None
        self.since = self.looked = 0.0

    def begin(self, patience: float, pause: float) -> bool:
        """Wait for a place, behind those with a better rank. Return whether there was one in time."""
        deadline = time.monotonic() + patience
        rank = self.order.rank(self.address)
        while self.order.has_better(rank) or (place := self.acquire()) is None:
            if time.monotonic() > deadline:
                return False
            self.order.wait(rank)
            time.sleep(pause)
            rank = self.order.rank(self.address)
        self.order.stop_waiting(rank)
        self.place, self.since = place, time.monotonic()
        return True

    def end(self) -> None:
        if self.place is not None:
            self.order.spend(self.address, time.monotonic() - self.since)
            self.release(self.place)
            self.place = None

    def let_others_pass(self, pause: float) -> None:
        """Give the place to those with a better rank, if any wait, and continue after them.

        Work that lets others pass has its connection to the database meanwhile. If all connections belonged to such work,
        the others could do nothing with the place of the lane. So this work goes on if enough let others pass.
        """
        now = time.monotonic()
        if self.place is None or now - self.looked < LOOKS:
            return
        self.looked = now
        self.order.spend(self.address, now - self.since)
        self.since = now
        if not self.order.has_better(self.order.rank(self.address)):
            return
        if self.passed.acquire(blocking=False):
            try:
                self.end()
                self.wait_behind(pause)
            finally:
                self.passed.release()

    def wait_behind(self, pause: float) -> None:
        if self.begin(PASSING, pause):
            return
        while (place := self.acquire()) is None:
            time.sleep(pause)
        self.place, self.since = place, time.monotonic()


CURRENT = local()  # `work`: what this thread does in the lane
