"""Examine an installation: settings, database, disk, backups, e-mail, files of phones, plug-in games and the server."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max

from games import models
from games.plugins import load
from games.store import backup
from scorekeeper import health

GIGABYTE = 1_000_000_000
LOW, FULL = 2 * GIGABYTE, GIGABYTE // 5  # free bytes: exports and copies of the database need room
OLDEST_BACKUP = 48 * 3600  # seconds; the daily service makes one each day
WRONG_CLOCK = 300  # seconds
LOCAL = {"localhost", "127.0.0.1", "[::1]", "::1"}


@dataclass(frozen=True)
class Finding:
    """One sentence about the installation. A problem needs the host, a warning may be on purpose."""

    level: str  # "well", "warning" or "problem"
    text: str


Findings = Iterator[Finding]


def well(text: str) -> Finding:
    return Finding("well", text)


def warning(text: str) -> Finding:
    return Finding("warning", text)


def problem(text: str) -> Finding:
    return Finding("problem", text)


def examine(port: int) -> Findings:
    """Yield all findings. A part that fails does not hide the others."""
    for part in PARTS:
        yield from part()
    yield from examine_server(port)


def examine_settings() -> Findings:
    is_public = not LOCAL.issuperset(settings.ALLOWED_HOSTS)
    if settings.DEBUG:
        yield problem("DEBUG is on, so error pages show the program to everyone. Remove DEBUG from the settings.")
    if "*" in settings.ALLOWED_HOSTS:
        yield warning("ALLOWED_HOSTS is *, so links in e-mails may name a stranger's host. Name your host.")
    if is_public and not (settings.HTTPS or settings.CERTIFICATE):
        yield problem("HTTPS is off, so passwords and keys pass unencrypted. Set HTTPS=1 behind a proxy with https.")
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        yield problem("TRUSTED_PROXIES is empty, so every request is redirected to https for ever. Name the proxy.")
    if is_public and not settings.DEBUG:
        yield well(f"Settings: {', '.join(settings.ALLOWED_HOSTS)}, registration {settings.REGISTRATION}.")


def examine_database() -> Findings:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            yield problem(f"The database lacks {len(missing)} migrations. Run `manage.py migrate`.")
            return
        newest = models.Event.objects.aggregate(newest=Max("received"))["newest"]
    except DatabaseError as error:
        yield problem(f"The database does not answer: {str(error).strip()}")
        return
    yield well(f"Database: {connection.vendor}, {models.Circle.objects.count()} groups.")
    ahead = newest.timestamp() - time.time() if newest else 0
    if ahead > WRONG_CLOCK:
        yield problem(f"An entry is {ahead / 60:.0f} minutes newer than the clock of this machine. Set the clock.")


def examine_disk() -> Findings:
    folder = nearest(backup.folder())
    free = shutil.disk_usage(folder).free
    text = f"{free / GIGABYTE:.1f} GB are free in {folder}"
    if free < FULL:
        yield problem(f"{text}. Saves will fail when it is full.")
    elif free < LOW:
        yield warning(f"{text}. Exports and backups need room for a copy.")
    else:
        yield well(f"Disk: {text}.")


def nearest(folder: Path) -> Path:
    """Return the folder, or the first of its parents that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def examine_backups() -> Findings:
    try:
        copies = [path.stat().st_mtime for path in backup.folder().glob(f"*.{backup.ending()}")]
    except OSError as error:
        yield problem(f"The folder of the backups cannot be read: {error}")
        return
    if not copies:
        yield warning(f"There is no backup in {backup.folder()}. Run `manage.py backup`, or start the daily service.")
        return
    age = time.time() - max(copies)
    newest = f"The newest of {len(copies)} backups is {age / 3600:.0f} hours old"
    if age > OLDEST_BACKUP:
        yield problem(f"{newest}. Look at the daily service.")
    else:
        yield well(f"Backups: {newest}.")


def examine_mail() -> Findings:
    if not settings.MAIL.is_sent:
        yield warning("No e-mail is sent, as EMAIL_URL is not set. Forgotten passwords need `manage.py signin`.")
        return
    try:
        mail_server = get_connection()
        mail_server.open()
        mail_server.close()
    except OSError as error:  # also what the mail server refuses
        yield problem(f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} does not work: {error}")
    else:
        yield well("E-mail: the mail server accepts the sign-in. `manage.py sendtestemail` sends a message.")


def examine_files() -> Findings:
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    missing = [str(path) for path in (settings.PHONE, settings.LOCALE_PATHS[0], manifest) if not path.exists()]
    if missing:
        yield problem(f"Built files are missing: {', '.join(missing)}. Run `python3 go.py build`.")
    elif not settings.WORKER:
        yield warning("SCOREKEEPER_WORKER is off, so no phone can play without a network.")
    else:
        yield well("Files: pages, languages and the phone's Python are built.")


def examine_plugins() -> Findings:
    for text in load.LOADED.problems:
        yield problem(f"A plug-in game was left out. {text}")
    if load.LOADED.games:
        yield well(f"Plug-in games: {len(load.LOADED.games)}. `manage.py check` plays random rounds of them.")


def examine_server(port: int) -> Findings:
    error = health.main(port)
    if error:
        yield problem(f"{error} (port {port})")
    else:
        yield well(f"Server: it answers on port {port}.")


PARTS: tuple[Callable[[], Findings], ...] = (
    examine_settings,
    examine_database,
    examine_disk,
    examine_backups,
    examine_mail,
    examine_files,
    examine_plugins,
)
