"""A page that was shown lies ready: who comes back to it sees it before Python is awake, and only while it is still true."""

import pytest

from tests.phone.test_evening import SENT, is_worth, play, sit_down

KEPT = "await Promise.all(['shown home', 'shown match'].map(name => state(name)))"
CANNOT_START = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (/memory$|[.]json$|[.]wasm$/.test(url)) await cache.delete(url);
  }
}"""


@pytest.fixture
def asleep(phone):
    """Puts the worker to sleep; from its next start on it has no Python."""

    def now():
        phone.until(f"({KEPT}).some(one => one)")
        phone.page.wait_for_timeout(300)
        phone.worker.evaluate(CANNOT_START)
        browser = phone.context.new_cdp_session(phone.page)
        browser.send("ServiceWorker.enable")
        browser.send("ServiceWorker.stopAllWorkers")

    return now


def ids(page):
    return [page.locator(f"#round [name={name}]").get_attribute("value") for name in ("event", "deal")]


def test_the_table_and_home_come_back_without_python(real, phone, asleep):
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


def test_two_that_come_back_to_one_page_write_two_rounds(real, phone):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    other = phone.context.new_page()
    phone.until(f"({KEPT})[1]")
    browser = phone.context.new_cdp_session(phone.page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    phone.open(url)
    browser.send("ServiceWorker.stopAllWorkers")
    other.goto(real.url + url)
    assert not set(ids(phone.page)) & set(ids(other))


@pytest.mark.long
def test_what_has_changed_since_is_made_anew(real, phone, asleep):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(f"({KEPT})[1]")
    stale = phone.evaluate(f"({KEPT})[1]")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.worker.evaluate("stale => change(({ state }) => resultOf(state.put(stale, READY.match)))", stale)
    asleep()
    phone.open(url)
    is_worth(phone, 1, 0)  # the server knows


@pytest.mark.long
@pytest.mark.parametrize("how", ["clearAndPull()", "readState('identity').then(forgetSent)", "depart({ waits: 0 })"])
def test_it_goes_with_what_it_was_made_of(real, phone, how):
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(f"({KEPT})[1]")
    phone.worker.evaluate(f"() => {how}")
    phone.until(f"!({KEPT})[1]")


def test_it_does_not_come_late_into_the_store_of_the_next(real, phone):
    url = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    phone.worker.evaluate(SLOW)
    phone.open(url)
    phone.worker.evaluate("() => depart({ waits: 0 })")
    phone.worker.evaluate("() => stored")
    assert phone.evaluate(f"({KEPT})[1] ?? null") is None


SLOW = """() => {
  const storing = storingReadyPage;
  storingReadyPage = (...page) => {
    const store = storing(...page);
    return () => { self.stored ??= pause(2000).then(store).catch(() => {}); };
  };
}"""
