"""Home and the pages of evenings display what other phones write, without a reload."""

import re

import pytest
from playwright.sync_api import expect

from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play

pytestmark = pytest.mark.tenth

__all__ = ["started"]


@pytest.fixture(params=["worker", "no worker"])
def home(request, started, new_phone):
    """The home page of another phone of the same person."""
    first, _path = started
    other = new_phone(service_workers="block" if request.param == "no worker" else "allow")
    other.context.add_cookies(first.context.cookies())
    if request.param == "worker":
        other.take_over()
    other.open("/").locator("#under-way small", has_text="Round 1").first.wait_for()
    return other


def test_home_follows_another_phone(real, started, home):
    first, _path = started
    play(first, 71)
    is_worth(first, 1, 0)
    home.page.locator("#under-way small", has_text="Round 2").first.wait_for(timeout=10_000)
    assert first.errors == home.errors == []


def test_pages_of_evenings_follow_another_phone(real, started, home):
    first, path = started
    page = home.open("/evenings/")
    expect(page.locator("#evenings .won")).to_contain_text("one in progress")
    evening = home.context.new_page()
    evening.goto(home.url + page.locator("#evenings a").first.get_attribute("href"))
    play(first, 71)
    is_worth(first, 1, 0)
    evening.locator("#evening small", has_text="Eleni 1").wait_for(timeout=10_000)
    first.open(f"{path}more/").locator("button[value=finish]").click()
    first.until(SENT)
    expect(page.locator("#evenings .won")).not_to_contain_text("in progress", timeout=10_000)
    expect(page.locator("#evenings .won")).to_contain_text("Eleni")
    assert first.errors == home.errors == []


def test_an_open_sheet_renews_more_than_its_rows(real, started, home):
    first, path = started
    page = home.open(f"{path}sheet/")
    comb = page.locator("#drawings svg.comb")
    expect(comb).to_have_attribute("aria-label", re.compile("0 marked at the top"))
    for won in (1, 2):
        play(first, 71)
        is_worth(first, won, 0)
    expect(page.locator("#count")).to_contain_text("2 rounds", timeout=10_000)
    expect(comb).to_have_attribute("aria-label", re.compile("2 marked at the top"))
    assert first.errors == home.errors == []
