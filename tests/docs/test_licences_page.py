"""Everything that comes from others stands on the page, as it is locked, and may be used where it is."""

import json
import re
from importlib import metadata

import pytest

from tests.docs import markdown
from tools import licences
from tools.licences import PHONE, SERVER, TESTS, LicencePart
from tools.steps import LOCKS, ROOT, Trouble

PAGE = markdown.page("licences.md")


def test_the_page_is_what_the_tool_makes_of_the_locks() -> None:
    assert licences.page(licences.parts()) == PAGE


def test_every_locked_package_has_its_line() -> None:
    shown = {(row[0], row[1]) for row in markdown.rows(PAGE, "what")}
    for file in LOCKS.glob("*.lock"):
        pinned = re.findall(r"^([^\s#]+)==(\S+)", file.read_text(), re.MULTILINE)
        assert len(pinned) > 0
        assert set(pinned) <= shown, file.name
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert {(path.rpartition("node_modules/")[2], told["version"]) for path, told in packages.items() if path} <= shown


def test_nothing_is_used_that_may_not_be() -> None:
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
def test_it_depends_on_where_it_runs(licence: str, where: str, allowed: bool) -> None:
    assert licences.is_allowed(LicencePart("some-package", "1", licence, where)) is allowed


def test_what_was_read_by_hand_is_still_needed() -> None:
    locked = {name for file, _where in licences.FILES for name, _version in licences.pins(file)} | licences.NPM.keys()
    assert licences.READ.keys() <= locked


def test_a_licence_that_nobody_tells_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match="not installed here"):
        licences.read("no-such-package", "1")
    monkeypatch.setattr(metadata, "metadata", lambda name: {"Version": "1", "License": "As you like it"})
    with pytest.raises(Trouble, match="says of its licence: 'As you like it'"):
        licences.read("some-package", "1")
    with pytest.raises(Trouble, match="1 is installed, 2 is locked"):
        licences.read("some-package", "2")
