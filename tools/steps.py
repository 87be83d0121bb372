"""What every step shares: saying what happens, and knowing what has been done already."""

import hashlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOT = ROOT / ".boot"  # tools that install the rest
BUILD = ROOT / "build"  # what is made from the sources; may be deleted at any time
LOCKS = ROOT / "locks"


class Trouble(Exception):
    """Something is missing. The text is a sentence for the person who typed the command."""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    print(f"{what} ... ", end="", flush=True)
    start = time.monotonic()
    yield
    print(f"{time.monotonic() - start:.1f} s", flush=True)


@contextmanager
def alone() -> Iterator[None]:
    """Two terminals do not install into one folder at once: the second waits for the first."""
    BOOT.mkdir(exist_ok=True)
    with open(BOOT / ".lock", "w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)  # given back by the system, however we end
        yield


def digest(*inputs: Path | str) -> str:
    """One fingerprint of texts, files and folders. A folder stands for every file in it."""
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
    """Remembers what a step was last done with, so that it is done again only when that changes."""

    def __init__(self, path: Path, *inputs: Path | str) -> None:
        self.path = path
        self.digest = digest(*inputs)

    def holds(self) -> bool:
        return self.path.is_file() and self.path.read_text() == self.digest

    def press(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.digest)
