"""Limit each client, in the memory of a process: by a budget that refills with time, or by a number of requests."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

MOST = 20_000  # clients; beyond that, the client that spent longest ago is forgotten


class Budgets:
    """A budget for each client: `size` at first, and `refill` more every second, up to `size`.

    The debt of a client is at most `most_debt`, by default twice the size, so that nobody waits for long.
    """

    def __init__(self, size: float, refill: float, most_debt: float | None = None) -> None:
        self.size, self.refill = size, refill
        self.most_debt = 2 * size if most_debt is None else most_debt
        self.debts: OrderedDict[str, tuple[float, float]] = OrderedDict()  # and the times of their last changes
        self.changing = Lock()

    def spend(self, client: str, amount: float) -> float:
        """Count what a client used. Return the seconds until it has a budget again, or 0 if it has one."""
        with self.changing:
            now = time.monotonic()
            debt = min(self._debt(client, now) + amount, self.most_debt)
            self.debts[client] = debt, now
            self.debts.move_to_end(client)
            if len(self.debts) > MOST:
                self.debts.popitem(last=False)
            return max(0.0, (debt - self.size) / self.refill)

    def wait(self, client: str) -> float:
        """Return the seconds until the client has a budget again, without counting anything."""
        with self.changing:
            return max(0.0, (self._debt(client, time.monotonic()) - self.size) / self.refill)

    def debt(self, client: str) -> float:
        """Return how much the client has used that time has not refilled yet."""
        with self.changing:
            return self._debt(client, time.monotonic())

    def clear(self) -> None:
        with self.changing:
            self.debts.clear()

    def _debt(self, client: str, now: float) -> float:
        debt, since = self.debts.get(client, (0.0, now))
        return max(0.0, debt - (now - since) * self.refill)


class ClientShares:
    """A number of requests or bodies that each client may have at the same time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.present: Counter[str] = Counter()
        self.changing = Lock()

    @contextmanager
    def enter(self, client: str) -> Iterator[bool]:
        """Count the client as present while the block runs. Yield whether its share had room."""
        with self.changing:
            if has_room := self.present[client] < self.most:
                self.present[client] += 1
        try:
            yield has_room
        finally:
            if has_room:
                self.leave(client)

    def leave(self, client: str) -> None:
        with self.changing:
            self.present[client] -= 1
            if not self.present[client]:
                del self.present[client]
