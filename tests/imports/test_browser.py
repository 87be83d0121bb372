"""Import of a file in a browser."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from games import models, services
from tests.imports.test_source import TEXT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_a_match_is_imported(new_context: Any, live_server: Any) -> None:
    client = Client()
    client.force_login(services.make_person("Rosa", "Sundays")[0])
    context = new_context(service_workers="block", viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/import/")
    page.set_input_files("input[type=file]", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": TEXT.encode()})
    page.get_by_role("button", name="Review").click()
    expect(page.locator("main")).to_contain_text("One new match")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("One match imported.")).to_be_visible()
    assert models.Match.objects.count() == 1
