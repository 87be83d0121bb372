"""A phone has one language: a tap changes it with the server, and it stays without the server."""

import pytest

pytestmark = pytest.mark.tenth

SPEAKS = "document.documentElement.lang"
HOME = "location.pathname === '/'"  # the home before the choice has this address too
BUTTON = "form.ways button[value={}]"


def tap(phone, language):
    phone.page.locator(BUTTON.format(language)).click()


def test_a_chosen_language_stays_without_a_server(real, new_phone):
    phone = new_phone()
    phone.speak("tr")
    phone.take_over()
    assert phone.page.evaluate(SPEAKS) == "tr"
    tap(phone, "el")
    phone.until(f"{HOME} && {SPEAKS} === 'el' && navigator.serviceWorker.controller !== null")
    real.kill()
    phone.page.reload()
    assert phone.page.evaluate(SPEAKS) == "el"
    phone.page.get_by_role("link", name="Νέα παρτίδα").click()
    phone.page.wait_for_url("**/new/")
    assert phone.errors == []


@pytest.mark.long
def test_without_a_server_the_language_does_not_change(real, new_phone):
    phone = new_phone()
    phone.speak("de")
    phone.take_over()
    real.kill()
    tap(phone, "pt")
    phone.page.get_by_text("Andere Sprachen gibt es nur auf dem Server.").wait_for()
    phone.page.get_by_role("link", name="Partien auf diesem Handy").click()
    phone.page.wait_for_url(phone.url + "/")
    assert phone.page.evaluate(SPEAKS) == "de"


def test_a_half_typed_round_survives_a_change_of_language(real, new_phone):
    phone = new_phone()
    phone.take_over()
    page = phone.page
    page.locator('a.tile[href$="?game=bisca_tres"]').click()
    for name in ("Ayşe", "Kemal"):
        page.locator("#new-player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        page.locator(".seats").get_by_text(name).wait_for()
    page.locator("button[name=start]").click()
    page.wait_for_url("**/table/*/")
    table = page.url
    field = page.locator("#round input[inputmode]").first
    field.click()
    page.locator("#round button[value='7']").click()
    page.locator("#round button[value='1']").click()
    assert field.input_value() == "71"
    phone.open()
    tap(phone, "tr")
    phone.until(f"{HOME} && {SPEAKS} === 'tr'")
    page.goto(table)
    assert page.evaluate(SPEAKS) == "tr"
    phone.until("document.querySelector('#round input[inputmode]').value === '71'")
