"""The limit of simultaneous requests: others wait, then get a 503. Health checks never wait."""

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from threading import Event, Thread
from typing import Any

import pytest

from scorekeeper import admission
from scorekeeper.admission import Admission, Places
from scorekeeper.bodies import BodyReader
from scorekeeper.lanes import Busy


class SlowApplication:
    """An application that answers after `release` is set."""

    streaming = True

    def __init__(self) -> None:
        self.release, self.started = Event(), Event()
        self.closed = 0

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return self if environ["PATH_INFO"] == "/slow" else [b"ok"]

    def __iter__(self) -> Iterator[bytes]:
        self.started.set()
        self.release.wait(20)
        yield b"slow"

    def close(self) -> None:
        self.closed += 1


ANONYMOUS = {"REQUEST_METHOD": "GET", "wsgi.input": BytesIO(), "SERVER_NAME": "a", "SERVER_PORT": "1"}


def ask(application: Admission, path: str, **more: Any) -> tuple[str, dict[str, str], bytes]:
    status_and_headers: list[Any] = []
    environ = {**ANONYMOUS, "PATH_INFO": path, **more}
    answer = application(environ, lambda status, headers: status_and_headers.extend([status, dict(headers)]))
    try:
        return status_and_headers[0], status_and_headers[1], b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SlowApplication, Admission]]:
    """A server with one place, which is occupied."""
    monkeypatch.setattr(admission, "PATIENCE", 0.1)
    inner = SlowApplication()
    application = Admission(inner, places=1, waiting=1)
    thread = Thread(target=ask, args=(application, "/slow"))
    thread.start()
    assert inner.started.wait(5)
    yield inner, application
    inner.release.set()
    thread.join()


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_and_files_are_answered_while_all_places_are_occupied(
    slow: tuple[SlowApplication, Admission], path: str
) -> None:
    assert ask(slow[1], path)[0] == "200 OK"


def test_a_request_that_waits_too_long_gets_a_503(slow: tuple[SlowApplication, Admission]) -> None:
    status, headers, body = ask(slow[1], "/api/v1/events/")
    assert (status, headers["Retry-After"], json.loads(body)["code"]) == ("503 Service Unavailable", "5", "busy")
    assert "<h1>" in ask(slow[1], "/")[2].decode()


def test_a_place_is_free_after_the_answer_is_sent(
    slow: tuple[SlowApplication, Admission], monkeypatch: pytest.MonkeyPatch
) -> None:
    application = slow[1]
    slow[0].release.set()
    monkeypatch.setattr(admission, "PATIENCE", 5)
    for _ in range(3):
        assert ask(application, "/")[0] == "200 OK"
    assert slow[0].closed == 1


def test_a_request_beyond_the_queue_is_refused() -> None:
    places = Places(1, 0)
    with places.occupy(), pytest.raises(Busy), places.occupy():
        raise AssertionError("Two requests have one place.")
    with places.occupy():
        assert places.free.empty()


class HangingBody:
    """A body that arrives after `release` is set."""

    def __init__(self) -> None:
        self.release, self.started = Event(), Event()

    def read(self, _size: int) -> bytes:
        self.started.set()
        self.release.wait(20)
        return b"x"


@pytest.fixture
def hanging() -> Iterator[HangingBody]:
    body = HangingBody()
    yield body
    body.release.set()


def post(body: Any, length: int = 3) -> dict[str, Any]:
    return {"REQUEST_METHOD": "POST", "wsgi.input": body, "CONTENT_LENGTH": str(length)}


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [environ["wsgi.input"].read()]


def test_an_unfinished_body_occupies_no_place(hanging: HangingBody) -> None:
    application = Admission(echo, places=1, waiting=0)
    thread = Thread(target=ask, args=(application, "/code/"), kwargs=post(hanging))
    thread.start()
    assert hanging.started.wait(5)
    assert ask(application, "/")[0] == "200 OK"
    hanging.release.set()
    thread.join()


def test_a_body_beyond_the_readers_is_refused(hanging: HangingBody) -> None:
    application = Admission(echo)
    application.bodies = BodyReader(readers=1)
    thread = Thread(target=ask, args=(application, "/code/"), kwargs=post(hanging))
    thread.start()
    assert hanging.started.wait(5)
    assert ask(application, "/code/", **post(BytesIO(b"abc")))[0] == "503 Service Unavailable"
    assert ask(application, "/")[0] == "200 OK"
    hanging.release.set()
    thread.join()
    assert ask(application, "/code/", **post(BytesIO(b"abc")))[0] == "200 OK"


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_checks_read_no_body(path: str, hanging: HangingBody) -> None:
    assert ask(Admission(echo), path, **post(hanging, 5_000_000))[2] == b""
    assert not hanging.started.is_set()


@pytest.mark.parametrize("size", [1, 70_000, 200_000])
def test_a_body_arrives_unchanged(size: int) -> None:
    sent = bytes(number % 251 for number in range(size))
    assert ask(Admission(echo), "/code/", **post(BytesIO(sent + b"more"), size))[2] == sent


@pytest.mark.parametrize("size", [10, admission.IN_MEMORY, admission.IN_MEMORY + 1, 3 * admission.IN_MEMORY])
def test_a_complete_answer_occupies_no_place_while_it_is_sent(size: int) -> None:
    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (b"x" * min(1000, size - at) for at in range(0, size, 1000))

    application = Admission(long, places=1, waiting=0)
    answers = [application({**ANONYMOUS, "PATH_INFO": "/"}, lambda *_more: None) for _ in range(3)]  # nobody reads them
    assert [sum(map(len, answer)) for answer in answers] == [size] * 3


def test_a_body_without_a_length_is_read_and_discarded() -> None:
    chunks = BytesIO(b"x" * 300_000)
    environ = {**post(chunks), "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    assert ask(Admission(echo), "/code/", **environ)[2] == b""
    assert chunks.read() == b""


def test_a_long_answer_beyond_the_limit_is_refused() -> None:
    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x" * (admission.IN_MEMORY + 1)]

    application = Admission(long)
    unread = [application({**ANONYMOUS, "PATH_INFO": "/"}, lambda *_more: None) for _ in range(admission.SENDING)]
    assert ask(application, "/")[0] == "503 Service Unavailable"
    del unread
    assert ask(application, "/")[0] == "200 OK"


def test_one_address_cannot_hold_all_readers(hanging: HangingBody) -> None:
    application = Admission(echo)
    application.bodies.shares.most = 1
    slow = post(hanging) | {"REMOTE_ADDR": "203.0.113.7"}
    thread = Thread(target=ask, args=(application, "/code/"), kwargs=slow)
    thread.start()
    assert hanging.started.wait(5)
    again = post(BytesIO(b"abc")) | {"REMOTE_ADDR": "203.0.113.7"}
    assert ask(application, "/code/", **again)[0] == "503 Service Unavailable"
    other = post(BytesIO(b"abc")) | {"REMOTE_ADDR": "203.0.113.8"}
    assert ask(application, "/code/", **other)[0] == "200 OK"
    hanging.release.set()
    thread.join()
    assert application.bodies.shares.present == {}
