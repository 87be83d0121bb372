"""Four processes write to one circle while a fifth reads: no gap, no repetition, nothing skipped."""

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

from tests.load import players
from tests.load.client import PatientClient
from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]

WRITERS, EACH = 4, 500
LASTS = 25  # a writer's own match, in events
PATIENCE = 120  # seconds


def write(url: str, token: str, number: int, joint: list[str]) -> dict[str, int]:
    """Append events to own matches and to joint ones, singly and in lists."""
    client, random = PatientClient(url, token), Random(number)
    client.pull()
    mine: list[str] = []
    count = 0
    while count < EACH:
        for _ in range(min(EACH - count, random.choice((1, 1, 1, 2, 5, 20)))):
            if count % LASTS == 0:
                mine.append(players.start(client))
            else:
                players.write_something(client, random.choice([mine[-1], mine[-1], mine[-1], *joint]), random)
            count += 1
        client.push()
        if random.random() < 0.2:
            client.pull()
    assert client.refused == {}
    assert client.restarts == 0
    return {event["id"]: event["seq"] for event in client.events.values() if event["match"] in [*mine, *joint]}


def read(url: str, token: str, count: int) -> list[str]:
    """Pull without a pause until all events are here; return the ids in the order of their numbers."""
    client = PatientClient(url, token)
    ids: list[str] = []
    end = time.monotonic() + PATIENCE
    while len(ids) < count and time.monotonic() < end:
        answer = client.ask(f"events/?since={len(ids)}" + (f"&last={ids[-1]}" if ids else ""))
        numbers = [event["seq"] for event in answer["events"]]
        assert numbers == list(range(len(ids) + 1, len(ids) + 1 + len(numbers)))
        ids += [event["id"] for event in answer["events"]]
        assert answer["seq"] == len(ids)
    return ids


@pytest.mark.long
def test_reader_gets_every_event_of_four_writers_once(server: Server) -> None:
    first = server.client()
    joint = [players.start(first) for _ in range(3)]
    first.push()
    count = WRITERS * EACH + len(joint)
    with ProcessPoolExecutor(WRITERS + 1, mp_context=get_context("spawn")) as pool:
        reading = pool.submit(read, server.url, server.token, count)
        writing = [pool.submit(write, server.url, server.token, number, joint) for number in range(WRITERS)]
        numbered = [future.result(PATIENCE) for future in writing]
        read_ids = reading.result(PATIENCE)
    assert len(read_ids) == len(set(read_ids)) == count
    for numbers in numbered:  # the events that each writer pushed or pulled
        assert all(read_ids[seq - 1] == id for id, seq in numbers.items())
    first.pull()
    assert list(first.events) == read_ids
    server.check()
