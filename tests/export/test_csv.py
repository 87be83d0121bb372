"""CSV is read as spreadsheets of every country read it, and has the content of the sheet."""

import csv
from codecs import BOM_UTF8
from io import StringIO
from time import process_time

import pytest

from games.export import csv_file
from tests.export.conftest import HARD, ExportingTable
from tests.pages.in_browser.games import EVENINGS

SEPARATORS = {"csv": ",", "csv-semicolon": ";"}


def read(data: bytes, form: str = "csv") -> list[list[str]]:
    assert data.startswith(BOM_UTF8)
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=SEPARATORS[form]))


@pytest.mark.fifth
@pytest.mark.parametrize("form", SEPARATORS)
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_match_has_points_and_totals_of_its_sheet(table: ExportingTable, evening, form: str) -> None:
    match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    sheet = table.sheet(match)
    sides = [side["name"] for side in sheet["sides"]]
    head, *rows = read(table.file(match, form), form)
    ends = 2 + 2 * len(sides)  # then come the answers
    assert head[:ends] == ["Round", "Dealer", *(text for name in sides for text in (name, f"{name}, total"))]
    assert head[-1] == "Scored for"
    assert {len(row) for row in rows} == {len(head)}
    rows, total, place = rows[:-2], rows[-2], rows[-1]
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(sheet["deals"]) + 1)]
    assert [row[1] for row in rows] == [evening.names[deal["dealer"]] for deal in sheet["deals"]]
    assert [[int(cell) for cell in row[2:ends:2]] for row in rows] == [deal["points"] for deal in sheet["deals"]]
    assert [[int(cell) for cell in row[3:ends:2]] for row in rows] == [deal["totals"] for deal in sheet["deals"]]
    assert total[3:ends:2] == [str(number) for number in sheet["totals"]]
    assert place[3:ends:2] == [str(number) for number in sheet["places"]]
    for row, deal in zip(rows, sheet["deals"], strict=True):
        for label in {label for label, _points in deal["lines"]} - {"Points"}:  # a label that only repeats the numbers
            assert label in row[-1]


def test_evening_has_one_row_per_round_and_side(table: ExportingTable) -> None:
    matches = table.evening()
    head, *rows = read(table.evening_file(matches["pisa"], "csv"))
    assert head == ["Day", "Game", "Match", "Round", "Dealer", "Side", "Points", "Total", "Player ids"]
    for game, match in matches.items():
        sheet = table.sheet(match)
        own = [row for row in rows if row[2] == str(match)]
        assert {row[0] for row in own} == {"2026-01-09"}
        cells = [(int(row[3]), row[5], int(row[6]), int(row[7])) for row in own]
        assert cells == [
            (number, side["name"], deal["points"][place], deal["totals"][place])
            for number, deal in enumerate(sheet["deals"], 1)
            for place, side in enumerate(sheet["sides"])
        ], game
    assert len({row[2] for row in rows}) == len(matches)


@pytest.mark.parametrize("form", SEPARATORS)
@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_names_neither_break_the_table_nor_become_formulas(table: ExportingTable, name: str, form: str) -> None:
    match = table.bisca(name, "Deniz")
    for data in (table.file(match, form), table.evening_file(match, form)):
        rows = read(data, form)
        assert {len(row) for row in rows} == {len(rows[0])}
        cells = [cell for row in rows for cell in row]
        assert not [cell for cell in cells if cell.strip()[:1] in set("=+@＝＋－＠") or cell[:1] in set("\t\r\n")]
        assert not [cell for cell in cells if cell[:1] == "-" and not cell[1:].isdigit()]
        assert {name, f"'{name}"} & set(cells)


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("=1", "'=1"),
        ("\t=1", "'\t=1"),
        ("-2+3", "'-2+3"),
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x, -1,=2", "x, '-1,'=2"),
        ("x\t@y", "x\t'@y"),
        ("Jo-Ann, A+B; C", "Jo-Ann, A+B; C"),
        ("Jo-Ann", "Jo-Ann"),
        ("a=b", "a=b"),
        (-3, -3),
        ("", ""),
        (None, None),
    ],
)
def test_cell_like_a_formula_becomes_a_text(cell: str | int | None, safe: str | int | None) -> None:
    assert csv_file.safe(cell) == safe


@pytest.mark.parametrize("text", ["'\t", "'", "\t", ",'"])
def test_long_runs_of_separators_take_little_time(text: str) -> None:
    began = process_time()
    assert csv_file.safe("x" + text * 100_000 + "x") == "x" + text * 100_000 + "x"
    assert process_time() - began < 2


def test_negative_numbers_stay_numbers() -> None:
    assert csv_file.csv_bytes([[-3, "x"]], ",") == b"-3,x\r\n"
