"""The settings of the database, and the secret key."""

import os

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from scorekeeper import database


@pytest.mark.django_db
def test_the_run_uses_the_chosen_database(pytestconfig):
    vendor = {"sqlite": "sqlite", "postgres": "postgresql"}[pytestconfig.getoption("db")]
    assert connection.vendor == vendor
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_sqlite_keeps_an_acknowledged_round_through_a_power_cut(tmp_path):
    options = database.settings(f"sqlite:///{tmp_path}/deep/scores.sqlite3")
    assert options["NAME"] == f"{tmp_path}/deep/scores.sqlite3"
    assert (tmp_path / "deep").is_dir()
    assert options["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert options["OPTIONS"]["timeout"] == 5
    assert "journal_mode=WAL" in options["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in options["OPTIONS"]["init_command"]


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_postgresql_url_is_parsed(scheme):
    options = database.settings(f"{scheme}://ada:secret@db.example:5433/scores")
    assert options["ENGINE"] == "django.db.backends.postgresql"
    assert (options["USER"], options["HOST"], options["PORT"], options["NAME"]) == (
        "ada",
        "db.example",
        5433,
        "scores",
    )


@pytest.mark.parametrize("url", ["scores.sqlite3", "mysql://db/scores", "postgres://db:port/scores", "nosuch://db"])
def test_other_urls_are_refused_with_the_name_of_the_variable(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database.settings(url)


def test_the_secret_is_created_once_and_only_its_owner_can_read_it(tmp_path):
    first = database.secret(tmp_path / "data")
    assert len(first) >= 50
    assert database.secret(tmp_path / "data") == first
    if os.name != "nt":
        assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600


def test_an_empty_secret_is_refused(tmp_path):
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="Delete it"):
        database.secret(tmp_path)
