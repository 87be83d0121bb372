"""Read the body of a request before the request gets a place, so that slow clients block nobody."""

from __future__ import annotations

from io import BytesIO
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from typing import IO, Any

from scorekeeper import uploads
from scorekeeper.buckets import ClientShares

READERS = 64  # at a time
READERS_OF_ONE = 16  # for one address: it could hold them all with bodies that never end
IN_MEMORY = 1_000_000  # bytes; a longer body is in a temporary file
CHUNK = 64 * 1024

Environ = dict[str, Any]


class BodyReader:
    """Read bodies, each in a thread. Their number is limited, in all and for one address.

    A body that never comes keeps its thread until the connection ends: Granian cannot stop reading, and a proxy can.
    """

    def __init__(self, readers: int = READERS) -> None:
        self.free = BoundedSemaphore(readers)
        self.shares = ClientShares(min(readers, READERS_OF_ONE))

    def receive(self, environ: Environ) -> Environ | None:
        """Return the request with its complete body, or None if too many bodies are being read.

        A body that is too long, or has no stated length, is read but dropped. Most browsers read no response before
        they have sent everything.
        """
        is_refused = uploads.has_no_length(environ)
        length = uploads.MOST_DISCARDED if is_refused else uploads.length_of(environ)
        if not 0 < length <= uploads.MOST_DISCARDED:
            return environ
        address = str(environ.get("REMOTE_ADDR", ""))
        if not address:  # a Unix socket has none, and all clients come through it
            return self.read(environ, length, is_refused)
        with self.shares.enter(address) as has_room:
            return self.read(environ, length, is_refused) if has_room else None

    def read(self, environ: Environ, length: int, is_refused: bool) -> Environ | None:
        if not self.free.acquire(blocking=False):
            return None
        is_accepted = not is_refused and length <= uploads.limit(str(environ["PATH_INFO"]), length)
        body: Any = SpooledTemporaryFile(IN_MEMORY) if is_accepted else DiscardedBody()  # noqa: SIM115 (its request closes it)
        try:
            copy(environ["wsgi.input"], length, body)
        finally:
            self.free.release()
        body.seek(0)
        return {**environ, "wsgi.input": body}


class DiscardedBody(BytesIO):
    """A file that drops all data."""

    def write(self, data: Any, /) -> int:
        return len(data)


def copy(source: Any, length: int, target: IO[bytes]) -> None:
    try:
        while length > 0 and (chunk := source.read(min(length, CHUNK))):
            length -= len(chunk)
            target.write(chunk)
    except OSError:
        return  # the client disconnected; the parser of the body will find that it is incomplete


def without_body(environ: Environ) -> Environ:
    """Return the request as if it had no body, so that nothing waits for the body."""
    return {**environ, "wsgi.input": BytesIO(), "CONTENT_LENGTH": ""}
