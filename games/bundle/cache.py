"""Results of packing that the next packing uses again: each has the hash of all that it follows from as its key.

So a start packs only what has changed, such as one game. Nobody else needs the file: without it all is calculated.
"""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAME = "packed.json"
ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("games/bundle/*.py", "scorekeeper/jinja.py", "locks/app.lock")  # which calculate the results

before: dict[str, str] = {}  # the results of the last packing, by their keys
used: dict[str, str] | None = None  # those of this one, or None outside of `caching`


def cached(what: str, *inputs: str | bytes, calculate: Callable[[], str]) -> str:
    """Return the cached result for these inputs, or calculate it."""
    if used is None:
        return calculate()
    key = digest(what, hash_of_programs(), *inputs)
    if key not in used:
        used[key] = before[key] if key in before else calculate()
    return used[key]


@contextmanager
def caching(folder: Path) -> Iterator[None]:
    """Use the cached results in this folder, and write those that were used."""
    global before, used
    path = folder / NAME
    try:
        before = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):  # there is none, or someone stopped the program while it was written
        before = {}
    used = {}
    try:
        yield
        with suppress(OSError):  # a folder that only root may write
            path.write_text(json.dumps(used), "utf-8")
    finally:
        before, used = {}, None


@cache
def hash_of_programs() -> str:
    """Return a hash of the programs that calculate the results, and of all translations."""
    paths = [path for pattern in PROGRAMS for path in ROOT.glob(pattern)]
    paths += [path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("*.mo")]
    return digest(sys.version, *(path.read_bytes() for path in sorted(paths)))


def digest(*parts: str | bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        total.update(f"{len(content)} ".encode() + content)
    return total.hexdigest()
