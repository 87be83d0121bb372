"""The server is killed in the middle of pushes, again and again: what was acknowledged is there."""

import threading
import time
from http.client import HTTPException
from random import Random

import pytest

from tests.load import players
from tests.load.client import Client
from tests.load.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.database]

KILLS = 8
WRITERS = 3


class Writer(threading.Thread):
    """Writes all the time. While the server is away what is written waits."""

    def __init__(self, client: Client, match: str, number: int) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.match = match
        self.random = Random(number)
        self.acknowledged: dict[str, int] = {}
        self.is_over = False
        self.failure: BaseException | None = None
        self.unanswered = 0  # pushes

    def run(self) -> None:
        try:
            while not self.is_over or self.client.waiting():
                self.go_on()
        except BaseException as failure:
            self.failure = failure

    def go_on(self) -> None:
        if not self.is_over and len(self.client.waiting()) < 20:
            for _ in range(self.random.randint(1, 5)):
                players.something(self.client, self.match, self.random)
        try:
            self.client.push()
        except (OSError, HTTPException):  # no answer: nobody knows whether it got through
            self.unanswered += 1
            time.sleep(0.05)
        self.acknowledged |= {event["id"]: event["seq"] for event in self.client.events.values() if event["seq"]}


def test_what_was_acknowledged_survives_a_kill(server: Server) -> None:
    random = Random(1)
    first = server.client()
    matches = [players.start(first) for _ in range(WRITERS)]
    first.push()
    writers = []
    for number, match in enumerate(matches):
        client = server.client()
        client.pull()
        writers.append(Writer(client, match, number))
        writers[-1].start()
    for _ in range(KILLS):
        before = sum(len(writer.acknowledged) for writer in writers)
        end = time.monotonic() + 5
        while sum(len(writer.acknowledged) for writer in writers) < before + 10 and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(random.random() * 0.3)
        server.kill()
        promised = [dict(writer.acknowledged) for writer in writers]
        server.start()
        look(server, promised)
    for writer in writers:
        writer.is_over = True
    for writer in writers:
        writer.join(30)
        assert not writer.is_alive()
        assert writer.failure is None, writer.failure
        assert writer.client.refused == {}
    assert sum(writer.unanswered for writer in writers) >= KILLS
    there = look(server, [writer.acknowledged for writer in writers])
    assert set(there.events) == {id for writer in writers for id in writer.client.events}
    server.check()


def look(server: Server, promised: list[dict[str, int]]) -> Client:
    """Somebody new pulls everything: all that was promised has the number that was told, and no number is missing."""
    reader = server.client()
    reader.pull()
    numbers = {id: event["seq"] for id, event in reader.events.items()}
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    for each in promised:
        assert {id: numbers.get(id) for id in each} == each
    return reader
