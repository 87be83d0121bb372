"""Other users of the machine cannot read the files beside the database, unless the host shares them on purpose."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen
from uuid import UUID

import pytest

from scorekeeper import private, serve
from tests.load.server import PageServer
from tools.steps import ROOT

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="Windows has other rights."), pytest.mark.fifth]

NAME = "scorekeeper.sqlite3"


@pytest.fixture(autouse=True)
def usual_umask():
    """Set the default umask of a shell."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def manage(folder: Path, *arguments: str) -> str:
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/{NAME}", "SECRET_KEY": ""}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout


def rights(folder: Path) -> dict[str, int]:
    """Return the modes of all files in a folder that other users can access."""
    modes = {
        str(path.relative_to(folder)) or ".": path.stat().st_mode & 0o7777 for path in [folder, *folder.rglob("*")]
    }
    return {name: mode for name, mode in modes.items() if mode & 0o077}


def create_files(folder: Path, *names: str, mode: int = 0o644, of_folders: int = 0o755) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(mode)
        path.parent.chmod(of_folders)
    folder.chmod(of_folders)


@pytest.mark.long
def test_all_files_of_commands_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    manage(folder, "token", "Eleni")  # creates the secret and the lock of writes
    copy = manage(folder, "backup").strip()
    manage(folder, "restore", copy)
    with closing(sqlite3.connect(folder / NAME)) as connection:
        [[circle]] = connection.execute("SELECT id FROM games_circle")
    circle = str(UUID(circle))
    manage(folder, "export", "circle", circle, "log", "--output", str(folder / "circle.jsonl"))
    manage(folder, "export", "circle", circle, "xlsx", "--output", str(folder / "circle.xlsx"))
    names = {path.name for path in folder.rglob("*")}
    assert {NAME, f"{NAME}-turn", "secret_key", "backups", "circle.jsonl", "circle.xlsx"} <= names
    assert len(list((folder / "backups").iterdir())) == 2
    assert rights(folder) == {}


@pytest.mark.slow
def test_all_files_of_a_server_are_private(tmp_path: Path) -> None:
    """SQLite's files beside the open database are private, too."""
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    create_files(folder, NAME, "secret_key", "backups/scorekeeper-2026-01-09-193000.sqlite3")
    folder.chmod(0o700)
    server = PageServer(SimpleNamespace(url=f"sqlite:///{folder}/{NAME}"), tmp_path / "output")
    server.start()
    try:
        with urlopen(f"{server.url}/health/", timeout=20) as answer:
            assert answer.read() == b"ok"
        assert {path.name for path in folder.iterdir()} >= {f"{NAME}-wal", f"{NAME}-shm"}
        assert rights(folder) == {"backups": 0o755}  # another program created it, in a folder that is not ours
    finally:
        server.stop()
    assert rights(folder) == {"backups": 0o755}


ERASED = """
from datetime import timedelta
from django.utils import timezone
from games import models, services
person, circle = services.make_person("Zebulon", "Quicksilver")
now = timezone.now()
models.Person.objects.filter(pk=person.pk).update(deleted=now - timedelta(days=40))
models.Circle.objects.filter(pk=circle.pk).update(deleted=now - timedelta(days=40))
"""


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
if "stays" in sys.argv:
    connection.execute("BEGIN")
connection.execute("SELECT 1 FROM games_person").fetchall()
print("read", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_erased_names_are_in_no_file_of_the_database(tmp_path: Path) -> None:
    """Another process has the database open, as the server does. So SQLite's log is not removed at the end."""
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    manage(folder, "shell", "--verbosity=0", "--command", ERASED)
    with reading(folder):
        assert names_in(folder) == {"Zebulon", "Quicksilver"}
        manage(folder, "tidy")
        assert (folder / f"{NAME}-wal").is_file()
        assert names_in(folder) == set()


@pytest.mark.fifth
@pytest.mark.slow
def test_tidy_says_that_erased_content_is_left_while_someone_reads(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    manage(folder, "shell", "--verbosity=0", "--command", ERASED)
    with reading(folder, "stays"), pytest.raises(subprocess.CalledProcessError) as failure:
        manage(folder, "tidy")
    assert "StillRead: Erased content is still in SQLite's files" in failure.value.stderr
    assert "Erased content removed" not in failure.value.stdout
    assert "Erased content removed" in manage(folder, "tidy")


@contextmanager
def reading(folder: Path, *arguments: str) -> Iterator[None]:
    """Let another process have the database open; with "stays" within a transaction."""
    command = [sys.executable, "-c", READER, str(folder / NAME), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        reader.stdout.readline()
        yield
        reader.communicate()


def names_in(folder: Path) -> set[str]:
    """Return which of the erased names the files hold, also outside of rows."""
    content = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    return {name for name in ("Zebulon", "Quicksilver") if name.encode() in content}


OLD = (
    NAME,
    f"{NAME}-wal",
    f"{NAME}-shm",
    f"{NAME}-turn",
    "scorekeeper-2026-01-09.sqlite3",
    "backups/scorekeeper-2026-01-09-193000.sqlite3",
    "backups/before-restore-2026-01-09-193000.sqlite3",
    "tls/authority.key",
    "tls/server.pem",
    "secret_key",
)


@pytest.mark.parametrize("demo", ["", "demo"])
def test_a_start_restricts_the_files_of_older_versions(tmp_path: Path, monkeypatch, demo: str) -> None:
    monkeypatch.setattr(private, "OURS", tmp_path / "data")
    folder = tmp_path / "data" / demo
    create_files(folder, *OLD)
    create_files(tmp_path / "data")
    serve.keep_private({"ENGINE": "scorekeeper.sqlite3", "NAME": str(folder / NAME)})
    assert rights(tmp_path / "data").keys() <= {"tls", f"{demo}/tls"}
    assert (tmp_path / "data").stat().st_mode & 0o7777 == 0o700


def test_with_postgresql_a_start_restricts_the_certificates(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(private, "OURS", tmp_path)
    create_files(tmp_path, "tls/authority.key")
    serve.keep_private({"ENGINE": "django.db.backends.postgresql", "NAME": "scorekeeper"})
    assert (tmp_path / "tls" / "authority.key").stat().st_mode & 0o7777 == 0o600


def test_in_a_shared_folder_only_our_files_are_restricted(tmp_path: Path) -> None:
    create_files(tmp_path, *OLD, "holiday.txt", "other.sqlite3", "backups/holiday.tar")
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {
        ".": 0o755,
        "backups": 0o755,
        "tls": 0o755,
        "holiday.txt": 0o644,
        "other.sqlite3": 0o644,
        "backups/holiday.tar": 0o644,
    }


def test_files_shared_with_a_group_stay_shared(tmp_path: Path) -> None:
    """The group can write to the folder. Without that it could not use the database."""
    create_files(tmp_path, NAME, f"{NAME}-wal", mode=0o664, of_folders=0o2775)
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {".": 0o2775, NAME: 0o660, f"{NAME}-wal": 0o660}
    tmp_path.chmod(0o1777)  # like /tmp, which everyone shares, so not on purpose
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {".": 0o1777}


def test_the_target_of_a_link_is_restricted_and_errors_are_ignored(tmp_path: Path, monkeypatch) -> None:
    create_files(tmp_path, "elsewhere/scores")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere" / "scores")
    private.tighten_all(tmp_path / NAME)
    assert (tmp_path / "elsewhere" / "scores").stat().st_mode & 0o7777 == 0o600
    (tmp_path / "elsewhere" / "scores").chmod(0o644)

    def refuse(*_arguments: object, **_more: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    private.tighten_all(tmp_path / NAME)
    private.tighten_all(tmp_path / "nowhere" / NAME)
    assert (tmp_path / "elsewhere" / "scores").stat().st_mode & 0o7777 == 0o644
