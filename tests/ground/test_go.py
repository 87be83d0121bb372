"""The commands of go.py."""

import os
import re
import subprocess
import sys

import pytest

import go as commands
from tools import environment, fonts, micropython, serve
from tools.steps import ROOT, Trouble

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {"run", "test", "check", "game", "words", "manage", "lock", "install", "build"}


def go(*arguments):
    return subprocess.run([sys.executable, ROOT / "go.py", *arguments], capture_output=True, text=True, cwd="/")


def test_an_unknown_command_prints_all_commands():
    result = go("fly")
    assert result.returncode == 2
    assert set(re.findall(r"go\.py (\w+)", result.stderr)) == COMMANDS


def test_help_exits_with_0():
    assert go("--help").returncode == 0


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """Replace the steps, and return the list of those that were called."""
    calls = []
    monkeypatch.setattr(environment, "ensure", calls.append)
    monkeypatch.setattr(serve, "collect", lambda: calls.append("static files"))
    for tool in (micropython, fonts):
        monkeypatch.setattr(tool, "FOLDER", tmp_path / tool.__name__)
        monkeypatch.setattr(tool, "ensure", lambda tool=tool: calls.append(tool.__name__) or tool.FOLDER.mkdir())
    monkeypatch.setattr(os, "environ", {"DATABASE_URL": "postgres://db/s"})
    return calls


def test_a_server_is_built_without_a_database_and_without_a_key(steps):
    assert commands.build([]) == 0
    assert steps == ["postgres", "tools.micropython", "tools.fonts", "static files"]
    assert os.environ["SECRET_KEY"] == "signs nothing"


def test_a_build_without_an_npm_package_is_an_error(steps, monkeypatch):
    monkeypatch.setattr(micropython, "ensure", lambda: None)
    with pytest.raises(Trouble, match=r"Missing: tools\.micropython\. Without them phones do not work offline"):
        commands.build([])
    assert "static files" not in steps


def test_the_readme_has_the_two_main_commands():
    assert "python3 go.py run" in README
    assert "python3 go.py test" in README


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", ".ci/run", "docs/hosting.md"])
def test_the_documentation_names_only_existing_commands(path):
    assert set(re.findall(r"go\.py (\w+)", (ROOT / path).read_text(encoding="utf-8"))) <= COMMANDS


def test_every_environment_variable_is_described():
    settings = (ROOT / "scorekeeper" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\("([A-Z_]+)"', settings)) | {"PORT", "TEST_POSTGRES_URL"}
    assert read <= set(re.findall(r"^\| `([A-Z_]+)`", README, re.MULTILINE))
