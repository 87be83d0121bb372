"""Save and restore copies of a PostgreSQL database with the programs that come with PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection

OF_DJANGO = ("pool", "isolation_level", "assume_role", "server_side_binding")  # options that the programs refuse
RESTORE = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")


class Unfit(Exception):
    """The reason why the database cannot be copied or restored."""


def save(target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds sessions and hashes of keys
    try:
        run("pg_dump", "--format=custom", f"--file={part}", f"--dbname={address()}")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def restore(copy: Path) -> None:
    """Restore the whole copy or nothing. The queries of a running server wait until it has ended."""
    connection.close()
    run("pg_restore", *RESTORE, f"--dbname={address()}", str(copy))


def check(copy: Path) -> None:
    if not copy.is_file():
        raise Unfit(f"There is no file {copy}.")
    if "TABLE DATA public games_event " not in run("pg_restore", "--list", str(copy)):
        raise Unfit(f"{copy} is no copy of Scorekeeper's database.")


def address() -> str:
    """Return the connection string for the programs, without a password: other accounts can see their arguments."""
    from psycopg.conninfo import make_conninfo

    known: dict[str, Any] = connection.settings_dict
    parts = {"host": known["HOST"], "port": known["PORT"], "user": known["USER"], "dbname": known["NAME"]}
    parts |= {name: value for name, value in known["OPTIONS"].items() if name not in OF_DJANGO}
    return make_conninfo(**{name: value for name, value in parts.items() if value not in ("", None)})


def run(name: str, *arguments: str) -> str:
    environment = dict(os.environ)
    if password := connection.settings_dict["PASSWORD"]:
        environment["PGPASSWORD"] = str(password)
    finished = subprocess.run([program(name), *arguments], env=environment, capture_output=True, text=True)
    if finished.returncode:
        raise Unfit(f"{name} says: {finished.stderr.strip()}")
    return finished.stdout


def program(name: str) -> str:
    """Return the path of the program on PATH, or of the newest version that Debian has installed."""
    versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(versions, key=lambda path: float(path.parts[4]), default=None)
    path = shutil.which(name) or newest
    if path is None:
        raise Unfit(f"There is no {name} here (Debian: apt install postgresql-client).")
    return str(path)
