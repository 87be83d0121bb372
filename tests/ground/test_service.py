"""`go.py build` warns if the service could not start the environment's Python."""

from pathlib import Path
from types import SimpleNamespace

import pytest

import go
from tools import service


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the root of a machine, with a Python of the system and one in a home."""
    monkeypatch.setattr(service, "HOMES", (tmp_path / "home",))
    steps = service.steps
    monkeypatch.setattr(service, "steps", lambda path: (step for step in steps(path) if tmp_path in step.parents))
    monkeypatch.setattr(service.pwd, "getpwnam", lambda name: {}[name])
    for path in ("usr/bin", "home/host/bin", "opt/scorekeeper/.venv/bin"):
        (tmp_path / path).mkdir(parents=True)
    for path in tmp_path.rglob("*"):
        path.chmod(0o755)
    for path in ("usr/bin/python3.11", "home/host/bin/python3.11"):
        (tmp_path / path).touch(0o755)
        (tmp_path / path).chmod(0o755)
    (tmp_path / "usr/bin/python3").symlink_to("python3.11")
    return tmp_path


def link(machine: Path, target: Path | str) -> Path:
    python = machine / "opt" / "scorekeeper" / ".venv" / "bin" / "python"
    python.symlink_to(target)
    return python


def warning(machine: Path, python: Path) -> str:
    return service.warning(python, machine / "opt" / "scorekeeper")


def test_a_python_of_the_system_is_fine(machine: Path) -> None:
    assert warning(machine, link(machine, machine / "usr/bin/python3")) == ""


def test_a_python_in_a_home_is_named(machine: Path) -> None:
    python = link(machine, machine / "home/host/bin/python3.11")
    assert f"because {machine}/home is closed" in warning(machine, python)
    (machine / "usr/bin/python3").unlink()
    (machine / "usr/bin/python3").symlink_to("../../home/host/bin/python3.11")
    python.unlink()
    assert f"{machine}/home is closed" in warning(machine, link(machine, machine / "usr/bin/python3"))


def test_a_closed_folder_or_file_is_named(machine: Path) -> None:
    python = link(machine, machine / "usr/bin/python3")
    (machine / "usr/bin/python3.11").chmod(0o700)
    assert f"{machine}/usr/bin/python3.11 is closed" in warning(machine, python)
    (machine / "usr/bin/python3.11").chmod(0o755)
    python.parent.chmod(0o750)
    assert f"{python.parent} is closed" in warning(machine, python)


def test_the_rights_of_the_user_count(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = link(machine, machine / "usr/bin/python3")
    folder = python.parent
    folder.chmod(0o750)
    status = folder.stat()
    user = SimpleNamespace(pw_uid=status.st_uid + 1, pw_gid=status.st_gid)
    monkeypatch.setattr(service.pwd, "getpwnam", lambda _name: user)
    assert warning(machine, python) == ""
    folder.chmod(0o705)
    assert f"{folder} is closed" in warning(machine, python)
    user.pw_uid = status.st_uid
    assert warning(machine, python) == ""


def test_a_missing_python_and_links_in_a_circle_are_closed(machine: Path) -> None:
    python = machine / "opt/scorekeeper/.venv/bin/python"
    assert f"{python} is closed" in warning(machine, python)
    (machine / "usr/bin/python3").unlink()
    (machine / "usr/bin/python3").symlink_to("python3")
    assert list(service.steps(machine / "usr/bin/python3"))


def test_nothing_is_said_below_a_home(machine: Path) -> None:
    """Someone who runs Scorekeeper there has no service."""
    assert service.warning(machine / "home/host/bin/python3.11", machine / "home/host") == ""


def test_a_build_prints_the_warning(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for module, name in ((go, "install"), (go.languages, "ensure"), (go.serve, "collect")):
        monkeypatch.setattr(module, name, lambda *_: 0)
    monkeypatch.setattr(service, "warning", lambda: "It is closed.")
    monkeypatch.setenv("SECRET_KEY", "signs nothing")
    assert go.build([]) == 0
    assert "It is closed." in capsys.readouterr().err
