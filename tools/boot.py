"""The tools that install the packages, each from its lock file into its own folder under .boot/."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tools.steps import BOOT, LOCKS, ROOT, Stamp, Trouble

# The environment has no pip and may be replaced, so installers run under the Python that created it.
INSIDE = Path(sys.prefix) == ROOT / ".venv"
PYTHON = str(getattr(sys, "_base_executable", sys.executable) if INSIDE else sys.executable)

# Settings of the person may forbid an installation into our own folder.
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
    """Run a command. Return None on success, otherwise its output."""
    environ = {**os.environ, **PIP, **extra}
    environ.pop("VIRTUAL_ENV", None)
    result = subprocess.run(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    return None if result.returncode == 0 else result.stdout.strip() or f"exit status {result.returncode}"


def explain(output: str) -> str:
    """Return a sentence for the output of an installer that failed."""
    for signs, sentence in REASONS:
        if re.search(signs, output, re.IGNORECASE):
            return sentence
    return "The installation failed. The installer's last words:\n" + "\n".join(output.splitlines()[-8:])


def tool(name: str) -> Path:
    """Return the folder of a tool, after installing the packages of its lock file there."""
    folder = BOOT / name
    stamp = Stamp(folder / ".stamp", LOCKS / f"{name}.lock", sys.implementation.cache_tag)
    if not stamp.is_current():
        shutil.rmtree(folder, ignore_errors=True)
        options = ["--quiet", "--retries=2", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        error = call(PYTHON, "-m", "pip", "install", *options, "--target", folder, "-r", LOCKS / f"{name}.lock")
        if error:
            raise Trouble(explain(error))
        stamp.write()
    return folder


def uv(*arguments: str | Path) -> str | None:
    """Run uv. Return None on success, otherwise its output, or why there is no uv."""
    folder = _uv_folder()
    if isinstance(folder, str):
        return folder
    settings = {"UV_COMPILE_BYTECODE": "1", "UV_PYTHON_DOWNLOADS": "never"}
    return call(PYTHON, "-m", "uv", *arguments, PYTHONPATH=str(folder), **settings)


@cache  # a second try would fail, too
def _uv_folder() -> Path | str:
    try:
        return tool("uv")
    except Trouble as trouble:
        return str(trouble)
