"""The environment in .venv/: made and filled from the lock files, by uv, or by pip where uv cannot."""

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
    """Install what this level needs. An environment that holds more will do."""
    note = _note()
    wanted = {name: digest(LOCKS / f"{name}.lock") for name in LEVELS[: LEVELS.index(level) + 1]}
    if note.get(level) == wanted[level]:
        return
    if "unfinished" in note:  # nobody knows how far it came
        note = {}
    # What the lock files still name is not touched by an installation, so it serves even if this one fails.
    whole = {name: mark for name, mark in wanted.items() if note.get(name) == mark}
    with step(f"Installing {_count(level)} packages"):
        if not note:
            _make()
        _write({**whole, "unfinished": level})
        try:
            _install(level)
        except Trouble:
            # Both installers fetch everything before they change anything.
            _write(whole or {"unfinished": level})
            raise
        _write(wanted)


def python(*arguments: str, **extra: str) -> int:
    """Run the environment's Python and pass on how it ended."""
    return subprocess.run([PYTHON, *arguments], env={**os.environ, **extra}).returncode


def _make() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    said = boot.uv("venv", "--quiet", "--python", boot.PYTHON, VENV)
    if said and (said := boot.call(boot.PYTHON, "-m", "venv", "--without-pip", VENV)):
        raise Trouble(boot.explain(said))


def _install(level: str) -> None:
    lock = LOCKS / f"{level}.lock"
    said = boot.uv("pip", "sync", "--quiet", "--python", PYTHON, "--require-hashes", lock)
    if said:
        print("with pip ... ", end="", flush=True)
        pip = (boot.PYTHON, "-m", "pip", "--python", PYTHON)
        said = boot.call(*pip, "install", "--quiet", "--require-hashes", "-r", lock)
    if said:
        raise Trouble(boot.explain(said))


def _note() -> dict[str, str]:
    try:
        note: dict[str, str] = json.loads(NOTE.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return note if note.pop("python", None) == VERSION and PYTHON.exists() else {}


def _write(note: dict[str, str]) -> None:
    NOTE.write_text(json.dumps({"python": VERSION, **note}))


def _count(level: str) -> int:
    """How many packages the lock file names, leaving out those for other systems only."""
    lines = re.findall(r"^\S+==.*$", (LOCKS / f"{level}.lock").read_text(), re.MULTILINE)
    return sum("sys_platform" not in line or os.name == "nt" for line in lines)
