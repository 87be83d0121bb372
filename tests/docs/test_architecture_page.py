"""docs/architecture.md and CONTRIBUTING.md name files and functions that exist; architecture.md is short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
BOTH = PAGE + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:games|static|templates|tools|tests|docs|benchmarks)/[\w./-]+)`", BOTH)))
DEFINED = sorted(set(re.findall(r"`([A-Za-z_.]+)` in\s+`((?:games|tests)/[\w/]+\.py)`", BOTH)))


def test_the_page_has_at_most_80_lines() -> None:
    assert len(PAGE.splitlines()) <= 80


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("name", "path"), DEFINED)
def test_every_function_is_in_its_file(name: str, path: str) -> None:
    last = name.rpartition(".")[2]
    assert re.search(rf"^(?:\s*(?:def|class) {last}\b|{last}\b.* = )", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_the_page_names_enough_paths_and_functions() -> None:
    assert len(PATHS) > 40
    assert len(DEFINED) > 15
