"""The steps of a command: prints each with its time, and skips those whose inputs have not changed."""

import hashlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOT = ROOT / ".boot"  # tools that install the packages
BUILD = ROOT / "build"  # built from the sources; may be deleted at any time
LOCKS = ROOT / "locks"


class Trouble(Exception):
    """An error with a sentence for the person who typed the command."""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print the step, and how long it took."""
    print(f"{what} ... ", end="", flush=True)
    start = time.monotonic()
    yield
    print(f"{time.monotonic() - start:.1f} s", flush=True)


@contextmanager
def exclusive() -> Iterator[None]:
    """Wait until no other terminal installs into this folder, and lock it."""
    BOOT.mkdir(exist_ok=True)
    with open(BOOT / ".lock", "w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)  # the system releases it when the process ends
        yield


def digest(*inputs: Path | str) -> str:
    """Return one hash of texts, files and all files in folders."""
    total = hashlib.sha256()
    for item in inputs:
        if isinstance(item, str):
            total.update(item.encode() + b"\0")
            continue
        for path in sorted(item.rglob("*")) if item.is_dir() else [item]:
            if path.is_file() and "__pycache__" not in path.parts:
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                total.update(f"{path.relative_to(ROOT).as_posix()} {content}\0".encode())
    return total.hexdigest()


class Stamp:
    """A file with the hash of a step's inputs. The step runs again only if they have changed."""

    def __init__(self, path: Path, *inputs: Path | str) -> None:
        self.path = path
        self.digest = digest(*inputs)

    def is_current(self) -> bool:
        return self.path.is_file() and self.path.read_text() == self.digest

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.digest)
