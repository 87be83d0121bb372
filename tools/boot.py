"""The tools that install the rest, each from its lock file into a folder of its own under .boot/."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tools.steps import BOOT, LOCKS, ROOT, Stamp, Trouble

# Started from our own environment we still need the Python behind it: the environment has no pip and may be remade.
INSIDE = Path(sys.prefix) == ROOT / ".venv"
PYTHON = str(getattr(sys, "_base_executable", sys.executable) if INSIDE else sys.executable)

# A person's pip settings may forbid what we do in our own folder.
PIP = {"PIP_REQUIRE_VIRTUALENV": "0", "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}

REASONS = (
    ("no module named pip", "This Python has no pip. Install it (Debian and Ubuntu: apt install python3-pip)."),
    (
        "no module named venv",
        "This Python has no venv module. Install it (Debian and Ubuntu: apt install python3-venv).",
    ),
    ("no space left", "The disk is full."),
    ("permission denied", "There is no permission to write here."),
    ("do not match the hashes|hash mismatch", "A package is not the one the lock file names. It was not installed."),
    (
        "connection|connect error|dns error|resol|timed out|timeout|unreachable",
        "The package index cannot be reached. Is there a network?",
    ),
)


def call(*command: str | Path, **extra: str) -> str | None:
    """Run quietly. The answer is None when it went well, else what was said."""
    environ = {**os.environ, **PIP, **extra}
    environ.pop("VIRTUAL_ENV", None)
    done = subprocess.run(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    return None if done.returncode == 0 else done.stdout.strip() or f"exit status {done.returncode}"


def explain(said: str) -> str:
    """Turn an installer's last words into a sentence."""
    for signs, sentence in REASONS:
        if re.search(signs, said, re.IGNORECASE):
            return sentence
    return "The installation failed. The installer's last words:\n" + "\n".join(said.splitlines()[-8:])


def tool(name: str) -> Path:
    """The folder of a tool, with what its lock file names in it."""
    folder = BOOT / name
    stamp = Stamp(folder / ".stamp", LOCKS / f"{name}.lock", sys.implementation.cache_tag)
    if not stamp.holds():
        shutil.rmtree(folder, ignore_errors=True)
        options = ["--quiet", "--retries=2", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        said = call(PYTHON, "-m", "pip", "install", *options, "--target", folder, "-r", LOCKS / f"{name}.lock")
        if said:
            raise Trouble(explain(said))
        stamp.press()
    return folder


def uv(*arguments: str | Path) -> str | None:
    """Run uv; where there is none, say why."""
    folder = _uv()
    if isinstance(folder, str):
        return folder
    settings = {"UV_COMPILE_BYTECODE": "1", "UV_PYTHON_DOWNLOADS": "never"}
    return call(PYTHON, "-m", "uv", *arguments, PYTHONPATH=str(folder), **settings)


@cache  # one try is enough
def _uv() -> Path | str:
    try:
        return tool("uv")
    except Trouble as trouble:
        return str(trouble)
