"""Someone who left has no place in any file, is listed last in pictures, and is named as gone beside the total."""

from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from games.export.data import ExportData, load_match
from games.export.picture import portrait, with_former
from games.models import Match
from games.services import actions
from tests.export.conftest import ExportingTable
from tests.export.test_csv import read

pytestmark = pytest.mark.usefixtures("lettered")
PLAYERS = ["Ana", "Eva", "Bruno", "Carla"]


@pytest.fixture
def match(table: ExportingTable) -> UUID:
    """A match that Eva left with the highest total; the others have played one more round."""
    return without_eva(table, [50, 90, 10, 20], [1, 2, 3])


def without_eva(table: ExportingTable, first: list[int], second: list[int]) -> UUID:
    match = table.play("points", PLAYERS, [{"points": first}])
    rest: list[Any] = [name for name in PLAYERS if name != "Eva"]
    actions.change_people(match=match, players=rest, points="from_zero", **table.act)
    actions.add_deal(match=str(match), deal=str(uuid4()), answers={"points": second}, **table.act)
    return match


def data_of(table: ExportingTable, match: UUID) -> ExportData:
    return load_match(Match.objects.get(circle=table.circle, id=match))


def test_pictures_say_who_has_left(table: ExportingTable, match: UUID) -> None:
    data = data_of(table, match)
    rows = data.headline.picture.rows
    assert [(row.name, row.total) for row in rows][-1] == ("Eva (has left)", "90")
    assert [row.name for row in rows if row.is_first] == ["Ana"]
    assert data.headline.title == "Points: Ana 51 – Eva (has left) 90 – Bruno 12 – Carla 23"
    actions.finish(match=match, **table.act)
    lines = portrait(data_of(table, match)).rows
    assert [(line.place, line.name) for line in lines] == [
        ("1", "Ana"),
        ("2", "Carla"),
        ("3", "Bruno"),
        ("–", "Eva (has left)"),
    ]


def test_picture_of_a_match_has_those_whose_column_began_from_zero(table: ExportingTable) -> None:
    match = table.play("points", ["Ana", "Eva"], [{"points": [50, 90]}])
    actions.change_people(match=match, players=["Ana", "Bruno"], points="from_zero", **table.act)
    actions.add_deal(match=str(match), deal=str(uuid4()), answers={"points": [1, 2]}, **table.act)
    rows = with_former(data_of(table, match)).rows
    assert [(row.name, row.total, row.is_first) for row in rows] == [
        ("Ana", "51", True),
        ("Bruno", "2", False),
        ("Eva (has left)", "90", False),
    ]


def test_tables_have_no_place_of_those_who_left(table: ExportingTable, match: UUID) -> None:
    actions.finish(match=match, **table.act)
    assert "Ana 51 – Eva (has left) 90 – Bruno 12" in table.file(match, "txt").decode()
    places = [row for row in read(table.file(match, "csv")) if row[0] == "Place"]
    assert [row[3:10:2] for row in places] == [["1", "has left", "3", "2"]]
    [sheet] = load_workbook(BytesIO(table.file(match, "xlsx"))).worksheets
    [row] = [row for row in sheet.iter_rows(values_only=True) if row[0] == "Place"]
    assert row[3:10:2] == (1, "has left", 3, 2)
    text = PdfReader(BytesIO(table.file(match, "pdf"))).pages[0].extract_text()
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    assert lines[lines.index("Place") :][1:5] == ["1", "–", "3", "2"]
    assert "(has left)" in text


def test_those_who_stay_and_are_level_do_not_lead(table: ExportingTable) -> None:
    match = without_eva(table, [20, 90, 20, 20], [1, 1, 1])
    picture = data_of(table, match).headline.picture
    assert not any(row.is_first for row in picture.rows)
    assert picture.note == "After 2 rounds"


FILES = ("csv", "xlsx", "pdf", "txt")


def text_of(table: ExportingTable, match: UUID, form: str) -> str:
    """Return the text of a file, as one line."""
    data = table.file(match, form)
    if form == "xlsx":
        [sheet] = load_workbook(BytesIO(data)).worksheets
        return " ".join(str(cell) for row in sheet.iter_rows(values_only=True) for cell in row if cell is not None)
    if form == "pdf":
        return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).split())
    return " ".join(data.decode().split())


def replaced(table: ExportingTable, points: str) -> UUID:
    """Return a match of Hearts in which Duarte has 2 + 13 points when Andreas replaces him; Andreas then has 2."""
    names: list[Any] = ["Duarte", "Rosa", "Rui", "Eleni"]
    match = table.play("hearts", names, [{"hearts": [2, 5, 3, 3], "queen": 0}])
    actions.change_people(match=match, players=["Andreas", *names[1:]], points=points, **table.act)
    second = {"hearts": [2, 4, 4, 3], "queen": 1}
    actions.add_deal(match=str(match), deal=str(uuid4()), answers=second, **table.act)
    return match


def test_files_say_who_replaced_someone_from_zero(table: ExportingTable) -> None:
    match = replaced(table, "from_zero")
    change = "From round 2: Andreas replaces Duarte and starts from zero."
    for form in FILES:
        text = text_of(table, match, form)
        assert text.count(change) == 1, form
        assert "Duarte (has left)" in text, form
    head, first, second, *foot = read(table.file(match, "csv"))
    assert head[2:6] == ["Duarte / Andreas", "Duarte / Andreas, total", "Rosa", "Rosa, total"]
    assert (first[2:4], second[2:4]) == (["15", "15"], ["2", "2"])
    assert second[-1].startswith(change)
    assert [row[:6] for row in foot] == [
        ["Total", "", "", "2", "", "22"],  # Rosa: 5 + 4 + 13
        ["Place", "", "", "1", "", "4"],
        ["Duarte (has left)", "", "", "15", "", ""],
    ]
    assert table.file(match, "txt").decode().splitlines()[1:] == [
        "Andreas 2 – Rosa 22 – Rui 7 – Eleni 6 – Duarte (has left) 15",
        "After 2 rounds: Andreas leads",
        "1. +15 · +5 · +3 · +3 = 15 : 5 : 3 : 3",
        change,
        "2. +2 · +17 · +4 · +3 = 2 : 22 : 7 : 6",
    ]
    [sheet] = load_workbook(BytesIO(table.file(match, "xlsx"))).worksheets
    [row] = [row for row in sheet.iter_rows(values_only=True) if row[0] == "Duarte (has left)"]
    assert row[2:6] == (None, 15, None, None)
    assert "Duarte (has left) 15" in text_of(table, match, "pdf")


def test_files_say_who_took_over_points(table: ExportingTable) -> None:
    """Andreas has the 15 points of Duarte and 2 of his own."""
    match = replaced(table, "take_over")
    for form in FILES:
        text = text_of(table, match, form)
        assert text.count("From round 2: Andreas replaces Duarte and takes over the points.") == 1, form
        assert "has left" not in text, form
    head, *rows = read(table.file(match, "csv"))
    assert head[2:4] == ["Andreas", "Andreas, total"]
    assert [row[2:4] for row in rows[:3]] == [["15", "15"], ["2", "17"], ["", "17"]]


def test_files_say_who_left_without_a_replacement(table: ExportingTable, match: UUID) -> None:
    for form in FILES:
        assert text_of(table, match, form).count("From round 2: Eva leaves.") == 1, form
