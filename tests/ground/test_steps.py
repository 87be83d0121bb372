"""A step is skipped if its inputs have not changed."""

import sys

import pytest

from tools import steps
from tools.steps import Stamp


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.css").write_text("a")
    return tmp_path


def stamp(root, *texts):
    return Stamp(root / "build" / "stamp", root / "static", *texts)


def test_a_stamp_is_current_once_written(root):
    assert not stamp(root).is_current()
    stamp(root).write()
    assert stamp(root).is_current()


def test_a_stamp_compares_content_and_not_dates(root):
    stamp(root).write()
    (root / "static" / "a.css").write_text("a")
    assert stamp(root).is_current()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "a.css").write_text("b"),
        lambda folder: (folder / "a.css").rename(folder / "b.css"),
        lambda folder: (folder / "b.css").write_text(""),
        lambda folder: (folder / "a.css").unlink(),
    ],
    ids=["changed", "renamed", "added", "removed"],
)
def test_a_changed_file_makes_a_stamp_outdated(root, change):
    stamp(root).write()
    change(root / "static")
    assert not stamp(root).is_current()


def test_a_changed_text_makes_a_stamp_outdated(root):
    stamp(root, "sqlite").write()
    assert not stamp(root, "postgres").is_current()


@pytest.mark.skipif(sys.platform == "win32", reason="Installers refuse this on Windows.")
def test_a_second_terminal_waits_for_the_first(root, monkeypatch):
    import fcntl

    monkeypatch.setattr(steps, "BOOT", root / ".boot")
    with steps.exclusive(), open(root / ".boot" / ".lock") as second, pytest.raises(BlockingIOError):
        fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
