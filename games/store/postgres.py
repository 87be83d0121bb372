"""Copies of a PostgreSQL database, by the programs that PostgreSQL brings for it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection

OF_DJANGO = ("pool", "isolation_level", "assume_role", "server_side_binding")  # options that the programs do not know
RESTORE = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")


class Unfit(Exception):
    """It cannot be copied, or put back; says why."""


def save(target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds what lets people in
    try:
        run("pg_dump", "--format=custom", f"--file={part}", f"--dbname={address()}")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def put_back(copy: Path) -> None:
    """All of it or nothing. Where a server is running, its questions wait for the end."""
    connection.close()
    run("pg_restore", *RESTORE, f"--dbname={address()}", str(copy))


def check(copy: Path) -> None:
    if not copy.is_file():
        raise Unfit(f"There is no file {copy}.")
    if "TABLE DATA public games_event " not in run("pg_restore", "--list", str(copy)):
        raise Unfit(f"{copy} is no copy of Scorekeeper's database.")


def address() -> str:
    """As the programs read it. The password is not in it: other accounts see what a program was started with."""
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
    """The one on the path, or the newest that Debian has installed."""
    versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(versions, key=lambda path: float(path.parts[4]), default=None)
    path = shutil.which(name) or newest
    if path is None:
        raise Unfit(f"There is no {name} here (Debian: apt install postgresql-client).")
    return str(path)
