"""Start the server, for `go.py run`, the systemd unit and the container: python -m scorekeeper.serve PORT"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from django.conf import settings
from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels

from scorekeeper import database, lanes, plain, private

EVERYWHERE = "0.0.0.0"
GRACE = 5  # seconds to finish requests; a worker that is still starting ignores the signal to stop


def main(port: int) -> None:
    keep_private(settings.DATABASES["default"])
    certificate = Path(settings.CERTIFICATE) if settings.CERTIFICATE else None
    server = Granian(
        "scorekeeper.asgi:application",
        address=EVERYWHERE if certificate else settings.LISTEN,
        port=port,
        interface=Interfaces.ASGINL,  # without the messages of starting and stopping
        # Two workers serve a family and a club.
        workers=settings.WORKERS,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
        log_level=LogLevels.warning,
        ssl_cert=certificate,
        ssl_key=certificate,
        ssl_protocol_min=SSLProtocols.tls12,
    )
    if certificate:
        plain.serve(EVERYWHERE, port + 1)
    try:
        with lanes.shared_file(database.folder(settings.DATABASES["default"])):
            server.serve()
    finally:
        checkpoint(settings.DATABASES["default"])


def keep_private(config: dict[str, str]) -> None:
    """Remove other accounts' access to files that an earlier version left readable."""
    if database.folder(config) is not None:
        private.tighten_all(Path(config["NAME"]))
    else:
        private.tighten_all(private.OURS / "scorekeeper.sqlite3")  # of an earlier database, and certificates


def checkpoint(config: dict[str, str]) -> None:
    """Write SQLite's log into the database file. Workers stop without closing it, so their last writes are in the log.

    A copy of the file alone would miss these writes, and an older copy in its place would be mixed with them.
    """
    if database.folder(config) is not None and Path(config["NAME"]).is_file():
        with closing(sqlite3.connect(config["NAME"])) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    main(int(sys.argv[1]))
