"""The server as `go.py run` starts it: python -m scorekeeper.serve PORT"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from django.conf import settings
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from scorekeeper import database

HOST = "127.0.0.1"


def main(port: int) -> None:
    server = Granian(
        "scorekeeper.wsgi:application",
        address=HOST,
        port=port,
        interface=Interfaces.WSGI,
        # More threads make SQLite's writers wait for each other; two workers serve a family and a club.
        workers=2,
        blocking_threads=2,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
    )
    try:
        server.serve()
    finally:
        put_away(settings.DATABASES["default"])


def put_away(found: dict[str, str]) -> None:
    """Leave all scores in the one file. Workers end without closing it, and what they wrote last lies beside it:

    whoever copies the file alone would miss that, and an older copy put back would get it mixed in.
    """
    if database.folder(found) is not None and Path(found["NAME"]).is_file():
        with closing(sqlite3.connect(found["NAME"])) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    main(int(sys.argv[1]))
