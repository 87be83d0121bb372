"""Measures two servers with one PostgreSQL while people write and follow, and while a server or the database stops.

    .venv/bin/python benchmarks/cluster.py             a minute, for the tables of docs/load.md
    .venv/bin/python benchmarks/cluster.py 30          with half a minute for each of the two figures

It starts a temporary PostgreSQL with its default settings, which writes every commit to the disk. Servers, database and
people share this machine, so separate machines are faster. It needs PostgreSQL's programs, and `python3 go.py test`
once, which installs its packages.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")  # for the servers

from tests.load.cluster import Cluster
from tests.load.crowd import Crowd

TABLES, PAGES, FOLLOWERS = 6, 2, 8  # people who write without a pause
AT_TABLES = 0.1  # seconds between two rounds during the faults, so that some requests are running
KINDS = {
    "save": "a round, by the sync",
    "form": "a round, by the page",
    "page": "the page of a table",
    "follow": "a look",
}


def main(seconds: float) -> None:
    os.environ.setdefault("SECRET_KEY", "the same on all machines, for a benchmark of some minutes")
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder))
        try:
            print(
                f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; {TABLES} phones and {PAGES} browsers",
                end="",
            )
            print(f" write, {FOLLOWERS} people follow\n")
            print("| servers | what | a second | p50 | p99 |\n| --- | --- | --- | --- | --- |")
            for count in (1, 2):
                figures(cluster, count, seconds)
            print("\n| what stopped | for | errors while it was down | others | first round saved |")
            print("| --- | --- | --- | --- | --- |")
            faults(cluster)
        finally:
            cluster.stop()


def figures(cluster: Cluster, count: int, seconds: float) -> None:
    crowd = Crowd(cluster.ports[:count], TABLES, PAGES, FOLLOWERS)
    crowd.begin()
    time.sleep(seconds)
    crowd.end()
    assert cluster.unexplained(crowd) == []
    cluster.check(crowd)
    for kind, words in KINDS.items():
        took = sorted(1000 * (outcome.ended - outcome.begun) for outcome in crowd.outcomes if outcome.kind == kind)
        p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
        print(f"| {count} | {words} | {len(took) / seconds:.0f} | {p50:.0f} ms | {p99:.0f} ms |", flush=True)


def faults(cluster: Cluster) -> None:
    crowd = Crowd(cluster.ports, TABLES, PAGES, FOLLOWERS, AT_TABLES)
    crowd.begin()
    time.sleep(3)
    for stop in (
        lambda: cluster.kill(0),
        lambda: cluster.restart_database("fast"),
        lambda: cluster.restart_database("immediate"),
    ):
        stop()
        time.sleep(3)
    crowd.end()
    wrong = cluster.unexplained(crowd)
    for fault in cluster.faults:
        effect = cluster.effect(crowd, fault)
        kinds = ", ".join(f"{count} {kind}" for kind, count in effect.errors.most_common()) or "none"
        others = sum(fault.begun <= outcome.ended and outcome.begun <= fault.ended for outcome in wrong)
        after = f"{effect.again:.2f} s after" if effect.again > 0 else "while it came back"
        print(f"| {fault.name} | {effect.down:.1f} s | {kinds} | {others} | {after} |")
    assert wrong == [], wrong
    cluster.check(crowd)
    rounds = sum(len(table.acknowledged) + len(getattr(table, "saved", ())) for table in crowd.tables)
    print(
        f"\n{rounds} acknowledged events, all of them stored once; no number missing; both servers tell the same sheets."
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
