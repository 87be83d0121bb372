"""When the environment is created, updated or left alone. No installer runs in these tests."""

import json

import pytest

from tools import boot, environment
from tools.steps import Trouble


class Installers:
    """Replacements of uv and pip, which note their calls and can fail."""

    def __init__(self, venv):
        self.venv = venv
        self.calls = []
        self.broken = set()
        self.interrupted = False

    def uv(self, *arguments):
        return self.act("uv " + (arguments[0] if arguments[0] == "venv" else arguments[-1].name))

    def call(self, *command):
        return self.act("venv" if "venv" in command else f"pip {command[-1].name}")

    def act(self, action):
        self.calls.append(action)
        if self.interrupted and action.endswith(".lock"):
            raise KeyboardInterrupt
        if action.split()[0] in self.broken:
            return "dns error"
        if "venv" in action:
            environment.PYTHON.parent.mkdir(parents=True)
            environment.PYTHON.touch()
        return None


@pytest.fixture
def installers(tmp_path, monkeypatch):
    venv = tmp_path / ".venv"
    fake = Installers(venv)
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(environment, "NOTE", venv / "note.json")
    monkeypatch.setattr(boot, "uv", fake.uv)
    monkeypatch.setattr(boot, "call", fake.call)
    return fake


def ensure(installers, level):
    installers.calls.clear()
    environment.ensure(level)
    return installers.calls


def test_the_first_call_creates_the_environment(installers):
    assert ensure(installers, "app") == ["uv venv", "uv app.lock"]


def test_the_second_call_does_nothing(installers):
    ensure(installers, "app")
    assert ensure(installers, "app") == []


def test_a_higher_level_serves_a_lower_need(installers):
    ensure(installers, "test")
    assert ensure(installers, "app") == []
    assert ensure(installers, "postgres") == []


def test_a_higher_level_is_added(installers):
    ensure(installers, "app")
    assert ensure(installers, "test") == ["uv test.lock"]


def test_pip_replaces_a_failed_uv(installers):
    installers.broken = {"uv"}
    assert ensure(installers, "app") == ["uv venv", "venv", "uv app.lock", "pip app.lock"]


def test_without_an_installer_the_error_is_a_sentence(installers):
    installers.broken = {"uv", "pip"}
    with pytest.raises(Trouble, match="network"):
        ensure(installers, "app")


def test_an_interrupted_installation_starts_again(installers):
    installers.interrupted = True
    with pytest.raises(KeyboardInterrupt):
        ensure(installers, "app")
    installers.interrupted = False
    assert ensure(installers, "app") == ["uv venv", "uv app.lock"]


def test_the_app_still_runs_if_the_tests_cannot_be_installed(installers):
    ensure(installers, "app")
    installers.broken = {"uv", "pip"}
    with pytest.raises(Trouble):
        ensure(installers, "test")
    assert ensure(installers, "app") == []


@pytest.mark.parametrize("change", [{"python": "cpython-310"}, {"app": "another lock file"}])
def test_another_python_or_lock_file_causes_an_installation(installers, change):
    ensure(installers, "app")
    note = json.loads(environment.NOTE.read_text())
    environment.NOTE.write_text(json.dumps(note | change))
    assert ensure(installers, "app")[-1] == "uv app.lock"


def test_an_environment_without_its_python_is_created_again(installers):
    ensure(installers, "app")
    environment.PYTHON.unlink()
    environment.PYTHON.parent.rmdir()
    assert ensure(installers, "app") == ["uv venv", "uv app.lock"]
