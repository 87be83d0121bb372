"""The phone's Python is made of the files we know, by edits that each find their place; else nothing is made."""

import shutil

import pytest

from games.bundle import modules
from tools import micropython, npm
from tools.steps import Trouble


@pytest.fixture
def package(tmp_path):
    if not micropython.PACKAGE.is_dir():
        pytest.skip("The npm packages are missing. Start the tests with: python3 go.py test")
    return shutil.copytree(micropython.PACKAGE, tmp_path / "package")


@pytest.fixture
def loader(package):
    return (package / micropython.LOADER).read_text("utf-8")


def test_the_loader_can_be_bundled(package, tmp_path):
    micropython.make(package, tmp_path / "made")
    text = (tmp_path / "made" / "micropython.js").read_text("utf-8")
    assert "import.meta" not in text
    assert modules.parse_module("micropython", text).exports == ["loadMicroPython"]
    assert "Module.fetchProgram(binaryFile)" in text


def test_the_program_is_the_same_without_its_modules(package, tmp_path):
    micropython.make(package, tmp_path / "made")
    before = (package / micropython.PROGRAM).read_bytes()
    made = (tmp_path / "made" / micropython.PROGRAM).read_bytes()
    cut = micropython.MODULES
    assert b"unittest/__init__.py\0uu.py\0zlib.py\0\0" in before[cut]
    assert (made[: cut.start], made[cut.stop :]) == (before[: cut.start], before[cut.stop :])
    assert not any(made[cut])


def test_modules_elsewhere_stop_it(package):
    program = (package / micropython.PROGRAM).read_bytes()
    with pytest.raises(Trouble, match="modules elsewhere"):
        micropython.emptied(b"\0" + program)


@pytest.mark.parametrize("name", micropython.HASHES)
def test_another_file_stops_it(package, tmp_path, name):
    with open(package / name, "ab") as file:
        file.write(b" ")
    with pytest.raises(Trouble, match="not the file we know"):
        micropython.make(package, tmp_path / "made")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "part", [part for pair in micropython.CUTS for part in pair] + [old for old, _new in micropython.EDITS]
)
def test_an_edit_that_does_not_find_its_place_once_stops_it(loader, part):
    for text in (loader.replace(part, ""), loader + part):
        with pytest.raises(Trouble, match="times what we look for"):
            micropython.cut(text)


def test_what_asks_for_its_address_stops_it(loader):
    with pytest.raises(Trouble, match="asks or exports more"):
        micropython.cut(loader + "import.meta.env")


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Nothing has been made yet, and what is made is made here."""
    monkeypatch.setattr(micropython, "BUILD", tmp_path)
    monkeypatch.setattr(micropython, "FOLDER", tmp_path / "phone")
    return tmp_path


def test_without_npm_it_goes_on_and_says_so(monkeypatch, capsys, elsewhere):
    def fall():
        raise Trouble("There is no network.")

    monkeypatch.setattr(npm, "install", fall)
    micropython.ensure()
    assert capsys.readouterr().out.count("will not work offline here. There is no network.") == 1
    assert not (elsewhere / "phone").exists()


def test_it_is_made_once(monkeypatch, package, elsewhere):
    asked = []
    monkeypatch.setattr(npm, "install", lambda: asked.append(1))
    monkeypatch.setattr(micropython, "PACKAGE", package)
    micropython.ensure()
    micropython.ensure()
    assert len(asked) == 1
    assert (elsewhere / "phone" / "micropython.js").is_file()
