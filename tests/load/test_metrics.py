"""Metrics and access log of a server with two workers: every worker answers for both."""

import os
import re
import signal
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.load.databases import Database
from tests.load.server import Server

pytestmark = [pytest.mark.third, pytest.mark.slow]

KEY = "a-key-of-the-monitor-of-this-host"
MANY = 200
GAMES = "scorekeeper_requests_total GET 200 api:games"


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[Server]:
    database = prepared.copy()
    running = Server(database, tmp_path / "output")
    running.environment |= {"METRICS_KEY": KEY, "ACCESS_LOG": str(tmp_path / "access.log"), "WORKERS": "2"}
    running.start()
    yield running
    running.stop()
    database.drop()


def ask(server: Server, path: str) -> str:
    headers = {"Authorization": f"Bearer {KEY}"}
    for _ in range(100):
        with (
            suppress(OSError),
            urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers), timeout=30) as answer,
        ):
            return str(answer.read().decode())
        time.sleep(0.1)  # a worker was killed
    raise AssertionError("The server does not answer.")


def numbers(server: Server) -> dict[str, float]:
    families = text_string_to_metric_families(ask(server, "/metrics"))
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
    }


def wait_for_games(server: Server, number: int) -> None:
    """Wait until this many requests are counted. A worker counts a request after its answer."""
    until = time.monotonic() + 10
    while numbers(server)[GAMES] != number and time.monotonic() < until:
        time.sleep(0.1)


def test_every_worker_answers_for_all(server: Server, tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as clients:
        list(clients.map(lambda _number: ask(server, "/api/v1/games/"), range(MANY)))
    wait_for_games(server, MANY)
    for _ in range(10):  # either worker answers
        counted = numbers(server)
        assert counted[GAMES] == MANY
        assert counted["scorekeeper_wait_seconds_count request"] >= MANY
        assert counted["scorekeeper_database_bytes"] > 10_000
    lines = (tmp_path / "access.log").read_text().splitlines()
    assert all(re.fullmatch(r"\S+Z [A-Z]+ \S+ \d+ \d+ \d+ (key|none)", line) for line in lines)
    assert Counter(line.split()[2] for line in lines)["/api/v1/games/"] == MANY


def test_numbers_survive_a_worker_that_is_killed(server: Server) -> None:
    for _ in range(10):
        ask(server, "/api/v1/games/")
    wait_for_games(server, 10)
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert len(children) >= 2
    os.kill(int(children[-1]), signal.SIGKILL)
    for _ in range(10):
        assert numbers(server)[GAMES] == 10
