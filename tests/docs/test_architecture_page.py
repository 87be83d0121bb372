"""docs/architecture.md names files and functions that are there, and stays short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:games|static|templates|tools)/[\w./-]+)`", PAGE)))
DEFINED = sorted(set(re.findall(r"`([A-Za-z_.]+)` in `(games/[\w/]+\.py)`", PAGE)))


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(PAGE.splitlines()) <= 80


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("name", "path"), DEFINED)
def test_every_function_is_where_it_is_said_to_be(name: str, path: str) -> None:
    last = name.rpartition(".")[2]
    assert re.search(rf"^\s*(?:def|class) {last}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_it_names_some() -> None:
    assert len(PATHS) > 20
    assert len(DEFINED) > 8
