"""Remove erased content from SQLite's write-ahead log, which holds earlier pages until a checkpoint."""

from __future__ import annotations

from django.db import connection, transaction


def truncate_wal() -> None:
    """Write the log into the database and empty the log, once the transaction is over.

    The erased content of a page is overwritten in the database file (`secure_delete`). A log that someone reads for
    more than some seconds stays until the next time.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(checkpoint, robust=True)


def checkpoint() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
