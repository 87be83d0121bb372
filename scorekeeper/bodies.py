"""Read the body of a request before the request gets a thread, so that slow clients block nobody.

A body that arrives too slowly ends. If too many arrive at once, the oldest body of the client with most of them ends,
so one more body always has room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from scorekeeper import uploads
from scorekeeper.proxies import wide_network

MOST_ARRIVING = 128  # bodies at a time in a process
PATIENCE, SLOWEST = 30, 8_000  # seconds for a body, and one more second for each 8,000 bytes that have arrived
IN_MEMORY = 200_000  # bytes; a longer body is in a temporary file

Environ = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]


class TooSlow(Exception):
    """The body did not arrive in time, or had to make room for others."""


class Disconnected(Exception):
    """The client closed the connection before the end of the body."""


class Arrivals:
    """The bodies that are arriving, by the address or IPv6 line of their client, the oldest first."""

    def __init__(self, most: int = MOST_ARRIVING) -> None:
        self.most = most
        self.by_address: dict[str, dict[asyncio.Timeout, None]] = {}

    def count(self) -> int:
        return sum(map(len, self.by_address.values()))

    def add(self, address: str, deadline: asyncio.Timeout) -> None:
        self.by_address.setdefault(address, {})[deadline] = None
        if self.count() > self.most:
            self.end_one()

    def end_one(self) -> None:
        """End the oldest body of the address with most bodies."""
        address = max(self.by_address, key=lambda address: len(self.by_address[address]))
        oldest = next(iter(self.by_address[address]))
        self.remove(address, oldest)
        oldest.reschedule(0)

    def has(self, address: str, deadline: asyncio.Timeout) -> bool:
        return deadline in self.by_address.get(address, ())

    def remove(self, address: str, deadline: asyncio.Timeout) -> None:
        if self.has(address, deadline):
            del self.by_address[address][deadline]
            if not self.by_address[address]:
                del self.by_address[address]


class BodyReader:
    def __init__(self, most: int = MOST_ARRIVING) -> None:
        self.arrivals = Arrivals(most)

    async def read(self, environ: Environ, receive: Receive) -> IO[bytes]:
        """Return the complete body of a request. Raise `TooSlow` or `Disconnected` if there is none.

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
        body: Any = SpooledTemporaryFile(IN_MEMORY) if is_accepted else DiscardedBody()  # noqa: SIM115 (its request closes it)
        try:
            await self.copy(wide_network(str(environ.get("REMOTE_ADDR", ""))), length, receive, body)
        except BaseException:
            body.close()
            raise
        body.seek(0)
        return body  # type: ignore[no-any-return]

    async def copy(self, address: str, length: int, receive: Receive, target: IO[bytes]) -> None:
        loop, received = asyncio.get_running_loop(), 0
        began = loop.time()
        try:
            async with asyncio.timeout_at(began + PATIENCE) as deadline:
                self.arrivals.add(address, deadline)
                try:
                    while received < length:
                        message = await receive()
                        if message["type"] != "http.request":
                            raise Disconnected
                        chunk = message.get("body", b"")
                        received += len(chunk)
                        target.write(chunk)
                        if not message.get("more_body"):
                            return
                        if self.arrivals.has(address, deadline):
                            deadline.reschedule(began + PATIENCE + received / SLOWEST)
                finally:
                    self.arrivals.remove(address, deadline)
        except TimeoutError:
            raise TooSlow from None


class DiscardedBody(BytesIO):
    """A file that drops all data."""

    def write(self, data: Any, /) -> int:
        return len(data)
