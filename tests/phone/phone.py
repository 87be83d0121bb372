"""Runs a program on the phone's Python, under Node."""

import json
import subprocess
from pathlib import Path

from games.phone import bundle

HERE = Path(__file__).parent


def run(node: str, program: str, data: bytes, folder: Path, files: dict[str, str] | None = None) -> bytes:
    """What the program leaves in /output, given the data as /input."""
    source, target, packed = folder / "input", folder / "output", folder / "bundle.json"
    source.write_bytes(data)
    packed.write_text(json.dumps(files or bundle.sources()), "utf-8")
    command = [node, HERE / "micropython.mjs", packed, HERE / program, source, target]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target.read_bytes()
