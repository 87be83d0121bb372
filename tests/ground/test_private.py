"""Nobody else on the machine reads what lies beside the database; what a host shares on purpose stays shared."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen
from uuid import UUID

import pytest

from scorekeeper import private, serve
from tests.load.server import OfPages
from tools.steps import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights.")

NAME = "scorekeeper.sqlite3"


@pytest.fixture(autouse=True)
def usual_umask():
    """As a shell has it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def manage(folder: Path, *arguments: str) -> str:
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/{NAME}", "SECRET_KEY": ""}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout


def rights(folder: Path) -> dict[str, int]:
    """Of everything in it that somebody else may do something with."""
    found = {
        str(path.relative_to(folder)) or ".": path.stat().st_mode & 0o7777 for path in [folder, *folder.rglob("*")]
    }
    return {name: mode for name, mode in found.items() if mode & 0o077}


def laid(folder: Path, *names: str, mode: int = 0o644, of_folders: int = 0o755) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(mode)
        path.parent.chmod(of_folders)
    folder.chmod(of_folders)


@pytest.mark.slow
def test_everything_that_commands_make_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    manage(folder, "token", "Eleni")  # a secret is signed with, a write takes its turn
    copy = manage(folder, "backup").strip()
    manage(folder, "restore", copy)
    with closing(sqlite3.connect(folder / NAME)) as connection:
        [[circle]] = connection.execute("SELECT id FROM games_circle")
    circle = str(UUID(circle))
    manage(folder, "export", "circle", circle, "log", "--output", str(folder / "circle.jsonl"))
    manage(folder, "export", "circle", circle, "xlsx", "--output", str(folder / "circle.xlsx"))
    there = {path.name for path in folder.rglob("*")}
    assert {NAME, f"{NAME}-turn", "secret_key", "backups", "circle.jsonl", "circle.xlsx"} <= there
    assert len(list((folder / "backups").iterdir())) == 2
    assert rights(folder) == {}


@pytest.mark.slow
def test_a_server_keeps_what_it_writes_private(tmp_path: Path) -> None:
    """With what SQLite puts beside its file while it is open."""
    folder = tmp_path / "data"
    manage(folder, "migrate", "--verbosity=0")
    laid(folder, NAME, "secret_key", "backups/scorekeeper-2026-01-09-193000.sqlite3")
    folder.chmod(0o700)
    server = OfPages(SimpleNamespace(url=f"sqlite:///{folder}/{NAME}"), tmp_path / "told")
    server.start()
    try:
        with urlopen(f"{server.url}/health/", timeout=20) as answer:
            assert answer.read() == b"ok"
        assert {path.name for path in folder.iterdir()} >= {f"{NAME}-wal", f"{NAME}-shm"}
        assert rights(folder) == {"backups": 0o755}  # made by somebody else, in a folder that is not ours
    finally:
        server.stop()
    assert rights(folder) == {"backups": 0o755}


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
def test_the_next_start_tightens_what_an_older_version_has_left(tmp_path: Path, monkeypatch, demo: str) -> None:
    monkeypatch.setattr(private, "OURS", tmp_path / "data")
    folder = tmp_path / "data" / demo
    laid(folder, *OLD)
    laid(tmp_path / "data")
    serve.keep_private({"ENGINE": "scorekeeper.sqlite3", "NAME": str(folder / NAME)})
    assert rights(tmp_path / "data").keys() <= {"tls", f"{demo}/tls"}
    assert (tmp_path / "data").stat().st_mode & 0o7777 == 0o700


def test_with_postgresql_the_certificates_are_tightened_all_the_same(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(private, "OURS", tmp_path)
    laid(tmp_path, "tls/authority.key")
    serve.keep_private({"ENGINE": "django.db.backends.postgresql", "NAME": "scorekeeper"})
    assert (tmp_path / "tls" / "authority.key").stat().st_mode & 0o7777 == 0o600


def test_of_a_folder_of_the_hosts_only_our_files_are_touched(tmp_path: Path) -> None:
    laid(tmp_path, *OLD, "holiday.txt", "other.sqlite3", "backups/holiday.tar")
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {
        ".": 0o755,
        "backups": 0o755,
        "tls": 0o755,
        "holiday.txt": 0o644,
        "other.sqlite3": 0o644,
        "backups/holiday.tar": 0o644,
    }


def test_what_a_host_shares_with_a_group_stays_shared(tmp_path: Path) -> None:
    """It may write to the folder: without that nobody else can use the database at all."""
    laid(tmp_path, NAME, f"{NAME}-wal", mode=0o664, of_folders=0o2775)
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {".": 0o2775, NAME: 0o660, f"{NAME}-wal": 0o660}
    tmp_path.chmod(0o1777)  # as /tmp is: shared with everybody, and so with nobody on purpose
    private.tighten_all(tmp_path / NAME)
    assert rights(tmp_path) == {".": 0o1777}


def test_a_link_is_followed_to_the_file_and_what_cannot_be_changed_stays(tmp_path: Path, monkeypatch) -> None:
    laid(tmp_path, "elsewhere/scores")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere" / "scores")
    private.tighten_all(tmp_path / NAME)
    assert (tmp_path / "elsewhere" / "scores").stat().st_mode & 0o7777 == 0o600
    (tmp_path / "elsewhere" / "scores").chmod(0o644)

    def refuses(*_arguments: object, **_more: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuses)
    private.tighten_all(tmp_path / NAME)
    private.tighten_all(tmp_path / "nowhere" / NAME)
    assert (tmp_path / "elsewhere" / "scores").stat().st_mode & 0o7777 == 0o644
