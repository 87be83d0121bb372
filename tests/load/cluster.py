"""Two servers with one PostgreSQL, as on two machines: faults, and what must hold in spite of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tests import postgres
from tests.load.crowd import Crowd, Follower, FormWriter, RequestOutcome, VisitorLine, WritingPhone
from tests.load.server import ROOT, PageServer


class At(NamedTuple):
    """A database by its URL, for a server that needs nothing else."""

    url: str


class Fault(NamedTuple):
    name: str
    server: int | None  # the index of the server; None for the database
    begun: float
    ended: float  # when the command for restarting had returned

    def explains(self, outcome: RequestOutcome) -> bool:
        """Return whether the fault explains the error of a request that was in progress during the fault."""
        is_same_server = self.server is None or self.server == outcome.server
        is_expected = outcome.status == 503 and outcome.error == "away" if self.server is None else outcome.status == 0
        return is_same_server and is_expected and outcome.ended >= self.begun and outcome.begun <= self.ended


class FaultEffect(NamedTuple):
    errors: Counter[str]  # by kind
    down: float  # seconds
    again: float  # seconds from the restart to the first saved round; negative if a round was saved before


class Cluster:
    def __init__(self, folder: Path, servers: int = 2) -> None:
        self.database = postgres.PostgresServer()  # with its default durability: acknowledged data is on the disk
        self.database.start()
        environ = {**os.environ, "DATABASE_URL": self.database.url}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
        self.servers = [PageServer(At(self.database.url), folder / f"output{number}") for number in range(servers)]
        self.faults: list[Fault] = []
        for server in self.servers:
            server.start()

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
        self.database.remove()

    def kill(self, index: int) -> None:
        self.fault(
            f"server {index + 1} killed, started again", index, self.servers[index].kill, self.servers[index].start
        )

    def restart_database(self, how: str) -> None:
        self.fault(
            f"database stopped ({how}), started again", None, lambda: self.database.stop(how), self.database.start
        )

    def fault(self, name: str, server: int | None, down: Callable[[], None], up: Callable[[], None]) -> None:
        begun = time.monotonic()
        down()
        time.sleep(0.5)  # long enough that everyone meets it
        up()
        self.faults.append(Fault(name, server, begun, time.monotonic()))

    def check(self, crowd: Crowd) -> None:
        """Check that acknowledged events are stored once, without gaps, and both servers have the same sheets."""
        stored = self.stored()
        for table in crowd.tables:
            numbers = stored[table.ids["circle"]]
            assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
            assert {id: numbers.get(id) for id in table.acknowledged} == table.acknowledged
            if isinstance(table, FormWriter):
                assert table.saved <= set(numbers)
                assert len(numbers) == len(table.saved) + len(table.acknowledged)
            else:
                assert set(numbers) == set(table.acknowledged)
            for match in table.matches:
                sheets = [self.sheet(port, table, match) for port in self.ports]
                assert all(sheet == sheets[0] for sheet in sheets)
                assert not sheets[0]["aside"]
        for person in crowd.people:
            if isinstance(person, Follower):
                assert person.numbers == list(range(1, len(person.numbers) + 1))
        for server in self.servers:
            server.check()

    def sheet(self, port: int, table: WritingPhone, match: str) -> Any:
        with closing(VisitorLine([port], 0, [])) as line:
            return line.ask("follow", "GET", f"/api/v1/matches/{match}/sheet/", table.headers).json()

    def stored(self) -> dict[str, dict[str, int]]:
        """Return the numbers of all events, by circle and id. An id stored twice would leave a gap in the numbers."""
        import psycopg

        numbers: dict[str, dict[str, int]] = {}
        with psycopg.connect(self.database.url) as connection:
            for circle, id, seq in connection.execute("SELECT circle_id::text, id::text, seq FROM games_event"):
                numbers.setdefault(circle, {})[id] = seq
        return numbers

    def unexplained(self, crowd: Crowd) -> list[RequestOutcome]:
        """Return the errors that no fault explains, or of an unexpected kind."""
        return [
            outcome
            for outcome in crowd.outcomes
            if not outcome.is_good and not any(fault.explains(outcome) for fault in self.faults)
        ]

    def effect(self, crowd: Crowd, fault: Fault) -> FaultEffect:
        """Return how the fault affected the people who met it."""
        outcomes = [outcome for outcome in crowd.outcomes if fault.server in (None, outcome.server)]
        errors = [outcome for outcome in outcomes if not outcome.is_good and fault.explains(outcome)]
        saves = [outcome.ended for outcome in outcomes if outcome.is_good and outcome.kind in ("save", "form")]
        first = min((outcome.ended for outcome in errors), default=fault.begun)
        again = min((ended for ended in saves if ended > max(first, fault.begun)), default=0)
        return FaultEffect(
            Counter(f"{outcome.status} {outcome.error}" if outcome.status else outcome.error for outcome in errors),
            fault.ended - fault.begun,
            again - fault.ended,
        )
