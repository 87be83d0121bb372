"""The server is killed repeatedly during pushes; acknowledged events must survive."""

import threading
import time
from http.client import HTTPException
from random import Random

import pytest

from tests.load import players
from tests.load.client import Client
from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]

KILLS = 8
WRITERS = 3


class UnsentWriter(threading.Thread):
    """A thread that writes continuously, and keeps unsent events while the server is away."""

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
                players.write_something(self.client, self.match, self.random)
        try:
            self.client.push()
        except (OSError, HTTPException):  # without an answer it is unknown whether the push got through
            self.unanswered += 1
            time.sleep(0.05)
        self.acknowledged |= {event["id"]: event["seq"] for event in self.client.events.values() if event["seq"]}


def test_acknowledged_events_survive_a_kill(server: Server) -> None:
    random = Random(1)
    first = server.client()
    matches = [players.start(first) for _ in range(WRITERS)]
    first.push()
    writers = []
    for number, match in enumerate(matches):
        client = server.client()
        client.pull()
        writers.append(UnsentWriter(client, match, number))
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
        check_promised(server, promised)
    for writer in writers:
        writer.is_over = True
    for writer in writers:
        writer.join(30)
        assert not writer.is_alive()
        assert writer.failure is None, writer.failure
        assert writer.client.refused == {}
    assert sum(writer.unanswered for writer in writers) >= KILLS
    reader = check_promised(server, [writer.acknowledged for writer in writers])
    assert set(reader.events) == {id for writer in writers for id in writer.client.events}
    server.check()


def check_promised(server: Server, promised: list[dict[str, int]]) -> Client:
    """Pull everything with a new client: promised events have their numbers, and no number is missing."""
    reader = server.client()
    reader.pull()
    numbers = {id: event["seq"] for id, event in reader.events.items()}
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    for numbers_by_id in promised:
        assert {id: numbers.get(id) for id in numbers_by_id} == numbers_by_id
    return reader
