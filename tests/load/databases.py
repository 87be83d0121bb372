"""A separate database for every test, and older copies of it: a file, or a PostgreSQL database."""

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
        """Return another database with the same content."""

    @abstractmethod
    def restore(self, older: "Database", running: bool) -> None:
        """Replace the content with that of the other database, perhaps under a running server."""

    @abstractmethod
    def disconnect(self) -> None:
        """Refuse all writes from now on, even by open connections."""

    @abstractmethod
    def reconnect(self) -> None: ...

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
        """Copy by SQLite's own backup, which is correct even while others write."""
        with closing(sqlite3.connect(self.path)) as source, closing(sqlite3.connect(path, timeout=20)) as target:
            source.backup(target)

    def restore(self, older: Database, running: bool) -> None:
        assert isinstance(older, Sqlite)
        if running:
            older.write_to(self.path)
        else:
            self.drop()
            shutil.copyfile(older.path, self.path)

    def disconnect(self) -> None:
        """Block writers; reading still works, as on a full disk."""
        self.lock_file.unlink(missing_ok=True)
        self.lock_file.mkdir()

    def reconnect(self) -> None:
        self.lock_file.rmdir()

    @property
    def lock_file(self) -> Path:
        return Path(f"{self.path}-turn")  # scorekeeper/sqlite3/write_lock.py: every transaction opens it

    def drop(self) -> None:
        for path in self.folder.glob(f"{self.path.name}*"):
            path.unlink()


class Postgres(Database):
    def __init__(self, template: str = "template1") -> None:
        self.server = os.environ["DATABASE_URL"]
        self.name = f"load_{uuid4().hex}"
        self.url = f"{self.server.rpartition('/')[0]}/{self.name}"
        self.create(template)

    def create(self, template: str) -> None:
        self.run(f"CREATE DATABASE {self.name} TEMPLATE {template}")

    def run(self, command: str) -> None:
        import psycopg

        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(command)  # type: ignore[call-overload]

    def copy(self) -> "Postgres":
        self.close_connections()  # PostgreSQL copies only databases without connections; the server reconnects
        return Postgres(self.name)

    def close_connections(self) -> None:
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")

    def disconnect(self) -> None:
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false")
        self.close_connections()

    def reconnect(self) -> None:
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true")

    def restore(self, older: Database, running: bool) -> None:
        assert isinstance(older, Postgres)
        self.drop()
        self.create(older.name)

    def drop(self) -> None:
        self.run(f"DROP DATABASE {self.name} WITH (FORCE)")
