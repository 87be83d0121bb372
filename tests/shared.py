"""What all processes of a test run share: it is built once."""

import os
import shutil
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path


def once(name: str, build: Callable[[Path], object]) -> Path:
    """Return this folder of the run. The process that asks first builds it, and the others wait."""
    folder = Path(os.environ["SHARED"]) / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.is_dir():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)  # a process that was killed has left it
            build(unfinished)
            unfinished.rename(folder)
    return folder
