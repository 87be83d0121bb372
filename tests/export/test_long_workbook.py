"""The files from which a workbook of a period is built have the limit of an answer, and leave nothing behind."""

import gc
import os
import tempfile
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from xlsxwriter.worksheet import Worksheet

from games.export import long_workbook
from games.export.period import Period
from scorekeeper import answers, lanes
from tests.export.conftest import ExportingTable

pytestmark = [pytest.mark.slow, pytest.mark.fifth]

NAMES = tuple(f"{number}" + "&" * 190 for number in range(8))  # "&" is one byte here, and five in a workbook
ROOM = 100_000  # bytes of a disk that is too small


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def period(table: ExportingTable) -> Period:
    table.play("points", NAMES, [{"points": [1] * 8}] * 15, {"target": 10_000})
    return Period(table.circle, most_bytes=answers.MOST_OF_ANSWER)


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def watch(monkeypatch: pytest.MonkeyPatch, look: Any) -> None:
    """Look whenever a row, a finished sheet or a packed part has been written, before anything is deleted."""
    for owner, name in (
        (Worksheet, "write_string"),
        (long_workbook.PackedFile, "write"),
        (os, "unlink"),
        (os, "remove"),
    ):
        monkeypatch.setattr(owner, name, watched(getattr(owner, name), look))


def watched(original: Any, look: Any) -> Any:
    def call(*arguments: Any, **options: Any) -> Any:
        look()
        return original(*arguments, **options)

    return call


def is_refused(period: Period, most: int) -> bool:
    try:
        list(long_workbook.iter_chunks(replace(period, most_bytes=most)))
    except answers.AnswerTooLong:
        return True
    return False


def test_the_worst_workbook_that_is_not_refused_stays_below_the_limit(
    period: Period, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, accepted = 0, 4_000_000
    while accepted - refused > 1_000:
        middle = (refused + accepted) // 2
        refused, accepted = (middle, accepted) if is_refused(period, middle) else (refused, middle)
    sizes: list[int] = []
    watch(monkeypatch, lambda: sizes.append(bytes_below(folder)))
    assert not is_refused(period, accepted)
    assert 300_000 < max(sizes) < accepted
    assert not list(folder.iterdir())


def test_the_files_count_like_an_answer(period: Period, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = answers.StoredAnswers()
    answer = answers.StoredAnswer(stored, "a")
    sizes: list[tuple[int, int]] = []
    watch(monkeypatch, lambda: sizes.append((stored.size, bytes_below(folder))))
    answers.store(answer, long_workbook.iter_chunks(period))
    counted, real = map(max, zip(*sizes, strict=True))
    assert counted >= real > 300_000
    assert stored.size == answer.size > 0
    answer.close()
    assert (stored.size, stored.by_address) == (0, {})
    assert not list(folder.iterdir())


def test_files_that_make_room_for_others_are_empty_at_once(
    period: Period, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that lets others pass may not go on for a minute."""
    stored = answers.StoredAnswers()
    answer, other = (answers.StoredAnswer(stored, address) for address in ("a", "b"))
    left: list[int] = []

    def let_another_pass() -> None:
        if not left and stored.size > 100_000:
            monkeypatch.setattr(answers, "MOST_BYTES", stored.size + 10)
            other.add(b"x" * 20)
            left.append(bytes_below(folder))

    monkeypatch.setattr(lanes, "let_others_pass", let_another_pass)
    with pytest.raises(lanes.Busy):
        answers.store(answer, long_workbook.iter_chunks(period))
    assert left == [0]
    assert stored.size == other.size == 20
    assert not list(folder.iterdir())
    other.close()


@pytest.mark.parametrize(
    ("owner", "name"),
    [(long_workbook.PackedFile, "write"), (Worksheet, "_write_page_margins"), (Worksheet, "write_string")],
)
def test_a_full_disk_is_a_clear_answer(
    period: Period, folder: Path, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    def fill_disk() -> None:
        if bytes_below(folder) > ROOM:
            raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(owner, name, watched(getattr(owner, name), fill_disk))
    stored = answers.StoredAnswers()
    answer = answers.StoredAnswer(stored, "a")
    with pytest.raises(lanes.Busy):
        answers.store(answer, long_workbook.iter_chunks(period))
    with pytest.raises(OSError, match="No space left"):  # a command shows the reason
        list(long_workbook.iter_chunks(period))
    gc.collect()  # also the library ends without an error
    assert (stored.size, stored.by_address) == (0, {})
    assert not list(folder.iterdir())
