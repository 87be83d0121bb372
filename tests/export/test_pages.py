"""The page with the formats; and rules for every file: who may get it, and that no cache stores it."""

import json
import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from games import models, services
from games.bundle.cached_pages import patterns
from games.export import data
from games.export.formats import FORMATS
from games.services import actions
from tests.export.conftest import BEGINS, HARD, ExportingTable

KEYS = [form.key for form in FORMATS]


def links(page: Any) -> list[str]:
    return re.findall(r'download\s+href="([^"]+)"', page.content.decode())


def paths(table: ExportingTable) -> list[str]:
    match = table.bisca()
    return [f"/export/match/{match}/", f"/export/evening/{table.evening_of(match)}/"]


@pytest.mark.usefixtures("lettered")
def test_every_format_is_offered_and_can_be_downloaded(table: ExportingTable) -> None:
    for path in paths(table):
        assert links(table.get(path)) == [f"{path}{key}/" for key in KEYS]
        for form in FORMATS:
            answer = table.get(f"{path}{form.key}/")
            assert answer.status_code == 200
            assert answer["Content-Type"] == form.mime_type
            assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.usefixtures("lettered")
def test_no_cache_stores_a_file(table: ExportingTable) -> None:
    for path in paths(table):
        for address in (path, *(f"{path}{key}/" for key in KEYS)):
            assert "no-store" in table.get(address)["Cache-Control"]
            assert not [pattern for pattern in patterns() if re.search(pattern, address)]


@pytest.mark.usefixtures("lettered")
def test_picture_is_the_card(table: ExportingTable) -> None:
    for path in paths(table):
        image = Image.open(BytesIO(table.get(f"{path}png/").content))
        assert (image.format, image.size) == ("PNG", (1200, 630))


def test_formats_that_need_fonts_are_hidden_without_fonts(table: ExportingTable, settings: Any, tmp_path: Any) -> None:
    settings.FONTS = tmp_path
    for path in paths(table):
        need_fonts = {form.key for form in FORMATS if form.is_lettered}
        assert need_fonts == {"pdf", "png", "portrait"}
        assert links(table.get(path)) == [f"{path}{key}/" for key in KEYS if key not in need_fonts]
        for key in need_fonts:
            answer = table.get(f"{path}{key}/")
            assert (answer.status_code, "Fonts are missing on this server" in answer.content.decode()) == (409, True)


def test_unknown_format_is_not_found(table: ExportingTable) -> None:
    for path in paths(table):
        assert table.get(f"{path}doc/").status_code == 404


def test_unknown_or_deleted_match_is_not_found(table: ExportingTable) -> None:
    match = table.bisca()
    path = f"/export/match/{match}/"
    assert table.get(path).status_code == 200
    actions.delete_match(match=str(match), **table.act)
    for gone in (path, f"{path}csv/", f"/export/evening/{match}/csv/", f"/export/match/{uuid4()}/csv/"):
        assert table.get(gone).status_code == 404


def test_evening_can_be_requested_with_its_circle(table: ExportingTable) -> None:
    path = paths(table)[1]
    assert table.get(f"{path}?circle={table.circle.pk}").status_code == 200
    _person, other = services.make_person("Rosa", "Sundays")
    for circle in (other.pk, "x", ""):
        assert table.get(f"{path}?circle={circle}").status_code == 404


def test_other_people_cannot_export(table: ExportingTable) -> None:
    rosa, _circle = services.make_person("Rosa", "Sundays")
    others = [Client(), Client()]
    others[1].force_login(rosa)
    for path in paths(table):
        for client in others:
            assert {client.get(f"{path}{key}").status_code for key in ("", *(f"{key}/" for key in KEYS))} == {404}


def test_text_on_the_page_is_escaped(table: ExportingTable) -> None:
    for name in HARD:
        page = table.get(f"/export/match/{table.bisca(name, 'Deniz')}/").content.decode()
        assert "<b>Eleni</b>" not in page
        [text] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
        assert "1. +1 · 0 = 1 : 0" in text


def test_sheet_and_result_page_link_to_the_export(table: ExportingTable) -> None:
    match = table.bisca(points=(71, 71, 71, 71))
    assert table.sheet(match)["finished"]
    for page in ("", "sheet/"):
        assert f'href="/export/match/{match}/"' in table.get(f"/table/{match}/{page}").content.decode()


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.usefixtures("lettered")
@pytest.mark.parametrize("key", KEYS)
def test_number_of_queries_is_constant(table: ExportingTable, key: str) -> None:
    def query_count(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert table.get(path).status_code == 200
        return len(queries)

    match = table.bisca()
    short = [f"/export/{path}/" for path in (f"match/{match}", f"evening/{table.evening_of(match)}")]
    few = [query_count(f"{path}{form}") for path in short for form in ("", f"{key}/")]
    for number in range(4):
        table.bisca(points=(60,) * number, begins=BEGINS + timedelta(minutes=1 + number))
    long = table.bisca(points=(60,) * 40, begins=BEGINS + timedelta(hours=1))
    paths = [f"/export/match/{long}/", short[1]]
    assert [query_count(f"{path}{form}") for path in paths for form in ("", f"{key}/")] == few
    assert max(few) <= 8


def test_evening_with_too_many_matches_refers_to_periods(
    table: ExportingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "MOST", 2)
    match = table.bisca()
    path = f"/export/evening/{table.evening_of(match)}/"
    table.bisca(begins=BEGINS + timedelta(minutes=20))
    assert table.get(path).status_code == 200
    table.bisca(begins=BEGINS + timedelta(minutes=40))
    for address in (path, f"{path}json/"):
        answer = table.get(address)
        assert (answer.status_code, "one period at a time" in answer.content.decode()) == (409, True)
        assert "no-store" in answer["Cache-Control"]


def test_match_of_a_newer_version_is_explained(table: ExportingTable) -> None:
    match = table.bisca()
    models.Event.objects.filter(kind="start").update(data={"game": "whist", "players": ["Eleni", "Deniz"]})
    for form in ("csv", "txt", "xlsx"):
        answer = table.get(f"/export/match/{match}/{form}/")
        assert (answer.status_code, "newer version" in answer.content.decode()) == (409, True)
    assert json.loads(table.file(match, "json"))["game"] == "whist"


def test_match_with_too_many_rounds_is_refused_for_all_files(
    table: ExportingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "MOST_ROUNDS", 2)
    few, many = table.bisca(points=(60, 60)), table.bisca(points=(60, 60, 60), begins=BEGINS + timedelta(days=2))
    assert table.get(f"/export/match/{few}/csv/").status_code == 200
    for path in (f"/export/match/{many}/", f"/export/match/{many}/pdf/", f"/export/evening/{table.evening_of(many)}/"):
        answer = table.get(path)
        assert (answer.status_code, "Too many rounds for one file" in answer.content.decode()) == (409, True)


def test_match_with_too_many_events_is_refused(table: ExportingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of few rounds may have been amended often."""
    match = table.bisca(points=(60, 60))
    events = models.Event.objects.filter(match=match).count()
    for most, status in ((events, 200), (events - 1, 409)):
        monkeypatch.setattr(data, "MOST_EVENTS", most)
        assert table.get(f"/export/match/{match}/csv/").status_code == status
