"""The front of the server. It waits for slow clients without a thread, and answers requests in threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from scorekeeper import proxies, streams
from scorekeeper.answered import COMPLETE, REFUSAL, Answered, WatchedSend
from scorekeeper.answers import Ended
from scorekeeper.bodies import BodyReader, Disconnected, DiskFull, Message, Receive, TooSlow

THREADS = {
    "request": 160,  # for all requests that wait for a place, and some more
    "quick": 8,  # for static files and checks that the process works, which wait for nothing
    "health": 2,  # for checks of the database, which wait for each other
    "metrics": 2,  # for monitors, which wait for each other, too
}
PIECE = 64 * 1024  # bytes of a long response that are sent at once
SENDING_PATIENCE = 30  # seconds for each piece

Environ = dict[str, Any]
Scope = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Beginning(NamedTuple):
    """The beginning of a response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    piece: bytes
    chunks: Iterator[bytes]  # the rest
    close: Callable[[], None]


class AsgiFront:
    """The ASGI application before a WSGI application.

    `pool_of` names the threads that answer a path. Only those named `request` wait for a body. `refuse_slow` answers
    instead of the application if the body does not arrive in time, `refuse_full` if the disk has no room for it.
    `refuse_stream` answers in place of a stream beyond a limit. `read_states` reads the states that streams are about.
    Each of `reports` is called with every answered request.
    """

    def __init__(
        self,
        application: Application,
        pool_of: Callable[[str], str],
        refuse_slow: Application,
        refuse_full: Application,
        refuse_stream: Application,
        read_states: streams.ReadStates = lambda _things: {},
        reports: Sequence[Callable[[Answered], None]] = (),
    ) -> None:
        self.application, self.pool_of = application, pool_of
        self.refuse_slow, self.refuse_full = refuse_slow, refuse_full
        self.refuse_stream, self.reports = refuse_stream, reports
        self.bodies = BodyReader()
        self.streams = streams.Streams(read_states)
        self.pools = {name: ThreadPoolExecutor(count, name) for name, count in THREADS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        environ = environ_of(scope)
        if not self.reports:
            await self.answer(environ, receive, send)
            return
        watched = WatchedSend(send)
        try:
            await self.answer(environ, receive, watched)
        finally:
            if COMPLETE in environ:
                for report in self.reports:
                    report(watched.describe(environ, scope["method"]))

    async def answer(self, environ: Environ, receive: Receive, send: Send) -> None:
        application = self.application
        proxies.resolve_client(environ)
        pool = self.pool_of(environ["PATH_INFO"])
        if pool == "request":
            try:
                environ["wsgi.input"] = await self.bodies.read(environ, receive)
            except TooSlow:
                environ["CONTENT_LENGTH"], application = "", self.refuse_slow
            except DiskFull:
                environ["CONTENT_LENGTH"], application = "", self.refuse_full
            except Disconnected:
                return
        else:
            environ["CONTENT_LENGTH"] = ""  # so that nothing waits for the body
        in_thread = partial(asyncio.get_running_loop().run_in_executor, self.pools[pool])
        body, environ[COMPLETE] = environ["wsgi.input"], time.monotonic()
        try:
            beginning = await in_thread(begin, application, environ)
        finally:
            self.bodies.release(body)
        if topic := streams.Topic.of(beginning.headers):
            try:
                with self.streams.count(topic, environ["REMOTE_ADDR"]):
                    await self.stream(topic, beginning, environ, receive, send)
                return
            except streams.Full:
                environ[REFUSAL] = "stream"
                beginning.close()
                beginning = await in_thread(begin, self.refuse_stream, without_body(environ))
        try:
            await send({"type": "http.response.start", "status": beginning.status, "headers": beginning.headers})
            piece = beginning.piece
            while len(piece) >= PIECE:
                async with asyncio.timeout(SENDING_PATIENCE):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await in_thread(next_piece, beginning.chunks)
            await send({"type": "http.response.body", "body": piece})
        except (TimeoutError, Ended):
            return  # the client reads too slowly, or others need the room; the server ends the connection
        finally:
            beginning.close()

    async def stream(
        self, topic: streams.Topic, beginning: Beginning, environ: Environ, receive: Receive, send: Send
    ) -> None:
        """Send the first message, and one for each new state."""
        in_thread = partial(asyncio.get_running_loop().run_in_executor, self.pools["request"])

        async def send_message(message: bytes) -> None:
            async with asyncio.timeout(SENDING_PATIENCE):
                await send({"type": "http.response.body", "body": message, "more_body": True})

        async def answer() -> tuple[streams.Topic | None, bytes]:
            renewed = await in_thread(begin, self.application, without_body(environ))
            renewed.close()
            return streams.Topic.of(renewed.headers), renewed.piece

        beginning.close()
        hidden = streams.HEADER.lower().encode()
        headers = [
            (name, value) for name, value in beginning.headers if name.lower() not in (hidden, b"content-length")
        ]
        await send({"type": "http.response.start", "status": beginning.status, "headers": headers})
        try:
            await send_message(beginning.piece)
            await self.streams.send_news(topic, environ["REMOTE_ADDR"], send_message, receive, answer)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return  # the client reads too slowly


def without_body(environ: Environ) -> Environ:
    """Return the same request once more, which has no body."""
    return {**environ, "wsgi.input": BytesIO(), "CONTENT_LENGTH": ""}


def begin(application: Application, environ: Environ) -> Beginning:
    """Answer a request."""
    start: list[Any] = []
    with environ["wsgi.input"]:
        result = application(environ, lambda *arguments: start.extend(arguments))
    chunks = iter(result)
    status = int(str(start[0]).split()[0])
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in start[1]]
    return Beginning(status, headers, next_piece(chunks), chunks, getattr(result, "close", lambda: None))


def next_piece(chunks: Iterator[bytes]) -> bytes:
    """Return the next piece of a response; one that is shorter than `PIECE` is the last one."""
    parts: list[bytes] = []
    length = 0
    while length < PIECE and (chunk := next(chunks, None)) is not None:
        parts.append(chunk)
        length += len(chunk)
    return b"".join(parts)


def environ_of(scope: Scope) -> Environ:
    """Return a request as WSGI describes it, without its body. A header that is there twice has both values."""
    server = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(scope).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(scope["client"][0]) if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def path_of(scope: Scope) -> bytes:
    raw = scope.get("raw_path")
    return scope["path"].encode() if raw is None else unquote_to_bytes(raw.partition(b"?")[0])
