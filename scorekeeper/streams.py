"""Streams of news: answers that go on. They wait for changes in the event loop, so an open stream needs no thread.

A view answers with the first message, and with a header that names what the stream is about and its present state.
When the state changes, the request is answered once more. So each message has passed the same checks as the first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

HEADER = "X-Stream"  # of a view: thing, state and reader; clients do not get it
LOOKS = 0.2  # seconds between two looks at the states of everything that streams are about
AFTER_FAILURE = 2  # seconds
KEEP_ALIVE = 15  # seconds: then a line without meaning, so that no proxy closes the connection
LIFETIME = 600  # seconds: then the client begins a new stream
MOST, MOST_OF_ADDRESS, MOST_OF_READER = 1_000, 200, 10  # streams of a worker
NOTHING = b":\n\n"  # a comment

States = Mapping[str, str]
ReadStates = Callable[[Iterable[str]], States]
Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]


class Topic(NamedTuple):
    """What a stream is about, the state that its last message told, and whose stream it is."""

    thing: str
    state: str
    reader: str

    @staticmethod
    def of(headers: Iterable[tuple[bytes, bytes]]) -> Topic | None:
        """Return the topic that a view names."""
        for name, value in headers:
            if name.lower() == HEADER.lower().encode():
                return Topic(*value.decode("latin-1").split(" "))
        return None

    def header(self) -> str:
        return " ".join(self)


class StateWatch:
    """Waits for new states: one look at the database for all streams of the process."""

    def __init__(self, read_states: ReadStates) -> None:
        self.read_states = read_states
        self.waiting: dict[str, set[asyncio.Event]] = {}  # by thing
        self.states: dict[str, str] = {}
        self.task: asyncio.Task[None] | None = None
        self.pool = ThreadPoolExecutor(1, "streams")

    async def wait(self, topic: Topic, seconds: float) -> bool:
        """Wait until the thing has another state, at most this long. Return whether it has."""
        event = asyncio.Event()
        events = self.waiting.setdefault(topic.thing, set())
        events.add(event)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.look())
        end = time.monotonic() + seconds
        try:
            while self.states.get(topic.thing, topic.state) == topic.state:
                event.clear()
                async with asyncio.timeout(end - time.monotonic()):
                    await event.wait()
        except TimeoutError:
            return False
        finally:
            events.discard(event)
            if not events:
                self.waiting.pop(topic.thing, None)
                self.states.pop(topic.thing, None)
        return True

    async def look(self) -> None:
        """Look at the states while anyone waits."""
        while self.waiting:
            pause = LOOKS
            try:
                states = await asyncio.get_running_loop().run_in_executor(
                    self.pool, self.read_states, list(self.waiting)
                )
            except Exception:
                logging.getLogger(__name__).warning("The states of streams could not be read.", exc_info=True)
                pause = AFTER_FAILURE
            else:
                self.note(states)
            await asyncio.sleep(pause)

    def note(self, states: States) -> None:
        for thing, events in self.waiting.items():
            state = states.get(thing, "")  # it may be deleted: the view answers that
            if self.states.get(thing) != state:
                self.states[thing] = state
                for event in events:
                    event.set()


class Full(Exception):
    """There are too many streams already."""


class Streams:
    """The open streams of the process."""

    def __init__(self, read_states: ReadStates) -> None:
        self.watch = StateWatch(read_states)
        self.open: Counter[str] = Counter()

    @contextmanager
    def count(self, topic: Topic, address: str) -> Iterator[None]:
        """Count a stream. Raise `Full` beyond a limit."""
        limits = {"": MOST, f"address {address}": MOST_OF_ADDRESS, f"reader {topic.reader}": MOST_OF_READER}
        if any(self.open[name] >= most for name, most in limits.items()):
            raise Full
        self.open.update(limits.keys())
        try:
            yield
        finally:
            self.open.subtract(limits.keys())
            for name in limits:
                if self.open[name] <= 0:
                    del self.open[name]

    async def send_news(
        self,
        topic: Topic,
        send: Callable[[bytes], Awaitable[None]],
        receive: Receive,
        answer: Callable[[], Awaitable[Any]],
    ) -> None:
        """Send a message for each new state, until the client leaves, loses access, or the stream is old.

        `answer` answers the request once more: with the next topic and its message, or with None.
        """
        leaving = asyncio.ensure_future(has_left(receive))
        end = time.monotonic() + LIFETIME
        current: Topic | None = topic
        try:
            while current is not None and time.monotonic() < end:
                waiting = asyncio.ensure_future(self.watch.wait(current, min(KEEP_ALIVE, end - time.monotonic())))
                await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if leaving.done():
                    waiting.cancel()
                    return
                if not waiting.result():
                    await send(NOTHING)
                    continue
                current, message = await answer()
                if current is not None:
                    await send(message)
        finally:
            leaving.cancel()


async def has_left(receive: Receive) -> None:
    """Wait until the client closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
