"""docs/accessibility.md names tests that exist."""

import re

from tools.steps import ROOT

PAGE = (ROOT / "docs" / "accessibility.md").read_text("utf-8")


def test_every_named_test_exists() -> None:
    paths = re.findall(r"`(tests/[\w./]+)`", PAGE)
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
