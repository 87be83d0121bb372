"""A request that was answered, as metrics and the access log get it from the front."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

Message = dict[str, Any]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER = "other"  # any other method, which a client may invent
# In the environ, where no header can set them: when the request was complete, and why it was refused, in a word.
COMPLETE, REFUSAL = "scorekeeper.complete", "scorekeeper.refusal"


class Answered(NamedTuple):
    """A request that was answered."""

    environ: dict[str, Any]
    method: str  # of METHODS, or OTHER
    status: int
    size: int  # bytes of the answer that were sent
    seconds: float  # from the complete request to the beginning of its answer


class WatchedSend:
    """Sends messages to a client, and measures the answer."""

    def __init__(self, send: Callable[[Message], Awaitable[None]]) -> None:
        self.send = send
        self.status, self.size, self.began = 0, 0, 0.0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.began = message["status"], time.monotonic()
        await self.send(message)
        self.size += len(message.get("body", b""))

    def describe(self, environ: dict[str, Any], method: str) -> Answered:
        """Return what was measured. An error that nothing has handled is answered with 500 by the server."""
        seconds = (self.began or time.monotonic()) - environ[COMPLETE]
        return Answered(environ, known_method(method), self.status or 500, self.size, seconds)


def known_method(method: str) -> str:
    """Return the name of a method, or one word for all unusual ones."""
    return method.upper() if method.upper() in METHODS else OTHER
