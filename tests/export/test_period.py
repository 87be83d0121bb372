"""Exports of a period: every number equals that of the sheets, in every format, across pages."""

import csv
import json
import tempfile
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from games import models, services
from games.export import long_workbook, period
from games.export.period import Period
from games.export.streams import STREAMS
from games.http import downloads
from games.match.score import score
from games.rules.words import plain_text
from games.services import actions
from scorekeeper.answers import AnswerTooLong
from tests.export.conftest import BEGINS, HARD, ExportingTable

pytestmark = [pytest.mark.slow, pytest.mark.fifth]

KEYS = [stream.key for stream in STREAMS]
EXTRA = ("aside", "differs")  # only a log has these


def body(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def period_data(table: ExportingTable, key: str, **days: str) -> bytes:
    return body(table.get("/export/circle/", data={"form": key, **days}))


def rows(table: ExportingTable, key: str, **days: str) -> list[list[Any]]:
    """Return the rows without the head."""
    data = period_data(table, key, **days)
    separator = ";" if key.endswith("semicolon") else ","
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))[1:]


@pytest.mark.parametrize("key", ["csv", "csv-semicolon"])
def test_file_has_one_line_per_match(table: ExportingTable, key: str) -> None:
    matches = table.evening()
    actions.put_evening(evening=str(table.evening_of(matches["pisa"])), name="Ayşe", place="Lisboa", **table.act)
    by_match = {row[2]: row for row in rows(table, key)}
    assert list(by_match) == [str(match) for match in matches.values()]
    for match in matches.values():
        sheet, row = table.sheet(match), by_match[str(match)]
        assert (row[0], *row[4:8]) == ("2026-01-09", "Ayşe", "Lisboa", str(len(sheet["deals"])), "yes")
        assert row[8] == ", ".join(sheet["sides"][side]["name"] for side in sheet["winners"])
        pairs = zip(sheet["sides"], sheet["totals"], strict=True)
        assert row[9:] == [cell for side, total in pairs for cell in (side["name"], str(total), "")]


def test_lines_repeat_no_more_of_an_evening_than_its_form_accepts(table: ExportingTable) -> None:
    match = table.evening()["pisa"]
    actions.put_evening(evening=str(table.evening_of(match)), name="N" * 200, place="L" * 2_000, **table.act)
    row = next(row for row in rows(table, "csv") if row[2] == str(match))
    assert row[4:6] == ["N" * 200, "L" * 200 + "…"]


def test_a_workbook_of_too_many_bytes_is_refused_while_it_is_built(
    table: ExportingTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.evening()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(downloads, "MOST_OF_ANSWER", 1_000)
    with pytest.raises(AnswerTooLong):
        period_data(table, "xlsx")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", ["en-US", "pt-BR", "el"])
def test_days_for_programs_are_the_same_in_each_language(table: ExportingTable, language: str) -> None:
    match = table.bisca()
    files = {"json": table.file(match, "json"), "jsonl": period_data(table, "jsonl")}
    table.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert {row[0] for row in rows(table, "csv")} == {"2026-01-09"}
    assert files == {"json": table.file(match, "json"), "jsonl": period_data(table, "jsonl")}


def test_without_a_round_there_is_no_winner(table: ExportingTable) -> None:
    actions.finish(match=table.bisca(points=()), **table.act)
    assert [row[6:9] for row in rows(table, "csv")] == [["0", "yes", ""]]


def test_without_a_complete_round_there_is_no_winner(table: ExportingTable) -> None:
    actions.finish(match=table.play("bisca_tres", ("Eleni", "Deniz"), [{}]), **table.act)
    assert [row[6:9] for row in rows(table, "csv")] == [["1", "yes", ""]]


@pytest.mark.parametrize("key", ["rounds", "rounds-semicolon"])
def test_file_has_one_line_per_round_and_side(table: ExportingTable, key: str) -> None:
    matches = table.evening()
    all_rows = rows(table, key)
    for match in matches.values():
        assert [row[3:] for row in all_rows if row[2] == str(match)] == expected_rows(table, match)


def expected_rows(table: ExportingTable, match: UUID) -> list[list[str]]:
    """Return the rounds of a sheet: number, dealer, side, points, total, no player ids."""
    sheet = table.sheet(match)
    players = [player for _number, player in sorted(seats(sheet))]
    return [
        [str(number), players[deal["dealer"]], side["name"], str(deal["points"][at]), str(deal["totals"][at]), ""]
        for number, deal in enumerate(sheet["deals"], 1)
        for at, side in enumerate(sheet["sides"])
    ]


def seats(sheet: Any) -> list[tuple[int, str]]:
    return [pair for side in sheet["sides"] for pair in zip(side["seats"], side["name"].split(" & "), strict=True)]


def test_exported_documents_score_to_the_same_sheets(table: ExportingTable) -> None:
    matches = table.evening()
    lines = period_data(table, "jsonl").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [str(match) for match in matches.values()]
    for line, match in zip(lines, matches.values(), strict=True):
        assert score(line, plain_text) == {
            name: value for name, value in table.sheet(match).items() if name not in EXTRA
        }


def test_workbook_has_the_same_matches_and_rounds(table: ExportingTable) -> None:
    table.evening()
    book = load_workbook(BytesIO(period_data(table, "xlsx")))
    assert book.sheetnames == ["Matches", "Rounds"]
    for sheet, key in zip(book.worksheets, ("csv", "rounds"), strict=True):
        cells = list(sheet.iter_rows(min_row=2, values_only=True))
        text = [["" if cell is None else str(cell) for cell in row] for row in cells]
        for row in text:
            row[0] = row[0][:10]  # the library reads days with a time
        width = max(map(len, text))
        assert text == [row + [""] * (width - len(row)) for row in rows(table, key)]
        assert sheet.freeze_panes == "B2"
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d", "inlineStr"}


def test_full_sheet_is_followed_by_another(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_workbook, "MOST_ROWS", 7)
    table.bisca(points=(71,) * 3)
    table.bisca(points=(60,) * 5)
    book = load_workbook(BytesIO(period_data(table, "xlsx")))
    assert book.sheetnames == ["Matches", "Rounds", "2 Rounds", "3 Rounds"]
    assert [sheet.max_row - 1 for sheet in book.worksheets] == [2, 7, 7, 2]
    heads = {tuple(cell.value for cell in sheet[1]) for sheet in book.worksheets[1:]}
    assert len(heads) == 1


def test_changed_rounds_are_exported_as_on_the_sheet(table: ExportingTable) -> None:
    match = table.bisca(points=(71, 80, 90))
    first, second, third = table.sheet(match)["deals"]
    actions.strike_deal(match=str(match), deal=second["id"], **table.act)
    actions.amend_deal(match=str(match), deal=third["id"], answers={"points": [30, 90]}, **table.act)
    late = "0b7e4f52-9a2e-4f0a-8a55-7f3f9d0f6f10"
    actions.add_deal(match=str(match), deal=late, answers={"points": [60, 60]}, before=first["id"], **table.act)
    assert [row[3:] for row in rows(table, "rounds")] == expected_rows(table, match)


@pytest.mark.parametrize(
    ("days", "numbers"),
    [
        ({}, [0, 1, 2]),
        ({"from": "", "to": ""}, [0, 1, 2]),
        ({"from": "2026-01-10"}, [1, 2]),
        ({"to": "2026-01-09"}, [0]),
        ({"from": "2026-01-10", "to": "2026-01-10"}, [1]),
        ({"from": "2027-01-01"}, []),
        ({"from": "0001-01-01", "to": "2026-01-09"}, [0]),
        ({"from": "0001-01-02", "to": "9999-12-29"}, [0, 1, 2]),
        ({"from": "2026-01-11", "to": "9999-12-30"}, [2]),
        ({"to": "9999-12-31"}, [0, 1, 2]),
        ({"from": "9999-12-31"}, []),
    ],
)
def test_only_chosen_days_are_exported(table: ExportingTable, days: dict[str, str], numbers: list[int]) -> None:
    matches = [str(table.bisca(begins=BEGINS + timedelta(days=number))) for number in range(3)]
    for key in ("csv", "rounds"):
        assert list(dict.fromkeys(row[2] for row in rows(table, key, **days))) == [
            matches[number] for number in numbers
        ]
    assert len(period_data(table, "jsonl", **days).splitlines()) == len(numbers)


def test_day_follows_the_clock_of_the_table(table: ExportingTable) -> None:
    late = BEGINS.fromisoformat("2026-01-09T23:30:00-03:00")  # already the tenth in UTC
    table.bisca(begins=late)
    assert len(rows(table, "csv", **{"from": "2026-01-09", "to": "2026-01-09"})) == 1


def test_pages_contain_every_match_once(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(period, "PAGE", 2)
    matches = {str(table.bisca(points=(71,), begins=BEGINS + timedelta(days=number // 3))) for number in range(7)}
    progress: list[int] = []
    exported = [match for page in Period(table.circle, progress=progress.append).pages() for match in page]
    assert {str(match.id) for match in exported} == matches
    assert len(exported) == len(matches)
    assert [match.started for match in exported] == sorted(match.started for match in exported)
    assert progress == [2, 4, 6, 7]


def test_long_matches_are_read_in_small_parts(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of 20,000 rounds takes 100 MB, so not all of a page may be in memory."""
    table.evening()
    before = {key: period_data(table, key) for key in ("rounds", "jsonl")}
    monkeypatch.setattr(period, "MOST_EVENTS", 25)
    parts = [[match.id for match in part] for part in Period(table.circle).parts()]
    assert [id for part in parts for id in part] == [
        match.id for page in Period(table.circle).pages() for match in page
    ]
    counts = [models.Event.objects.filter(match__in=part).count() for part in parts]
    assert len(parts) > 1
    assert all(count <= 25 or len(part) == 1 for part, count in zip(parts, counts, strict=True))
    assert {key: period_data(table, key) for key in before} == before


@pytest.mark.parametrize("key", KEYS)
def test_number_of_queries_is_constant_per_page(table: ExportingTable, key: str) -> None:
    def query_count() -> int:
        with CaptureQueriesContext(connection) as queries:
            period_data(table, key)
        return len(queries)

    table.bisca(points=(71,))
    few = query_count()
    for number in range(5):
        table.bisca(points=(60,) * number)
    assert query_count() == few


@pytest.mark.fifth
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_names_neither_break_files_nor_become_formulas(table: ExportingTable, key: str, name: str) -> None:
    match = table.bisca(name, "Deniz")
    actions.put_evening(evening=str(table.evening_of(match)), name=name, place=name, **table.act)
    data = period_data(table, key)
    if key == "xlsx":
        cells = [cell for sheet in load_workbook(BytesIO(data)) for row in sheet.iter_rows() for cell in row]
        assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
        assert name in {cell.value for cell in cells}
    elif key == "jsonl":
        assert json.loads(data)["players"] == [name, "Deniz"]
    else:
        cells = [cell for row in rows(table, key) for cell in row]
        assert {name, f"'{name}"} & set(cells)
        assert not [cell for cell in cells if cell.strip()[:1] in set("=+@＝＋－＠")]


@pytest.mark.parametrize("key", KEYS)
def test_circle_without_matches_can_be_exported(table: ExportingTable, key: str) -> None:
    data = period_data(table, key)
    assert (data == b"") is (key == "jsonl")


def test_deleted_match_is_not_exported(table: ExportingTable) -> None:
    match = table.bisca()
    actions.delete_match(match=str(match), **table.act)
    assert rows(table, "csv") == rows(table, "rounds") == []


def test_page_asks_for_days_and_format(table: ExportingTable) -> None:
    table.bisca()
    answer = table.get("/export/circle/")
    page = answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert "Fridays" in page
    assert "One match" in page
    assert page.count('type="radio"') == len(KEYS)
    assert f'href="/export/circle/?circle={table.circle.pk}"' in table.get("/circle/").content.decode()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"form": "csv", "from": "yesterday"}, "Enter a date, such as 2026-11-20."),
        ({"form": "csv", "from": "2026-02-30"}, "Enter a date, such as 2026-11-20."),
        ({"form": "csv", "from": "2026-02-02", "to": "2026-02-01"}, "This is before the start date."),
        ({"form": "doc"}, "Choose one of the options shown."),
        ({"form": ""}, "Choose one of the options shown."),
    ],
)
def test_problem_is_shown_beside_its_field(table: ExportingTable, form: dict[str, str], words: str) -> None:
    answer = table.get("/export/circle/", data=form)
    assert (answer.status_code, words in answer.content.decode()) == (422, True)


def test_file_name_has_circle_and_days(table: ExportingTable) -> None:
    answer = table.get("/export/circle/", data={"form": "rounds", "from": "2026-01-09", "to": str(date(2026, 2, 1))})
    assert 'filename="scorekeeper-Fridays-rounds-from-2026-01-09-to-2026-02-01.csv"' in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    answer = table.get("/export/circle/", data={"form": "xlsx"})
    assert 'filename="scorekeeper-Fridays-matches.xlsx"' in answer["Content-Disposition"]


def test_own_circles_can_be_exported_and_no_others(table: ExportingTable) -> None:
    table.bisca()
    mine = services.create_own_circle(by=table.person, name="Sundays").circle
    assert rows(table, "csv", circle=str(mine.pk)) == []
    assert len(rows(table, "csv", circle=str(table.circle.pk))) == 1
    _rosa, other = services.make_person("Rosa", "Mondays")
    assert table.get("/export/circle/", data={"form": "csv", "circle": str(other.pk)}).status_code == 404
