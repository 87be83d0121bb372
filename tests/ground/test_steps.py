"""Nothing is done twice whose inputs have not changed."""

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


def test_a_stamp_holds_once_pressed(root):
    assert not stamp(root).holds()
    stamp(root).press()
    assert stamp(root).holds()


def test_a_stamp_looks_at_content_and_not_at_dates(root):
    stamp(root).press()
    (root / "static" / "a.css").write_text("a")
    assert stamp(root).holds()


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
def test_a_stamp_does_not_survive_a_change(root, change):
    stamp(root).press()
    change(root / "static")
    assert not stamp(root).holds()


def test_texts_are_inputs_too(root):
    stamp(root, "sqlite").press()
    assert not stamp(root, "postgres").holds()


@pytest.mark.skipif(sys.platform == "win32", reason="there the installers refuse by themselves")
def test_two_terminals_do_not_install_at_once(root, monkeypatch):
    import fcntl

    monkeypatch.setattr(steps, "BOOT", root / ".boot")
    with steps.alone(), open(root / ".boot" / ".lock") as second, pytest.raises(BlockingIOError):
        fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
