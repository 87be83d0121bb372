"""Export pages in a browser: layout, accessibility, and names of downloaded files."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.export.conftest import HARD, ExportingTable
from tests.pages.in_browser.layout import AXE, WCAG, WIDTHS, measured
from tests.web.conftest import PSEUDO, axe

__all__ = ["axe"]

pytestmark = [
    pytest.mark.fifth,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lettered"),
]


@pytest.fixture
def played() -> ExportingTable:
    return ExportingTable()


@pytest.fixture
def open_page(new_context: Any, live_server: Any, played: ExportingTable) -> Any:
    def open_path(path: str, width: int, **options: Any) -> Any:
        context = new_context(service_workers="block", viewport={"width": width, "height": 844}, **options)
        client = Client()
        client.force_login(played.person)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(live_server.url + path)
        return page

    return open_path


def paths(played: ExportingTable) -> list[str]:
    match = played.bisca(HARD[0], HARD[3])
    return [f"/export/match/{match}/", f"/export/evening/{played.evening_of(match)}/", "/export/circle/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [*WIDTHS, 1280])
def test_layout_and_accessibility_are_correct(
    played: ExportingTable, open_page: Any, axe: str, width: int, scheme: str
) -> None:
    for path in paths(played):
        page = open_page(path, width, color_scheme=scheme)
        assert measured(page, width) == []
        page.set_viewport_size({"width": width, "height": 4000})  # so that nothing is behind the sticky bar
        page.evaluate(axe)
        assert page.evaluate(AXE, WCAG) == []


def test_longer_words_fit(played: ExportingTable, open_page: Any, pseudo: str) -> None:
    assert pseudo == PSEUDO
    for path in paths(played):
        page = open_page(path, 320, locale=PSEUDO, extra_http_headers={"accept-language": PSEUDO})
        assert page.locator("html").get_attribute("lang") == PSEUDO
        assert measured(page, 320) == []


def test_tap_downloads_a_file_with_its_name(played: ExportingTable, open_page: Any, tmp_path: Path) -> None:
    match = played.bisca("Çağla", "Ελένη")
    page = open_page(f"/table/{match}/sheet/", 390)
    page.get_by_role("link", name="Share or export").click()
    for label, ending in (("PDF", "pdf"), ("Spreadsheet", "xlsx"), ("JSON", "json")):
        with page.expect_download() as download:
            page.get_by_role("link", name=label).first.click()
        assert download.value.suggested_filename == f"scorekeeper-Bisca-de-Três-Çağla-Ελένη-2026-01-09.{ending}"
        download.value.save_as(tmp_path / ending)
        if ending == "json":
            assert (tmp_path / ending).read_bytes() == played.file(match, ending)


def test_period_and_format_are_chosen_in_a_form(played: ExportingTable, open_page: Any) -> None:
    played.bisca()
    page = open_page("/circle/", 390)
    page.get_by_role("link", name="Export matches").click()
    page.get_by_label("From").fill("2026-01-09")
    page.get_by_label("To").fill("2026-01-31")
    page.get_by_label("Rounds as CSV – ").first.check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download file").click()
    assert download.value.suggested_filename == "scorekeeper-Fridays-rounds-from-2026-01-09-to-2026-01-31.csv"
    page.get_by_label("To").fill("2026-01-01")
    page.get_by_role("button", name="Download file").click()
    expect(page.get_by_text("This is before the start date.")).to_be_visible()
