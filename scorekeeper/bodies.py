"""Bodies of requests: each is read before its request takes a place, so that slow lines keep nobody waiting."""

from __future__ import annotations

from io import BytesIO
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from typing import IO, Any

from scorekeeper import uploads

READERS = 64  # at a time
IN_MEMORY = 1_000_000  # bytes; a longer body lies in a temporary file
CHUNK = 64 * 1024

Environ = dict[str, Any]


class Bodies:
    """The bodies that are being read. Each has a thread, so there are only so many.

    A body that never comes keeps its thread until the connection ends: Granian cannot stop reading, and a proxy can.
    """

    def __init__(self, readers: int = READERS) -> None:
        self.free = BoundedSemaphore(readers)

    def receive(self, environ: Environ) -> Environ | None:
        """Return the request with its whole body, or None where too many are being read.

        Of a body that is too long, or does not say how long it is, nothing is kept. It is read all the same: most browsers look for an answer only once
        they have sent everything.
        """
        is_refused = uploads.has_no_length(environ)
        length = uploads.MOST_DISCARDED if is_refused else uploads.length_of(environ)
        if not 0 < length <= uploads.MOST_DISCARDED:
            return environ
        if not self.free.acquire(blocking=False):
            return None
        is_wanted = not is_refused and length <= uploads.limit(str(environ["PATH_INFO"]), length)
        body: Any = SpooledTemporaryFile(IN_MEMORY) if is_wanted else Nowhere()  # noqa: SIM115 (closed with its request)
        try:
            copy(environ["wsgi.input"], length, body)
        finally:
            self.free.release()
        body.seek(0)
        return {**environ, "wsgi.input": body}


class Nowhere(BytesIO):
    """It keeps nothing of what is written to it."""

    def write(self, piece: Any, /) -> int:
        return len(piece)


def copy(source: Any, length: int, target: IO[bytes]) -> None:
    try:
        while length > 0 and (piece := source.read(min(length, CHUNK))):
            length -= len(piece)
            target.write(piece)
    except OSError:
        return  # the client has gone, and what is missing is missed by the one who parses it


def without_body(environ: Environ) -> Environ:
    """Return the request as if it had no body: nobody reads it, and nobody waits for it."""
    return {**environ, "wsgi.input": BytesIO(), "CONTENT_LENGTH": ""}
