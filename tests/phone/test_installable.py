"""Installing on the home screen: the browser can install the app, and the page offers it once."""

import json

import pytest

from tests.phone.conftest import Phone, wait
from tests.phone.test_evening import play, sit_down

pytestmark = pytest.mark.tenth

PROMPT = """
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


def prompt(phone):
    return phone.page.evaluate(f"() => {{ {PROMPT} }}")


def test_the_browser_can_install_the_app(real, browser_type, full_chromium, tmp_path):
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
    assert phone.errors == []


def test_a_finished_match_offers_the_installation(real, new_phone):
    phone = new_phone()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz")
    assert prompt(phone)  # the browser must not ask on its own
    play(phone, 71)
    assert phone.page.locator("#install").count() == 0
    install = finish(phone, url)
    prompt(phone)
    install.wait_for()
    assert install.locator("[data-way=share]").is_hidden()
    install.locator("[value=yes]").click()
    assert install.is_hidden()
    assert phone.page.evaluate("window.prompts") == 1
    phone.page.reload()
    prompt(phone)
    assert install.is_hidden()
    assert phone.errors == []


@pytest.mark.long
def test_a_refused_offer_is_not_repeated(real, new_phone):
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
    assert phone.errors == []


@pytest.mark.parametrize("script", [INSTALLED, ""], ids=["installed", "cannot"])
def test_no_offer_if_the_app_is_installed_or_cannot_be(real, new_phone, script):
    phone = new_phone()
    phone.context.add_init_script(script)
    phone.take_over()
    install = finish(phone, sit_down(phone, "Eleni", "Deniz"))
    phone.page.wait_for_load_state("networkidle")
    if script:
        prompt(phone)
    assert install.is_hidden()


def test_the_page_says_once_that_the_app_works_offline(real, new_phone):
    phone = new_phone()
    page = phone.open("/new/?game=bisca_tres")
    ready = page.locator("#ready")
    assert ready.is_hidden()
    wait(lambda: page.evaluate("localStorage.ready") == "now")
    phone.until("(await state('pull'))?.whole === true")
    assert ready.is_hidden()  # the page does not move while someone reads
    page.locator(".bar a").first.click()
    ready.wait_for()
    assert "Ready to use offline." in ready.inner_text()
    real.stop()
    phone.open()
    assert ready.is_hidden()
    assert phone.errors == []


@pytest.mark.long
def test_the_page_says_nothing_without_a_worker_or_without_the_server(real, new_phone):
    hears = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: DATA }))"
    status = {"waiting": 0, "refused": 0, "reasons": [], "changed": [], "minutesOff": 0, "language": "en"}
    without = new_phone(service_workers="block")
    without.open().evaluate(hears.replace("DATA", json.dumps(status)))
    assert without.page.evaluate("localStorage.ready ?? ''") == ""
    phone = new_phone()
    phone.take_over()
    real.stop()
    phone.page.reload()
    phone.page.evaluate("localStorage.removeItem('ready')")
    phone.page.evaluate(hears.replace("DATA", json.dumps({**status, "problem": {"code": "network"}})))
    assert phone.page.evaluate("localStorage.ready ?? ''") == ""
