"""Runs a program in the phone's Python, under Node."""

import json
import subprocess
from pathlib import Path

from games.bundle import contents
from games.bundle.strip import strip_python

FOLDER = Path(__file__).parent


def all_files() -> dict[str, str]:
    """Return the files of the phone, and those for programs only, which run there, too."""
    more = {
        f"games/match/{name}.py": strip_python((contents.ROOT / f"games/match/{name}.py").read_text("utf-8"))
        for name in contents.NOT_FOR_PHONE
    }
    return contents.sources("en") | more


def run(node: str, program: str, data: bytes, folder: Path, files: dict[str, str] | None = None) -> bytes:
    """Run a program with the data as /input. Return its /output."""
    source, target, packed = folder / "input", folder / "output", folder / "bundle.json"
    source.write_bytes(data)
    packed.write_text(json.dumps(files or all_files()), "utf-8")
    command = [node, FOLDER / "micropython.mjs", packed, FOLDER / program, source, target]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return target.read_bytes()
