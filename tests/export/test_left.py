"""Someone who left has no place in any file, is listed last in pictures, and is named as gone beside the total."""

from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from games.export.data import ExportData, load_match
from games.export.picture import portrait
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
