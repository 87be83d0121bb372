"""docs/licences.md lists every locked package. Its licence allows the use."""

import json
import re
from importlib import metadata

import pytest

from tests.docs import markdown
from tools import licences
from tools.licences import PHONE, SERVER, TESTS, LicencePart
from tools.steps import LOCKS, ROOT, Trouble

PAGE = markdown.page("licences.md")


def test_the_page_is_current() -> None:
    assert licences.page(licences.parts()) == PAGE


def test_every_locked_package_is_listed() -> None:
    listed = {(row[0], row[1]) for row in markdown.rows(PAGE, "what")}
    for file in LOCKS.glob("*.lock"):
        pinned = re.findall(r"^([^\s#]+)==(\S+)", file.read_text(), re.MULTILINE)
        assert len(pinned) > 0
        assert set(pinned) <= listed, file.name
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert {
        (path.rpartition("node_modules/")[2], package["version"]) for path, package in packages.items() if path
    } <= listed


def test_every_licence_allows_the_use() -> None:
    assert [part for part in licences.parts() if not licences.is_allowed(part)] == []


@pytest.mark.parametrize(
    ("licence", "where", "allowed"),
    [
        ("MIT", PHONE, True),
        ("LGPL-3.0-only", SERVER, True),
        ("LGPL-3.0-only", PHONE, False),
        ("GPL-3.0-only", TESTS, True),
        ("GPL-3.0-only", SERVER, False),
        ("AGPL-3.0-only", TESTS, False),
        ("nothing", TESTS, False),
        ("GPL-3.0-only OR MIT", SERVER, True),
        ("MIT AND GPL-3.0-only", SERVER, False),
    ],
)
def test_the_allowed_licences_depend_on_the_use(licence: str, where: str, allowed: bool) -> None:
    assert licences.is_allowed(LicencePart("some-package", "1", licence, where)) is allowed


def test_licences_read_by_hand_are_still_needed() -> None:
    locked = {name for file, _where in licences.FILES for name, _version in licences.pins(file)} | licences.NPM.keys()
    assert licences.READ.keys() <= locked


def test_an_unknown_licence_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match="not installed here"):
        licences.read("no-such-package", "1")
    monkeypatch.setattr(metadata, "metadata", lambda name: {"Version": "1", "License": "As you like it"})
    with pytest.raises(Trouble, match="says of its licence: 'As you like it'"):
        licences.read("some-package", "1")
    with pytest.raises(Trouble, match="1 is installed, 2 is locked"):
        licences.read("some-package", "2")
