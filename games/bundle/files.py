"""The files of a worker: its script, and the files that the script loads."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import brotli  # type: ignore[import-untyped]  # a dependency of WhiteNoise

from games.bundle.cache import cached

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = "sw.js"
SMALL = ".br"
PLUGINS = "plugins.txt"  # the fingerprint of the plug-in games that are packed
FINDINGS = "findings.txt"  # what is wrong with them, one sentence per line; tools/serve.py prints it


@dataclass(frozen=True)
class BundleFile:
    """A file that caches may store forever, because its name contains its hash."""

    name: str
    text: bytes
    brotli: bytes


def compress(name: str, text: bytes) -> BundleFile:
    small = cached("brotli", text, calculate=lambda: base64.b64encode(brotli.compress(text)).decode())
    return BundleFile(name, text, base64.b64decode(small))


def hashed_name(what: str, text: bytes, ending: str) -> str:
    return f"{what}.{hashlib.sha256(text).hexdigest()[:12]}.{ending}"


@dataclass(frozen=True)
class WorkerBuild:
    script: str
    files: tuple[BundleFile, ...]

    def file(self, name: str) -> BundleFile | None:
        return next((file for file in self.files if file.name == name), None)

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        for file in self.files:
            (folder / file.name).write_bytes(file.text)
            (folder / (file.name + SMALL)).write_bytes(file.brotli)
        (folder / SCRIPT).write_text(self.script, "utf-8")


def read(folder: Path) -> WorkerBuild:
    small = sorted(folder.glob(f"*{SMALL}"))
    files = [BundleFile(path.stem, path.with_name(path.stem).read_bytes(), path.read_bytes()) for path in small]
    return WorkerBuild((folder / SCRIPT).read_text("utf-8"), tuple(files))
