"""A workbook is read back by another library than the one that wrote it."""

from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from games.export.workbook import sheet_name
from tests.export.conftest import HARD, Table
from tests.pages.in_browser.games import EVENINGS


def read(data: bytes) -> Workbook:
    return load_workbook(BytesIO(data))


def rows(sheet: Any) -> list[tuple[Any, ...]]:
    return list(sheet.iter_rows(values_only=True))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda one: one.game)
def test_a_match_has_the_points_and_totals_of_its_sheet(table: Table, evening) -> None:
    match = table.played(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    told = table.sheet(match)
    book = read(table.file(match, "xlsx"))
    [sheet] = book.worksheets
    count = len(told["deals"])
    head, *found = rows(sheet)
    assert head[2:-1:2] == tuple(side["name"] for side in told["sides"])
    assert [row[0] for row in found[:count]] == list(range(1, count + 1))
    assert [row[1] for row in found[:count]] == [evening.names[deal["dealer"]] for deal in told["deals"]]
    width = 2 + 2 * len(told["sides"])
    assert [list(row[2:width:2]) for row in found[:count]] == [deal["points"] for deal in told["deals"]]
    assert [list(row[3:width:2]) for row in found[:count]] == [deal["totals"] for deal in told["deals"]]
    assert found[count][0] == "Total"
    assert list(found[count][3:width:2]) == told["totals"]
    assert list(found[count + 1][3:width:2]) == told["places"]
    assert sheet.freeze_panes == "B2"
    about = {row[0]: row[1] for row in found[count + 3 :]}
    assert about["Day"].date().isoformat() == "2026-01-09"


def test_an_evening_has_a_sheet_a_match(table: Table) -> None:
    matches = table.evening()
    book = read(table.evening_file(matches["pisa"], "xlsx"))
    assert len(book.worksheets) == len(matches)
    for number, (sheet, match) in enumerate(zip(book.worksheets, matches.values(), strict=True), 1):
        told = table.sheet(match)
        assert sheet.title.startswith(f"{number} ")
        width = 2 + 2 * len(told["sides"])
        assert list(rows(sheet)[len(told["deals"]) + 1][3:width:2]) == told["totals"]


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_no_name_is_a_formula_or_a_link(table: Table, name: str) -> None:
    [sheet] = read(table.file(table.bisca(name, "Deniz"), "xlsx")).worksheets
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.value == name]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    assert not [cell for cell in cells if cell.hyperlink]


def test_columns_are_as_wide_as_what_stands_in_them(table: Table) -> None:
    [sheet] = read(table.file(table.bisca("Eleni Papadaki", "ş" * 200), "xlsx")).worksheets
    found = {name: column.width for name, column in sheet.column_dimensions.items()}
    assert found["A"] < found["C"] < found["E"] < 30 < found["G"]


def test_a_day_has_room_and_a_row_is_as_high_as_its_text(table: Table) -> None:
    [sheet] = read(table.file(table.bisca("Bo", "Al"), "xlsx")).worksheets
    assert sheet.column_dimensions["B"].width > len("2026-01-09")
    assert [row for row, one in sheet.row_dimensions.items() if one.height and one.height > 15] == []
    evening = next(one for one in EVENINGS if one.game == "pilotta")
    long = table.played(evening.game, ["ş" * 40, "b" * 40, "c" * 40, "d" * 40], evening.rounds, evening.options)
    [sheet] = read(table.file(long, "xlsx")).worksheets
    assert sheet.row_dimensions[1].height >= 30  # the head, with the names of two partners
    assert sheet.row_dimensions[2].height >= 30


def test_a_day_that_the_format_cannot_count_is_a_text(table: Table) -> None:
    match = table.bisca(begins=datetime.fromisoformat("1899-12-31T19:30:00+02:00"))
    [sheet] = load_workbook(BytesIO(table.file(match, "xlsx"))).worksheets
    assert ["Day", "1899-12-31"] in [list(row[:2]) for row in sheet.iter_rows(values_only=True)]


@pytest.mark.parametrize(
    ("name", "number", "found"),
    [
        ("Bisca de Três", None, "Bisca de Três"),
        ("Bisca de Três", 2, "2 Bisca de Três"),
        ("a[b]:c*d?e/f\\g", 1, "1 a b  c d e f g"),
        ("'x'", None, "x"),
        ("s" * 40, 10, "10 " + "s" * 28),
        ("[]", None, "1"),
    ],
)
def test_a_sheet_is_called_what_a_sheet_can_be_called(name: str, number: int | None, found: str) -> None:
    assert sheet_name(name, number) == found
