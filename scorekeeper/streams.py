"""Streams of news: answers that go on. They wait for changes in the event loop, so an open stream needs no thread.

A view answers with the first message, and with a header that names what the stream is about and its present state.
When the state changes, the request is answered once more. So each message has passed the same checks as the first.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

HEADER = "X-Stream"  # of a view: thing, state and reader; clients do not get it
LOOKS = 0.2  # seconds between two looks at the states of everything that streams are about
AFTER_FAILURE = 2  # seconds
BETWEEN = 0.25  # seconds between two messages of a stream: what changes meanwhile comes in one message
AT_ONCE = 4  # streams of an address that answer their request once more; the others wait
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


class StateWait:
    """A stream that waits for another state. A look that began earlier than the wait may be older than the stream's state."""

    def __init__(self, state: str, first_look: int) -> None:
        self.state, self.first_look = state, first_look
        self.is_over = asyncio.Event()


class StateWatch:
    """Waits for new states: one look at the database for all streams of the process."""

    def __init__(self, read_states: ReadStates) -> None:
        self.read_states = read_states
        self.waiting: dict[str, set[StateWait]] = {}  # by thing
        self.looks = 0  # that have begun
        self.task: asyncio.Task[None] | None = None
        self.pool = ThreadPoolExecutor(1, "streams")

    async def wait(self, topic: Topic, seconds: float) -> bool:
        """Wait until the thing has another state, at most this long. Return whether it has."""
        wait = StateWait(topic.state, self.looks + 1)
        waits = self.waiting.setdefault(topic.thing, set())
        waits.add(wait)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.look())
        try:
            async with asyncio.timeout(seconds):
                await wait.is_over.wait()
        except TimeoutError:
            return False
        finally:
            waits.discard(wait)
            if not waits and self.waiting.get(topic.thing) is waits:
                del self.waiting[topic.thing]
        return True

    async def look(self) -> None:
        """Look at the states while anyone waits."""
        while self.waiting:
            pause = LOOKS
            self.looks += 1
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
        for thing, waits in self.waiting.items():
            state = states.get(thing, "")  # it may be deleted: the view answers that
            for wait in waits:
                if wait.first_look <= self.looks and wait.state != state:
                    wait.is_over.set()


class Full(Exception):
    """There are too many streams already."""


class Streams:
    """The open streams of the process."""

    def __init__(self, read_states: ReadStates) -> None:
        self.watch = StateWatch(read_states)
        self.open: Counter[str] = Counter()
        self.answering: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))  # by address
        self.ends_with_process = False  # whether streams end when the process is asked to stop
        self.stopping: asyncio.Event | None = None

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
            if not self.open[f"address {address}"]:
                self.answering.pop(address, None)

    async def send_news(
        self,
        topic: Topic,
        address: str,
        send: Callable[[bytes], Awaitable[None]],
        receive: Receive,
        answer: Callable[[], Awaitable[Any]],
    ) -> None:
        """Send a message for each new state, until the client leaves, loses access, or the stream is old.

        `answer` answers the request once more: with the next topic and its message, or with None.
        """
        ends = {asyncio.ensure_future(has_left(receive)), asyncio.ensure_future(self.stop_of_process().wait())}
        end = time.monotonic() + LIFETIME
        current: Topic | None = topic
        try:
            while current is not None and time.monotonic() < end:
                waiting = asyncio.ensure_future(self.watch.wait(current, min(KEEP_ALIVE, end - time.monotonic())))
                await asyncio.wait({waiting, *ends}, return_when=asyncio.FIRST_COMPLETED)
                if any(ending.done() for ending in ends):
                    waiting.cancel()
                    return
                if not waiting.result():
                    await send(NOTHING)
                    continue
                async with self.answering[address]:
                    current, message = await answer()
                if current is not None:
                    await send(message)
                    await asyncio.wait(ends, timeout=BETWEEN, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for ending in ends:
                ending.cancel()

    def stop_of_process(self) -> asyncio.Event:
        """Return the event that the process was asked to stop: it would wait for its open streams.

        The loop gets the number of each signal by a pipe, so what it does itself with these signals goes on.
        """
        if self.stopping is None:
            self.stopping = stopping = asyncio.Event()
            loop = asyncio.get_running_loop()
            if self.ends_with_process and threading.current_thread() is threading.main_thread():
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, lambda *_about: loop.call_soon_threadsafe(stopping.set))
        return self.stopping


async def has_left(receive: Receive) -> None:
    """Wait until the client closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
