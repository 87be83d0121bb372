"""The phone's Python is built from known files by edits that each match once. Otherwise the build stops."""

import shutil

import pytest

from games.bundle import modules
from tools import interpreter, micropython, npm
from tools.steps import Trouble
from tools.wasm import UNREACHABLE, Program


@pytest.fixture
def package(tmp_path):
    if not micropython.PACKAGE.is_dir():
        pytest.skip("The npm packages are missing. Start the tests with: python3 go.py test")
    return shutil.copytree(micropython.PACKAGE, tmp_path / "package")


@pytest.fixture
def loader(package):
    return (package / micropython.LOADER).read_text("utf-8")


def test_the_loader_can_be_bundled(package, tmp_path):
    micropython.build(package, tmp_path / "build")
    text = (tmp_path / "build" / "micropython.js").read_text("utf-8")
    assert "import.meta" not in text
    assert modules.parse_module("micropython", text).exports == ["loadMicroPython"]
    assert "Module.fetchProgram(binaryFile)" in text


def test_modules_in_python_are_cleared(package):
    before = (package / micropython.PROGRAM).read_bytes()
    built = micropython.clear_modules(before)
    cut = micropython.MODULES
    assert b"unittest/__init__.py\0uu.py\0zlib.py\0\0" in before[cut]
    assert (built[: cut.start], built[cut.stop :]) == (before[: cut.start], before[cut.stop :])
    assert not any(built[cut])


def test_modules_at_another_place_stop_the_build(package):
    program = (package / micropython.PROGRAM).read_bytes()
    with pytest.raises(Trouble, match="modules elsewhere"):
        micropython.clear_modules(b"\0" + program)


def test_removed_modules_leave_all_numbers_and_used_functions_as_they_are(package):
    content = (package / micropython.PROGRAM).read_bytes()
    before, after = Program(content), Program(micropython.cut_program(content))
    assert len(after.content) < 0.9 * len(content)
    assert (after.first, after.exports, after.table) == (before.first, before.exports, before.table)
    assert [address for address, _part in after.data] == [address for address, _part in before.data]
    pairs = [(before.content[old], after.content[new]) for old, new in zip(before.bodies, after.bodies, strict=True)]
    assert {new for old, new in pairs if new != old} == {UNREACHABLE}
    used = [body for body, (old, new) in zip(after.bodies, pairs, strict=True) if new == old]
    empty = {number for number, (old, new) in enumerate(pairs, after.first) if new != old}
    assert not empty & set().union(*(after.uses(body).calls for body in used))


def test_removed_names_are_gone_and_others_stay(package):
    content = (package / micropython.PROGRAM).read_bytes()
    before, after = (
        {(name, part.words.get(value)) for _entry, name, value in part.possible_entries()}
        for part in (
            interpreter.Interpreter(program, [], [], []) for program in (content, micropython.cut_program(content))
        )
    )
    modules = {name for name, kind in before if kind == interpreter.MODULE}
    assert modules - {name for name, kind in after if kind == interpreter.MODULE} == {*micropython.COMPILED.split()}
    assert {"builtins", "gc", "js", "jsffi", "json", "sys"} <= modules
    names = {name for name, kind in after if kind in interpreter.FUNCTIONS}
    assert {"eval", "open", "loads", "dumps", "collect", "append"} <= names
    assert not names & {*micropython.BUILTINS.split()}


def test_types_at_another_place_stop_the_build(package, monkeypatch):
    content = (package / micropython.PROGRAM).read_bytes()
    monkeypatch.setattr(interpreter, "TYPE", interpreter.TYPE + 4)
    with pytest.raises(Trouble, match="types elsewhere"):
        micropython.cut_program(content)


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


def test_a_loader_with_an_unknown_import_or_export_stops_the_build(loader):
    with pytest.raises(Trouble, match="imports or exports more"):
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
