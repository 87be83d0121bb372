"""Where the scores are kept."""

import os

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from scorekeeper import database


@pytest.mark.django_db
def test_the_run_uses_the_database_that_was_asked_for(pytestconfig):
    wanted = {"sqlite": "sqlite", "postgres": "postgresql"}[pytestconfig.getoption("db")]
    assert connection.vendor == wanted
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_sqlite_keeps_an_acknowledged_round_through_a_power_cut(tmp_path):
    found = database.settings(f"sqlite:///{tmp_path}/deep/scores.sqlite3")
    assert found["NAME"] == f"{tmp_path}/deep/scores.sqlite3"
    assert (tmp_path / "deep").is_dir()
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 5
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgres_is_understood(scheme):
    found = database.settings(f"{scheme}://ada:secret@db.example:5433/scores")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["HOST"], found["PORT"], found["NAME"]) == (
        "ada",
        "db.example",
        5433,
        "scores",
    )


@pytest.mark.parametrize("url", ["scores.sqlite3", "mysql://db/scores", "postgres://db:port/scores", "nosuch://db"])
def test_another_address_is_refused_by_name(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database.settings(url)


def test_the_secret_is_made_once_and_only_we_may_read_it(tmp_path):
    first = database.secret(tmp_path / "data")
    assert len(first) >= 50
    assert database.secret(tmp_path / "data") == first
    if os.name != "nt":
        assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600


def test_an_empty_secret_is_refused(tmp_path):
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="Delete it"):
        database.secret(tmp_path)
