"""Save and restore copies of the database while people write. An interruption leaves nothing half done."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.store import postgres
from games.store.postgres import Unfit
from scorekeeper.sqlite3.write_lock import open_lock

__all__ = ["Unfit", "check_copy", "database", "ending", "folder", "restore_copy", "save_copy"]

PATIENCE = 60  # seconds to wait for another writer


def database() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def folder() -> Path:
    """Return the folder of the copies: beside a database file, or for PostgreSQL where the service may write."""
    if connection.vendor == "sqlite":
        return database().parent / "backups"
    return Path(os.environ.get("STATE_DIRECTORY") or settings.DATA_DIR) / "backups"


def ending() -> str:
    return "sqlite3" if connection.vendor == "sqlite" else "dump"


def save_copy(target: Path) -> None:
    """Save the whole database as of one moment. No writer waits for this."""
    if target.exists():
        raise Unfit(f"{target} is there already.")
    if connection.vendor == "postgresql":
        postgres.save(target)
        return
    with opened(database(), "ro") as source:
        part = target.with_name(f"{target.name}.part")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # it holds sessions and hashes of keys
        with opened(part, "rw") as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    check_copy(part)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)


def restore_copy(copy: Path) -> None:
    """Replace the database with the copy in one transaction, even under a running server."""
    check_copy(copy)
    if connection.vendor == "postgresql":
        postgres.restore(copy)
        return
    with open_lock(database()), opened(copy, "ro") as source, opened(database(), "rw") as target:
        source.backup(target)


def check_copy(copy: Path) -> None:
    """Raise `Unfit` unless the copy is complete and from this version or an older one."""
    if connection.vendor == "postgresql":
        postgres.check(copy)
        return
    try:
        with opened(copy, "ro") as database_copy:
            is_whole = database_copy.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            names = {tuple(row) for row in database_copy.execute("SELECT app, name FROM django_migrations")}
    except sqlite3.Error as error:
        raise Unfit(f"{copy} is no copy of Scorekeeper's database: {error}.") from None
    known = set(MigrationLoader(None).disk_migrations or ())
    if not is_whole or not any(app == "games" for app, _name in names):
        raise Unfit(f"{copy} is no whole copy of Scorekeeper's database.")
    if newer := {name for app, name in names if app == "games"} - {name for app, name in known if app == "games"}:
        raise Unfit(f"{copy} was made by a newer Scorekeeper, which has {', '.join(sorted(newer))}.")


@contextmanager
def opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    copy = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)
    try:
        yield copy
    finally:
        copy.close()
