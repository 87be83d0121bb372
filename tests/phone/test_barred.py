"""If the server refuses a browser's writes, the page says so and keeps the typed round."""

import pytest
from playwright.sync_api import expect

from tests.phone.test_evening import SENT, sit_down
from tests.phone.test_persons import DELETE, SESSION, revoke
from tests.phone.test_worker import me

pytestmark = pytest.mark.tenth


@pytest.mark.parametrize("workers", ["block", "allow"])
def test_a_browser_without_its_cookies_keeps_the_typed_round(real, new_phone, workers):
    phone = new_phone(service_workers=workers)
    sit_down(phone, "Eleni", "Deniz")
    page = phone.page
    page.locator("#points-0").fill("71")
    page.locator("#points-sum", has_text="= 120").wait_for()
    if workers == "allow":
        phone.until(SESSION)  # otherwise it gets its cookie after the test has deleted it
        chrome = phone.context.new_cdp_session(page)
        chrome.send("Storage.clearDataForOrigin", {"origin": real.url, "storageTypes": "all"})
    phone.context.clear_cookies()
    page.locator("#round button.go").click()
    page.locator(
        "#trouble p", has_text="right now. Perhaps someone else has signed in here, or the phone is full."
    ).wait_for()
    assert page.locator("#points-0").input_value() == "71"
    assert phone.errors == []


def delete_account(server, phone):
    server.manage("shell", "-c", DELETE.format(me(phone)["person"]))


@pytest.mark.parametrize(
    ("end", "why"),
    [(revoke, "This phone's access was revoked."), (delete_account, "The account of this phone was deleted.")],
)
def test_after_its_access_has_ended_an_open_page_says_so_at_each_tap(real, phone, end, why):
    sit_down(phone, "Eleni", "Deniz")
    page = phone.page
    trouble = page.locator("#trouble p")
    page.locator("#points-0").fill("71")
    page.locator("#points-sum", has_text="= 120").wait_for()
    phone.until(SENT + " && " + SESSION)
    end(real, phone)
    phone.nudge()
    expect(trouble).to_contain_text(why)
    page.locator("#round button.go").click()
    expect(trouble).to_contain_text("Not saved; your answers are still here.")
    expect(trouble).to_contain_text(why)
    assert page.locator("#points-0").input_value() == "71"
    page.evaluate("document.querySelector('#trouble').hidden = true")
    page.evaluate("htmx.trigger('#round', 'submit')")
    expect(trouble).to_contain_text(why)
    assert phone.errors == []


def test_a_person_with_too_many_groups_reads_where_to_restore_one(real, phone):
    """The server creates no group for this phone, so its rounds wait."""
    refusal = {"detail": "You own 100 groups. No more are possible.", "code": "many_circles"}
    phone.context.route("**/api/v1/devices/", lambda route: route.fulfill(status=409, json=refusal))
    sit_down(phone, "Eleni", "Deniz")
    page = phone.page
    page.locator("#trouble p", has_text="Restore one under “Deleted items”, then your entries are sent").wait_for()
    assert not any(row["event"].get("seq") for row in phone.events())
    assert phone.errors == []
