"""The fonts for pictures and PDF files: DejaVu from npm, which has Greek and Turkish letters.

The server needs complete fonts, but sends none: a picture holds no font, and a PDF only the letters that it uses.
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
    """Copy the fonts to the build folder. Without npm there are no pictures and no PDF files."""
    words = {"doing": "Putting the fonts in place", "without": "No picture will go with links here."}
    npm.build_folder(FOLDER, lambda: build(PACKAGE, FOLDER), __file__, **words)


def build(package: Path, folder: Path) -> None:
    files = npm.read_verified(package / "ttf", HASHES)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    shutil.copyfile(package / LICENSE, folder / LICENSE)
