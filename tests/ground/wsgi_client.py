"""Requests to a WSGI application in this process, and an application that answers some of them late."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Event, Thread
from typing import Any

ANONYMOUS = {"REQUEST_METHOD": "GET", "SERVER_NAME": "a", "SERVER_PORT": "1"}

Environ = dict[str, Any]


def ask(application: Any, path: str, **more: Any) -> tuple[str, dict[str, str], bytes]:
    status_and_headers: list[Any] = []
    environ = {**ANONYMOUS, "wsgi.input": BytesIO(), "PATH_INFO": path, **more}
    answer = application(environ, lambda status, headers: status_and_headers.extend([status, dict(headers)]))
    try:
        return status_and_headers[0], status_and_headers[1], b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()


class SlowApplication:
    """An application that answers requests for which `is_slow` is true after `release` is set."""

    streaming = True

    def __init__(self, is_slow: Callable[[Environ], bool]) -> None:
        self.is_slow = is_slow
        self.release, self.started = Event(), Event()
        self.closed = 0

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return self if self.is_slow(environ) else [b"ok"]

    def __iter__(self) -> Iterator[bytes]:
        self.started.set()
        self.release.wait(20)
        yield b"slow"

    def close(self) -> None:
        self.closed += 1

    @contextmanager
    def at_work(self, application: Any, path: str = "/", count: int = 1, **more: Any) -> Iterator[None]:
        """Send slow requests, and run the block while the application works on the first one."""
        threads = [Thread(target=ask, args=(application, path), kwargs=more) for _ in range(count)]
        for thread in threads:
            thread.start()
        try:
            assert self.started.wait(20)
            yield
        finally:
            self.release.set()
            for thread in threads:
                thread.join()
