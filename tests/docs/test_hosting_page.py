"""What the page about hosting says of copies is done, word for word; the rest of it agrees with what is there."""

import math
import os
import re
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


# ---- The rest of the page


def test_every_command_of_the_service_is_there() -> None:
    found = [line.split()[1:] for line in lines("deploy/manage")]
    assert {name for name, *_ in found} == {"check", "createsuperuser", "signin", "sendtestemail", "backup"}
    for name, *arguments in found:
        assert load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(arguments)


def test_every_file_that_it_names_is_there() -> None:
    named = set(re.findall(r"(?:deploy|benchmarks|static|tests)/[\w./-]*\w", PAGE))
    assert len(named) > 10
    assert [name for name in named if not (markdown.DOCS.parent / name).exists()] == []


def test_every_chapter_that_it_leads_to_is_there() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_the_proxy_of_several_machines_is_the_one_of_one() -> None:
    """But that it has more behind it."""
    [several] = re.findall(r"^```\n(cards\.example\.org \{\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    one = (markdown.DOCS.parent / "deploy" / "Caddyfile").read_text("utf-8").partition("\n\n")[2]
    plain = [line for line in one.splitlines() if "#" not in line and "reverse_proxy" not in line]
    assert re.sub(r"\treverse_proxy.*?\n\t}\n", "", several, flags=re.DOTALL).splitlines() == plain


def test_what_is_said_of_ten_thousand_circles_is_reckoned_right() -> None:
    part = PAGE.partition("## Ten thousand circles")[2].partition("\n## ")[0]
    given, made = (
        [float(row[1].replace(",", "")) for row in markdown.rows(part, head)] for head in ("number", "so there are")
    )
    circles, years, play, phones, round_, every, events, room, copied, asked, saved, memory = given
    tables = circles * play / 100
    asks, saves = tables * phones / every, tables / round_
    processes = math.ceil(asks / asked + saves / saved)
    assert made == [
        tables,
        asks,
        round(saves),
        processes,
        round(processes * memory / 1000),
        processes * 2,
        round(circles * events / 1e6, 1),
        circles * room / 1000,
        circles * room * years / 1000,
        round(circles * copied * years / 1000),
    ]
    assert {row[2].partition(",")[0].split()[0] for row in markdown.rows(part, "number")} == {
        "assumed",
        "set",
        "measured",
    }


def test_open_tables_ask_as_often_as_it_says() -> None:
    [told] = [row[1] for row in markdown.rows(PAGE, "number") if "`static/table.js`" in row[2]]
    script = (markdown.DOCS.parent / "static" / "table.js").read_text("utf-8")
    assert f"EVERY = {told}000;" in script
