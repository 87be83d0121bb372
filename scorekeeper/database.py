"""Where the scores are kept, and the secret beside them."""

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import private

PATIENCE = 5  # seconds that a request waits for others to have written

# An acknowledged round survives a power cut: WAL with FULL. IMMEDIATE, because a transaction that reads and then
# writes would otherwise meet "database is locked", which no timeout helps against.
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": PATIENCE,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}

# A database machine that is gone without a word is noticed after so long; the system's own patience is minutes.
POSTGRES = {
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 10_000,  # milliseconds
}


def settings(url: str) -> dict[str, Any]:
    """Django's settings for the database at this address."""
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not an address of a database: {error}") from None
    if where := folder(found):
        private.make_folder(where)
        found["ENGINE"] = "scorekeeper.sqlite3"
        found["OPTIONS"] = {**SQLITE, **found.get("OPTIONS", {})}
    elif found["ENGINE"].endswith("postgresql"):
        found["OPTIONS"] = {**POSTGRES, **found.get("OPTIONS", {})}
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    return found


def folder(found: dict[str, Any]) -> Path | None:
    """Where the file is, for a database that is a file."""
    return Path(found["NAME"]).parent if found["ENGINE"].endswith("sqlite3") else None


def secret(folder: Path) -> str:
    """The key that signs what browsers bring back: made once, and kept where only we can read it."""
    path = folder / "secret_key"
    private.make_folder(folder)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass  # from an earlier start
    key = path.read_text().strip()
    if len(key) < 50:
        raise ImproperlyConfigured(f"{path} holds no key. Delete it, and a new one is made.")
    return key
