"""Stored pages: a page is shown again before Python has started, if it is still current."""

import pytest

from tests.phone.test_evening import SENT, is_worth, play, sit_down

pytestmark = pytest.mark.tenth

STORED_PAGES = "await Promise.all(['shown home', 'shown match'].map(name => state(name)))"
CANNOT_START = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (/memory$|[.]json$|[.]wasm$/.test(url)) await cache.delete(url);
  }
}"""


@pytest.fixture
def asleep(phone):
    """A function that stops the worker. After its next start it has no Python."""

    def now():
        phone.until(f"({STORED_PAGES}).some(one => one)")
        phone.page.wait_for_timeout(300)
        phone.worker.evaluate(CANNOT_START)
        browser = phone.context.new_cdp_session(phone.page)
        browser.send("ServiceWorker.enable")
        browser.send("ServiceWorker.stopAllWorkers")

    return now


def ids(page):
    return [page.locator(f"#round [name={name}]").get_attribute("value") for name in ("event", "deal")]


def test_the_table_and_home_are_shown_again_without_python(real, phone, asleep):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.open()
    phone.page.locator("header", has_text="Eleni").wait_for()
    page = phone.open(url.split("?")[0])
    before = ids(page)
    phone.until(SENT)
    asleep()
    real.stop()
    page.reload()
    is_worth(phone, 1, 0)
    assert not set(before) & set(ids(page))
    phone.open()
    assert "Eleni" in page.locator("header").inner_text()


def test_two_tabs_of_a_stored_page_have_different_ids(real, phone):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    other = phone.context.new_page()
    phone.until(f"({STORED_PAGES})[1]")
    browser = phone.context.new_cdp_session(phone.page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    phone.open(url)
    browser.send("ServiceWorker.stopAllWorkers")
    other.goto(real.url + url)
    assert not set(ids(phone.page)) & set(ids(other))


@pytest.mark.long
def test_an_outdated_page_is_rendered_again(real, phone, asleep):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(f"({STORED_PAGES})[1]")
    stale = phone.evaluate(f"({STORED_PAGES})[1]")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.worker.evaluate("stale => transact(({ state }) => resultOf(state.put(stale, READY.match)))", stale)
    asleep()
    phone.open(url)
    is_worth(phone, 1, 0)  # from the server


@pytest.mark.long
@pytest.mark.parametrize(
    "how", ["clearAndPull()", "readState('identity').then(markRevoked)", "leavePhone({ waits: 0 })"]
)
def test_a_stored_page_is_deleted_with_its_data(real, phone, how):
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(f"({STORED_PAGES})[1]")
    phone.worker.evaluate(f"() => {how}")
    phone.until(f"!({STORED_PAGES})[1]")


def test_a_page_is_not_stored_for_the_next_person(real, phone):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    phone.worker.evaluate(SLOW)
    phone.open(url)
    phone.worker.evaluate("() => leavePhone({ waits: 0 })")
    phone.worker.evaluate("() => stored")
    assert phone.evaluate(f"({STORED_PAGES})[1] ?? null") is None


SLOW = """() => {
  const storing = storingReadyPage;
  storingReadyPage = (...page) => {
    const store = storing(...page);
    return () => { self.stored ??= pause(2000).then(store).catch(() => {}); };
  };
}"""
