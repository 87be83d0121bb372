"""The environment in .venv/: uv installs it from the lock files, or pip where uv fails."""

import json
import os
import re
import shutil
import subprocess
import sys

from tools import boot
from tools.steps import LOCKS, ROOT, Trouble, digest, step

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LEVELS = ("app", "postgres", "test")  # each lock file holds the one before it
NOTE = VENV / "scorekeeper.json"  # which lock files the environment satisfies, for which Python
VERSION = sys.implementation.cache_tag


def ensure(level: str) -> None:
    """Install the packages of this level, unless the environment has them."""
    note = _read_note()
    digests = {name: digest(LOCKS / f"{name}.lock") for name in LEVELS[: LEVELS.index(level) + 1]}
    if note.get(level) == digests[level]:
        return
    if "unfinished" in note:  # its packages are unknown
        note = {}
    # An installation leaves the packages of these levels alone, so they work even if it fails.
    intact = {name: mark for name, mark in digests.items() if note.get(name) == mark}
    with step(f"Installing {_count(level)} packages"):
        if not note:
            _create()
        _write_note({**intact, "unfinished": level})
        try:
            _install(level)
        except Trouble:
            # Both installers fetch everything before they change anything.
            _write_note(intact or {"unfinished": level})
            raise
        _write_note(digests)


def python(*arguments: str, **extra: str) -> int:
    """Run the environment's Python. Return its exit status."""
    return subprocess.run([PYTHON, *arguments], env={**os.environ, **extra}).returncode


def _create() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    error = boot.uv("venv", "--quiet", "--python", boot.PYTHON, VENV)
    if error and (error := boot.call(boot.PYTHON, "-m", "venv", "--without-pip", VENV)):
        raise Trouble(boot.explain(error))


def _install(level: str) -> None:
    lock = LOCKS / f"{level}.lock"
    error = boot.uv("pip", "sync", "--quiet", "--python", PYTHON, "--require-hashes", lock)
    if error:
        print("with pip ... ", end="", flush=True)
        pip = (boot.PYTHON, "-m", "pip", "--python", PYTHON)
        error = boot.call(*pip, "install", "--quiet", "--require-hashes", "-r", lock)
    if error:
        raise Trouble(boot.explain(error))


def _read_note() -> dict[str, str]:
    try:
        note: dict[str, str] = json.loads(NOTE.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return note if note.pop("python", None) == VERSION and PYTHON.exists() else {}


def _write_note(note: dict[str, str]) -> None:
    NOTE.write_text(json.dumps({"python": VERSION, **note}))


def _count(level: str) -> int:
    """Return how many packages the lock file names, without those for other systems."""
    lines = re.findall(r"^\S+==.*$", (LOCKS / f"{level}.lock").read_text(), re.MULTILINE)
    return sum("sys_platform" not in line or os.name == "nt" for line in lines)
