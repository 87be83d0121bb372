"""What go.py finds out before it serves."""

import socket
import sqlite3
from contextlib import closing

import pytest

from tools import demo, serve, steps
from tools.steps import Trouble


@pytest.mark.parametrize("text", ["no", "0", "65536", "-1", "80.5", "８０"])
def test_a_wrong_port_is_told(monkeypatch, text):
    monkeypatch.setenv("PORT", text)
    with pytest.raises(Trouble, match="PORT must be a number from 1 to 65535"):
        serve.port()


def test_a_taken_port_is_told(monkeypatch):
    with socket.socket() as other:
        other.bind((serve.HOST, 0))
        other.listen()
        monkeypatch.setenv("PORT", str(other.getsockname()[1]))
        with pytest.raises(Trouble, match="taken"):
            serve.port()


def test_a_free_port_is_used(monkeypatch):
    with socket.socket() as other:
        other.bind((serve.HOST, 0))
        port = other.getsockname()[1]
    monkeypatch.setenv("PORT", str(port))
    assert serve.port() == port


@pytest.mark.parametrize(
    ("url", "level"),
    [
        ("", "app"),
        ("sqlite:////srv/scores.sqlite3", "app"),
        ("postgres://db/s", "postgres"),
        ("postgresql://db/s", "postgres"),
    ],
)
def test_the_database_decides_what_is_installed(monkeypatch, url, level):
    monkeypatch.setenv("DATABASE_URL", url)
    assert serve.level() == level


def test_a_demo_has_a_database_of_its_own(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://db/s")  # is put back afterwards
    demo.keep_apart()
    assert serve.data() == steps.ROOT / "data" / "demo"
    assert serve.level() == "app"


def test_a_demo_is_told_by_another_name_of_this_machine(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(
        serve, "manage", lambda *arguments: asked.append(arguments) or "Open it:\nhttp://localhost:8010/x/\n"
    )
    assert demo.fill(8010).splitlines() == [
        "Open it:",
        "http://localhost:8010/x/",
        "Scorekeeper is at http://localhost:8010 (Ctrl+C stops it)",
    ]
    assert asked == [("demo", "--at=http://localhost:8010")]
    assert "Dealing a year of matches" in capsys.readouterr().out


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A database that has just been brought up to date."""
    path = tmp_path / "scores.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setattr(serve, "BUILD", tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT)")
        connection.execute("INSERT INTO django_migrations (app, name) VALUES ('games', '0001_initial')")
    serve._migrated().press()
    return path


def test_a_database_that_was_left_up_to_date_is_left_alone(database):
    assert serve._migrated().holds()


def test_a_database_that_is_gone_is_made(database):
    database.unlink()
    assert not serve._migrated().holds()


def test_a_database_from_an_older_backup_is_brought_up_to_date(database):
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM django_migrations")
    assert not serve._migrated().holds()


def test_a_new_migration_is_seen(database, tmp_path, monkeypatch):
    (tmp_path / "games" / "migrations").mkdir(parents=True)
    (tmp_path / "games" / "migrations" / "0002_more.py").touch()
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(serve, "LOCKS", tmp_path / "games")
    (tmp_path / "games" / "app.lock").touch()
    assert not serve._migrated().holds()


def test_a_database_elsewhere_is_always_asked(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://db/scores")
    assert serve._migrated() is None
