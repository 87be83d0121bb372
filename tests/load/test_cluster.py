"""Two servers before one PostgreSQL, one of them killed, the database restarted: some seconds of benchmarks/cluster.py."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.conftest import missing
from tests.load.cluster import Cluster
from tests.load.crowd import Crowd

pytestmark = [pytest.mark.slow, pytest.mark.database]


@pytest.fixture
def cluster(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Cluster]:
    if pytestconfig.getoption("db") != "postgres":
        pytest.skip("It is about several machines, which SQLite cannot serve.")
    if not postgres.programs():
        missing("PostgreSQL of this system", "Only that can be restarted.")
    found = Cluster(tmp_path)
    yield found
    found.stop()


def test_nothing_is_lost_whatever_stops(cluster: Cluster) -> None:
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
    assert all(cluster.told(crowd, fault).errors for fault in cluster.faults), "Nobody has met with it."
    assert {one.place for one in crowd.seen if one.is_good} == {0, 1}
    assert {one.what for one in crowd.seen if one.is_good} == {"save", "form", "page", "follow"}
    cluster.check(crowd)
