"""`manage.py doctor`, which examines an installation."""

import os
import socket
import time
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.utils import timezone

from games import models
from games.management import doctor
from games.plugins import load
from scorekeeper import mail
from tests.ground.test_health import server


@pytest.fixture(autouse=True)
def installation(settings, tmp_path, monkeypatch):
    """An installation without a problem, which each test damages."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "staticfiles.json").touch()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "scorekeeper-2026-11-20.sqlite3").touch()
    settings.DEBUG, settings.HTTPS = False, True
    settings.ALLOWED_HOSTS, settings.TRUSTED_PROXIES = ["cards.example.org"], ["127.0.0.1"]
    settings.PHONE = settings.LOCALE_PATHS[0]
    settings.STATIC_ROOT, settings.WORKER = tmp_path / "static", True
    monkeypatch.setattr(doctor.backup, "folder", lambda: tmp_path / "backups")
    monkeypatch.setattr(doctor.backup, "ending", lambda: "sqlite3")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: SimpleNamespace(free=50 * doctor.GIGABYTE))
    return tmp_path


def unwell(part):
    """Return the level and the text of each finding that is not well."""
    return [(finding.level, finding.text) for finding in part() if finding.level != "well"]


@pytest.mark.django_db
def test_an_installation_without_a_problem_ends_well(settings):
    output = StringIO()
    with server(200, "ok") as (port, _requests):
        call_command("doctor", port=port, stdout=output)
    lines = output.getvalue().splitlines()
    assert [line for line in lines if not line.startswith("well")] == [
        "warning No e-mail is sent, as EMAIL_URL is not set. Forgotten passwords need `manage.py signin`."
    ]
    assert [line.split()[1] for line in lines if line.startswith("well")] == [
        "Settings:", "Database:", "Disk:", "Backups:", "Files:", "Server:",
    ]  # fmt: skip


@pytest.mark.django_db
def test_a_server_that_does_not_answer_is_a_problem():
    with server(200) as (port, _requests):
        pass
    with pytest.raises(CommandError, match="Problems: 1"):
        call_command("doctor", port=port, stdout=StringIO())


@pytest.mark.parametrize(
    ("changed", "level", "word"),
    [
        ({"DEBUG": True}, "problem", "DEBUG"),
        ({"ALLOWED_HOSTS": ["*"]}, "warning", "ALLOWED_HOSTS"),
        ({"HTTPS": False}, "problem", "HTTPS is off"),
        ({"TRUSTED_PROXIES": []}, "problem", "TRUSTED_PROXIES"),
        ({"ALLOWED_HOSTS": ["localhost"], "HTTPS": False}, None, None),
    ],
)
def test_settings(settings, changed, level, word):
    for name, value in changed.items():
        setattr(settings, name, value)
    found = unwell(doctor.examine_settings)
    assert [(finding[0], word in finding[1]) for finding in found] == ([(level, True)] if level else [])


@pytest.mark.django_db
def test_missing_migrations(monkeypatch):
    monkeypatch.setattr(doctor.MigrationExecutor, "migration_plan", lambda self, targets: [1, 2])
    assert unwell(doctor.examine_database) == [("problem", "The database lacks 2 migrations. Run `manage.py migrate`.")]


@pytest.mark.django_db
def test_a_database_that_does_not_answer(monkeypatch):
    def fail(connection):
        raise DatabaseError("no route\n")

    monkeypatch.setattr(doctor, "MigrationExecutor", fail)
    assert unwell(doctor.examine_database) == [("problem", "The database does not answer: no route")]


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "count"), [(-1, 0), (4, 0), (10, 1)])
def test_a_clock_that_is_late(minutes, count):
    moment = timezone.now() + timedelta(minutes=minutes)
    writer = models.Person.objects.create_user(name="Eleni")
    circle = models.Circle.objects.create()
    models.Event.objects.create(
        id=uuid4(), circle=circle, seq=1, kind="player", data={}, at="", by=writer, received=moment
    )
    assert len(unwell(doctor.examine_database)) == count


@pytest.mark.parametrize(("gigabytes", "levels"), [(0.1, ["problem"]), (1, ["warning"]), (2.1, [])])
def test_free_room(monkeypatch, gigabytes, levels):
    free = int(gigabytes * doctor.GIGABYTE)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    assert [level for level, _text in unwell(doctor.examine_disk)] == levels


@pytest.mark.parametrize(("hours", "levels"), [(47, []), (49, ["problem"]), (None, ["warning"])])
def test_backups(installation, hours, levels):
    (copy,) = (installation / "backups").iterdir()
    if hours is None:
        copy.unlink()
    else:
        moment = time.time() - hours * 3600
        os.utime(copy, (moment, moment))
    assert [level for level, _text in unwell(doctor.examine_backups)] == levels


def test_a_mail_server_that_does_not_answer(settings):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.MAIL = mail.settings(f"smtp://127.0.0.1:{port}")
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = settings.MAIL.backend, "127.0.0.1", port
    ((level, text),) = unwell(doctor.examine_mail)
    assert level == "problem"
    assert f"127.0.0.1:{port} does not work" in text


def test_a_mail_server_that_accepts(settings):
    settings.MAIL = mail.settings("smtp://127.0.0.1")
    assert [finding.level for finding in doctor.examine_mail()] == ["well"]  # the tests' mail box is always open


@pytest.mark.parametrize("name", ["PHONE", "STATIC_ROOT"])
def test_missing_files_name_the_build(settings, installation, name):
    setattr(settings, name, installation / "nothing")
    ((level, text),) = unwell(doctor.examine_files)
    assert (level, "go.py build" in text) == ("problem", True)


def test_plug_ins_that_were_left_out(monkeypatch):
    monkeypatch.setattr(load, "LOADED", load.Plugins(problems=["barbu.py: no game"]))
    assert unwell(doctor.examine_plugins) == [("problem", "A plug-in game was left out. barbu.py: no game")]
