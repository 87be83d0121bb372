"""Two servers with one PostgreSQL, while servers are killed and the database restarts.

This is a short version of benchmarks/cluster.py.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.conftest import missing
from tests.load.cluster import Cluster
from tests.load.crowd import Crowd

pytestmark = [pytest.mark.third, pytest.mark.slow, pytest.mark.database]


@pytest.fixture
def cluster(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Cluster]:
    if pytestconfig.getoption("db") != "postgres":
        pytest.skip("It is about several machines, which SQLite cannot serve.")
    if not postgres.programs():
        missing("PostgreSQL of this system", "Only that can be restarted.")
    running = Cluster(tmp_path)
    yield running
    running.stop()


def test_no_acknowledged_event_is_lost(cluster: Cluster) -> None:
    crowd = Crowd(cluster.ports, tables=3, pages=2, followers=4, pause=0.01)
    crowd.begin()
    time.sleep(1)
    cluster.kill(0)
    time.sleep(1)
    for how in ("fast", "immediate"):
        cluster.restart_database(how)
        time.sleep(1)
    crowd.end()
    assert cluster.unexplained(crowd) == []
    assert all(cluster.effect(crowd, fault).errors for fault in cluster.faults), "Nobody has met it."
    assert {outcome.server for outcome in crowd.outcomes if outcome.is_good} == {0, 1}
    assert {outcome.kind for outcome in crowd.outcomes if outcome.is_good} == {"save", "form", "page", "follow"}
    cluster.check(crowd)
