"""Every command of ours ends with a sentence if the host's input or database is wrong, and never with a traceback."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from django.core.management import CommandError, get_commands
from django.db import DatabaseError, InterfaceError, OperationalError

from games import migrations
from games.management import needs_database
from tools.steps import ROOT

pytestmark = pytest.mark.fifth

# Runs command lines one after the other, as manage.py does. Prints the status and the output of each.
PROGRAM = """
import io, json, os, sys, traceback
from contextlib import redirect_stderr, redirect_stdout
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
import manage
done = []
for line in json.loads(sys.argv[1]):
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(output), redirect_stderr(output):
        try:
            manage.main(["manage.py", *line])
            status = 0
        except SystemExit as ending:
            status = ending.code
            if isinstance(status, str):
                print(status, file=output)
                status = 1
        except BaseException:
            traceback.print_exc()
            status = -1
    output.flush()
    done.append((status, output.buffer.getvalue().decode()))
print(json.dumps(done))
"""
ID = "5ec2e700-0000-4000-8000-0000005ec2e7"
# A right command line for each command of ours that needs a database.
LINES = {
    "backup": ["backup"],
    "changepassword": ["changepassword", "eleni@example.org"],
    "demo": ["demo"],
    "export": ["export", "circle", "Fridays", "csv"],
    "groups": ["groups"],
    "import": ["import", "manage.py", "--circle", "Fridays"],
    "people": ["people"],
    "rebuild": ["rebuild"],
    "restore": ["restore", "manage.py"],
    "signin": ["signin", "Eleni"],
    "tidy": ["tidy"],
    "token": ["token", "Eleni"],
}
WITHOUT_DATABASE = {"check", "collectstatic", "games", "pack", "score"}
# Wrong input, with words of the sentence.
WRONG = [
    (["backup", "nowhere/copy.sqlite3"], "nowhere"),
    (["backup", "manage.py"], "is there already"),
    (["changepassword", "nobody@example.org"], "does not exist"),
    (["check", "--tag", "nothing"], "no system check"),
    (["demo", "--seed", "many"], "invalid int value"),
    (["doctor", "--port", "99999"], "from 1 to 65535"),
    (["export", "match", "nothing", "csv"], "no match or evening"),
    (["export", "evening", ID, "csv"], "no match or evening"),
    (["export", "circle", "Nobody", "csv"], "no circle Nobody"),
    (["export", "circle", "Fridays", "nothing"], "can be had as"),
    (["export", "circle", "Fridays", "csv", "--from", "2026-13-40"], "invalid"),
    (["export", "circle", "Fridays", "csv", "--output", "nowhere/file.csv"], "cannot be written"),
    (["export", "circle", "Fridays", "csv", "--output", "deploy"], "cannot be written"),
    (["games", "--schema", "nothing"], "invalid choice"),
    (["groups", "Nobody"], "No group here"),
    (["groups", "--delete"], "by the id"),
    (["groups", "--most", "-3"], "from 1 on"),
    (["import", "nowhere.json", "--circle", "Fridays"], "cannot be read"),
    (["import", "deploy", "--circle", "Fridays"], "cannot be read"),
    (["import", "manage.py", "--circle", "Fridays"], "Line 1"),
    (["import", "static/page/table.js", "--new", "Others"], "Line 1"),
    (["import", "manage.py"], "one of the arguments"),
    (["pack", "--fast"], "unrecognized arguments"),
    (["people", "Nobody"], "Nobody here"),
    (["people", "--disable"], "by the id"),
    (["people", "--most", "0"], "from 1 on"),
    (["people", "--most", "9" * 5000], "from 1 on"),
    (["rebuild", "everything"], "unrecognized arguments"),
    (["restore", "nowhere.sqlite3"], "no copy of Scorekeeper's database"),
    (["restore", "deploy"], "no copy of Scorekeeper's database"),
    (["restore", "manage.py"], "no copy of Scorekeeper's database"),
    (["score", "nowhere.json"], "cannot be read"),
    (["score", "deploy"], "cannot be read"),
    (["score", "manage.py"], "JSON"),
    (["signin", "Nobody"], "Nobody here"),
    (["signin", "\udcff"], "not valid UTF-8"),
    (["tidy", "--now"], "unrecognized arguments"),
    (["token", " "], "at least one letter"),
    (["token", "E" * 300], "at most 200"),
    (["collectstatic", "--nothing"], "unrecognized arguments"),
]


def run(database: Path | str, *lines: list[str], **environment: str) -> list[tuple[int, str]]:
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(lines)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "SECRET_KEY": "x" * 50, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [(status, output) for status, output in json.loads(done.stdout.splitlines()[-1])]


def own_commands() -> set[str]:
    return {name for name, app in get_commands().items() if app == "games"}


def known() -> list[str]:
    return sorted(module.name for module in iter_modules(migrations.__path__) if not module.name.startswith("_"))


def create(path: Path, applied: list[str]) -> None:
    """Create a database that has only the list of its migrations."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        rows = [("games", name, "2026-11-20 19:00:00") for name in applied]
        connection.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", rows)
        connection.commit()


def test_each_command_of_ours_is_tried() -> None:
    assert own_commands() == LINES.keys() | WITHOUT_DATABASE | {"doctor"}
    assert {line[0] for line, _words in WRONG} == own_commands()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("missing", "There is no database at "),
        ("empty", "has no tables of Scorekeeper"),
        ("damaged", "The database cannot be used: file is not a database"),
        ("older", "is of an older Scorekeeper"),
        ("newer", "is of a newer Scorekeeper, which has 9999_later. Update first."),
    ],
)
def test_a_wrong_database_is_explained(tmp_path: Path, state: str, words: str) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    if state == "empty":
        path.touch()
    elif state == "damaged":
        path.write_text("no database " * 100)
    elif state == "older":
        create(path, known()[:-1])
    elif state == "newer":
        create(path, [*known(), "9999_later"])
    # A copy may be made of a database of any version.
    lines = [line for name, line in LINES.items() if state == "missing" or name not in ("backup", "restore")]
    for line, (status, output) in zip(lines, run(path, *lines), strict=True):
        assert status == 1, (line, output)
        assert words in output
        assert "Traceback" not in output
        assert len(output.splitlines()) == 1
    assert path.exists() is (state != "missing")


@pytest.mark.parametrize("content", [b"", b"no database " * 100])
def test_a_copy_of_a_wrong_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    path.write_bytes(content)
    for status, output in run(path, LINES["backup"], LINES["restore"]):
        assert (status, "Traceback" in output) == (1, False)
        assert output.startswith("CommandError: ")


def test_a_doctor_and_the_commands_of_django_explain_a_missing_database(tmp_path: Path) -> None:
    lines = [["doctor"], ["createsuperuser", "--no-input", "--email", "a@example.org"], ["clearsessions"]]
    for status, output in run(tmp_path / "missing.sqlite3", *lines):
        assert (status, "Traceback" in output) == (1, False)


def test_a_database_server_that_is_away_is_explained() -> None:
    away = "postgres://nobody:secret@127.0.0.1:1/nothing"
    lines = [LINES["people"], LINES["tidy"], ["clearsessions"]]
    for status, output in run(away, *lines):
        assert (status, "Traceback" in output) == (1, False)
        assert "The database cannot be used: " in output
        assert "secret" not in output


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, str]]:
    path = tmp_path_factory.mktemp("commands") / "scorekeeper.sqlite3"
    begin = [["migrate", "--verbosity=0"], ["token", "Eleni"]]
    with_group = [
        ["shell", "--no-imports", "--command", "from games import models; models.Circle.objects.update(name='Fridays')"]
    ]
    done = run(path, *begin, *with_group, *(line for line, _words in WRONG))
    assert [status for status, _output in done[:3]] == [0, 0, 0], done[:3]
    return done[3:]


@pytest.mark.parametrize(("number", "line", "words"), [(number, *wrong) for number, wrong in enumerate(WRONG)])
def test_wrong_input_is_explained(outcomes: list[tuple[int, str]], number: int, line: list[str], words: str) -> None:
    """A wrong form of the command line has status 2, as everywhere, and so has a file that is not a document to `score`."""
    status, output = outcomes[number]
    assert "Traceback" not in output, output
    assert words in output
    assert status in ((1, 2) if line[0] == "score" else (2,) if "usage: " in output else (1,))


@pytest.mark.parametrize(
    "environment",
    [{"WORKERS": "many"}, {"DATABASE_URL": "mysql://x"}, {"METRICS_KEY": "short"}, {"PORT": "http"}],
    ids=lambda environment: next(iter(environment)),
)
def test_a_wrong_setting_is_named(tmp_path: Path, environment: dict[str, str]) -> None:
    [(status, output)] = run(tmp_path / "any.sqlite3", ["doctor"], **environment)
    [name] = environment
    assert (status, "Traceback" in output) == (1, False)
    assert output.startswith(f"Settings: {name} ")


@pytest.mark.parametrize(
    ("error", "is_of_database"),
    [
        (InterfaceError("connection already closed"), True),
        (DatabaseError("relation does not exist"), False),
        (OperationalError("the server closed the connection"), True),
        (sqlite3.OperationalError("database or disk is full"), True),
        (ValueError("a mistake of ours"), False),
    ],
)
def test_an_error_of_ours_keeps_its_traceback(
    monkeypatch: pytest.MonkeyPatch, error: Exception, is_of_database: bool
) -> None:
    """Only errors of the database itself become a sentence, also several of them."""

    class Failing:
        def execute(self, *args: Any, **options: Any) -> str | None:
            raise error if options["alone"] else ExceptionGroup("Several", [error, error])

    class Command(needs_database.NeedsDatabase, Failing):
        needs_tables = False

    monkeypatch.setattr(needs_database, "require_database", lambda: None)
    for alone in (True, False):
        expected = CommandError if is_of_database else type(error) if alone else ExceptionGroup
        with pytest.raises(expected):
            Command().execute(alone=alone)
        with pytest.raises(type(error) if alone else ExceptionGroup):
            Command().execute(alone=alone, traceback=True)
