"""On the home screen: the browser finds nothing missing, people are asked once and told once."""

import json

import pytest

from tests.phone.conftest import Phone, wait
from tests.phone.test_evening import play, sit_down

ASKS = """
const asked = new Event('beforeinstallprompt', { cancelable: true });
asked.prompt = () => { window.prompts = (window.prompts ?? 0) + 1; };
dispatchEvent(asked);
return asked.defaultPrevented;
"""
IPHONE = "Object.defineProperty(navigator, 'standalone', { value: false });"
INSTALLED = "Object.defineProperty(navigator, 'standalone', { value: true });"


def finish(phone, url):
    page = phone.page
    page.goto(f"{url}more/")
    page.locator("button[value=finish]").click()
    page.locator(".winner").wait_for()
    return page.locator("#install")


def asks(phone):
    return phone.page.evaluate(f"() => {{ {ASKS} }}")


def test_the_browser_finds_nothing_missing(real, browser_type, full_chromium, tmp_path):
    context = browser_type.launch_persistent_context(tmp_path / "profile", **full_chromium)
    phone = Phone(context, real.url)
    phone.take_over()
    chrome = context.new_cdp_session(phone.page)
    manifest = chrome.send("Page.getAppManifest")
    assert manifest["url"] == f"{real.url}/manifest.en.webmanifest"
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Scorekeeper"
    assert chrome.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    assert chrome.send("Page.getAppId")["appId"] == f"{real.url}/"
    context.close()
    assert phone.said == []


def test_a_match_that_is_over_is_the_moment_to_ask(real, new_phone):
    phone = new_phone()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz")
    assert asks(phone)  # the browser is not to ask by itself
    play(phone, 71)
    assert phone.page.locator("#install").count() == 0
    install = finish(phone, url)
    asks(phone)
    install.wait_for()
    assert install.locator("[data-way=share]").is_hidden()
    install.locator("[value=yes]").click()
    assert install.is_hidden()
    assert phone.page.evaluate("window.prompts") == 1
    phone.page.reload()
    asks(phone)
    assert install.is_hidden()
    assert phone.said == []


@pytest.mark.long
def test_no_is_for_good(real, new_phone):
    phone = new_phone()
    phone.context.add_init_script(IPHONE)
    phone.take_over()
    install = finish(phone, sit_down(phone, "Eleni", "Deniz"))
    install.wait_for()
    assert "Add to Home Screen" in install.inner_text()
    assert install.locator("[value=yes]").is_hidden()
    install.locator("[value=no]").click()
    assert install.is_hidden()
    before = phone.page.url
    phone.page.locator(".save button.go").click()  # the rematch
    phone.page.wait_for_url(lambda address: address != before)
    install = finish(phone, phone.page.url)
    phone.page.wait_for_load_state("networkidle")
    assert install.is_hidden()
    assert phone.said == []


@pytest.mark.parametrize("script", [INSTALLED, ""], ids=["installed", "cannot"])
def test_whoever_has_it_or_cannot_is_not_asked(real, new_phone, script):
    phone = new_phone()
    phone.context.add_init_script(script)
    phone.take_over()
    install = finish(phone, sit_down(phone, "Eleni", "Deniz"))
    phone.page.wait_for_load_state("networkidle")
    if script:
        asks(phone)
    assert install.is_hidden()


def test_that_it_works_without_a_network_is_said_once(real, new_phone):
    phone = new_phone()
    page = phone.open("/new/?game=bisca_tres")
    ready = page.locator("#ready")
    assert ready.is_hidden()
    wait(lambda: page.evaluate("localStorage.ready") == "now")
    phone.until("(await state('pull'))?.whole === true")
    assert ready.is_hidden()  # nothing moves while somebody reads
    page.locator(".bar a").first.click()
    ready.wait_for()
    assert "without a network" in ready.inner_text()
    real.stop()
    phone.open()
    assert ready.is_hidden()
    assert phone.said == []


@pytest.mark.long
def test_it_is_not_said_where_no_worker_answers_or_the_server_did_not(real, new_phone):
    hears = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: DATA }))"
    said = {"waiting": 0, "refused": 0, "reasons": [], "changed": [], "minutesOff": 0, "language": "en"}
    without = new_phone(service_workers="block")
    without.open().evaluate(hears.replace("DATA", json.dumps(said)))
    assert without.page.evaluate("localStorage.ready ?? ''") == ""
    phone = new_phone()
    phone.take_over()
    real.stop()
    phone.page.reload()
    phone.page.evaluate("localStorage.removeItem('ready')")
    phone.page.evaluate(hears.replace("DATA", json.dumps({**said, "problem": {"code": "network"}})))
    assert phone.page.evaluate("localStorage.ready ?? ''") == ""
