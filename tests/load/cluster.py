"""Two servers before one PostgreSQL, as on two machines; what is done to them, and what has to be true all the same."""

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
from tests.load.crowd import Crowd, Follower, Line, Outcome, Page, Table
from tests.load.server import ROOT, OfPages


class At(NamedTuple):
    """Where a database is, for a server that only wants to know that."""

    url: str


class Fault(NamedTuple):
    name: str
    place: int | None  # of the server; None: the database
    begun: float
    ended: float  # the command that brought it back had returned

    def explains(self, one: Outcome) -> bool:
        """An error of a request that was under way while it was down."""
        is_there = self.place is None or self.place == one.place
        wanted = one.status == 503 and one.said == "away" if self.place is None else one.status == 0
        return is_there and wanted and one.ended >= self.begun and one.begun <= self.ended


class Told(NamedTuple):
    errors: Counter[str]  # by their kind
    down: float  # seconds
    again: float  # seconds from when it was back until the first round was saved; less than none: it was back before


class Cluster:
    def __init__(self, folder: Path, servers: int = 2) -> None:
        self.database = postgres.PostgresServer()  # as it is set up: what it has acknowledged is on the disk
        self.database.start()
        environ = {**os.environ, "DATABASE_URL": self.database.url}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
        self.servers = [OfPages(At(self.database.url), folder / f"told{number}") for number in range(servers)]
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

    def kill(self, place: int) -> None:
        self.fault(
            f"server {place + 1} killed, started again", place, self.servers[place].kill, self.servers[place].start
        )

    def restart_database(self, how: str) -> None:
        self.fault(
            f"database stopped ({how}), started again", None, lambda: self.database.stop(how), self.database.start
        )

    def fault(self, name: str, place: int | None, down: Callable[[], None], up: Callable[[], None]) -> None:
        begun = time.monotonic()
        down()
        time.sleep(0.5)  # long enough that everybody meets with it
        up()
        self.faults.append(Fault(name, place, begun, time.monotonic()))

    def check(self, crowd: Crowd) -> None:
        """Nothing that was acknowledged is lost or doubled, no number is missing, both servers tell the same."""
        stored = self.stored()
        for table in crowd.tables:
            numbers = stored[table.ids["circle"]]
            assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
            assert {id: numbers.get(id) for id in table.acknowledged} == table.acknowledged
            if isinstance(table, Page):
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

    def sheet(self, port: int, table: Table, match: str) -> Any:
        with closing(Line([port], 0, [])) as line:
            return line.ask("follow", "GET", f"/api/v1/matches/{match}/sheet/", table.headers).json()

    def stored(self) -> dict[str, dict[str, int]]:
        """The numbers of all events, by circle and id. An id that is stored twice has two numbers, one of which is missing."""
        import psycopg

        found: dict[str, dict[str, int]] = {}
        with psycopg.connect(self.database.url) as connection:
            for circle, id, seq in connection.execute("SELECT circle_id::text, id::text, seq FROM games_event"):
                found.setdefault(circle, {})[id] = seq
        return found

    def unexplained(self, crowd: Crowd) -> list[Outcome]:
        """Errors that nothing was down for, or of another kind than they are to be."""
        return [one for one in crowd.seen if not one.is_good and not any(fault.explains(one) for fault in self.faults)]

    def told(self, crowd: Crowd, fault: Fault) -> Told:
        """How it went for those who came to what was down."""
        there = [one for one in crowd.seen if fault.place in (None, one.place)]
        errors = [one for one in there if not one.is_good and fault.explains(one)]
        saves = [one.ended for one in there if one.is_good and one.what in ("save", "form")]
        first = min((one.ended for one in errors), default=fault.begun)
        again = min((ended for ended in saves if ended > max(first, fault.begun)), default=0)
        return Told(
            Counter(f"{one.status} {one.said}" if one.status else one.said for one in errors),
            fault.ended - fault.begun,
            again - fault.ended,
        )
