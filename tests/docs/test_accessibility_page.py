"""The page about accessibility names tests that are there."""

import re

from tools.steps import ROOT

PAGE = (ROOT / "docs" / "accessibility.md").read_text("utf-8")


def test_every_test_it_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w./]+)`", PAGE)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
