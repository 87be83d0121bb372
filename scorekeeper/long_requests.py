"""The requests that took long, as pages and pushes of a match with thousands of rounds. They use the expensive lane."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock
from typing import Any

LONG = 0.5  # seconds of the processor
MOST = 20_000  # requests; then the one that was made longest ago is forgotten
EVENTS = "/api/v1/events/"
THING = re.compile("/i/|[0-9a-f]{8}-[0-9a-f]{4}-")  # a path that names one answers every client alike

Environ = dict[str, Any]


class LongRequests:
    """The reads and pushes that took long in this process the last time."""

    def __init__(self) -> None:
        self.names: OrderedDict[str, None] = OrderedDict()
        self.changing = Lock()

    def has(self, client: str, environ: Environ) -> bool:
        return name_of(client, environ) in self.names

    def learn(self, client: str, environ: Environ, used: float) -> None:
        """Note how long the processor worked on a request."""
        name = name_of(client, environ)
        if not name:
            return
        with self.changing:
            self.names.pop(name, None)
            if used >= LONG:
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
