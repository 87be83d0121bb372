"""Protect the files beside the database, which hold sessions, keys and names, from other accounts of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

FILE, FOLDER = 0o600, 0o700
OTHERS, GROUP_AND_OTHERS = 0o007, 0o077  # whose permissions are removed
WRITABLE = 0o022  # for the group and others
OURS = Path(__file__).resolve().parents[1] / "data"  # only Scorekeeper uses this folder
BESIDE = ("", "-wal", "-shm", "-journal", "-turn")


def make_folder(folder: Path) -> None:
    """Create a folder that only our account can read. An existing folder keeps its mode."""
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)


def make_file(path: Path) -> None:
    """Create an empty database file that only our account can read. SQLite gives its other files the same mode."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except OSError:
        return  # it exists, or SQLite will report the error


def opener(path: str, flags: int) -> int:
    """Open a file, for `open(opener=…)`. Only our account can read a new file; an existing file keeps its mode."""
    return os.open(path, flags, FILE)


def tighten_database(path: Path) -> None:
    """Tighten the database file, and the files that SQLite and we store beside it."""
    unwanted = unwanted_in(path.parent)
    for end in BESIDE:
        tighten(path.with_name(path.name + end), unwanted)


def tighten_all(path: Path) -> None:
    """Tighten all our files in the folder of the database, and the folder itself if it is ours."""
    folder = path.parent
    if is_ours(folder):
        for own_folder in (OURS, folder, folder / "backups"):
            tighten(own_folder, GROUP_AND_OTHERS)
    tighten_database(path)
    for file in files_of(folder):
        tighten(file, unwanted_in(folder))


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
    """Return the permissions to remove. A group that may write to the folder keeps its access to the data."""
    if is_ours(folder):
        return GROUP_AND_OTHERS
    try:
        is_shared = folder.stat().st_mode & WRITABLE == WRITABLE & ~OTHERS
    except OSError:
        return GROUP_AND_OTHERS
    return OTHERS if is_shared else GROUP_AND_OTHERS


def tighten(path: Path, unwanted: int) -> None:
    """Remove these permissions. Files of other accounts stay unchanged."""
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
