"""The settings of the database, and the secret key, which is stored beside it."""

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import private

PATIENCE = 5  # seconds that a request waits for other writers

# Erased names are overwritten in the file (secure_delete). An acknowledged round survives a power cut: WAL with FULL.
# Transactions are IMMEDIATE, because one that reads and then writes could fail with "database is locked" at once.
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": PATIENCE,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
}

# How soon a database server that vanished is noticed; the system's own timeouts are minutes.
POSTGRES = {
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 10_000,  # milliseconds
}


def settings(url: str) -> dict[str, Any]:
    """Return Django's settings for the database with this URL."""
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not an address of a database: {error}") from None
    if where := folder(config):
        private.make_folder(where)
        config["ENGINE"] = "scorekeeper.sqlite3"
        config["OPTIONS"] = {**SQLITE, **config.get("OPTIONS", {})}
    elif config["ENGINE"].endswith("postgresql"):
        config["OPTIONS"] = {**POSTGRES, **config.get("OPTIONS", {})}
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    return config


def folder(config: dict[str, Any]) -> Path | None:
    """Return the folder of an SQLite database, or None for other databases."""
    return Path(config["NAME"]).parent if config["ENGINE"].endswith("sqlite3") else None


def secret(folder: Path) -> str:
    """Return the key that signs cookies and forms. Create it once, in a file that only our account can read."""
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
