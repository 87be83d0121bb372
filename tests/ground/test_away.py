"""A database that cannot be reached, or takes nothing: everybody is told so, and nobody sees the story behind it."""

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

PAGES = ["/", "/table/6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11/", "/evenings/", "/you/", "/statistics/"]
KEY = {"HTTP_AUTHORIZATION": f"Token {'k' * 43}"}


@pytest.fixture(scope="module")
def file(tmp_path_factory, django_db_blocker):
    """A database as `migrate` leaves it."""
    path = tmp_path_factory.mktemp("away") / "scores.sqlite3"
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_connections", Alone(f"sqlite:///{path}"))
        call_command("migrate", verbosity=0)
        connections["default"].close()
    return path


class Alone:
    """What stands where Django keeps its connections: one, to this address."""

    def __init__(self, url, pragma="", **options):
        found = database.settings(url)
        found["OPTIONS"] |= options
        if pragma:
            found["OPTIONS"]["init_command"] += f" PRAGMA {pragma};"
        self.default = ConnectionHandler({"default": found})["default"]


@pytest.fixture
def visitor(monkeypatch, settings, django_db_blocker):
    """Somebody who comes while the database is as it is told."""
    settings.THROTTLE, opened = 0, []

    def comes(*told, **options):
        opened.append(Alone(*told, **options))
        monkeypatch.setattr(connections, "_connections", opened[-1])
        return Client(raise_request_exception=False)

    with django_db_blocker.unblock():
        yield comes
        for one in opened:
            one.default.close()


def nobody():
    """The address of a PostgreSQL that is not there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"postgres://nobody@127.0.0.1:{probe.getsockname()[1]}/scores"


def introduce(client):
    """A phone that says who it is, with its number: the shortest way to have something stored."""

    def says(number):
        body = {name: str(UUID(int=3 * number + place)) for place, name in enumerate(("device", "person", "circle"), 1)}
        return client.post("/api/v1/devices/", body, "application/json", HTTP_AUTHORIZATION=f"Token {number:043}")

    return says


@pytest.fixture
def server():
    pytest.importorskip("psycopg")
    return nobody()


def is_told(response, begin):
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "no-store" in response["Cache-Control"]
    assert begin in response.text
    assert "What was saved before is safe" in response.text
    for inner in ("Traceback", "Operational", "sqlite", "127.0.0.1", "nobody"):
        assert inner not in response.text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_pages_say_that_the_database_is_away(visitor, server, path, headers):
    client = visitor(server)
    client.cookies["sessionid"] = "a" * 32
    is_told(client.get(path, headers=headers), "<h1>The scores cannot be reached just now</h1>")


def test_programs_hear_it_in_their_shape(visitor, server):
    client = visitor(server)
    for answer in (
        client.get("/api/v1/events/", **KEY),
        client.post("/api/v1/events/", [], "application/json", **KEY),
        client.get("/api/v1/matches/?circle=junk", **KEY),
    ):
        is_told(answer, "The database cannot be reached just now.")
        assert json.loads(answer.text).keys() == {"error", "code"}
        assert answer.json()["code"] == "away"


@pytest.mark.parametrize("path", ["/healthz", "/games/", "/api/v1/games/"])
def test_what_needs_no_database_is_answered_as_ever(visitor, server, path):
    assert visitor(server).get(path).status_code == 200


@pytest.mark.slow
def test_it_is_over_when_the_database_is_back(visitor, server, file):
    client = visitor(server)
    is_told(client.get("/api/v1/events/", **KEY), "cannot be reached")
    assert introduce(visitor(f"sqlite:///{file}"))(0).status_code == 201


@pytest.mark.parametrize(
    "how",
    [
        {"pragma": "query_only=ON"},  # a disk that can only be read
        {"pragma": "max_page_count=1"},  # or has no room
        {"timeout": 0.1},  # somebody else holds it
    ],
    ids=["read-only", "full", "locked"],
)
def test_a_file_that_takes_nothing_says_so_too(visitor, file, tmp_path, how):
    path = tmp_path / "scores.sqlite3"
    shutil.copyfile(file, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        if "timeout" in how:
            holder.execute("BEGIN IMMEDIATE")
        client = visitor(f"sqlite:///{path}", **how)
        answer = next(answer for answer in map(introduce(client), range(500)) if answer.status_code > 201)
    is_told(answer, "cannot be reached")


def test_a_folder_that_is_gone(visitor, tmp_path):
    client = visitor(f"sqlite:///{tmp_path}/gone/scores.sqlite3")
    (tmp_path / "gone").rmdir()
    is_told(client.get("/api/v1/events/", **KEY), "cannot be reached")


def test_a_table_that_is_missing_is_our_mistake(visitor, tmp_path):
    answer = visitor(f"sqlite:///{tmp_path}/empty.sqlite3").get("/api/v1/events/", **KEY)
    assert (answer.status_code, answer.json()["code"]) == (500, "server")


class Standby(Exception):
    sqlstate = "25006"


def caused(error, cause=None):
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (caused(OperationalError("the connection is closed")), True),
        (caused(DatabaseError("cannot execute INSERT in a read-only transaction"), Standby()), True),
        (caused(IntegrityError("doubled")), False),
        (caused(DatabaseError("malformed"), sqlite3.DatabaseError()), False),
        (RuntimeError("something else"), False),
        (None, False),
    ],
)
def test_what_counts_as_away(error, wanted):
    assert away.is_away(error) is wanted


@pytest.mark.parametrize(("error", "is_short"), [(OperationalError("gone\nmore"), True), (ValueError("odd"), False)])
def test_the_servers_own_words_are_a_line(error, is_short):
    try:
        raise error
    except type(error):
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("away", "/"), sys.exc_info())
    assert away.Short().filter(record)
    told = logging.Formatter().format(record)
    assert (told == "away: /: gone") is is_short
    assert ("Traceback" in told) is not is_short
