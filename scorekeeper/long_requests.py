"""The requests that take long, as pages and pushes of a match with thousands of rounds. They use the expensive lane."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

READ_SECONDS = 0.5  # of the processor
PUSH_SECONDS = 0.15  # of the processor: others may wait for a push, which leaves out the rest soon (store/append.py)
AT_WORK = 1  # seconds of the clock: then a read that is still at work counts as long, too
MOST = 20_000  # requests; then the one that was made longest ago is forgotten
EVENTS = "/api/v1/events/"
THING = re.compile("/i/|[0-9a-f]{8}-[0-9a-f]{4}-")  # a path that names one answers every client alike

Environ = dict[str, Any]


class LongRequests:
    """The reads and pushes that took long in this process the last time, and the reads that are at work."""

    def __init__(self) -> None:
        self.names: OrderedDict[str, None] = OrderedDict()
        self.at_work: dict[str, float] = {}  # since when
        self.changing = Lock()

    def has(self, client: str, environ: Environ) -> bool:
        name = name_of(client, environ)
        since = self.at_work.get(name)
        return name in self.names or (since is not None and time.monotonic() - since >= AT_WORK)

    @contextmanager
    def work(self, client: str, environ: Environ) -> Iterator[None]:
        """Note that the server works on a request. Pushes are left out, as they may wait for the writes of others."""
        name = "" if environ["REQUEST_METHOD"] == "POST" else name_of(client, environ)
        is_first = bool(name) and name not in self.at_work
        if is_first:
            self.at_work[name] = time.monotonic()
        try:
            yield
        finally:
            if is_first:
                self.at_work.pop(name, None)

    def learn(self, client: str, environ: Environ, used: float) -> None:
        """Note how long the processor worked on a request."""
        name = name_of(client, environ)
        if not name:
            return
        with self.changing:
            self.names.pop(name, None)
            if used >= (PUSH_SECONDS if environ["REQUEST_METHOD"] == "POST" else READ_SECONDS):
                self.names[name] = None
                if len(self.names) > MOST:
                    self.names.popitem(last=False)


def name_of(client: str, environ: Environ) -> str:
    """Return a name for a read or a push, and an empty one for other requests. Lists and pushes differ by client."""
    method, path = environ["REQUEST_METHOD"], str(environ["PATH_INFO"])
    if method == "POST" and path == EVENTS:
        return f"push {client}"
    if method not in ("GET", "HEAD"):
        return ""
    return path if THING.search(path) else f"{path} {client}"
