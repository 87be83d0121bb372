"""The checks of go.py before it starts the server."""

import socket
import sqlite3
from contextlib import closing

import pytest

from games.bundle import files
from tools import demo, serve, steps
from tools.steps import Trouble


@pytest.mark.parametrize("text", ["no", "0", "65536", "-1", "80.5", "８０"])
def test_an_invalid_port_is_refused(monkeypatch, text):
    monkeypatch.setenv("PORT", text)
    with pytest.raises(Trouble, match="PORT must be a number from 1 to 65535"):
        serve.port()


def test_a_port_in_use_is_refused(monkeypatch):
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
def test_the_database_decides_the_level_of_packages(monkeypatch, url, level):
    monkeypatch.setenv("DATABASE_URL", url)
    assert serve.level() == level


def test_a_demo_has_its_own_database(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://db/s")  # monkeypatch restores it
    demo.use_demo_database()
    assert serve.data_folder() == steps.ROOT / "data" / "demo"
    assert serve.level() == "app"


def test_a_demo_is_served_under_another_name(monkeypatch, capsys):
    calls = []
    monkeypatch.setattr(
        serve, "manage", lambda *arguments: calls.append(arguments) or "Open it:\nhttp://localhost:8010/x/\n"
    )
    assert demo.fill(8010).splitlines() == [
        "Open it:",
        "http://localhost:8010/x/",
        "Scorekeeper is at http://localhost:8010 (Ctrl+C stops it)",
    ]
    assert calls == [("demo", "--at=http://localhost:8010")]
    assert "Dealing a year of matches" in capsys.readouterr().out


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A database that has just been migrated."""
    path = tmp_path / "scores.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setattr(serve, "BUILD", tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT)")
        connection.execute("INSERT INTO django_migrations (app, name) VALUES ('games', '0001_initial')")
    serve._migration_stamp().write()
    return path


def test_a_current_database_is_not_migrated(database):
    assert serve._migration_stamp().is_current()


def test_a_missing_database_is_migrated(database):
    database.unlink()
    assert not serve._migration_stamp().is_current()


def test_a_database_from_an_older_backup_is_migrated(database):
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM django_migrations")
    assert not serve._migration_stamp().is_current()


def test_a_new_migration_is_noticed(database, tmp_path, monkeypatch):
    (tmp_path / "games" / "migrations").mkdir(parents=True)
    (tmp_path / "games" / "migrations" / "0002_more.py").touch()
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(serve, "LOCKS", tmp_path / "games")
    (tmp_path / "games" / "app.lock").touch()
    assert not serve._migration_stamp().is_current()


def test_a_database_of_a_server_is_always_migrated(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://db/scores")
    assert serve._migration_stamp() is None


def test_the_start_prints_what_is_wrong_with_plugin_games_each_time(tmp_path, monkeypatch, capsys):
    def packs(*arguments):
        if arguments == ("pack",):
            (tmp_path / "static" / "worker").mkdir(parents=True, exist_ok=True)
            (tmp_path / "static" / "worker" / files.FINDINGS).write_text("The club game is wrong.\n", "utf-8")

    monkeypatch.setattr(serve, "BUILD", tmp_path)
    monkeypatch.setattr(serve, "manage", packs)
    for is_packed in (True, False):
        serve.collect()
        printed = capsys.readouterr().out
        assert ("Packing what phones run" in printed) is is_packed
        assert printed.endswith("The club game is wrong.\n")
