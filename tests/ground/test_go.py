"""The commands, as a newcomer types them."""

import re
import subprocess
import sys

import pytest

from tools.steps import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {"run", "test", "check", "words", "manage", "lock"}


def go(*arguments):
    return subprocess.run([sys.executable, ROOT / "go.py", *arguments], capture_output=True, text=True, cwd="/")


def test_an_unknown_command_shows_what_there_is():
    done = go("fly")
    assert done.returncode == 2
    assert set(re.findall(r"go\.py (\w+)", done.stderr)) == COMMANDS


def test_help_is_no_mistake():
    assert go("--help").returncode == 0


def test_the_readme_names_the_two_commands():
    assert "python3 go.py run" in README
    assert "python3 go.py test" in README


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", ".ci/run"])
def test_only_commands_that_exist_are_named(path):
    assert set(re.findall(r"go\.py (\w+)", (ROOT / path).read_text(encoding="utf-8"))) <= COMMANDS


def test_every_environment_variable_is_described():
    settings = (ROOT / "scorekeeper" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\("([A-Z_]+)"', settings)) | {"PORT", "TEST_POSTGRES_URL"}
    assert read <= set(re.findall(r"^\| `([A-Z_]+)`", README, re.MULTILINE))
