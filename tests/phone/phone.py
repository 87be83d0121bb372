"""Runs a program in the phone's Python, under Node."""

from pathlib import Path

from games.bundle import contents, phone_python
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
    """Run a program of this folder with the data as /input. Return its /output."""
    return phone_python.run(node, (FOLDER / program).read_text("utf-8"), data, files or all_files(), folder)
