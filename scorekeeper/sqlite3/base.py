"""Django's backend for SQLite, with files that only our account can read, and transactions that wait in a queue."""

from __future__ import annotations

import sqlite3
from operator import attrgetter
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.db.backends.sqlite3 import base

from scorekeeper import private
from scorekeeper.sqlite3.write_lock import open_lock

sqlite3.register_adapter(UUID, attrgetter("hex"))  # as Django stores them


class DatabaseWrapper(base.DatabaseWrapper):
    write_lock: IO[Any] | None = None  # held while a transaction runs, as every transaction may write

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            name = Path(conn_params["database"])
            private.make_file(name)
            private.tighten_database(name)
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            self.write_lock = open_lock(self.settings_dict["NAME"])
        super()._start_transaction_under_autocommit()  # type: ignore[misc]

    def set_autocommit(self, autocommit: bool, *arguments: Any, **options: Any) -> None:
        """Begin or end a transaction. The lock is released after the end, and if the transaction cannot begin."""
        try:
            super().set_autocommit(autocommit, *arguments, **options)
        finally:
            if self.autocommit:
                self.release_write_lock()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self.release_write_lock()

    def release_write_lock(self) -> None:
        if self.write_lock is not None:
            self.write_lock.close()
            self.write_lock = None
