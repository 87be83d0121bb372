"""What the page about hosting says of copies is done, word for word."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.db import connection

from games import models, services
from tests.conftest import missing
from tests.docs import markdown

PAGE = markdown.page("hosting.md")


def programs() -> str:
    """Where PostgreSQL's own programs are; Debian puts only links to them on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    folder = str(found[-1]) if found else os.path.dirname(shutil.which("pg_dump") or "")
    return folder or missing("pg_dump", "Debian: apt install postgresql")


def lines(program: str) -> list[str]:
    return [line for _kind, text in markdown.blocks(PAGE) for line in text.splitlines() if line.startswith(program)]


def test_its_commands_are_those_there_are() -> None:
    for line in lines(".venv/bin/python manage.py"):
        name, *arguments = line.split()[2:]
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        assert parser.parse_args(arguments)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("config.getoption('db') != 'postgres'", reason="SQLite has a copy of its own.")
def test_a_copy_of_postgresql_brings_everything_back(tmp_path: Path) -> None:
    person, circle = services.make_person("Eleni", "Fridays")
    [dump], [restore] = lines("pg_dump"), lines("pg_restore")
    said: Any = connection.settings_dict
    address = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{said['NAME']}"
    around = {**os.environ, "DATABASE_URL": address, "PATH": f"{programs()}:{os.environ['PATH']}"}
    connection.close()
    subprocess.run(dump, shell=True, check=True, cwd=tmp_path, env=around)
    models.Circle.objects.all().delete()
    services.make_person("Deniz", "Others")
    connection.close()
    subprocess.run(restore, shell=True, check=True, cwd=tmp_path, env=around)
    assert list(models.Circle.objects.values_list("id", "name")) == [(circle.pk, "Fridays")]
    assert services.places_of(models.Person.objects.get(pk=person.pk)).count() == 1
    call_command("migrate", verbosity=0)
