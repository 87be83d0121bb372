"""python -m tests.upgrade.make: play with the first release, and store its database and its answers.

The release comes from this repository's history and runs with the packages of today. The files were written once and stay
as they are. This program shows how, and can do the same for another release.
"""

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path

from tests import postgres

FIRST = "a2914ff"  # its 0001_initial.py is still the same
FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
INSERT = re.compile(r'(INSERT INTO "?\w+"? VALUES)\s*(\(.*\));', re.DOTALL)


def main() -> None:
    server = postgres.start()
    assert server is not None, "PostgreSQL is needed, too."
    url, stop = server
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        try:
            subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, FIRST], cwd=ROOT, check=True)
            answers = [play(tree, address) for address in (url, f"sqlite:///{folder}/scores.sqlite3")]
            assert answers[0] == answers[1]
            store("answers.json", answers[0])
            dump = ["pg_dump", "--inserts", "--rows-per-insert=100", "--no-owner", "--no-acl", url]
            text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
            text = re.sub(r"^(--.*|\\.*|)\n", "", text, flags=re.MULTILINE)
            store("postgres.sql", re.sub(r"\n\s+", "\n", text))
            with closing(sqlite3.connect(f"{folder}/scores.sqlite3")) as connection:
                store("sqlite.sql", "".join(f"{line}\n" for line in joined(connection.iterdump())))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=False)
            stop()


def play(tree: Path, url: str) -> str:
    environ = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "x" * 50, "PYTHONPATH": str(tree)}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=tree, env=environ, check=True)
    command = [sys.executable, "-Wignore", FOLDER / "play.py"]
    return subprocess.run(command, cwd=tree, env=environ, check=True, stdout=subprocess.PIPE, text=True).stdout


def joined(lines: Iterator[str]) -> Iterator[str]:
    """Join the rows of a table into one statement."""
    parts = ((INSERT.fullmatch(line), line) for line in lines)
    for begin, group in groupby(parts, key=lambda part: part[0] and part[0][1]):
        if begin is None:
            yield from (line for _insert, line in group)
        else:
            yield f"{begin}\n" + ",\n".join(insert[2] for insert, _line in group if insert) + ";"


def store(name: str, text: str) -> None:
    (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
