"""The fonts that the server draws and prints with: DejaVu, as the npm registry has it, for its Greek and Turkish letters.

They stay on the server: a picture holds no font, and a PDF only the letters that it uses. So they are taken whole.
"""

import shutil
from pathlib import Path

from tools import npm
from tools.steps import BUILD, ROOT

PACKAGE = ROOT / "node_modules" / "dejavu-fonts-ttf"
FOLDER = BUILD / "fonts"  # where the settings look for them
LICENSE = "LICENSE"
HASHES = {
    "DejaVuSans.ttf": "7da195a74c55bef988d0d48f9508bd5d849425c1770dba5d7bfc6ce9ed848954",
    "DejaVuSans-Bold.ttf": "e6476c1b80502924294eed40894c5b18e06c181444ca953e5334262df9c27724",
    "DejaVuSerif-Bold.ttf": "c47b5527bcdc8dcf9ea8c77054454c5a884beaca2f44851a2a823ee639cbf07f",
}


def ensure() -> None:
    """Put the files in place. Without npm there are no pictures to links."""
    words = {"doing": "Putting the fonts in place", "without": "No picture will go with links here."}
    npm.put(FOLDER, lambda: make(PACKAGE, FOLDER), __file__, **words)


def make(package: Path, folder: Path) -> None:
    files = npm.known(package / "ttf", HASHES)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    shutil.copyfile(package / LICENSE, folder / LICENSE)
