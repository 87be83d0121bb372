"""A database that cannot be reached or written: every response says so, without internal details."""

import json
import logging
import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import ConnectionHandler, DatabaseError, IntegrityError, OperationalError, connections
from django.test import Client

from scorekeeper import away, database

pytestmark = pytest.mark.fifth

PAGES = ["/", "/table/6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11/", "/evenings/", "/you/", "/statistics/"]
KEY = {"HTTP_AUTHORIZATION": f"Token {'k' * 43}"}


@pytest.fixture(scope="module")
def file(tmp_path_factory, django_db_blocker):
    """A database file after `migrate`."""
    path = tmp_path_factory.mktemp("away") / "scores.sqlite3"
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_connections", SingleConnection(f"sqlite:///{path}"))
        call_command("migrate", verbosity=0)
        connections["default"].close()
    return path


class SingleConnection:
    """A replacement for Django's connections, with one connection to this address."""

    def __init__(self, url, pragma="", **options):
        settings = database.settings(url)
        settings["OPTIONS"] |= options
        if pragma:
            settings["OPTIONS"]["init_command"] += f" PRAGMA {pragma};"
        self.default = ConnectionHandler({"default": settings})["default"]


@pytest.fixture
def visitor(monkeypatch, settings, django_db_blocker):
    """A function that returns a client whose requests use this database."""
    settings.THROTTLE, opened = 0, []

    def client_for(*address, **options):
        opened.append(SingleConnection(*address, **options))
        monkeypatch.setattr(connections, "_connections", opened[-1])
        return Client(raise_request_exception=False)

    with django_db_blocker.unblock():
        yield client_for
        for connection in opened:
            connection.default.close()


def unreachable_url():
    """Return the address of a PostgreSQL server that does not run."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"postgres://nobody@127.0.0.1:{probe.getsockname()[1]}/scores"


def introduce(client):
    """Return a function that registers a phone by its number, which is the smallest request that stores something."""

    def register(number):
        body = {name: str(UUID(int=3 * number + place)) for place, name in enumerate(("device", "person", "circle"), 1)}
        return client.post("/api/v1/devices/", body, "application/json", HTTP_AUTHORIZATION=f"Token {number:043}")

    return register


@pytest.fixture
def server():
    pytest.importorskip("psycopg")
    return unreachable_url()


def check_unavailable(response, begin):
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "no-store" in response["Cache-Control"]
    assert begin in response.text
    assert "Everything saved so far is safe" in response.text
    for inner in ("Traceback", "Operational", "sqlite", "127.0.0.1", "nobody"):
        assert inner not in response.text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_pages_say_that_the_database_cannot_be_reached(visitor, server, path, headers):
    client = visitor(server)
    client.cookies["sessionid"] = "a" * 32
    check_unavailable(client.get(path, headers=headers), "<h1>Scores are unavailable right now</h1>")


def test_the_api_answers_in_json(visitor, server):
    client = visitor(server)
    for answer in (
        client.get("/api/v1/events/", **KEY),
        client.post("/api/v1/events/", [], "application/json", **KEY),
        client.get("/api/v1/matches/?circle=junk", **KEY),
    ):
        check_unavailable(answer, "The database is unavailable right now.")
        assert json.loads(answer.text).keys() == {"error", "code"}
        assert answer.json()["code"] == "away"


@pytest.mark.parametrize("path", ["/healthz", "/games/", "/api/v1/games/"])
def test_pages_without_the_database_still_work(visitor, server, path):
    assert visitor(server).get(path).status_code == 200


@pytest.mark.slow
def test_requests_work_again_after_the_database_is_back(visitor, server, file):
    client = visitor(server)
    check_unavailable(client.get("/api/v1/events/", **KEY), "is unavailable right now")
    assert introduce(visitor(f"sqlite:///{file}"))(0).status_code == 201


@pytest.mark.parametrize(
    "how",
    [
        {"pragma": "query_only=ON"},  # as on a read-only disk
        {"pragma": "max_page_count=1"},  # as on a full disk
        {"timeout": 0.1},  # another process holds the lock
    ],
    ids=["read-only", "full", "locked"],
)
def test_a_file_that_cannot_be_written_is_unavailable(visitor, file, tmp_path, how):
    path = tmp_path / "scores.sqlite3"
    shutil.copyfile(file, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        if "timeout" in how:
            holder.execute("BEGIN IMMEDIATE")
        client = visitor(f"sqlite:///{path}", **how)
        answer = next(answer for answer in map(introduce(client), range(500)) if answer.status_code > 201)
    check_unavailable(answer, "is unavailable right now")


def test_a_missing_folder_is_unavailable(visitor, tmp_path):
    client = visitor(f"sqlite:///{tmp_path}/gone/scores.sqlite3")
    (tmp_path / "gone").rmdir()
    check_unavailable(client.get("/api/v1/events/", **KEY), "is unavailable right now")


def test_a_missing_table_is_a_server_error(visitor, tmp_path):
    answer = visitor(f"sqlite:///{tmp_path}/empty.sqlite3").get("/api/v1/events/", **KEY)
    assert (answer.status_code, answer.json()["code"]) == (500, "server")


class Standby(Exception):
    sqlstate = "25006"


def caused(error, cause=None):
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "is_away"),
    [
        (caused(OperationalError("the connection is closed")), True),
        (caused(DatabaseError("cannot execute INSERT in a read-only transaction"), Standby()), True),
        (caused(IntegrityError("doubled")), False),
        (caused(DatabaseError("malformed"), sqlite3.DatabaseError()), False),
        (RuntimeError("something else"), False),
        (None, False),
    ],
)
def test_only_errors_of_the_connection_count_as_away(error, is_away):
    assert away.is_away(error) is is_away


@pytest.mark.parametrize(("error", "is_short"), [(OperationalError("gone\nmore"), True), (ValueError("odd"), False)])
def test_an_unreachable_database_is_one_line_in_the_log(error, is_short):
    try:
        raise error
    except type(error):
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("away", "/"), sys.exc_info())
    assert away.ShortTracebackFilter().filter(record)
    line = logging.Formatter().format(record)
    assert (line == "away: /: gone") is is_short
    assert ("Traceback" in line) is not is_short
