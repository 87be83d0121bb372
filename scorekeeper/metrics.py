"""Numbers for Prometheus, if the host sets METRICS_KEY: requests, waits, refusals, events, e-mails, database and disk.

Each worker process counts in files of its own, in a folder that all share, so any of them can answer for all. Labels are
names of routes, and other words of which there are few: no path, id, name, address or key.
"""

from __future__ import annotations

import errno
import hmac
import logging
import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from scorekeeper import database, private, routes, security_log
from scorekeeper.answered import REFUSAL, Answered

if TYPE_CHECKING:
    from prometheus_client.core import GaugeMetricFamily

LOG = logging.getLogger(__name__)
PATH = routes.METRICS
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the environment variable by which the package finds the folder
ROOM = 1_000_000  # bytes of each file: a full disk would end a process that writes beyond what the file has
KINDS = ("counter", "histogram")  # of which each process has a file
VALID = 15  # seconds of the sizes of database and disk
LENGTHS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)  # seconds: the limits of histograms
CHECKS = ("/healthz", "/health/", PATH)
EVENTS = "/api/v1/events/"
REFUSED = (408, 429, 503)
DATA, TEMPORARY = "data", "temporary"  # folders


class Counts:
    """What this process has counted."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram  # only now: most servers have no metrics

        self.registry = CollectorRegistry()

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"scorekeeper_{name}", help, labels, registry=self.registry)

        def histogram(name: str, help: str, *labels: str) -> Histogram:
            return Histogram(f"scorekeeper_{name}", help, labels, registry=self.registry, buckets=LENGTHS)

        self.requests = counter("requests", "Answered requests.", "view", "method", "status")
        self.seconds = histogram("request_seconds", "Time from a complete request to its answer.", "kind")
        self.waits = histogram("wait_seconds", "Time that requests waited for a place.", "place")
        self.refusals = counter("refusals", "Requests that were answered with 408, 429 or 503.", "reason")
        self.events = counter("events", "Events of pushes.", "result")
        self.mails = counter("mails", "E-mails.", "result")

    def text(self) -> tuple[bytes, str]:
        """Return the numbers of all worker processes, and their media type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self.registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        sizes = CollectorRegistry()
        sizes.register(SIZES)
        return generate_latest(registry) + generate_latest(sizes), CONTENT_TYPE_LATEST


class Sizes:
    """The sizes of the database and of the free disk, which are read when a monitor asks, but not each time."""

    def __init__(self) -> None:
        self.at = -math.inf
        self.database: int | None = None
        self.free: dict[str, int] = {}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from prometheus_client.core import GaugeMetricFamily

        if time.monotonic() >= self.at + VALID:
            self.database, self.free, self.at = database_size(), free_bytes(), time.monotonic()
        if self.database is not None:
            yield GaugeMetricFamily("scorekeeper_database_bytes", "Size of the database.", value=self.database)
        free = GaugeMetricFamily("scorekeeper_disk_free_bytes", "Free bytes of the disk.", labels=["folder"])
        for name, size in self.free.items():
            free.add_metric([name], size)
        yield free


SIZES = Sizes()


class CountsOfWorker:
    """The counts of this process, or None without metrics."""

    counts: Counts | None = None


def begin() -> None:
    """Count from now on. Without room for the files, log it and count nothing."""
    try:
        make_files()
    except OSError as error:
        LOG.warning("There are no metrics of this worker: %s", error)
    else:
        CountsOfWorker.counts = Counts()


def make_files() -> None:
    """Give the files of this process their room on the disk. The package opens them by these names."""
    if not (folder := os.environ.get(FOLDER)) or not hasattr(os, "posix_fallocate"):
        return
    for kind in KINDS:
        with open(Path(folder, f"{kind}_{os.getpid()}.db"), "ab", opener=private.opener) as file:
            try:
                os.posix_fallocate(file.fileno(), 0, ROOM)
            except OSError as error:
                if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):  # some file systems cannot
                    raise


def is_metrics(path: str) -> bool:
    """Return whether a path is that of the metrics. Without metrics it is a path like any other."""
    return path == PATH and CountsOfWorker.counts is not None


def respond(request: HttpRequest) -> HttpResponse:
    """Answer a monitor that sends the key."""
    counts = CountsOfWorker.counts
    if counts is None:
        return HttpResponse(status=404)
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    if not has_key(request):
        client = security_log.client_of(request)
        security_log.LOG.warning("refused 401 %s %s person=- client=%s", request.method, PATH, client)
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    text, media_type = counts.text()
    return HttpResponse(text, content_type=media_type)


def has_key(request: HttpRequest) -> bool:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    is_same = hmac.compare_digest(key.strip().encode(), settings.METRICS_KEY.encode())
    return is_same and scheme.lower() == "bearer"


@contextmanager
def shared_folder(config: dict[str, Any], port: int) -> Iterator[None]:
    """Name the folder of the counts, for the worker processes that start in this block.

    It is empty at first, and beside the database, as the folder of the locks: programs delete old temporary files.
    """
    if not settings.METRICS_KEY:
        yield
        return
    where = database.folder(config)
    if where is None:
        path = Path(tempfile.mkdtemp(prefix="scorekeeper-metrics-"))
    else:
        path = where / f"metrics-{port}"
        shutil.rmtree(path, ignore_errors=True)
        private.make_folder(path)
    os.environ[FOLDER] = str(path)
    try:
        yield
    finally:
        del os.environ[FOLDER]
        shutil.rmtree(path, ignore_errors=True)


# ---- What is counted


def count_request(request: Answered) -> None:
    """Count an answered request, and its refusal."""
    counts = CountsOfWorker.counts
    if counts is None:
        return
    path = str(request.environ["PATH_INFO"])
    counts.requests.labels(routes.name_of(path), request.method, str(request.status)).inc()
    counts.seconds.labels(kind_of(path, request.method)).observe(request.seconds)
    if request.status in REFUSED:
        counts.refusals.labels(str(request.environ.get(REFUSAL, "other"))).inc()


def count_wait(place: str, seconds: float) -> None:
    """Count the time that a request waited for a place of this kind."""
    if CountsOfWorker.counts is not None:
        CountsOfWorker.counts.waits.labels(place).observe(seconds)


def count_events(accepted: int, refused: int) -> None:
    """Count the events of a push."""
    if CountsOfWorker.counts is not None:
        CountsOfWorker.counts.events.labels("accepted").inc(accepted)
        CountsOfWorker.counts.events.labels("refused").inc(refused)


def count_mail(*, is_sent: bool) -> None:
    """Count an e-mail that a mail server has accepted, or that could not be sent."""
    if CountsOfWorker.counts is not None:
        CountsOfWorker.counts.mails.labels("sent" if is_sent else "failed").inc()


def kind_of(path: str, method: str) -> str:
    """Return one of few words for the time that an answer may take."""
    if routes.is_static(path):
        return "static"
    if path in CHECKS:
        return "check"
    if path == EVENTS and method == "POST":
        return "push"
    return "api" if path.startswith("/api/") else "page"


def database_size() -> int | None:
    """Return the bytes of the database, or None if it does not answer."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        paths = [path for path in (Path(name), Path(f"{name}-wal")) if path.is_file()]
        return sum(path.stat().st_size for path in paths)
    connection.close_if_unusable_or_obsolete()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return None


def free_bytes() -> dict[str, int]:
    """Return the free bytes of the folders that fill up: of the data or backups, and of temporary files."""
    where = database.folder(settings.DATABASES["default"])
    folders = {
        DATA: where or Path(os.environ.get("STATE_DIRECTORY") or settings.DATA_DIR),
        TEMPORARY: Path(tempfile.gettempdir()),
    }
    return {name: shutil.disk_usage(folder).free for name, folder in folders.items() if folder.exists()}
