"""What a circle has played from one day to another: every number is that of the sheets, in every format, page by page."""

import csv
import json
from datetime import date, timedelta
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from games import services
from games.export import long_workbook, period
from games.export.period import Period
from games.export.streams import STREAMS
from games.match.score import score
from games.services import actions
from tests.export.conftest import BEGINS, HARD, Table

pytestmark = pytest.mark.slow

KEYS = [one.key for one in STREAMS]
EXTRA = ("aside", "differs")  # what only a log has


def body(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def taken(table: Table, key: str, **days: str) -> bytes:
    return body(table.get("/export/circle/", data={"form": key, **days}))


def rows(table: Table, key: str, **days: str) -> list[list[Any]]:
    """Without the head."""
    data = taken(table, key, **days)
    separator = ";" if key.endswith("semicolon") else ","
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))[1:]


@pytest.mark.parametrize("key", ["csv", "csv-semicolon"])
def test_a_line_a_match(table: Table, key: str) -> None:
    matches = table.evening()
    actions.put_evening(evening=str(table.evening_of(matches["pisa"])), name="Ayşe", place="Lisboa", **table.act)
    found = {row[2]: row for row in rows(table, key)}
    assert list(found) == [str(match) for match in matches.values()]
    for match in matches.values():
        sheet, row = table.sheet(match), found[str(match)]
        assert (row[0], *row[4:8]) == ("2026-01-09", "Ayşe", "Lisboa", str(len(sheet["deals"])), "yes")
        assert row[8] == ", ".join(sheet["sides"][side]["name"] for side in sheet["winners"])
        pairs = zip(sheet["sides"], sheet["totals"], strict=True)
        assert row[9:] == [cell for side, total in pairs for cell in (side["name"], str(total))]


def test_without_a_round_there_is_no_winner(table: Table) -> None:
    actions.finish(match=table.bisca(points=()), **table.act)
    assert [row[6:9] for row in rows(table, "csv")] == [["0", "yes", ""]]


def test_without_a_complete_round_there_is_no_winner(table: Table) -> None:
    actions.finish(match=table.played("bisca_tres", ("Eleni", "Deniz"), [{}]), **table.act)
    assert [row[6:9] for row in rows(table, "csv")] == [["1", "yes", ""]]


@pytest.mark.parametrize("key", ["rounds", "rounds-semicolon"])
def test_a_line_a_round_and_side(table: Table, key: str) -> None:
    matches = table.evening()
    found = rows(table, key)
    for match in matches.values():
        assert [row[3:] for row in found if row[2] == str(match)] == told(table, match)


def told(table: Table, match: UUID) -> list[list[str]]:
    """The rounds of a sheet: number, dealer, side, points, total."""
    sheet = table.sheet(match)
    players = [player for _number, player in sorted(seats(sheet))]
    return [
        [str(number), players[deal["dealer"]], side["name"], str(deal["points"][at]), str(deal["totals"][at])]
        for number, deal in enumerate(sheet["deals"], 1)
        for at, side in enumerate(sheet["sides"])
    ]


def seats(sheet: Any) -> list[tuple[int, str]]:
    return [pair for side in sheet["sides"] for pair in zip(side["seats"], side["name"].split(" & "), strict=True)]


def test_documents_scored_again_are_the_sheets(table: Table) -> None:
    matches = table.evening()
    lines = taken(table, "jsonl").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [str(match) for match in matches.values()]
    for line, match in zip(lines, matches.values(), strict=True):
        assert score(line, str) == {name: value for name, value in table.sheet(match).items() if name not in EXTRA}


def test_a_workbook_has_the_same_matches_and_rounds(table: Table) -> None:
    table.evening()
    book = load_workbook(BytesIO(taken(table, "xlsx")))
    assert book.sheetnames == ["Matches", "Rounds"]
    for sheet, key in zip(book.worksheets, ("csv", "rounds"), strict=True):
        cells = list(sheet.iter_rows(min_row=2, values_only=True))
        text = [["" if cell is None else str(cell) for cell in row] for row in cells]
        for row in text:
            row[0] = row[0][:10]  # a day, which the library reads with a time
        width = max(map(len, text))
        assert text == [row + [""] * (width - len(row)) for row in rows(table, key)]
        assert sheet.freeze_panes == "B2"
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d", "inlineStr"}


def test_a_sheet_that_is_full_is_followed_by_another(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_workbook, "MOST_ROWS", 7)
    table.bisca(points=(71,) * 3)
    table.bisca(points=(60,) * 5)
    book = load_workbook(BytesIO(taken(table, "xlsx")))
    assert book.sheetnames == ["Matches", "Rounds", "2 Rounds", "3 Rounds"]
    assert [sheet.max_row - 1 for sheet in book.worksheets] == [2, 7, 7, 2]
    heads = {tuple(cell.value for cell in sheet[1]) for sheet in book.worksheets[1:]}
    assert len(heads) == 1


def test_what_was_struck_put_right_or_put_in_late_is_as_on_the_sheet(table: Table) -> None:
    match = table.bisca(points=(71, 80, 90))
    first, second, third = table.sheet(match)["deals"]
    actions.strike_deal(match=str(match), deal=second["id"], **table.act)
    actions.amend_deal(match=str(match), deal=third["id"], answers={"points": [30, 90]}, **table.act)
    late = "0b7e4f52-9a2e-4f0a-8a55-7f3f9d0f6f10"
    actions.add_deal(match=str(match), deal=late, answers={"points": [60, 60]}, before=first["id"], **table.act)
    assert [row[3:] for row in rows(table, "rounds")] == told(table, match)


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ({}, [0, 1, 2]),
        ({"from": "", "to": ""}, [0, 1, 2]),
        ({"from": "2026-01-10"}, [1, 2]),
        ({"to": "2026-01-09"}, [0]),
        ({"from": "2026-01-10", "to": "2026-01-10"}, [1]),
        ({"from": "2027-01-01"}, []),
    ],
)
def test_only_the_days_that_are_wanted(table: Table, days: dict[str, str], found: list[int]) -> None:
    matches = [str(table.bisca(begins=BEGINS + timedelta(days=number))) for number in range(3)]
    for key in ("csv", "rounds"):
        assert list(dict.fromkeys(row[2] for row in rows(table, key, **days))) == [matches[one] for one in found]
    assert len(taken(table, "jsonl", **days).splitlines()) == len(found)


def test_a_day_is_that_of_the_table(table: Table) -> None:
    late = BEGINS.fromisoformat("2026-01-09T23:30:00-03:00")  # already the tenth in Greenwich
    table.bisca(begins=late)
    assert len(rows(table, "csv", **{"from": "2026-01-09", "to": "2026-01-09"})) == 1


def test_pages_leave_out_nothing_and_repeat_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(period, "PAGE", 2)
    matches = {str(table.bisca(points=(71,), begins=BEGINS + timedelta(days=number // 3))) for number in range(7)}
    seen: list[int] = []
    found = [match for page in Period(table.circle, progress=seen.append).pages() for match in page]
    assert {str(match.id) for match in found} == matches
    assert len(found) == len(matches)
    assert [match.started for match in found] == sorted(match.started for match in found)
    assert seen == [2, 4, 6, 7]


@pytest.mark.parametrize("key", KEYS)
def test_a_page_of_matches_asks_as_much_as_one_match(table: Table, key: str) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            taken(table, key)
        return len(found)

    table.bisca(points=(71,))
    few = asked()
    for number in range(5):
        table.bisca(points=(60,) * number)
    assert asked() == few


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_no_name_breaks_it(table: Table, key: str, name: str) -> None:
    match = table.bisca(name, "Deniz")
    actions.put_evening(evening=str(table.evening_of(match)), name=name, place=name, **table.act)
    data = taken(table, key)
    if key == "xlsx":
        cells = [cell for sheet in load_workbook(BytesIO(data)) for row in sheet.iter_rows() for cell in row]
        assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
        assert name in {cell.value for cell in cells}
    elif key == "jsonl":
        assert json.loads(data)["players"] == [name, "Deniz"]
    else:
        found = [cell for row in rows(table, key) for cell in row]
        assert {name, f"'{name}"} & set(found)
        assert not [cell for cell in found if cell.strip()[:1] in set("=+@＝＋－＠")]


@pytest.mark.parametrize("key", KEYS)
def test_a_circle_without_a_match_is_a_file_too(table: Table, key: str) -> None:
    data = taken(table, key)
    assert (data == b"") is (key == "jsonl")


def test_a_deleted_match_is_in_none(table: Table) -> None:
    match = table.bisca()
    actions.delete_match(match=str(match), **table.act)
    assert rows(table, "csv") == rows(table, "rounds") == []


def test_the_page_asks_for_days_and_a_format(table: Table) -> None:
    table.bisca()
    answer = table.get("/export/circle/")
    page = answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert "Fridays" in page
    assert "One match" in page
    assert page.count('type="radio"') == len(KEYS)
    assert f'href="/export/circle/?circle={table.circle.pk}"' in table.get("/circle/").content.decode()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"form": "csv", "from": "yesterday"}, "Enter a valid date."),
        ({"form": "csv", "from": "2026-02-30"}, "Enter a valid date."),
        ({"form": "csv", "from": "2026-02-02", "to": "2026-02-01"}, "This is before the first day."),
        ({"form": "doc"}, "Select a valid choice."),
        ({"form": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(table: Table, said: dict[str, str], words: str) -> None:
    answer = table.get("/export/circle/", data=said)
    assert (answer.status_code, words in answer.content.decode()) == (422, True)


def test_files_are_called_after_the_circle_and_the_days(table: Table) -> None:
    answer = table.get("/export/circle/", data={"form": "rounds", "from": "2026-01-09", "to": str(date(2026, 2, 1))})
    assert 'filename="scorekeeper-Fridays-rounds-from-2026-01-09-to-2026-02-01.csv"' in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    answer = table.get("/export/circle/", data={"form": "xlsx"})
    assert 'filename="scorekeeper-Fridays-matches.xlsx"' in answer["Content-Disposition"]


def test_another_circle_of_mine_can_be_named_and_no_one_elses(table: Table) -> None:
    table.bisca()
    mine = services.create_own_circle(by=table.person, name="Sundays").circle
    assert rows(table, "csv", circle=str(mine.pk)) == []
    assert len(rows(table, "csv", circle=str(table.circle.pk))) == 1
    _rosa, other = services.make_person("Rosa", "Mondays")
    assert table.get("/export/circle/", data={"form": "csv", "circle": str(other.pk)}).status_code == 404
