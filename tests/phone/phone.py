"""Runs a program on the phone's Python, under Node."""

import json
import subprocess
from pathlib import Path

from games.bundle import contents
from games.bundle.strip import strip_python

HERE = Path(__file__).parent


def everything() -> dict[str, str]:
    """What the phone is sent, and what only programs ask for: the same text runs there, too."""
    more = {
        f"games/match/{name}.py": strip_python((contents.ROOT / f"games/match/{name}.py").read_text("utf-8"))
        for name in contents.FORMAT
    }
    return contents.sources("en") | more


def run(node: str, program: str, data: bytes, folder: Path, files: dict[str, str] | None = None) -> bytes:
    """What the program leaves in /output, given the data as /input."""
    source, target, packed = folder / "input", folder / "output", folder / "bundle.json"
    source.write_bytes(data)
    packed.write_text(json.dumps(files or everything()), "utf-8")
    command = [node, HERE / "micropython.mjs", packed, HERE / program, source, target]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target.read_bytes()
