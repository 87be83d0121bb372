"""The wait for other writers is limited."""

from fcntl import LOCK_EX, flock
from pathlib import Path
from threading import Timer

import pytest
from django.db import OperationalError

from games.store import write_lock


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "scores-turn"
    monkeypatch.setattr(write_lock, "lock_file", lambda: path)
    monkeypatch.setattr(write_lock, "PATIENCE", 0.2)
    return path


def test_waiting_too_long_raises_an_error(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with file.open("a") as holder:
        flock(holder, LOCK_EX)
        with pytest.raises(OperationalError), write_lock.write_lock():
            pass
    monkeypatch.setattr(write_lock, "PATIENCE", 5)
    with write_lock.write_lock():  # the writer that gave up does not hold it
        pass


def test_lock_is_granted_when_its_holder_closes_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_lock, "PATIENCE", 10)
    holder = file.open("a")
    flock(holder, LOCK_EX)
    Timer(0.1, holder.close).start()
    with write_lock.write_lock():
        assert holder.closed
