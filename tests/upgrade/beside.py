"""python -m tests.upgrade.beside [COMMIT]: an older version serves while its database is brought up to date beneath it.

It is taken out of this repository's history and runs with the packages of today. People write and follow; `migrate` of
this version is run, and they go on; this version is started beside it, and they come to both; the older one is stopped.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import postgres
from tests.load.cluster import At, Cluster
from tests.load.crowd import Crowd, Outcome
from tests.load.server import ROOT, Server
from tests.upgrade.test_migrations import GIVE_UP

BEFORE = "f0acf6b"  # before 0005_looking_back.py
SECONDS = 4.0


class Older(Server):
    """A server of another tree."""

    def __init__(self, tree: Path, database: At, told: Path) -> None:
        super().__init__(database, told)
        self.root = tree


class Update(Cluster):
    """First the older version alone, then both."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self.database = postgres.PostgresServer()
        self.database.start()
        there = At(self.database.url)
        self.servers, self.faults = [Older(tree, there, folder / "older"), Server(there, folder / "newer")], []

    def migrate(self) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "DATABASE_URL": self.database.url, "PGOPTIONS": GIVE_UP}
        command = [sys.executable, "manage.py", "migrate"]
        return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)


def main(commit: str) -> None:
    os.environ.setdefault("SECRET_KEY", "the same for both versions, for an update of some minutes")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        update = Update(Path(folder), tree)
        try:
            play(update)
        finally:
            update.stop()
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def play(update: Update) -> None:
    older, newer = update.servers
    older.manage("migrate", "-v0")
    older.manage("collectstatic", "-v0", "--no-input")
    older.start()
    crowd = Crowd([older.port], tables=3, pages=0, followers=4, pause=0.02)
    crowd.begin()
    step(crowd, "the older version alone", lambda: None)
    step(crowd, "migrate", lambda: print(update.migrate().stdout))
    step(crowd, "the older version on the new tables", lambda: None)
    newer.start()
    both = Crowd(update.ports, tables=3, pages=0, followers=4, pause=0.02)
    both.begin()
    step(both, "both versions beside each other", lambda: None)
    both.end()
    crowd.end()
    older.stop()
    print(update.migrate().stdout.splitlines()[-1])
    update.servers = [newer]
    wrong = [one for one in (*crowd.seen, *both.seen) if not one.is_good]
    print(f"{len(wrong)} errors of {len(crowd.seen) + len(both.seen)} requests", wrong[:5])
    for each in (crowd, both):
        update.check(each)
    print("All that was acknowledged is there, once; no row differs from its events.")


def step(crowd: Crowd, name: str, do: object) -> None:
    first = len(crowd.seen)
    assert callable(do)
    do()
    time.sleep(SECONDS)
    seen: list[Outcome] = crowd.seen[first:]
    longest = max(one.ended - one.begun for one in seen)
    print(f"{name}: {len(seen)} requests, the longest {longest:.2f} s, {sum(not one.is_good for one in seen)} errors")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else BEFORE)
