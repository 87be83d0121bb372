"""The pages and answers that took long, as those of a match with thousands of rounds. They use the expensive lane."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

LONG = 0.5  # seconds of the processor
MOST = 20_000  # paths; then the one that was read longest ago is forgotten

Environ = dict[str, Any]


class LongReads:
    """The paths whose last read took long in this process."""

    def __init__(self) -> None:
        self.paths: OrderedDict[str, None] = OrderedDict()
        self.changing = Lock()

    def has(self, environ: Environ) -> bool:
        return is_read(environ) and str(environ["PATH_INFO"]) in self.paths

    def learn(self, environ: Environ, used: float) -> None:
        """Note how long the processor worked on a request."""
        if not is_read(environ):
            return
        path = str(environ["PATH_INFO"])
        with self.changing:
            self.paths.pop(path, None)
            if used >= LONG:
                self.paths[path] = None
                if len(self.paths) > MOST:
                    self.paths.popitem(last=False)


def is_read(environ: Environ) -> bool:
    return environ["REQUEST_METHOD"] in ("GET", "HEAD")
