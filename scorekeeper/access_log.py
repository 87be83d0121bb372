"""The access log: a line for each answered request, if the host wants one (ACCESS_LOG).

A path may have a link that works as a key, so a line has the route, as in the security log. It has no query, cookie, name
or id, and an address only if the host asks for it. A thread writes the lines, so no request waits for a slow disk.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import QueueHandler, QueueListener, WatchedFileHandler
from queue import Full, Queue
from typing import Any

from django.conf import settings

from scorekeeper import clients, private, routes
from scorekeeper.answered import Answered
from scorekeeper.security_log import UtcFormatter

LOG = logging.getLogger(__name__)
JOURNAL = "-"
MOST_WAITING = 10_000  # lines of a worker that wait to be written; more are dropped


class LogWarning:
    """Log only once that lines cannot be written, as each further line would say the same."""

    def __init__(self) -> None:
        self.is_logged = False

    def log(self, error: BaseException | None) -> None:
        if not self.is_logged:
            self.is_logged = True
            LOG.warning("ACCESS_LOG lacks lines of this worker: %s", error or "they cannot be written.")


WARNING = LogWarning()


class LineFile(WatchedFileHandler):
    """The file of the log. It is opened again after a rotation, and as soon as it can be written again."""

    def __init__(self, path: str) -> None:
        super().__init__(path, encoding="utf-8", delay=True)

    def _open(self) -> TextIOWrapper:
        """Open the file, which only our account can read if it is new."""
        return open(self.baseFilename, "a", encoding="utf-8", opener=private.opener)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:  # of opening it: Python handles only errors of writing
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        WARNING.log(sys.exception())


class LineStream(logging.StreamHandler[Any]):
    """The standard output, which systemd and containers collect."""

    def handleError(self, record: logging.LogRecord) -> None:
        WARNING.log(sys.exception())


class LineQueue(QueueHandler):
    """Lines that wait to be written."""

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            super().enqueue(record)
        except Full:
            WARNING.log(None)


class AccessLog:
    """The log of a worker process. Lines of all workers are in one file: each line is written at once, at its end."""

    def __init__(self, path: str, *, has_addresses: bool) -> None:
        self.has_addresses = has_addresses
        self.target = LineStream(sys.stdout) if path == JOURNAL else LineFile(path)
        self.target.setFormatter(UtcFormatter("{asctime} {message}", style="{"))
        queue: Queue[Any] = Queue(MOST_WAITING)
        self.lines = LineQueue(queue)
        self.writer = QueueListener(queue, self.target)
        self.start()

    def start(self) -> None:
        """Start the thread that writes the lines."""
        self.writer.start()

    def stop(self) -> None:
        """Write the lines that wait, and end the thread."""
        self.writer.stop()
        with suppress(OSError):  # of lines that cannot be written
            self.target.close()

    def add(self, request: Answered) -> None:
        text = self.describe(request)
        self.lines.handle(logging.LogRecord(__name__, logging.INFO, "", 0, text, None, None))

    def describe(self, request: Answered) -> str:
        environ = request.environ
        parts = [
            request.method,
            routes.text_of(str(environ["PATH_INFO"])),
            str(request.status),
            str(request.size),
            f"{request.seconds * 1000:.0f}",
            kind_of_client(environ),
            *([str(environ.get("REMOTE_ADDR") or "-")] if self.has_addresses else []),
        ]
        return " ".join(parts)


def kind_of_client(environ: dict[str, Any]) -> str:
    """Return whether a request had a key or a session, whether or not it was accepted."""
    if clients.key_in(environ):
        return "key"
    return "session" if clients.session_in(environ) else "none"


def from_settings() -> AccessLog:
    """Return the log that the settings ask for."""
    return AccessLog(settings.ACCESS_LOG, has_addresses=settings.ACCESS_LOG_ADDRESSES)
