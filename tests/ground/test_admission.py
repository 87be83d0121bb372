"""Too many requests at a time: those beyond wait, then are told to come again; whoever watches the server never waits."""

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from threading import Event, Thread
from typing import Any

import pytest

from scorekeeper import admission
from scorekeeper.admission import Admission, Places
from scorekeeper.bodies import Bodies


class Slow:
    """An application that answers when it is let."""

    streaming = True

    def __init__(self) -> None:
        self.let, self.begun = Event(), Event()
        self.closed = 0

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return self if environ["PATH_INFO"] == "/slow" else [b"ok"]

    def __iter__(self) -> Iterator[bytes]:
        self.begun.set()
        self.let.wait(20)
        yield b"slow"

    def close(self) -> None:
        self.closed += 1


NOBODY = {"REQUEST_METHOD": "GET", "wsgi.input": BytesIO(), "SERVER_NAME": "a", "SERVER_PORT": "1"}


def ask(application: Admission, path: str, **more: Any) -> tuple[str, dict[str, str], bytes]:
    found: list[Any] = []
    environ = {**NOBODY, "PATH_INFO": path, **more}
    answer = application(environ, lambda status, headers: found.extend([status, dict(headers)]))
    try:
        return found[0], found[1], b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Slow, Admission]]:
    """One place, which is taken."""
    monkeypatch.setattr(admission, "PATIENCE", 0.1)
    found = Slow()
    application = Admission(found, places=1, waiting=1)
    thread = Thread(target=ask, args=(application, "/slow"))
    thread.start()
    assert found.begun.wait(5)
    yield found, application
    found.let.set()
    thread.join()


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_and_files_are_answered_while_all_places_are_taken(slow: tuple[Slow, Admission], path: str) -> None:
    assert ask(slow[1], path)[0] == "200 OK"


def test_who_waits_too_long_is_told_to_come_again(slow: tuple[Slow, Admission]) -> None:
    status, headers, body = ask(slow[1], "/api/v1/events/")
    assert (status, headers["Retry-After"], json.loads(body)["code"]) == ("503 Service Unavailable", "5", "busy")
    assert "<h1>" in ask(slow[1], "/")[2].decode()


def test_a_place_is_free_again_once_the_answer_is_sent(
    slow: tuple[Slow, Admission], monkeypatch: pytest.MonkeyPatch
) -> None:
    application = slow[1]
    slow[0].let.set()
    monkeypatch.setattr(admission, "PATIENCE", 5)
    for _ in range(3):
        assert ask(application, "/")[0] == "200 OK"
    assert slow[0].closed == 1


def test_no_more_wait_than_are_let() -> None:
    places = Places(1, 0)
    place = places.take()
    assert place is not None
    assert places.take() is None
    places.give_back(place)
    assert places.take() is place


class Hanging:
    """A body of which nothing comes until it is let."""

    def __init__(self) -> None:
        self.let, self.begun = Event(), Event()

    def read(self, _size: int) -> bytes:
        self.begun.set()
        self.let.wait(20)
        return b"x"


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    found = Hanging()
    yield found
    found.let.set()


def post(body: Any, length: int = 3) -> dict[str, Any]:
    return {"REQUEST_METHOD": "POST", "wsgi.input": body, "CONTENT_LENGTH": str(length)}


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [environ["wsgi.input"].read()]


def test_a_body_that_does_not_come_takes_no_place(hanging: Hanging) -> None:
    application = Admission(echo, places=1, waiting=0)
    thread = Thread(target=ask, args=(application, "/code/"), kwargs=post(hanging))
    thread.start()
    assert hanging.begun.wait(5)
    assert ask(application, "/")[0] == "200 OK"
    hanging.let.set()
    thread.join()


def test_only_so_many_bodies_are_read_at_a_time(hanging: Hanging) -> None:
    application = Admission(echo)
    application.bodies = Bodies(readers=1)
    thread = Thread(target=ask, args=(application, "/code/"), kwargs=post(hanging))
    thread.start()
    assert hanging.begun.wait(5)
    assert ask(application, "/code/", **post(BytesIO(b"abc")))[0] == "503 Service Unavailable"
    assert ask(application, "/")[0] == "200 OK"
    hanging.let.set()
    thread.join()
    assert ask(application, "/code/", **post(BytesIO(b"abc")))[0] == "200 OK"


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_waits_for_no_body(path: str, hanging: Hanging) -> None:
    assert ask(Admission(echo), path, **post(hanging, 5_000_000))[2] == b""
    assert not hanging.begun.is_set()


@pytest.mark.parametrize("size", [1, 70_000, 200_000])
def test_a_body_comes_as_it_was_sent(size: int) -> None:
    sent = bytes(number % 251 for number in range(size))
    assert ask(Admission(echo), "/code/", **post(BytesIO(sent + b"more"), size))[2] == sent


@pytest.mark.parametrize("size", [10, admission.IN_MEMORY, admission.IN_MEMORY + 1, 3 * admission.IN_MEMORY])
def test_an_answer_is_sent_whole_and_keeps_no_place_meanwhile(size: int) -> None:
    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (b"x" * min(1000, size - at) for at in range(0, size, 1000))

    application = Admission(long, places=1, waiting=0)
    answers = [application({**NOBODY, "PATH_INFO": "/"}, lambda *_more: None) for _ in range(3)]  # nobody reads them
    assert [sum(map(len, answer)) for answer in answers] == [size] * 3


def test_a_body_that_does_not_say_how_long_it_is_is_read_and_not_kept() -> None:
    chunks = BytesIO(b"x" * 300_000)
    environ = {**post(chunks), "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    assert ask(Admission(echo), "/code/", **environ)[2] == b""
    assert chunks.read() == b""


def test_only_so_many_long_answers_are_sent_at_a_time() -> None:
    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x" * (admission.IN_MEMORY + 1)]

    application = Admission(long)
    unread = [application({**NOBODY, "PATH_INFO": "/"}, lambda *_more: None) for _ in range(admission.SENDING)]
    assert ask(application, "/")[0] == "503 Service Unavailable"
    del unread
    assert ask(application, "/")[0] == "200 OK"
