"""python -m tests.upgrade.beside [COMMIT]: migrates a database while an older version serves it.

The older version comes from this repository's history and runs with the packages of today. People write and follow while
`migrate` of this version runs. Then this version starts beside it and serves, too. At last the older one stops.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import postgres
from tests.load.cluster import At, Cluster
from tests.load.crowd import Crowd, RequestOutcome
from tests.load.server import ROOT, Server
from tests.upgrade.test_migrations import GIVE_UP

BEFORE = "f0acf6b"  # before 0005_looking_back.py
SECONDS = 4.0


class OlderServer(Server):
    """A server of another tree."""

    def __init__(self, tree: Path, database: At, output: Path) -> None:
        super().__init__(database, output)
        self.root = tree


class Update(Cluster):
    """The older version alone, then both versions."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self.database = postgres.PostgresServer()
        self.database.start()
        address = At(self.database.url)
        self.servers = [OlderServer(tree, address, folder / "older"), Server(address, folder / "newer")]
        self.faults = []

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
    wrong = [outcome for outcome in (*crowd.outcomes, *both.outcomes) if not outcome.is_good]
    print(f"{len(wrong)} errors of {len(crowd.outcomes) + len(both.outcomes)} requests", wrong[:5])
    for people in (crowd, both):
        update.check(people)
    print("All that was acknowledged is there, once; no row differs from its events.")


def step(crowd: Crowd, name: str, do: object) -> None:
    first = len(crowd.outcomes)
    assert callable(do)
    do()
    time.sleep(SECONDS)
    seen: list[RequestOutcome] = crowd.outcomes[first:]
    longest = max(outcome.ended - outcome.begun for outcome in seen)
    errors = sum(not outcome.is_good for outcome in seen)
    print(f"{name}: {len(seen)} requests, the longest {longest:.2f} s, {errors} errors")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else BEFORE)
