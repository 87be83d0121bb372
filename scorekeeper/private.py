"""Keeps the files beside the database from other accounts of the machine: they hold sessions, keys and names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

FILE, FOLDER = 0o600, 0o700
OTHERS, GROUP_AND_OTHERS = 0o007, 0o077
WRITABLE = 0o022
OURS = Path(__file__).resolve().parents[1] / "data"  # a folder that nobody but us has a use for
BESIDE = ("", "-wal", "-shm", "-journal", "-turn")


def make_folder(folder: Path) -> None:
    """Make it for us alone. One that is there already stays as the host has it, unless it is ours."""
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)


def make_file(path: Path) -> None:
    """Make an empty database that nobody else may read: SQLite gives its other files the rights of this one."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except OSError:
        return  # it is there; or SQLite will say what is wrong


def opener(path: str, flags: int) -> int:
    """For `open`: a file that it makes is ours alone. One that is there already keeps its rights."""
    return os.open(path, flags, FILE)


def tighten_database(path: Path) -> None:
    """The file and what SQLite and we have put beside it."""
    unwanted = unwanted_in(path.parent)
    for end in BESIDE:
        tighten(path.with_name(path.name + end), unwanted)


def tighten_all(path: Path) -> None:
    """All files that we have made in the folder of the database, and the folder where it is ours."""
    folder = path.parent
    if is_ours(folder):
        for one in (OURS, folder, folder / "backups"):
            tighten(one, GROUP_AND_OTHERS)
    tighten_database(path)
    for one in files_of(folder):
        tighten(one, unwanted_in(folder))


def files_of(folder: Path) -> Iterator[Path]:
    yield folder / "secret_key"
    yield from folder.glob("scorekeeper-*.sqlite3")
    for name in ("scorekeeper", "before-restore"):
        yield from (folder / "backups").glob(f"{name}-*.sqlite3*")
    for name in ("authority.key", "server.pem"):
        yield folder / "tls" / name


def is_ours(folder: Path) -> bool:
    return OURS in (folder.resolve(), *folder.resolve().parents)


def unwanted_in(folder: Path) -> int:
    """Which rights are taken away. Where a group may write to the folder, its host shares the scores with that group."""
    if is_ours(folder):
        return GROUP_AND_OTHERS
    try:
        is_shared = folder.stat().st_mode & WRITABLE == WRITABLE & ~OTHERS
    except OSError:
        return GROUP_AND_OTHERS
    return OTHERS if is_shared else GROUP_AND_OTHERS


def tighten(path: Path, unwanted: int) -> None:
    """Take these rights away. What is somebody else's stays as it is."""
    if os.name == "nt":
        return
    try:
        mode = path.lstat().st_mode
        if S_ISLNK(mode):
            mode = path.stat().st_mode
        if (S_ISREG(mode) or S_ISDIR(mode)) and mode & unwanted:
            path.chmod(mode & 0o7777 & ~unwanted)
    except OSError:
        return
