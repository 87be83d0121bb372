"""Printed pages: dark on white in every colour scheme, and without controls."""

from typing import Any

import pytest

from tests.export.conftest import ExportingTable
from tests.export.test_browser import open_page, played
from tests.pages.in_browser.layout import AXE
from tests.web.conftest import axe

__all__ = ["axe", "open_page", "played"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_printed_sheet_is_readable(played: ExportingTable, open_page: Any, axe: str, scheme: str) -> None:
    match = played.bisca(points=(71, 60, 30, 91))
    page = open_page(f"/table/{match}/sheet/", 720, color_scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    page.evaluate(axe)
    assert page.evaluate(AXE, ["color-contrast"]) == []
    ground = "() => getComputedStyle(document.querySelector('.sheet')).backgroundColor"
    assert page.evaluate(ground) in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert page.get_by_role("link", name="Share or export").count() == 0
    assert page.get_by_text("Round by round").first.is_visible()
