"""Start the server, for `go.py run`, the systemd unit and the container: python -m scorekeeper.serve PORT"""

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorekeeper import database, lanes, metrics, plain, private

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

EVERYWHERE = "0.0.0.0"
SILENCE = 10  # seconds: a connection that sends no complete header in this time ends
CONNECTIONS = 4_096  # of a worker; each takes some kilobytes, and a file descriptor
OTHER_FILES = 256  # file descriptors of a worker for everything else
BACKLOG = 4_096  # connections that the system holds until a worker has room
GRACE = 5  # seconds to finish requests; a worker that is still starting ignores the signal to stop


def main(port: int) -> None:
    keep_private(settings.DATABASES["default"])
    certificate = Path(settings.CERTIFICATE) if settings.CERTIFICATE else None
    server = Granian(
        "scorekeeper.asgi:application",
        address=EVERYWHERE if certificate else settings.LISTEN,
        port=port,
        # To tell HTTP/2 from HTTP/1, granian would wait for the first bytes of a connection without a limit.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE * 1000),
        backlog=BACKLOG,
        backpressure=most_connections(),
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
    config = settings.DATABASES["default"]
    try:
        with lanes.shared_file(database.folder(config)), metrics.shared_folder(config, port):
            server.serve()
    finally:
        checkpoint(settings.DATABASES["default"])


def most_connections() -> int:
    """Return how many connections a worker accepts, after the limit of open files was raised as far as it may be."""
    if resource is None:
        return CONNECTIONS // 8
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError):  # a unit of systemd may forbid it, and sets LimitNOFILE itself
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    open_files = needed if soft == resource.RLIM_INFINITY else min(soft, needed)
    return max(open_files - OTHER_FILES, open_files // 2)


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
