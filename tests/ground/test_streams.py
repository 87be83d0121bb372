"""Streams of news: one look at the database for all, no thread while they wait, and limits."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Lock
from typing import Any

import pytest

from scorekeeper import admission, streams
from scorekeeper.front import AsgiFront
from scorekeeper.streams import HEADER

Message = dict[str, Any]


class News:
    """An application whose pages are streams about a thing: the path without its slash."""

    def __init__(self) -> None:
        self.states: dict[str, str] = {"a": "1", "b": "1"}
        self.looks: list[list[str]] = []
        self.denied: set[str] = set()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        thing, reader = environ["PATH_INFO"].strip("/"), environ.get("HTTP_READER", "r")
        if thing in self.denied:
            start_response("404 Not Found", [])
            return [b"{}"]
        state = self.states[thing]
        start_response("200 OK", [("Content-Type", "text/event-stream"), (HEADER, f"{thing} {state} {reader}")])
        return [f"data: {state}\n\n".encode()]

    def read_states(self, things: Iterable[str]) -> dict[str, str]:
        self.looks.append(sorted(things))
        return dict(self.states)


class Reader:
    """A client that collects the messages of a stream."""

    def __init__(self, front: AsgiFront, path: str, address: str = "203.0.113.7", reader: str = "r") -> None:
        self.left = asyncio.Event()
        self.messages: list[Message] = []
        self.arrived = asyncio.Condition()
        scope = {
            "type": "http",
            "method": "GET",
            "http_version": "1.1",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "client": (address, 1),
            "server": ("127.0.0.1", 8000),
            "headers": [(b"reader", reader.encode())],
        }
        self.request = asyncio.ensure_future(front(scope, self.receive, self.collect))
        self.is_first = True

    async def receive(self) -> Message:
        if self.is_first:
            self.is_first = False
            return {"type": "http.request", "body": b""}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def collect(self, message: Message) -> None:
        async with self.arrived:
            self.messages.append(message)
            self.arrived.notify_all()

    async def bodies(self, count: int) -> list[bytes]:
        """Wait for this many messages with something to say."""

        def said() -> list[bytes]:
            return [m["body"] for m in self.messages[1:] if m["body"] not in (b"", streams.NOTHING)]

        async with asyncio.timeout(10), self.arrived:
            await self.arrived.wait_for(lambda: len(said()) >= count)
        return said()


@pytest.fixture
def application() -> News:
    return News()


@pytest.fixture
def front(application: News, monkeypatch: pytest.MonkeyPatch) -> Iterator[AsgiFront]:
    monkeypatch.setattr(streams, "LOOKS", 0.01)
    monkeypatch.setattr(streams, "BETWEEN", 0.01)
    monkeypatch.setattr(admission, "pool_of", lambda _path: "request")
    front = AsgiFront(
        application,
        lambda _path: "request",
        admission.refuse_slow,
        admission.refuse_full,
        admission.refuse_stream,
        application.read_states,
    )
    yield front
    for pool in (*front.pools.values(), front.streams.watch.pool):
        pool.shutdown()


def play(scene: Callable[[], Any]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20):
            await scene()

    asyncio.run(run())


def test_a_stream_tells_each_change_and_hides_its_topic(front: AsgiFront, application: News) -> None:
    async def scene() -> None:
        reader = Reader(front, "/a/")
        assert await reader.bodies(1) == [b"data: 1\n\n"]
        start = reader.messages[0]
        assert (start["status"], dict(start["headers"])) == (200, {b"Content-Type": b"text/event-stream"})
        application.states["b"] = "2"
        application.states["a"] = "3"
        assert await reader.bodies(2) == [b"data: 1\n\n", b"data: 3\n\n"]
        reader.left.set()
        await reader.request
        assert not front.streams.open
        assert not front.streams.watch.waiting

    play(scene)


def test_many_streams_need_one_look_and_no_thread(front: AsgiFront, application: News) -> None:
    async def scene() -> None:
        readers = [Reader(front, f"/{'ab'[n % 2]}/", f"203.0.113.{n % 9}", f"r{n % 30}") for n in range(200)]
        for reader in readers:
            await reader.bodies(1)
        await asyncio.sleep(0.1)
        application.looks.clear()
        await asyncio.sleep(0.1)
        assert application.looks
        assert all(look == ["a", "b"] for look in application.looks)
        application.states["a"] = "2"
        for reader in readers[::2]:
            assert await reader.bodies(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        assert all(len(reader.messages) == 2 for reader in readers[1::2])
        for reader in readers:
            reader.left.set()
        await asyncio.gather(*(reader.request for reader in readers))
        assert not front.streams.open

    play(scene)


def test_a_change_between_the_answer_and_the_first_look_is_told(front: AsgiFront, application: News) -> None:
    async def scene() -> None:
        first = Reader(front, "/a/")
        await first.bodies(1)
        await asyncio.sleep(0.05)
        application.states["a"] = "2"
        second = Reader(front, "/a/", reader="s")
        assert (await second.bodies(1))[0] in (b"data: 1\n\n", b"data: 2\n\n")
        assert (await first.bodies(2))[-1] == b"data: 2\n\n"
        await asyncio.sleep(0.05)
        assert second.messages[-1]["body"] in (b"data: 2\n\n", streams.NOTHING)
        for reader in (first, second):
            reader.left.set()
            await reader.request

    play(scene)


def test_a_reader_without_access_hears_nothing_more(front: AsgiFront, application: News) -> None:
    async def scene() -> None:
        reader = Reader(front, "/a/")
        await reader.bodies(1)
        application.denied.add("a")
        application.states["a"] = "2"
        await asyncio.wait_for(reader.request, 10)
        assert [message["body"] for message in reader.messages[1:]] == [b"data: 1\n\n", b""]

    play(scene)


@pytest.mark.parametrize("limit", ["MOST", "MOST_OF_ADDRESS", "MOST_OF_READER"])
def test_a_stream_beyond_a_limit_is_refused(front: AsgiFront, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, limit, 1)

    async def scene() -> None:
        first = Reader(front, "/a/")
        await first.bodies(1)
        second = Reader(front, "/a/")
        await asyncio.wait_for(second.request, 10)
        assert second.messages[0]["status"] == 429
        assert b"Retry-After" in dict(second.messages[0]["headers"])
        first.left.set()
        await first.request
        third = Reader(front, "/a/")
        assert await third.bodies(1) == [b"data: 1\n\n"]
        third.left.set()
        await third.request

    play(scene)


def test_a_stream_says_that_it_lives_and_ends_after_a_time(front: AsgiFront, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)
    monkeypatch.setattr(streams, "LIFETIME", 0.3)

    async def scene() -> None:
        reader = Reader(front, "/a/")
        await asyncio.wait_for(reader.request, 10)
        said = [message["body"] for message in reader.messages[1:]]
        assert said[0] == b"data: 1\n\n"
        assert said[-1] == b""
        assert 3 <= said.count(streams.NOTHING) <= 6

    play(scene)


def test_a_database_that_is_away_ends_no_stream(front: AsgiFront, application: News, monkeypatch: Any) -> None:
    monkeypatch.setattr(streams, "AFTER_FAILURE", 0.05)
    failures = iter([OSError(), OSError()])

    def read(things: Iterable[str]) -> dict[str, str]:
        with suppress(StopIteration):
            raise next(failures)
        return application.read_states(things)

    front.streams.watch.read_states = read

    async def scene() -> None:
        reader = Reader(front, "/a/")
        await reader.bodies(1)
        application.states["a"] = "2"
        assert await reader.bodies(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        reader.left.set()
        await reader.request

    play(scene)


def test_a_message_comes_once_if_an_earlier_look_has_an_older_state(
    front: AsgiFront, application: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream that opens right after a change knows more than the last look of the others."""
    monkeypatch.setattr(streams, "LOOKS", 0.3)
    monkeypatch.setattr(streams, "BETWEEN", 0)

    async def scene() -> None:
        first = Reader(front, "/a/")
        await first.bodies(1)
        await asyncio.sleep(0.1)
        application.states["a"] = "2"
        second = Reader(front, "/a/", reader="s")
        assert await first.bodies(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        await asyncio.sleep(0.4)
        assert await second.bodies(1) == [b"data: 2\n\n"]
        for reader in (first, second):
            reader.left.set()
            await reader.request

    play(scene)


def test_few_streams_ask_at_once(front: AsgiFront, application: News) -> None:
    """Each of them asks the application once more, and an address may only have some requests at a time."""
    at_work, most = 0, 0
    lock = Lock()

    def count(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        time.sleep(0.005)
        with lock:
            at_work -= 1
        return application(environ, start_response)

    async def scene() -> None:
        nonlocal most
        readers = [Reader(front, "/a/", reader=f"r{number % 30}") for number in range(100)]
        for reader in readers:
            await reader.bodies(1)
        most = 0
        application.states["a"] = "2"
        for reader in readers:
            assert await reader.bodies(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        assert most <= streams.AT_ONCE
        for reader in readers:
            reader.left.set()
        await asyncio.gather(*(reader.request for reader in readers))

    front.application = count
    play(scene)


def test_streams_end_when_the_process_is_asked_to_stop(front: AsgiFront) -> None:
    front.streams.ends_with_process = True
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    async def scene() -> None:
        own = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, own.set)  # as the server does
        reader = Reader(front, "/a/")
        await reader.bodies(1)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(reader.request, 10)
        assert reader.messages[-1]["body"] == b""
        await asyncio.wait_for(own.wait(), 10)

    try:
        play(scene)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
