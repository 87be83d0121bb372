"""The server, as `go.py run`, the unit and the container start it: python -m scorekeeper.serve PORT"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from django.conf import settings
from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels, logger

from scorekeeper import admission, database, plain, private

EVERYWHERE = "0.0.0.0"
GRACE = 5  # seconds to end what is being answered; a worker that is still starting does not hear that it is to stop


def main(port: int) -> None:
    keep_private(settings.DATABASES["default"])
    logger.addFilter(lambda record: "Python threads" not in record.getMessage())  # most only wait: admission.py
    certificate = Path(settings.CERTIFICATE) if settings.CERTIFICATE else None
    server = Granian(
        "scorekeeper.wsgi:application",
        address=EVERYWHERE if certificate else settings.LISTEN,
        port=port,
        interface=Interfaces.WSGI,
        # Two workers serve a family and a club.
        workers=settings.WORKERS,
        blocking_threads=admission.THREADS,
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
        server.serve()
    finally:
        put_away(settings.DATABASES["default"])


def keep_private(found: dict[str, str]) -> None:
    """Take from other accounts what an earlier version has left open to them."""
    if database.folder(found) is not None:
        private.tighten_all(Path(found["NAME"]))
    else:
        private.tighten_all(private.OURS / "scorekeeper.sqlite3")  # of an earlier database, and certificates


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
