"""Folders that all processes of a test run share."""

import os
import shutil
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path


def once(name: str, build: Callable[[Path], object]) -> Path:
    """Return this folder of the run. The first process builds it, and the others wait."""
    folder = Path(os.environ["SHARED"]) / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.is_dir():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)  # from a process that was killed
            build(unfinished)
            unfinished.rename(folder)
    return folder
