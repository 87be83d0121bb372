"""The files of a season have the same table as its page."""

import csv
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from games import models
from games.export import season_pdf
from games.export.season import FORMATS, SeasonData, picture_content
from games.services import actions
from tests.export.conftest import HARD
from tests.web.evenings.conftest import Cast, cast, open_browser, points

__all__ = ["cast", "open_browser"]

SHARED = {"name": "Über <Sommer>", "from": "2025-05-01", "to": "2025-07-31", "rule": "places", "place_points": [3, 0]}


def season_of(cast: Cast, **more: Any) -> UUID:
    season = uuid4()
    actions.put_season(season=season, changes=SHARED | more, **cast.me)
    return season


@pytest.fixture
def season(cast: Cast) -> UUID:
    """Eleni wins twice, and shares a match with Deniz: 3 + 3 + 1.5."""
    for day, first in ((1, 71), (2, 71), (3, 60)):
        cast.play(f"2025-05-0{day}", "Eleni", "Deniz", rounds=[points(first)], end=True)
    cast.play("2025-08-01", "Eleni", "Deniz", rounds=[points(71)], end=True)  # after its end
    return season_of(cast)


def file_of(browser: Any, season: UUID, form: str) -> bytes:
    answer = browser.get(f"/export/season/{season}/{form}/")
    assert answer.status_code == 200, answer.content
    assert "scorekeeper-Uber-Sommer-" in answer["Content-Disposition"]
    return bytes(answer.content)


def test_csv_has_the_table_with_ids(cast: Cast, season: UUID, open_browser: Any) -> None:
    browser = open_browser(cast.zeynep)
    head, *rows = csv.reader(StringIO(file_of(browser, season, "csv").decode("utf-8-sig")))
    assert head == ["Place", "Player", "Points", "Matches", "Wins", "Evenings", "Last five", "Player ids"]
    assert rows == [
        ["1", "Eleni", "7.5", "3", "2.5", "3", "1 1 1", cast.players["Eleni"]],
        ["2", "Deniz", "1.5", "3", "0.5", "3", "2 2 1", cast.players["Deniz"]],
    ]
    other = file_of(browser, season, "csv-semicolon").decode("utf-8-sig")
    assert next(csv.reader(StringIO(other.splitlines()[1]), delimiter=";"))[2] == "7,5"


def test_workbook_has_numbers(cast: Cast, season: UUID, open_browser: Any) -> None:
    [sheet] = load_workbook(BytesIO(file_of(open_browser(cast.eleni), season, "xlsx"))).worksheets
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[1][:6] == (1, "Eleni", 7.5, 3, 2.5, 3)
    assert rows[4][1].startswith("By place: 3, 0 points")


def test_text_names_the_champion(cast: Cast, season: UUID, open_browser: Any) -> None:
    assert file_of(open_browser(cast.eleni), season, "txt").decode() == (
        "Über <Sommer>\n1 May 2025 to 31 Jul 2025\nChampion: Eleni\n\n1. Eleni 7.5 (3)\n2. Deniz 1.5 (3)\n"
    )


def test_many_champions_are_counted_and_ten_are_named(cast: Cast, open_browser: Any) -> None:
    """One sentence with thousands of names occupied a server for minutes when it became a PDF."""
    for number in range(6):
        names = f"A{number}", f"B{number}"
        cast.play(f"2025-05-0{number + 1}", *names, rounds=[points(60)], end=True)
    season, browser = season_of(cast), open_browser(cast.eleni)
    result = "Champions: A0, A1, A2, A3, A4, A5, B0, B1, B2, B3 and 2 more"
    assert result in file_of(browser, season, "txt").decode().splitlines()
    assert result in browser.get(f"/seasons/{season}/").text


@pytest.mark.usefixtures("lettered")
def test_pdf_and_picture(cast: Cast, season: UUID, open_browser: Any) -> None:
    browser = open_browser(cast.eleni)
    [page] = PdfReader(BytesIO(file_of(browser, season, "pdf"))).pages
    words = page.extract_text()
    for word in ("Über <Sommer>", "Champion: Eleni", "7.5", "Deniz", "By place: 3, 0 points"):
        assert word in words
    picture = Image.open(BytesIO(file_of(browser, season, "png")))
    assert picture.size == (1080, 1350)


@pytest.mark.usefixtures("lettered")
def test_files_say_why_a_player_has_no_place(cast: Cast, season: UUID, open_browser: Any) -> None:
    browser, why = open_browser(cast.eleni), "Fewer than 5 matches: no place yet"
    few = season_of(cast, minimum=5)
    assert file_of(browser, few, "txt").decode().endswith(f"\n–. Deniz 1.5 (3)\n\n{why}\n")
    [page] = PdfReader(BytesIO(file_of(browser, few, "pdf"))).pages
    assert why in page.extract_text()
    [sheet] = load_workbook(BytesIO(file_of(browser, few, "xlsx"))).worksheets
    assert list(sheet.iter_rows(values_only=True))[-1][:2] == ("Place", why)
    row = models.Season.objects.get(circle=cast.circle, id=few)
    drawn = picture_content(SeasonData(row))
    assert drawn.note == f"1 May 2025 to 31 Jul 2025 · {why}"
    assert why not in file_of(browser, season, "txt").decode()


@pytest.mark.usefixtures("lettered")
def test_a_long_pdf_has_several_tables_and_names_how_many_are_left_out(
    cast: Cast, season: UUID, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[bool] = []
    monkeypatch.setattr(season_pdf, "pause", lambda: pauses.append(season_pdf.LOCK.locked()))
    monkeypatch.setattr(season_pdf, "ROWS_TOGETHER", 1)
    browser = open_browser(cast.eleni)
    [page] = PdfReader(BytesIO(file_of(browser, season, "pdf"))).pages
    assert page.extract_text().count("Evenings") == 2
    assert "more" not in page.extract_text()
    assert pauses == [True, True]
    monkeypatch.setattr(season_pdf, "MOST_ROWS", 1)
    [page] = PdfReader(BytesIO(file_of(browser, season, "pdf"))).pages
    assert "and 1 more" in page.extract_text()
    assert "7.5" in page.extract_text()
    assert "1.5" not in page.extract_text()


@pytest.mark.usefixtures("lettered")
def test_every_format_takes_any_name_and_many_players(cast: Cast, open_browser: Any) -> None:
    for number, name in enumerate(HARD):
        cast.play(f"2025-06-{number + 1:02}", name, f"Player {number}", rounds=[points(71)], end=True)
    season = season_of(cast, name=HARD[2] + "s" * 100, rule="average")
    browser = open_browser(cast.eleni)
    for form in FORMATS:
        assert browser.get(f"/export/season/{season}/{form.key}/").status_code == 200, form.key
    empty = season_of(cast, **{"from": "2019-01-01", "to": "2019-02-01"})
    for form in FORMATS:
        assert browser.get(f"/export/season/{empty}/{form.key}/").status_code == 200, form.key


def test_the_page_offers_the_files(cast: Cast, season: UUID, open_browser: Any) -> None:
    browser = open_browser(cast.zeynep)
    assert f"/export/season/{season}/" in browser.get(f"/seasons/{season}/").text
    page = browser.get(f"/export/season/{season}/").text
    assert f"/export/season/{season}/csv/" in page
    assert "Champion: Eleni" in page
    assert browser.get(f"/export/season/{season}/nothing/").status_code == 404
    models.Season.objects.update(is_deleted=True)
    assert browser.get(f"/export/season/{season}/").status_code == 404
