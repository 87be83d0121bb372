"""The database of the first release, as it left it."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.load.databases import Database, Postgres, Sqlite
from tests.load.server import OfPages, Server

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def answers() -> Any:
    """Whom it knew by which key, and what it told them."""
    return json.loads((HERE / "answers.json").read_text("utf-8"))


def first_release(kind: str, folder: Path) -> Database:
    text = (HERE / f"{kind}.sql").read_text("utf-8")
    if kind == "postgres":
        import psycopg

        there = Postgres()
        with psycopg.connect(there.url, autocommit=True) as connection:
            connection.execute(text)  # type: ignore[call-overload]
        return there
    here = Sqlite(folder)
    with closing(sqlite3.connect(here.path)) as file:
        file.executescript(text)
    return here


def manage(database: Database, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    environ = {**os.environ, "DATABASE_URL": database.url}
    done = subprocess.run(command, cwd=HERE.parents[1], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Database]:
    database = first_release(pytestconfig.getoption("db"), tmp_path_factory.mktemp("first"))
    told = manage(database, "migrate")
    assert "Worked out anew: 2 circles." in told
    yield database
    database.drop()


@pytest.fixture(scope="module")
def server(upgraded: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = OfPages(upgraded, tmp_path_factory.mktemp("server") / "told")
    found.start()
    yield found
    found.stop()
