"""Remove erased content from SQLite's write-ahead log, which holds earlier pages until a checkpoint."""

from __future__ import annotations

from django.db import connection, transaction


class StillRead(Exception):
    """A reader keeps the write-ahead log."""


def truncate_wal() -> None:
    """Write the log into the database and empty the log, once the transaction is over.

    The erased content of a page is overwritten in the database file (`secure_delete`). Raise `StillRead` if someone reads
    the log for more than some seconds.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(checkpoint)


def checkpoint() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, _pages, _moved = cursor.fetchone()
    if is_busy:
        raise StillRead("Erased content is still in SQLite's files, because someone reads them. Run this again later.")
