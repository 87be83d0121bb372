"""Django's backend for SQLite, with database files that only our account can read."""

from __future__ import annotations

import sqlite3
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.backends.sqlite3 import base

from scorekeeper import private

sqlite3.register_adapter(UUID, attrgetter("hex"))  # as Django stores them


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = str(conn_params["database"])
        if ":memory:" not in name and not name.startswith("file:"):
            private.make_file(Path(name))
            private.tighten_database(Path(name))
        return super().get_new_connection(conn_params)
