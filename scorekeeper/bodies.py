"""Read the body of a request before the request gets a thread, so that slow clients block nobody.

A body that arrives too slowly ends, and one of which nothing comes for a while. If too many arrive at once, the oldest body
of the client with most of them ends, so one more body always has room. If they take too much of the disk, the largest
ones of the client with most bytes end, first those that have been quiet. Complete ones count until they are answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from scorekeeper import uploads
from scorekeeper.proxies import wide_network

MOST_ARRIVING = 128  # bodies at a time in a process
PATIENCE, SLOWEST = 30, 8_000  # seconds for a body, and one more second for each 8,000 bytes that have arrived
QUIET = 30  # seconds without a byte, after which a body ends
RECENT = 2  # seconds: a body of which something came since then is not quiet
MOST_BYTES = 200_000_000  # of the bodies that are arriving in a process
MOST_WAITING = (
    100_000_000  # bytes of the complete bodies whose requests a process has not answered; an address has half
)
IN_MEMORY = 200_000  # bytes; a longer body is in a temporary file

Environ = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]


class TooSlow(Exception):
    """The body did not arrive in time, or had to make room for others."""


class Disconnected(Exception):
    """The client closed the connection before the end of the body."""


class DiskFull(Exception):
    """There was no room for the body, on the disk or beside those that wait."""


class Arrival:
    """What has arrived of a body: the bytes that it takes of the disk, and when the last ones came."""

    def __init__(self, heard: float) -> None:
        self.size = 0
        self.heard = heard


class Arrivals:
    """The bodies that are arriving, by the address or IPv6 line of their client, the oldest first."""

    def __init__(self, most: int = MOST_ARRIVING) -> None:
        self.most = most
        self.size = 0  # bytes of all of them
        self.by_address: dict[str, dict[asyncio.Timeout, Arrival]] = {}

    def count(self) -> int:
        return sum(map(len, self.by_address.values()))

    def add(self, address: str, deadline: asyncio.Timeout, now: float) -> None:
        self.by_address.setdefault(address, {})[deadline] = Arrival(now)
        if self.count() > self.most:
            self.end_one()

    def add_bytes(self, address: str, deadline: asyncio.Timeout, size: int, now: float) -> None:
        """Count more bytes of a body. If there are too many, end others, or this one."""
        arrival = self.by_address[address][deadline]
        arrival.size, arrival.heard = arrival.size + size, now
        self.size += size
        while self.size > MOST_BYTES:
            self.end_largest(now)

    def end_largest(self, now: float) -> None:
        """End the largest body of the address with most bytes, if possible one that has been quiet."""
        sizes = {address: sum(body.size for body in of.values()) for address, of in self.by_address.items()}
        address = max(sizes, key=lambda address: sizes[address])
        bodies = self.by_address[address]
        self.end(address, max(bodies, key=lambda body: (now - bodies[body].heard > RECENT, bodies[body].size)))

    def end_one(self) -> None:
        """End the oldest body of the address with most bodies."""
        address = max(self.by_address, key=lambda address: len(self.by_address[address]))
        self.end(address, next(iter(self.by_address[address])))

    def end(self, address: str, deadline: asyncio.Timeout) -> None:
        self.remove(address, deadline)
        if not deadline.expired():  # otherwise its task is about to notice
            deadline.reschedule(0)

    def has(self, address: str, deadline: asyncio.Timeout) -> bool:
        return deadline in self.by_address.get(address, ())

    def remove(self, address: str, deadline: asyncio.Timeout) -> None:
        if self.has(address, deadline):
            self.size -= self.by_address[address].pop(deadline).size
            if not self.by_address[address]:
                del self.by_address[address]


class BodyReader:
    def __init__(self, most: int = MOST_ARRIVING) -> None:
        self.arrivals = Arrivals(most)
        self.waiting: dict[IO[bytes], tuple[str, int]] = {}  # the address and the bytes of long complete bodies

    async def read(self, environ: Environ, receive: Receive) -> IO[bytes]:
        """Return the complete body of a request. Raise `TooSlow`, `DiskFull` or `Disconnected` if there is none.

        A body that is too long, or has no stated length, is read but dropped. Most browsers read no response before
        they have sent everything.
        """
        stated = uploads.length_of(environ)
        length = uploads.MOST_DISCARDED if stated is None else stated
        if not 0 < length <= uploads.MOST_DISCARDED:
            return BytesIO()
        is_accepted = stated is not None and (
            stated <= uploads.MOST_OF_FORM or stated <= uploads.limit(str(environ["PATH_INFO"]))
        )
        body = StoredBody() if is_accepted else DiscardedBody()
        try:
            address = wide_network(str(environ.get("REMOTE_ADDR", "")))
            await self.copy(address, length, receive, body)
            complete = body.complete()
            if isinstance(body, StoredBody) and length > IN_MEMORY:
                self.keep_waiting(complete, address, length)
            return complete
        except BaseException:
            body.close()
            raise

    def keep_waiting(self, body: IO[bytes], address: str, size: int) -> None:
        """Count a complete body. Raise `DiskFull` if too many bytes wait already."""
        own = sum(its_size for its_address, its_size in self.waiting.values() if its_address == address)
        everyone = sum(its_size for _address, its_size in self.waiting.values())
        if own + size > MOST_WAITING // 2 or everyone + size > MOST_WAITING:
            raise DiskFull
        self.waiting[body] = address, size

    def release(self, body: IO[bytes]) -> None:
        """Count a body no more: its request has been answered."""
        self.waiting.pop(body, None)

    async def copy(self, address: str, length: int, receive: Receive, target: StoredBody | DiscardedBody) -> None:
        loop, received = asyncio.get_running_loop(), 0
        began = loop.time()
        try:
            async with asyncio.timeout_at(began + PATIENCE) as deadline:
                self.arrivals.add(address, deadline, began)
                try:
                    while received < length:
                        message = await receive()
                        if message["type"] != "http.request":
                            raise Disconnected
                        chunk = message.get("body", b"")
                        received += len(chunk)
                        stored = target.write(chunk)
                        if not message.get("more_body"):
                            return
                        if self.arrivals.has(address, deadline):
                            now = loop.time()
                            deadline.reschedule(min(now + QUIET, began + PATIENCE + received / SLOWEST))
                            self.arrivals.add_bytes(address, deadline, stored, now)
                finally:
                    self.arrivals.remove(address, deadline)
        except TimeoutError:
            raise TooSlow from None


class StoredBody:
    """A file for a body. On a full disk it drops all data, so that the client can send the rest and read the answer."""

    def __init__(self) -> None:
        self.file: IO[bytes] = cast("IO[bytes]", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 (its request closes it)
        self.is_full = False

    def write(self, data: bytes) -> int:
        """Return the number of bytes that were stored."""
        if self.is_full:
            return 0
        try:
            return self.file.write(data)
        except OSError:
            self.is_full = True
            self.close()
            return 0

    def complete(self) -> IO[bytes]:
        """Return the file, to be read from its beginning. Raise `DiskFull` if something is missing."""
        try:
            if not self.is_full:
                self.file.seek(0)
                return self.file
        except OSError:  # of the last bytes, which are written now
            pass
        raise DiskFull

    def close(self) -> None:
        with suppress(OSError):  # it tries to write the last bytes once more
            self.file.close()


class DiscardedBody:
    """A body that is not stored."""

    def write(self, data: bytes) -> int:
        return 0

    def complete(self) -> IO[bytes]:
        return BytesIO()

    def close(self) -> None:
        """Do nothing: there is no file."""
