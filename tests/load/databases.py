"""A database of its own for every test, and older copies of it: a file, or one on the PostgreSQL of the tests."""

import os
import shutil
import sqlite3
from abc import ABC, abstractmethod
from contextlib import closing
from pathlib import Path
from uuid import uuid4


class Database(ABC):
    url: str

    @abstractmethod
    def copy(self) -> "Database":
        """Another one with the same content."""

    @abstractmethod
    def put_back(self, older: "Database", running: bool) -> None:
        """Make this one what the other one is, as who restores a backup does; perhaps under a running server."""

    @abstractmethod
    def take_away(self) -> None:
        """From now on it takes nothing, whoever has it open already."""

    @abstractmethod
    def give_back(self) -> None: ...

    @abstractmethod
    def drop(self) -> None: ...


class Sqlite(Database):
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / f"{uuid4()}.sqlite3"
        self.url = f"sqlite:///{self.path}"

    def copy(self) -> "Sqlite":
        other = Sqlite(self.folder)
        self.write_to(other.path)
        return other

    def write_to(self, path: Path) -> None:
        """SQLite's own backup: right also while others have it open."""
        with closing(sqlite3.connect(self.path)) as source, closing(sqlite3.connect(path, timeout=20)) as target:
            source.backup(target)

    def put_back(self, older: Database, running: bool) -> None:
        assert isinstance(older, Sqlite)
        if running:
            older.write_to(self.path)
        else:
            self.drop()
            shutil.copyfile(older.path, self.path)

    def take_away(self) -> None:
        """Reading goes on, as on a disk that is full."""
        self.turns.unlink(missing_ok=True)
        self.turns.mkdir()

    def give_back(self) -> None:
        self.turns.rmdir()

    @property
    def turns(self) -> Path:
        return Path(f"{self.path}-turn")  # games/store/write_lock.py: every writer opens it

    def drop(self) -> None:
        for path in self.folder.glob(f"{self.path.name}*"):
            path.unlink()


class Postgres(Database):
    def __init__(self, template: str = "template1") -> None:
        self.server = os.environ["DATABASE_URL"]
        self.name = f"load_{uuid4().hex}"
        self.url = f"{self.server.rpartition('/')[0]}/{self.name}"
        self.make(template)

    def make(self, template: str) -> None:
        self.run(f"CREATE DATABASE {self.name} TEMPLATE {template}")

    def run(self, command: str) -> None:
        import psycopg

        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(command)  # type: ignore[call-overload]

    def copy(self) -> "Postgres":
        self.send_away()  # nobody else may be there while it is copied; the server finds its way back by itself
        return Postgres(self.name)

    def send_away(self) -> None:
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")

    def take_away(self) -> None:
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false")
        self.send_away()

    def give_back(self) -> None:
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true")

    def put_back(self, older: Database, running: bool) -> None:
        assert isinstance(older, Postgres)
        self.drop()
        self.make(older.name)

    def drop(self) -> None:
        self.run(f"DROP DATABASE {self.name} WITH (FORCE)")
