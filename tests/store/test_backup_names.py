"""File names of database copies."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils import timezone

from games.management.commands.backup import free_path
from games.store import backup


def test_two_copies_in_one_second_have_different_names(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(backup, "folder", lambda: tmp_path)
    monkeypatch.setattr(timezone, "localtime", lambda: datetime(2026, 11, 23, 8, 12, 8, tzinfo=UTC))
    first = free_path("before-restore")
    first.write_bytes(b"")
    second = free_path("before-restore")
    assert first.name.startswith("before-restore-2026-11-23-081208.")
    assert second.name.startswith("before-restore-2026-11-23-081208-2.")
