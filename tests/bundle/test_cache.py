"""Packing again calculates only what has changed since the last time."""

import json
from pathlib import Path

import pytest

from games.bundle import cache, files


class Packing:
    """Packs texts into a folder, and notes which of them it calculates."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calculated: list[str] = []

    def calculate(self, text: str) -> str:
        self.calculated.append(text)
        return text.upper()

    def pack(self, *texts: str) -> list[str]:
        """Return what was calculated now. The results are right in any case."""
        self.calculated.clear()
        with cache.caching(self.folder):
            packed = [cache.cached("upper", text, calculate=lambda text=text: self.calculate(text)) for text in texts]  # type: ignore[misc]
        assert packed == [text.upper() for text in texts]
        return list(self.calculated)


def test_only_what_has_changed_is_calculated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packing = Packing(tmp_path)
    assert packing.pack("a", "b", "a") == ["a", "b"]
    assert packing.pack("a", "c") == ["c"]
    assert packing.pack("b") == ["b"]  # the last packing had no use for it
    monkeypatch.setattr(cache, "hash_of_programs", lambda: "another program")
    assert packing.pack("b") == ["b"]
    (tmp_path / cache.NAME).write_text("{", "utf-8")  # the machine stopped while it was written
    assert packing.pack("b") == ["b"]
    assert len(json.loads((tmp_path / cache.NAME).read_text("utf-8"))) == 1


def test_a_cached_file_is_the_same(tmp_path: Path) -> None:
    text = b"What phones run."
    with cache.caching(tmp_path):
        first = files.compress("a.txt", text)
    with cache.caching(tmp_path):
        assert files.compress("a.txt", text) == first == files.compress("a.txt", text)
    assert files.compress("a.txt", text) == first
