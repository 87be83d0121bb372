"""Looks whether the user of the service can start the environment's Python (docs/hosting.md)."""

import os
from collections.abc import Iterator
from pathlib import Path

from tools import environment
from tools.steps import ROOT

try:
    import pwd
except ImportError:  # Windows, which has no such service
    pwd = None  # type: ignore[assignment]

USER = "scorekeeper"
HOMES = (Path("/home"), Path("/root"), Path("/run/user"))  # that ProtectHome=yes of the unit hides
OWNER, GROUP, OTHERS = 0o100, 0o010, 0o001  # the rights to execute a file or enter a folder


def warning(python: Path = environment.PYTHON, root: Path = ROOT) -> str:
    """Return a sentence if the service could not start this Python, although it can reach the folder of Scorekeeper."""
    if pwd is None or find_closed(root) is not None:
        return ""  # the service is not installed from here
    closed = find_closed(python)
    if closed is None:
        return ""
    return (
        f"The user of a service cannot start {python}, because {closed} is closed to other users or to services. "
        "Delete .venv, and build again with a Python of the system, such as /usr/bin/python3."
    )


def find_closed(path: Path) -> Path | None:
    """Return the first folder or file on the way to a program that the service may not enter or execute, or None."""
    for step in steps(path):
        if step in HOMES or not is_open(step):
            return step
    return None


def steps(path: Path) -> Iterator[Path]:
    """Yield all folders on the way to a file, and the file, also those of each symbolic link on that way."""
    for _ in range(40):  # as many links as Linux follows
        for step in (*reversed(path.parents), path):
            if step.is_symlink():
                target = step.parent / os.readlink(step)
                path = Path(os.path.normpath(target / path.relative_to(step)))
                break
            yield step
        else:
            return
    yield path  # links in a circle


def is_open(path: Path) -> bool:
    """Return whether the user of the service may enter a folder or execute a file. Without that user, any other may."""
    try:
        status = path.stat()
    except OSError:
        return False
    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        return bool(status.st_mode & OTHERS)
    if status.st_uid == user.pw_uid:
        return bool(status.st_mode & OWNER)
    return bool(status.st_mode & (GROUP if status.st_gid == user.pw_gid else OTHERS))
