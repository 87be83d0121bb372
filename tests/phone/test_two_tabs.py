"""Two tabs of a browser with the same half-typed round."""

import pytest
from playwright.sync_api import expect

from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play

pytestmark = pytest.mark.tenth

__all__ = ["started"]


def half_type(page, points):
    page.locator("#points-0").fill(str(points))
    page.locator("#points-sum", has_text="= 120").wait_for()


def event_of(page):
    return page.locator("#round [name=event]").input_value()


def open_draft(page, url, points):
    page.goto(url)
    expect(page.locator("#points-0")).to_have_value(str(points))
    expect(page.locator("#round[data-draft-pending]")).to_have_count(0)


def test_the_draft_of_another_open_tab_becomes_another_round(real, started):
    phone, path = started
    half_type(phone.page, 71)
    other = phone.context.new_page()
    open_draft(other, real.url + path, 71)
    assert event_of(other) != event_of(phone.page)
    half_type(other, 30)
    other.locator("#round button.go").click()
    other.locator("#sheet tbody tr:not(.why)").wait_for()
    phone.page.locator("#sheet tbody tr:not(.why)").wait_for()
    phone.page.locator("#round button.go").click()
    phone.page.locator("#undecided", has_text="Something needs a decision").wait_for()
    phone.until(SENT)
    assert [event["event"]["kind"] for event in phone.events()].count("deal") == 2
    assert phone.errors == []


def test_a_draft_keeps_its_event_in_its_own_tab(real, started):
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    half_type(phone.page, 30)
    event = event_of(phone.page)
    for _ in range(3):
        phone.page.reload()
        expect(phone.page.locator("#points-0")).to_have_value("30")
        expect(phone.page.locator("#round[data-draft-pending]")).to_have_count(0)
        assert event_of(phone.page) == event
    phone.page.close()  # the tab is closed, and another one opened
    phone.page = phone.context.new_page()
    open_draft(phone.page, real.url + path, 30)
    assert event_of(phone.page) == event
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 1)
    assert phone.errors == []


def test_a_form_of_another_tab_that_got_no_answer_is_announced_only_there(real, started):
    phone, _path = started
    phone.until(SENT)
    other = phone.context.new_page()
    other.goto(f"{real.url}/you/name/")
    phone.context.route(
        "**/you/name/", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    news = "new Promise(done => navigator.serviceWorker.addEventListener('message', ({ data }) => data.problem && done(true)))"
    phone.page.evaluate(f"window.heard = {news}; 0")
    other.locator("#name, [name=name]").first.fill("Eleni")
    other.locator("main form button.go, main form .button").first.click()
    other.get_by_text("The server's answer did not arrive").wait_for()
    assert phone.page.evaluate("window.heard")
    phone.page.wait_for_timeout(100)
    assert not phone.page.locator("#trouble").is_visible()
