"""docs/hosting.md: tests run its commands for backups and updates, and compare the rest with the files."""

import math
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from games import models, services
from games.store import postgres
from scorekeeper import database
from tests.conftest import missing
from tests.docs import markdown

PAGE = markdown.page("hosting.md")


def programs() -> str:
    """Return the folder of PostgreSQL's programs. Debian has only links to them on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    folder = str(folders[-1]) if folders else os.path.dirname(shutil.which("pg_dump") or "")
    return folder or missing("pg_dump", "Debian: apt install postgresql")


def lines(program: str) -> list[str]:
    return [line for _kind, text in markdown.blocks(PAGE) for line in text.splitlines() if line.startswith(program)]


def test_every_command_of_manage_is_valid() -> None:
    for line in lines(".venv/bin/python manage.py"):
        name, *arguments = line.split()[2:]
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        assert parser.parse_args(arguments)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("config.getoption('db') != 'postgres'", reason="SQLite has another backup.")
def test_the_commands_for_postgresql_restore_everything(tmp_path: Path) -> None:
    person, circle = services.make_person("Eleni", "Fridays")
    [dump], [restore] = lines("pg_dump"), lines("pg_restore")
    settings: Any = connection.settings_dict
    address = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{settings['NAME']}"
    environ = {**os.environ, "DATABASE_URL": address, "PATH": f"{programs()}:{os.environ['PATH']}"}
    connection.close()
    subprocess.run(dump, shell=True, check=True, cwd=tmp_path, env=environ)
    models.Circle.objects.all().delete()
    services.make_person("Deniz", "Others")
    connection.close()
    subprocess.run(restore, shell=True, check=True, cwd=tmp_path, env=environ)
    assert list(models.Circle.objects.values_list("id", "name")) == [(circle.pk, "Fridays")]
    assert services.memberships_of(models.Person.objects.get(pk=person.pk)).count() == 1
    call_command("migrate", verbosity=0)


# ---- The rest of the page


def test_every_command_of_the_service_is_valid() -> None:
    commands = [line.split()[1:] for line in lines("deploy/manage")]
    assert {name for name, *_ in commands} == {
        "check",
        "createsuperuser",
        "signin",
        "doctor",
        "people",
        "groups",
        "sendtestemail",
        "backup",
        "restore",
    }
    for name, *arguments in commands:
        assert load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(arguments)


def test_every_named_file_exists() -> None:
    paths = set(re.findall(r"(?:deploy|benchmarks|static|tests)/[\w./-]*\w", PAGE))
    assert len(paths) > 10
    assert [path for path in paths if not (markdown.DOCS.parent / path).exists()] == []


def test_every_linked_chapter_exists() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_the_proxy_of_several_machines_differs_only_in_its_targets() -> None:
    [several] = re.findall(r"^```\n(cards\.example\.org \{\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    caddyfile = (markdown.DOCS.parent / "deploy" / "Caddyfile").read_text("utf-8")
    site = caddyfile[caddyfile.index("cards.example.org {") :]
    site = re.sub(r"\treverse_proxy.*?\n\t}\n", "", site, flags=re.DOTALL)
    plain = [line for line in site.splitlines() if "#" not in line]
    assert re.sub(r"\treverse_proxy.*?\n\t}\n", "", several, flags=re.DOTALL).splitlines() == plain


def test_the_figures_for_ten_thousand_groups_are_calculated_correctly() -> None:
    part = PAGE.partition("## Ten thousand groups")[2].partition("\n## ")[0]
    given, calculated = (
        [float(row[1].replace(",", "")) for row in markdown.rows(part, head)] for head in ("number", "so there are")
    )
    circles, years, play, phones, round_, every, events, room, copied, asked, saved, memory = given
    tables = circles * play / 100
    asks, saves = tables * phones / every, tables / round_
    processes = math.ceil(asks / asked + saves / saved)
    assert calculated == [
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


def test_open_tables_ask_as_often_as_the_page_says() -> None:
    [seconds] = [row[1] for row in markdown.rows(PAGE, "number") if "`static/page/table.js`" in row[2]]
    script = (markdown.DOCS.parent / "static" / "page" / "table.js").read_text("utf-8")
    assert f"EVERY = {seconds}000;" in script


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("config.getoption('db') != 'postgres'", reason="tests/load/test_backup.py copies a file.")
def test_backup_and_restore_work_with_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The daily service and `deploy/manage` set STATE_DIRECTORY, the folder of the backups."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    person, circle = services.make_person("Eleni", "Fridays")
    call_command("backup")
    [copy] = (tmp_path / "backups").iterdir()
    assert re.fullmatch(r"scorekeeper-[\d-]+\.dump", copy.name)
    assert copy.stat().st_mode & 0o777 == 0o600
    models.Circle.objects.all().delete()
    services.make_person("Deniz", "Others")
    call_command("restore", str(copy))
    assert list(models.Circle.objects.values_list("id", "name")) == [(circle.pk, "Fridays")]
    assert services.memberships_of(models.Person.objects.get(pk=person.pk)).count() == 1
    [before] = (tmp_path / "backups").glob("before-restore-*.dump")
    call_command("restore", str(before))
    assert list(models.Circle.objects.values_list("name", flat=True)) == ["Others"]
    for wrong, words in ((tmp_path / "nothing", "no file"), (Path(__file__), "pg_restore says")):
        with pytest.raises(CommandError, match=words):
            call_command("restore", str(wrong))
    assert models.Circle.objects.count() == 1


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("postgres://%2Fvar%2Frun%2Fpostgresql/scorekeeper", {"host": "/var/run/postgresql", "dbname": "scorekeeper"}),
        (
            "postgres://ada:se%20cret@db.example:5433/scores?sslmode=require",
            {"host": "db.example", "port": "5433", "user": "ada", "dbname": "scores", "sslmode": "require"},
        ),
    ],
)
def test_postgresql_programs_get_the_settings_without_a_visible_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, address: dict[str, str]
) -> None:
    """Without a role in the URL the programs use the role of the account."""
    settings = {**database.settings(url)}
    monkeypatch.setattr(postgres, "connection", SimpleNamespace(settings_dict=settings))
    parts = conninfo_to_dict(postgres.address())
    assert {name: value for name, value in parts.items() if "timeout" not in name} == address
    monkeypatch.setattr(postgres, "program", lambda name: "env")
    for name in ("PGUSER", "PGPASSWORD"):
        monkeypatch.delenv(name, raising=False)
    assert ("PGPASSWORD=se cret" in postgres.run("pg_dump").splitlines()) is ("ada" in url)


def test_every_database_has_a_daily_backup() -> None:
    unit = (markdown.DOCS.parent / "deploy" / "scorekeeper-daily.service").read_text("utf-8")
    assert "manage.py backup\n" in unit
    assert "manage.py backup" not in "".join(lines("sed"))  # no command removes it
    assert "-name scorekeeper-* -mtime +14 -delete" in unit
    compose = yaml.safe_load((markdown.DOCS.parent / "compose.yaml").read_text("utf-8"))
    copies = compose["services"]["copies"]
    assert copies["image"] == compose["services"]["database"]["image"]  # pg_dump must not be older than the server
    [script] = copies["command"]
    for words in ("pg_dump --format=custom", "sleep 86400", "-mtime +14 -delete", "umask 077"):
        assert words in script


# ---- Updates


def test_two_updates_in_a_row_keep_the_settings(tmp_path: Path) -> None:
    """Run the commands of the guide that change files. tests/ground/test_update.py tries deploy/update."""
    root = markdown.DOCS.parent
    origin, author, server, etc = (tmp_path / name for name in ("origin", "author", "server", "etc"))

    def run(where: Path, *command: str) -> str:
        identity = {
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b",
        }
        environ = {**os.environ, **identity, "GIT_CONFIG_GLOBAL": os.devnull}
        return subprocess.run(command, cwd=where, env=environ, check=True, capture_output=True, text=True).stdout

    author.mkdir()
    run(author, "git", "init", "--quiet", "--initial-branch=main")
    for name in ("deploy", "docs", "compose.yaml", ".gitignore"):
        path = root / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, author / name)
    run(author, "git", "add", ".")
    run(author, "git", "commit", "--quiet", "--message=1")
    run(tmp_path, "git", "clone", "--quiet", "--bare", str(author), str(origin))
    run(tmp_path, "git", "clone", "--quiet", str(origin), str(server))
    for name in ("caddy", "nginx/sites-available", "nginx/sites-enabled", "systemd/system"):
        (etc / name).mkdir(parents=True)

    chapter = PAGE.partition("\n## One server")[2].partition("\n## ")[0]
    touching = ("install ", "sed ", "cp ", "ln ", "python3 -c")
    commands = [
        line for _kind, text in markdown.blocks(chapter) for line in text.splitlines() if line.startswith(touching)
    ]
    assert len(commands) == 9
    commands = [line.replace("/etc/", f"{etc}/").replace("--group=scorekeeper ", "") for line in commands]

    for number in (2, 3):
        for path in (author / "deploy").iterdir():
            if path.suffix in (".conf", ".service", ".timer", ".env") or path.name == "Caddyfile":
                path.write_text(f"{path.read_text()}# {number}\n")
        run(author, "git", "commit", "--quiet", "--all", f"--message={number}")
        run(author, "git", "push", "--quiet", str(origin), "main")
        for line in commands:
            run(server, "sh", "-euc", line)
        run(server, "git", "pull", "--quiet", "--ff-only")
        assert run(server, "git", "log", "--format=%s", "-1").strip() == str(number)
        assert run(server, "git", "status", "--porcelain") == ""
    settings = (etc / "scorekeeper.env").read_text()
    assert "ALLOWED_HOSTS=YOUR.NAME" in settings
    assert "DATABASE_URL=postgres://" in settings
    for name in ("caddy/Caddyfile", "nginx/sites-enabled/scorekeeper"):
        text = (etc / name).read_text()
        assert "YOUR.NAME" in text
        assert "cards.example.org" not in text
