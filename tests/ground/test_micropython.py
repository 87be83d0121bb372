"""The phone's Python is built from known files by edits that each match once. Otherwise the build stops."""

import shutil

import pytest

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


def test_the_loader_is_no_longer_a_module(package, tmp_path):
    micropython.build(package, tmp_path / "build")
    text = (tmp_path / "build" / "micropython.js").read_text("utf-8")
    assert "import.meta" not in text
    assert "cached(binaryFile)" in text


def test_the_program_changes_only_in_its_modules(package, tmp_path):
    micropython.build(package, tmp_path / "build")
    before = (package / micropython.PROGRAM).read_bytes()
    built = (tmp_path / "build" / micropython.PROGRAM).read_bytes()
    cut = micropython.MODULES
    assert b"unittest/__init__.py\0uu.py\0zlib.py\0\0" in before[cut]
    assert (built[: cut.start], built[cut.stop :]) == (before[: cut.start], before[cut.stop :])
    assert not any(built[cut])


def test_modules_at_another_place_stop_the_build(package):
    program = (package / micropython.PROGRAM).read_bytes()
    with pytest.raises(Trouble, match="modules elsewhere"):
        micropython.clear_modules(b"\0" + program)


@pytest.mark.parametrize("name", micropython.HASHES)
def test_a_changed_file_stops_the_build(package, tmp_path, name):
    with open(package / name, "ab") as file:
        file.write(b" ")
    with pytest.raises(Trouble, match="not the file we know"):
        micropython.build(package, tmp_path / "build")
    assert not (tmp_path / "build").exists()


@pytest.mark.parametrize(
    "part", [part for pair in micropython.CUTS for part in pair] + [old for old, _new in micropython.EDITS]
)
def test_an_edit_that_does_not_match_once_stops_the_build(loader, part):
    for text in (loader.replace(part, ""), loader + part):
        with pytest.raises(Trouble, match="times what we look for"):
            micropython.cut_loader(text)


def test_a_loader_that_is_still_a_module_stops_the_build(loader):
    with pytest.raises(Trouble, match="still a module"):
        micropython.cut_loader(loader + "import.meta.env")


@pytest.fixture
def build_folder(monkeypatch, tmp_path):
    """An empty folder for the build."""
    monkeypatch.setattr(micropython, "BUILD", tmp_path)
    monkeypatch.setattr(micropython, "FOLDER", tmp_path / "phone")
    return tmp_path


def test_without_npm_the_build_goes_on_with_a_message(monkeypatch, capsys, build_folder):
    def fail():
        raise Trouble("There is no network.")

    monkeypatch.setattr(npm, "install", fail)
    micropython.ensure()
    assert capsys.readouterr().out.count("will not work offline here. There is no network.") == 1
    assert not (build_folder / "phone").exists()


def test_a_second_call_builds_nothing(monkeypatch, package, build_folder):
    installations = []
    monkeypatch.setattr(npm, "install", lambda: installations.append(1))
    monkeypatch.setattr(micropython, "PACKAGE", package)
    micropython.ensure()
    micropython.ensure()
    assert len(installations) == 1
    assert (build_folder / "phone" / "micropython.js").is_file()
