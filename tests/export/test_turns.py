"""A file of many rounds lets others use the lane meanwhile, and computes nothing twice."""

from typing import Any

import pytest

from games import models
from games.display import card
from games.export import formats, pdf_turn
from games.export.data import ExportData, load_evening, load_match
from games.export.turns import ROWS
from scorekeeper import lanes
from tests.export.conftest import ExportingTable
from tests.export.test_pdf import read, words
from tests.rules.golden import NAMES

pytestmark = [pytest.mark.slow, pytest.mark.fifth]

ROUNDS = 2 * ROWS + 1


def long_match(table: ExportingTable) -> ExportData:
    match = table.play("points", NAMES[:2], [{"points": [1, 2]}] * ROUNDS, {"target": 10_000})
    return load_match(models.Match.objects.get(id=match))


def render(data: ExportData, form: str) -> bytes:
    file_format = formats.find(form)
    assert file_format is not None
    return file_format.render(data)


def test_files_of_many_rounds_let_others_pass(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    data = long_match(table)
    passed: list[bool] = []
    monkeypatch.setattr(lanes, "let_others_pass", lambda: passed.append(True))
    counts = {}
    for form in ("csv", "csv-semicolon", "xlsx", "pdf"):
        passed.clear()
        file = render(data, form)
        counts[form] = len(passed)
    pages = len(read(file).pages)
    assert pages > 1
    assert [counts[form] for form in ("csv", "csv-semicolon", "xlsx")] == [3, 3, 6]
    assert counts["pdf"] >= 2 * pages + 2  # when a page is laid out, when it is written, and for each table


def test_an_evening_as_csv_lets_others_pass(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    [match] = long_match(table).matches
    evening = load_evening(models.Evening.objects.get(id=match.row.evening))
    passed: list[bool] = []
    monkeypatch.setattr(lanes, "let_others_pass", lambda: passed.append(True))
    render(evening, "csv")
    assert len(passed) == 3


def test_a_pdf_that_lets_others_pass_does_not_lock_theirs(
    table: ExportingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise one would wait for the lock, and the other for the place in the lane."""
    data, other = long_match(table), load_match(models.Match.objects.get(id=table.bisca()))
    alone = [words(read(render(each, "pdf")).pages) for each in (data, other)]
    between: list[bytes] = []

    def build_other() -> None:
        if not between:
            assert not pdf_turn.LOCK.locked()
            between.append(b"")
            between[0] = render(other, "pdf")

    monkeypatch.setattr(lanes, "let_others_pass", build_other)
    files = [render(data, "pdf"), *between]
    assert [words(read(file).pages) for file in files] == alone
    assert not pdf_turn.LOCK.locked()


def test_badges_of_a_match_are_computed_once(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    [match] = long_match(table).matches
    evening = load_evening(models.Evening.objects.get(id=match.row.evening))
    calls: list[Any] = []
    badges = card.column_badges
    monkeypatch.setattr(card, "column_badges", lambda *names: calls.append(names) or badges(*names))
    render(evening, "csv")
    assert len(calls) == 1
