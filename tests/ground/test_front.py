"""The front of the server: slow bodies end in time, or make room for others, and occupy no thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from threading import Event
from typing import Any

import pytest

from scorekeeper import admission, bodies, front
from scorekeeper.answered import Answered, known_method
from scorekeeper.bodies import BodyReader
from scorekeeper.front import AsgiFront

Message = dict[str, Any]
Serve = Callable[[Any], AsgiFront]


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("X-Path", environ["PATH_INFO"]), ("X-Cookie", environ.get("HTTP_COOKIE", ""))])
    return [environ["wsgi.input"].read()]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return a function that puts the front before an application."""
    fronts: list[AsgiFront] = []

    def build(application: Any) -> AsgiFront:
        refusals = (admission.refuse_slow, admission.refuse_full, admission.refuse_stream)
        fronts.append(AsgiFront(application, admission.pool_of, *refusals))
        return fronts[-1]

    yield build
    for server in fronts:
        for pool in server.pools.values():
            pool.shutdown()


class FrontClient:
    """A client of the front: it sends pieces of a body, and collects the answer."""

    def __init__(self, server: AsgiFront, path: str, address: str = "203.0.113.7", **headers: str) -> None:
        self.pieces: asyncio.Queue[Message] = asyncio.Queue()
        self.answer: list[Message] = []
        scope = {
            "type": "http",
            "method": "POST",
            "http_version": "1.1",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "client": (address, 1),
            "server": ("127.0.0.1", 8000),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }
        self.request = asyncio.ensure_future(server(scope, self.pieces.get, self.collect))

    async def collect(self, message: Message) -> None:
        self.answer.append(message)

    def send(self, piece: bytes, more: bool = True) -> None:
        self.pieces.put_nowait({"type": "http.request", "body": piece, "more_body": more})

    async def read(self) -> tuple[int, bytes]:
        await asyncio.wait_for(self.request, 10)
        return self.answer[0]["status"], b"".join(message["body"] for message in self.answer[1:])


async def begin(server: AsgiFront, address: str = "203.0.113.7") -> FrontClient:
    """Send the first byte of a body."""
    visitor = FrontClient(server, "/api/v1/events/", address, content_length="9000")
    visitor.send(b"[")
    await asyncio.sleep(0.01)
    return visitor


async def post(server: AsgiFront, body: bytes, path: str = "/code/", address: str = "203.0.113.7") -> tuple[int, bytes]:
    visitor = FrontClient(server, path, address, content_length=str(len(body)))
    for at in range(0, len(body), 50_000):
        visitor.send(body[at : at + 50_000], at + 50_000 < len(body))
    return await visitor.read()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_a_body_that_never_ends_is_refused(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.05)

    async def test() -> None:
        server = serve(echo)
        status, body = await (await begin(server)).read()
        assert (status, json.loads(body)["code"]) == (408, "slow")
        assert not server.bodies.arrivals.by_address

    run(test)


def test_a_body_ends_when_nothing_has_come_for_a_while(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise bodies of 8 MB without their last byte could take room on the disk for a quarter of an hour."""
    monkeypatch.setattr(bodies, "QUIET", 0.05)

    async def test() -> None:
        server = serve(echo)
        assert (await (await begin(server)).read())[0] == 408
        assert server.bodies.arrivals.size == 0

    run(test)


def test_bodies_together_have_a_limit_of_bytes(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest body of the address with most bytes ends, first one of which nothing comes."""
    monkeypatch.setattr(bodies, "MOST_BYTES", 20_000)
    monkeypatch.setattr(bodies, "RECENT", 0.05)

    async def test() -> None:
        server = serve(echo)
        honest = await begin(server, "203.0.113.8")
        honest.send(b"x" * 7_000)
        quiet, active = await begin(server), await begin(server)
        for visitor, size in ((quiet, 4_000), (active, 5_000)):
            visitor.send(b"x" * size)
        await asyncio.sleep(0.1)
        active.send(b"x" * 3_000)
        await asyncio.sleep(0.01)
        active.send(b"x" * 900)
        other = await begin(server, "203.0.113.9")
        other.send(b"x" * 3_000)
        assert (await quiet.read())[0] == 408
        assert not any(visitor.request.done() for visitor in (honest, active, other))
        for visitor in (honest, active, other):
            visitor.send(b"x" * 10, more=False)
            assert (await visitor.read())[0] == 200
        assert server.bodies.arrivals.size == 0

    run(test)


def test_complete_bodies_that_wait_have_a_limit_of_bytes(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address has half of it. Short bodies, by which phones save, never count."""
    monkeypatch.setattr(bodies, "MOST_WAITING", 20_000)
    monkeypatch.setattr(bodies, "IN_MEMORY", 2_000)
    working = Event()

    def wait(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        working.wait(10)
        return echo(environ, start_response)

    async def begin_waiting(server: AsgiFront, size: int, address: str) -> FrontClient:
        visitor = FrontClient(server, "/api/v1/events/", address, content_length=str(size))
        visitor.send(b"x" * size, more=False)
        await asyncio.sleep(0.05)
        return visitor

    async def test() -> None:
        server = serve(wait)
        waiting = [await begin_waiting(server, 9_000, address) for address in ("203.0.113.7", "203.0.113.8")]
        for address in ("203.0.113.7", "203.0.113.9"):
            assert (await (await begin_waiting(server, 3_000, address)).read())[0] == 503
        waiting.append(await begin_waiting(server, 1_000, "203.0.113.9"))
        assert not any(visitor.request.done() for visitor in waiting)
        working.set()
        assert [(await visitor.read())[0] for visitor in waiting] == [200] * 3
        assert server.bodies.waiting == {}

    run(test)


@pytest.mark.parametrize("full", ["write", "seek"])
def test_a_full_disk_is_answered_when_the_body_has_arrived(
    full: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    calls = [full] if full == "seek" else ["write", full]
    monkeypatch.setattr(
        bodies, "SpooledTemporaryFile", type("Full", (SpooledTemporaryFile,), dict.fromkeys(calls, fail))
    )

    async def test() -> None:
        server = serve(echo)
        status, body = await post(server, b"x" * 120_000, "/api/v1/events/")
        assert (status, json.loads(body)["code"]) == (503, "busy")
        assert server.bodies.arrivals.size == 0

    run(test)


def test_a_long_body_has_more_time(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.1)
    monkeypatch.setattr(bodies, "SLOWEST", 1)

    async def test() -> None:
        visitor = FrontClient(serve(echo), "/code/", content_length="6")
        visitor.send(b"abc")
        await asyncio.sleep(0.2)
        visitor.send(b"def", more=False)
        assert await visitor.read() == (200, b"abcdef")

    run(test)


def test_slow_bodies_of_one_address_make_room_for_others(serve: Serve) -> None:
    async def test() -> None:
        server = serve(echo)
        server.bodies = BodyReader(most=3)
        honest = await begin(server, "203.0.113.8")
        slow = [await begin(server) for _ in range(4)]
        assert [(await visitor.read())[0] for visitor in slow[:2]] == [408, 408]
        assert not any(visitor.request.done() for visitor in slow[2:])
        assert await post(server, b"abc", address="203.0.113.9") == (200, b"abc")
        honest.send(b"x" * 8999, more=False)
        assert (await honest.read())[0] == 200

    run(test)


def test_slow_bodies_of_many_addresses_make_room_for_others(serve: Serve) -> None:
    async def test() -> None:
        server = serve(echo)
        server.bodies = BodyReader(most=3)
        slow = [await begin(server, f"203.0.113.{number}") for number in range(3)]
        assert await post(server, b"abc") == (200, b"abc")
        assert (await slow[0].read())[0] == 408
        assert [visitor.request.done() for visitor in slow] == [True, False, False]

    run(test)


def test_each_answer_is_reported_with_its_size(serve: Serve) -> None:
    async def test() -> None:
        server, reports = serve(echo), list[Answered]()
        server.reports = [reports.append]
        await post(server, b"abc")
        await post(server, b"x" * 150_000, "/api/v1/events/")
        [short, long] = reports
        assert (short.environ["PATH_INFO"], short.method, short.status, short.size) == ("/code/", "POST", 200, 3)
        assert long.size == 150_000
        assert 0 < short.seconds < 5

    run(test)


def test_an_error_that_nothing_handles_is_reported(serve: Serve) -> None:
    def fail(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        raise LookupError

    async def test() -> None:
        server, reports = serve(fail), list[Answered]()
        server.reports = [reports.append]
        with pytest.raises(LookupError):
            await post(server, b"abc")
        assert [report.status for report in reports] == [500]

    run(test)


@pytest.mark.parametrize(("method", "known"), [("get", "GET"), ("DELETE", "DELETE"), ("SECRET", "other")])
def test_an_unusual_method_has_no_name_of_its_own(method: str, known: str) -> None:
    assert known_method(method) == known


def test_slow_bodies_occupy_no_thread(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(front.THREADS, "request", 1)

    async def test() -> None:
        server = serve(echo)
        for _ in range(20):
            await begin(server)
        assert await post(server, b"abc") == (200, b"abc")

    run(test)


def test_a_body_whose_client_disconnects_is_not_answered(serve: Serve) -> None:
    async def test() -> None:
        visitor = await begin(serve(echo))
        visitor.pieces.put_nowait({"type": "http.disconnect"})
        await asyncio.wait_for(visitor.request, 10)
        assert visitor.answer == []

    run(test)


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_checks_read_no_body(path: str, serve: Serve) -> None:
    async def test() -> None:
        assert await FrontClient(serve(echo), path, content_length="5000000").read() == (200, b"")

    run(test)


@pytest.mark.parametrize("size", [1, 70_000, 200_000])
def test_a_body_arrives_unchanged(size: int, serve: Serve) -> None:
    sent = bytes(number % 251 for number in range(size))

    async def test() -> None:
        assert await post(serve(echo), sent) == (200, sent)

    run(test)


def test_a_body_without_a_length_is_read_and_discarded(serve: Serve) -> None:
    async def test() -> None:
        visitor = FrontClient(serve(echo), "/code/", transfer_encoding="chunked")
        for _ in range(5):
            visitor.send(b"x" * 60_000)
        visitor.send(b"", more=False)
        assert await visitor.read() == (200, b"")
        assert visitor.pieces.empty()

    run(test)


@pytest.mark.parametrize("size", [0, 1, front.PIECE - 1, front.PIECE, front.PIECE + 1, 5 * front.PIECE + 7])
def test_an_answer_is_sent_completely(size: int, serve: Serve) -> None:
    sent = bytes(number % 251 for number in range(size))

    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (sent[at : at + 4096] for at in range(0, size, 4096))

    async def test() -> None:
        assert await post(serve(long), b"") == (200, sent)

    run(test)


def test_an_answer_that_nobody_reads_ends(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "SENDING_PATIENCE", 0.05)
    closed: list[bool] = []

    class Endless:
        def __iter__(self) -> Iterator[bytes]:
            while True:
                yield b"x" * 4096

        def close(self) -> None:
            closed.append(True)

    def endless(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return Endless()

    async def test() -> None:
        server = serve(endless)

        class Sleeper(FrontClient):
            async def collect(self, message: Message) -> None:
                await super().collect(message)
                if message["type"] == "http.response.body":
                    await asyncio.sleep(20)

        visitor = Sleeper(server, "/", content_length="0")
        await asyncio.wait_for(visitor.request, 5)
        assert closed == [True]
        assert all(message.get("more_body", True) for message in visitor.answer)

    run(test)


def test_a_request_arrives_as_wsgi_describes_it(serve: Serve) -> None:
    scope = {
        "method": "GET",
        "path": "/a b/ü",
        "raw_path": b"/a%20b/%C3%BC?x=y",
        "http_version": "2",
        "scheme": "https",
        "query_string": b"x=y",
        "client": ("203.0.113.7", 1),
        "headers": [(b"cookie", b"a=b"), (b"cookie", b"c=d"), (b"x-forwarded-for", b"1"), (b"x-forwarded-for", b"2")],
    }
    environ = front.environ_of(scope)
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/a b/ü"
    assert (environ["HTTP_COOKIE"], environ["HTTP_X_FORWARDED_FOR"]) == ("a=b; c=d", "1,2")
    assert (environ["REMOTE_ADDR"], environ["QUERY_STRING"]) == ("203.0.113.7", "x=y")


def test_bodies_of_one_ipv6_line_count_together() -> None:
    """One line has hundreds of networks, and the oldest body of the line with most bodies makes room."""
    reader, ended = BodyReader(most=3), []

    async def send(address: str, seconds: float) -> None:
        async def receive() -> Message:
            await asyncio.sleep(seconds)
            return {"type": "http.request", "body": b"x"}

        try:
            (await reader.read({"REMOTE_ADDR": address, "CONTENT_LENGTH": "1", "PATH_INFO": "/"}, receive)).close()
        except bodies.TooSlow:
            ended.append(address)

    async def send_all() -> None:
        addresses = ["203.0.113.7", "2001:db8:7:100::", "2001:db8:7:200::", "2001:db8:7:300::"]
        await asyncio.gather(*(send(address, 0.2) for address in addresses))

    asyncio.run(send_all())
    assert ended == ["2001:db8:7:100::"]
