"""The places of a worker process: who works on a request, and who waits for a place.

The database connection belongs to the place and not to the thread, so there are never more connections than places.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any, Protocol

from django.db import DEFAULT_DB_ALIAS, connections

from scorekeeper import lanes
from scorekeeper.client_budgets import Budgets, ClientShares

PATIENCE = 10  # seconds
FORGOTTEN = 0.02  # seconds of the processor that a second lets forget; someone who plays uses less
MOST_USED = 10.0  # seconds of the processor that are remembered


class Debts(Protocol):
    """What network addresses used."""

    def debt(self, address: str, /) -> float: ...

    def spend(self, address: str, seconds: float, /) -> object: ...


class WorkerSlot:
    """The right to work on one request, with a connection to the database."""

    def __init__(self) -> None:
        self.connection: Any = None

    @contextmanager
    def use_connection(self) -> Iterator[None]:
        """Let the current thread use the connection of this place."""
        if self.connection is None:
            self.connection = connections.create_connection(DEFAULT_DB_ALIAS)
            self.connection.inc_thread_sharing()
        before = getattr(connections._connections, DEFAULT_DB_ALIAS, None)  # type: ignore[attr-defined]
        connections[DEFAULT_DB_ALIAS] = self.connection
        try:
            yield
        finally:
            if before is None:
                del connections[DEFAULT_DB_ALIAS]
            else:
                connections[DEFAULT_DB_ALIAS] = before


class WaitingRequest:
    def __init__(self, address: str) -> None:
        self.address = address
        self.place: WorkerSlot | None = None
        self.has_place = Event()


class WorkerSlots:
    """A pool of places, with a limit of waiting requests.

    `is_halved`: one address has at most half of the limit, and leaves one place to others. The place of a request that
    waits for a lock of the database is of no use to anyone, so one address must not have all places. `most_of_address`
    is another number of places that one address may have.
    """

    def __init__(
        self,
        count: int,
        waiting: int,
        *,
        is_halved: bool = False,
        most_of_address: int | None = None,
        used: Debts | None = None,
    ) -> None:
        self.free = [WorkerSlot() for _ in range(count)]
        self.queue: list[WaitingRequest] = []  # the oldest first
        self.changing = Lock()
        self.at_work = Counter[str]()  # the places of each address
        # The seconds of the processor that each address used.
        self.used: Debts = used or Budgets(0, FORGOTTEN, MOST_USED)
        self.most_of_address = most_of_address or (max(1, count - 1) if is_halved else count)
        self.most = count + waiting
        self.present = 0  # requests that wait or have a place
        self.addresses = ClientShares((self.most + 1) // 2 if is_halved else self.most)

    @contextmanager
    def occupy(self, address: str = "") -> Iterator[None]:
        """Wait for a place, and work there. Raise `Busy` if too many requests wait or no place gets free in time."""
        with self.hold(address) as place:
            begin = time.thread_time()  # without waits for locks that others hold
            try:
                with place.use_connection():
                    yield
            finally:
                self.used.spend(address, time.thread_time() - begin)

    @contextmanager
    def hold(self, address: str = "") -> Iterator[WorkerSlot]:
        """Wait for a place, and have it until the block ends, in whatever thread. Raise `Busy` as `occupy` does."""
        with self.addresses.enter(address) as has_room:
            if not has_room:
                raise lanes.Busy
            place = self.wait(WaitingRequest(address))
            try:
                yield place
            finally:
                self.leave(address, place)

    def wait(self, request: WaitingRequest) -> WorkerSlot:
        with self.changing:
            if self.present >= self.most and not self.push_out(request.address):
                raise lanes.Busy
            self.present += 1
            self.queue.append(request)
            self.hand_out()
        request.has_place.wait(PATIENCE)
        with self.changing:
            if request.place is None:
                self.present -= 1
                if request in self.queue:
                    self.queue.remove(request)
                raise lanes.Busy
            return request.place

    def push_out(self, address: str) -> bool:
        """End the newest request of the address that has most waiting ones, if it has more than this address will have."""
        waiting = Counter(request.address for request in self.queue)
        crowd = max(waiting, key=lambda other: waiting[other], default=address)
        if waiting[crowd] <= waiting[address] + 1:
            return False
        newest = next(request for request in reversed(self.queue) if request.address == crowd)
        self.queue.remove(newest)
        newest.has_place.set()  # without a place
        return True

    def leave(self, address: str, place: WorkerSlot) -> None:
        with self.changing:
            self.present -= 1
            self.free.append(place)
            self.at_work[address] -= 1
            if not self.at_work[address]:
                del self.at_work[address]
            self.hand_out()

    def hand_out(self) -> None:
        """Give free places to the addresses with the fewest, of these to the one that used least, and then to the oldest.

        So a request waits for few others, however many addresses send some. No address gets more than it may have.
        """
        while self.free:
            waiting = [request for request in self.queue if self.at_work[request.address] < self.most_of_address]
            if not waiting:
                return
            request = min(waiting, key=lambda waits: (self.at_work[waits.address], self.used.debt(waits.address)))
            self.queue.remove(request)
            self.at_work[request.address] += 1
            request.place = self.free.pop()
            request.has_place.set()
