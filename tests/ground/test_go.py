"""The commands, as a newcomer types them."""

import os
import re
import subprocess
import sys

import pytest

import go as commands
from tools import environment, fonts, micropython, serve
from tools.steps import ROOT, Trouble

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {"run", "test", "check", "words", "manage", "lock", "install", "build"}


def go(*arguments):
    return subprocess.run([sys.executable, ROOT / "go.py", *arguments], capture_output=True, text=True, cwd="/")


def test_an_unknown_command_shows_what_there_is():
    done = go("fly")
    assert done.returncode == 2
    assert set(re.findall(r"go\.py (\w+)", done.stderr)) == COMMANDS


def test_help_is_no_mistake():
    assert go("--help").returncode == 0


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """What is done, and in which order; nothing of it is done really."""
    done = []
    monkeypatch.setattr(environment, "ensure", done.append)
    monkeypatch.setattr(serve, "collect", lambda: done.append("static files"))
    for tool in (micropython, fonts):
        monkeypatch.setattr(tool, "FOLDER", tmp_path / tool.__name__)
        monkeypatch.setattr(tool, "ensure", lambda tool=tool: done.append(tool.__name__) or tool.FOLDER.mkdir())
    monkeypatch.setattr(os, "environ", {"DATABASE_URL": "postgres://db/s"})
    return done


def test_a_server_is_built_without_its_database_and_without_its_key(steps):
    assert commands.build([]) == 0
    assert steps == ["postgres", "tools.micropython", "tools.fonts", "static files"]
    assert os.environ["SECRET_KEY"] == "signs nothing"


def test_half_a_server_is_none(steps, monkeypatch):
    monkeypatch.setattr(micropython, "ensure", lambda: None)
    with pytest.raises(Trouble, match=r"Without tools\.micropython this would be half a server"):
        commands.build([])
    assert "static files" not in steps


def test_the_readme_names_the_two_commands():
    assert "python3 go.py run" in README
    assert "python3 go.py test" in README


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", ".ci/run", "docs/hosting.md"])
def test_only_commands_that_exist_are_named(path):
    assert set(re.findall(r"go\.py (\w+)", (ROOT / path).read_text(encoding="utf-8"))) <= COMMANDS


def test_every_environment_variable_is_described():
    settings = (ROOT / "scorekeeper" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\("([A-Z_]+)"', settings)) | {"PORT", "TEST_POSTGRES_URL"}
    assert read <= set(re.findall(r"^\| `([A-Z_]+)`", README, re.MULTILINE))
