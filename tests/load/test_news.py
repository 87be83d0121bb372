"""Streams of news from a real server: another writer's round is there at once, and open streams cost little."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from uuid import uuid4

import pytest

from tests.load.databases import Database
from tests.load.server import PageServer
from tools import serve

pytestmark = [pytest.mark.third, pytest.mark.slow]

AT_ONCE = 0.5  # seconds


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[PageServer]:
    database = prepared.copy()
    running = PageServer(database, tmp_path / "output")
    running.start()
    yield running
    running.stop()
    running.check()
    database.drop()


class Listener:
    """A client that reads a stream in a thread, and notes when each message came."""

    def __init__(self, server: PageServer, token: str) -> None:
        self.connection = http.client.HTTPConnection(serve.HOST, server.port, timeout=20)
        self.connection.request("GET", "/api/v1/news/", headers={"Authorization": f"Token {token}"})
        self.answer = self.connection.getresponse()
        self.numbers: list[tuple[float, int]] = []
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        while line := self.answer.readline():
            if line.startswith(b"id: "):
                self.numbers.append((time.monotonic(), int(line[4:])))

    def wait_for(self, seq: int) -> float:
        """Return when the number of an event came."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for moment, number in self.numbers:
                if number >= seq:
                    return moment
            time.sleep(0.01)
        raise AssertionError(self.numbers)

    def close(self) -> None:
        self.connection.sock.shutdown(2)
        self.thread.join(10)
        self.connection.close()


def test_another_round_is_told_within_half_a_second(server: PageServer) -> None:
    client = server.client()
    with ExitStack() as stack:
        listeners = [stack.enter_context(closing(Listener(server, client.token))) for _ in range(8)]
        for listener in listeners:
            assert listener.answer.status == 200
            assert listener.answer.headers["Content-Type"] == "text/event-stream"
            listener.wait_for(0)
        delays = []
        for number in range(5):
            event = {"id": str(uuid4()), "match": None, "kind": "player", "after": None}
            event["data"] = {"player": str(uuid4()), "name": f"Player {number}"}
            answer = client.ask("events/", [event])
            pushed = time.monotonic()
            seq = answer["accepted"][0]["seq"]
            delays += [listener.wait_for(seq) - pushed for listener in listeners]
        delays.sort()
        assert delays[int(len(delays) * 0.95)] <= AT_ONCE, delays


def test_an_open_stream_does_not_delay_a_stop(prepared: Database, tmp_path: Path) -> None:
    database = prepared.copy()
    running = PageServer(database, tmp_path / "output")
    running.start()
    try:
        with closing(Listener(running, running.client().token)) as listener:
            listener.wait_for(0)
            began = time.monotonic()
            running.stop()
            assert time.monotonic() - began < 3  # of the 5 seconds that requests have
            listener.thread.join(5)
            assert not listener.thread.is_alive()
    finally:
        running.stop()
        database.drop()
