"""How many requests a process works on at a time; the others wait, each in a thread of its own, but not for ever.

So whoever watches the server is answered however much it has to do. Threads come and go: the database connection belongs to
the place at work, and there are never more connections than places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import DEFAULT_DB_ALIAS, connections

from scorekeeper import away, headers
from scorekeeper.bodies import CHUNK, IN_MEMORY, Bodies, without_body

PLACES = 2  # more make SQLite's writers wait for each other
WAITING = 56  # requests
PATIENCE = 10  # seconds
SENDING = 16  # long answers
THREADS = 160  # for all that wait, with some left for those that need no place

Start = Callable[..., Any]
Environ = dict[str, Any]
Application = Callable[[Environ, Start], Iterable[bytes]]


class Place:
    """A place at work, with its connection to the database."""

    def __init__(self) -> None:
        self.connection: Any = None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Whichever thread it is that works now."""
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


class Places:
    """So many requests at a time, and so many that wait for them."""

    def __init__(self, count: int, waiting: int) -> None:
        self.free: LifoQueue[Place] = LifoQueue()
        for _ in range(count):
            self.free.put(Place())
        self.present = BoundedSemaphore(count + waiting)

    def take(self) -> Place | None:
        """None where there is none for too long, or too many wait already."""
        if not self.present.acquire(blocking=False):
            return None
        try:
            return self.free.get(timeout=PATIENCE)
        except Empty:
            self.present.release()
            return None

    def give_back(self, place: Place) -> None:
        self.free.put(place)
        self.present.release()


class Admission:
    """The application, for as many requests as there are places.

    A place is for what the server does. Who sends slowly has none yet, and who reads slowly has none any more.
    """

    def __init__(self, application: Application, places: int = PLACES, waiting: int = WAITING) -> None:
        self.application = application
        self.places = Places(places, waiting)
        self.for_health = Places(1, 1)
        self.bodies = Bodies()
        self.sending = BoundedSemaphore(SENDING)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        if path == "/healthz" or path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            return self.application(without_body(environ), start_response)
        is_health = path == "/health/"
        received = without_body(environ) if is_health else self.bodies.receive(environ)
        if received is None:
            return refuse(environ, start_response)
        places = self.for_health if is_health else self.places
        begun: list[Any] = []
        place = places.take()
        try:
            if place is None:
                return refuse(environ, start_response)
            with place.at_work():
                pieces = written(self.application(received, lambda *more: begun.extend(more)))
        finally:
            if place is not None:
                places.give_back(place)
            if received["wsgi.input"] is not environ["wsgi.input"]:
                received["wsgi.input"].close()
        if len(pieces) <= IN_MEMORY:
            start_response(*begun)
            return [pieces.take()]
        if not self.sending.acquire(blocking=False):
            pieces.file.close()
            return refuse(environ, start_response)
        start_response(*begun)
        return Sending(pieces, self.sending)


class Pieces:
    """An answer that is worked out as a whole; a long one lies in a temporary file."""

    def __init__(self) -> None:
        self.file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (whoever sends it closes it)
        self.length = 0

    def __len__(self) -> int:
        return self.length

    def take(self) -> bytes:
        with self.file:
            return self.file.read()


def written(answer: Any) -> Pieces:
    pieces = Pieces()
    try:
        for piece in answer:
            pieces.length += pieces.file.write(piece)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    pieces.file.seek(0)
    return pieces


class Sending:
    """A long answer on its way. It has a thread for as long as somebody reads it, so there are only so many."""

    def __init__(self, pieces: Pieces, sending: BoundedSemaphore) -> None:
        self.body = pieces
        self.sending = sending
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if piece := self.body.file.read(CHUNK):
            return piece
        self.close()
        raise StopIteration

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.body.file.close()
            self.sending.release()

    __del__ = close  # whoever has gone away reads nothing to its end


def refuse(environ: Environ, start_response: Start) -> Iterable[bytes]:
    response = headers.middleware(away.busy)(WSGIRequest(without_body(environ)))
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]
