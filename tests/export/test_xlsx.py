"""Workbooks are read back by another library than the one that wrote them."""

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from games import services
from games.export.workbook import sheet_name
from games.services import actions
from tests.export.conftest import BEGINS, HARD, ExportingTable
from tests.pages.in_browser.games import EVENINGS

pytestmark = pytest.mark.fifth


def read(data: bytes) -> Workbook:
    return load_workbook(BytesIO(data))


def rows(sheet: Any) -> list[tuple[Any, ...]]:
    return list(sheet.iter_rows(values_only=True))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_match_has_points_and_totals_of_its_sheet(table: ExportingTable, evening) -> None:
    match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    expected = table.sheet(match)
    book = read(table.file(match, "xlsx"))
    [sheet] = book.worksheets
    count = len(expected["deals"])
    head, *all_rows = rows(sheet)
    width = 2 + 2 * len(expected["sides"])
    assert head[2:width:2] == tuple(side["name"] for side in expected["sides"])
    assert [row[0] for row in all_rows[:count]] == list(range(1, count + 1))
    assert [row[1] for row in all_rows[:count]] == [evening.names[deal["dealer"]] for deal in expected["deals"]]
    assert [list(row[2:width:2]) for row in all_rows[:count]] == [deal["points"] for deal in expected["deals"]]
    assert [list(row[3:width:2]) for row in all_rows[:count]] == [deal["totals"] for deal in expected["deals"]]
    assert all_rows[count][0] == "Total"
    assert list(all_rows[count][3:width:2]) == expected["totals"]
    assert list(all_rows[count + 1][3:width:2]) == expected["places"]
    assert sheet.freeze_panes == "B2"
    about = {row[0]: row[1] for row in all_rows[count + 3 :]}
    assert about["Day"].date().isoformat() == "2026-01-09"


def test_evening_has_one_sheet_per_match(table: ExportingTable) -> None:
    matches = table.evening()
    book = read(table.evening_file(matches["pisa"], "xlsx"))
    assert book.worksheets[0].title == "Evening"
    assert len(book.worksheets) == 1 + len(matches)
    for number, (sheet, match) in enumerate(zip(book.worksheets[1:], matches.values(), strict=True), 1):
        expected = table.sheet(match)
        assert sheet.title.startswith(f"{number} ")
        width = 2 + 2 * len(expected["sides"])
        assert list(rows(sheet)[len(expected["deals"]) + 1][3:width:2]) == expected["totals"]


def test_evening_begins_with_wins_points_and_places(table: ExportingTable) -> None:
    """Eleni wins 4 to 0, Deniz wins 4 to 0, Zeynep wins 4 to 1: Eleni has 4 + 0 + 1 points, Deniz 0 + 4."""
    first = table.bisca(points=(71,) * 4)
    table.bisca(points=(20,) * 4, begins=BEGINS + timedelta(minutes=30))
    table.bisca("Zeynep", "Eleni", points=(71, 20, 71, 71, 71), begins=BEGINS + timedelta(minutes=60))
    [sheet, *_matches] = read(table.evening_file(first, "xlsx")).worksheets
    game = "Bisca de Três × 3"
    assert rows(sheet) == [
        ("Place", "Player", "Won", "Played", f"{game}, points", f"{game}, places"),
        (1, "Eleni", 1, 3, 5, "1, 2, 2"),
        (1, "Deniz", 1, 2, 4, "2, 1"),
        (1, "Zeynep", 1, 1, 4, "1"),
    ]


def test_evening_without_a_finished_match_has_no_totals(table: ExportingTable) -> None:
    match = table.bisca(points=(71,))
    assert len(read(table.evening_file(match, "xlsx")).worksheets) == 1


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_names_become_neither_formulas_nor_links(table: ExportingTable, name: str) -> None:
    [sheet] = read(table.file(table.bisca(name, "Deniz"), "xlsx")).worksheets
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.value == name]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    assert not [cell for cell in cells if cell.hyperlink]


def test_columns_fit_their_content(table: ExportingTable) -> None:
    [sheet] = read(table.file(table.bisca("Eleni Papadaki", "ş" * 200), "xlsx")).worksheets
    widths = {name: column.width for name, column in sheet.column_dimensions.items()}
    assert widths["A"] < widths["C"] < widths["E"] < 30 < widths["I"]


def test_rows_are_as_high_as_their_text(table: ExportingTable) -> None:
    [sheet] = read(table.file(table.bisca("Bo", "Al"), "xlsx")).worksheets
    assert sheet.column_dimensions["B"].width > len("2026-01-09")
    assert [row for row, dimension in sheet.row_dimensions.items() if dimension.height and dimension.height > 15] == []
    pilotta = next(evening for evening in EVENINGS if evening.game == "pilotta")
    long = table.play(pilotta.game, ["ş" * 40, "b" * 40, "c" * 40, "d" * 40], pilotta.rounds, pilotta.options)
    [sheet] = read(table.file(long, "xlsx")).worksheets
    assert sheet.row_dimensions[1].height >= 30  # the head, with the names of two partners
    assert sheet.row_dimensions[2].height >= 30


def test_day_before_1900_is_a_text(table: ExportingTable) -> None:
    match = table.bisca(begins=datetime.fromisoformat("1899-12-31T19:30:00+02:00"))
    [sheet] = load_workbook(BytesIO(table.file(match, "xlsx"))).worksheets
    assert ["Day", "1899-12-31"] in [list(row[:2]) for row in sheet.iter_rows(values_only=True)]


NO_XML = "G\ufffe\uffff"  # no XML may contain these


def require_xml(data: bytes) -> None:
    """Raise an error if a file of the workbook is not well-formed."""
    with ZipFile(BytesIO(data)) as files:
        for name in files.namelist():
            ElementTree.fromstring(files.read(name))
    read(data)


@pytest.mark.parametrize("where", ["match", "evening", "season", "period"])
def test_names_with_characters_that_xml_forbids(table: ExportingTable, where: str) -> None:
    me: actions.ActionContext = {"by": table.person, "circle": table.circle.pk}
    match, season = uuid4(), uuid4()
    copied = {"id": str(uuid4()), "name": NO_XML}
    people = [f"Ana {NO_XML}", "Bia"]
    actions.start_match(match=str(match), game="points", players=people, custom_game=copied, **me)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [5, 25]}, **me)
    actions.finish(match=match, **me)
    actions.put_season(season=season, changes={"name": NO_XML, "from": "2020-01-01", "minimum": 0}, **me)
    services.rename_circle(by=table.person, circle=table.circle.pk, name=NO_XML)
    if where == "match":
        data = table.file(match, "xlsx")
    elif where == "evening":
        data = table.evening_file(match, "xlsx")
    else:
        path = f"/export/season/{season}/xlsx/" if where == "season" else "/export/circle/"
        answer = table.get(path, data={"form": "xlsx"})
        data = b"".join(answer) if answer.streaming else answer.content
    require_xml(data)


@pytest.mark.parametrize(
    ("name", "number", "title"),
    [
        ("Bisca de Três", None, "Bisca de Três"),
        ("Bisca de Três", 2, "2 Bisca de Três"),
        ("a[b]:c*d?e/f\\g", 1, "1 a b  c d e f g"),
        ("'x'", None, "x"),
        ("s" * 40, 10, "10 " + "s" * 28),
        ("[]", None, "1"),
        ("a\ufffeb\uffffc\x01d", None, "a b c d"),
        ("\ufffe", 3, "3"),
        ("\N{PLAYING CARD ACE OF SPADES}" * 20, None, "\N{PLAYING CARD ACE OF SPADES}" * 15),
    ],
)
def test_sheet_names_are_valid(name: str, number: int | None, title: str) -> None:
    assert sheet_name(name, number) == title
