"""What lies on the phone is gone, spoilt or shut, and somebody is in the middle of a round: it is saved all the same."""

import pytest

from tests.phone.agree import agree, ids
from tests.phone.test_cut_off import begun
from tests.phone.test_evening import SENT, is_worth, play

__all__ = ["begun"]


CANNOT_OPEN = """() => {
  opened?.then(store => store.close());
  opened = null;
  IDBFactory.prototype.open = () => { throw new DOMException('Internal error opening backing store.', 'UnknownError'); };
}"""
SILENT = """() => {
  opened?.then(store => store.close());
  opened = null;
  forget();
  IDBFactory.prototype.open = () => ({});
}"""
DELETED = """async () => {
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  while ((await indexedDB.databases()).some(({ name }) => name === 'scorekeeper')) await new Promise(done => setTimeout(done, 50));
}"""
SPOILT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      if (/memory$/.test(asked.url)) await cache.delete(asked);
      if (/wasm$|[.]json$/.test(asked.url)) await cache.put(asked, new Response('<!doctype html>'));
    }
  }
}"""
NO_MEMORY = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).put('/phone/memory', new Response(new Uint8Array(10)));
}"""
THROWN_AWAY = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"

FILES = (
    "(await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).length)))[0]"
)


@pytest.fixture
def half_typed(begun):
    phone, _path = begun
    phone.page.locator("#points-0").fill("71")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    return phone


def chrome(phone):
    found = phone.context.new_cdp_session(phone.page)
    found.send("ServiceWorker.enable")
    return found


def goes_on_without_a_server(server, phone, path):
    server.kill()
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 30)
    is_worth(phone, 1, 1)
    written = ids(phone)
    server.start()
    agree(server, path, phone, written=written)


@pytest.mark.long
def test_all_is_cleared_but_the_cookie(real, half_typed):
    """The page was made by a worker that is gone, so Django's forms do not know it."""
    everything = {"origin": real.url, "storageTypes": "indexeddb,cache_storage,service_workers,local_storage"}
    chrome(half_typed).send("Storage.clearDataForOrigin", everything)
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


def test_the_store_is_deleted_under_the_worker(real, begun, half_typed):
    phone, path = begun
    phone.page.evaluate(DELETED)
    phone.page.locator("#round button.go").click()
    phone.until(f"(await state('pull'))?.whole && (await all('events')).length === 4 && {SENT}")
    phone.open(path)
    is_worth(phone, 1, 0)
    goes_on_without_a_server(real, phone, path)


def test_the_store_cannot_be_opened(real, begun):
    phone, path = begun
    phone.worker.evaluate(CANNOT_OPEN)
    for where in ("/", "/rules/", path):
        phone.open(where)
    play(phone, 71)
    is_worth(phone, 1, 0)


def test_the_store_cannot_be_opened_any_more(real, half_typed):
    half_typed.worker.evaluate(CANNOT_OPEN)
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


@pytest.mark.long
def test_the_store_never_opens(real, begun, half_typed):
    phone, path = begun
    phone.worker.evaluate(SILENT)
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    phone.open(path)
    play(phone, 30)
    is_worth(phone, 1, 1)


@pytest.mark.long
def test_the_store_cannot_be_opened_and_no_server_is_there(real, half_typed):
    half_typed.worker.evaluate(CANNOT_OPEN)
    real.kill()
    half_typed.page.locator("#round button.go").click()
    half_typed.page.locator("#trouble", has_text="The server cannot be reached").wait_for()
    assert half_typed.page.locator("#points-0").input_value() == "71"
    real.start()
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


@pytest.mark.long
def test_the_browser_has_thrown_the_files_away(real, begun):
    phone, path = begun
    files = phone.evaluate(FILES)
    phone.page.evaluate(THROWN_AWAY)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(f"{FILES} === {files}")
    chrome(phone).send("Network.clearBrowserCache")
    goes_on_without_a_server(real, phone, path)


def test_the_files_are_spoilt(real, begun):
    phone, path = begun
    phone.page.evaluate(SPOILT)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 71)
    is_worth(phone, 1, 0)
    goes_on_without_a_server(real, phone, path)


@pytest.mark.long
def test_the_memory_of_its_python_is_spoilt_and_no_server_is_there(real, begun):
    phone, path = begun
    phone.until("(await caches.match('/phone/memory')) !== undefined")
    real.kill()
    phone.page.evaluate(NO_MEMORY)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.open(f"{path}sheet/").locator("h1").first.wait_for()
    assert "on the server only" not in phone.page.locator("main").inner_text()


@pytest.mark.long
def test_the_pages_own_store_does_not_answer(real, begun):
    """Nothing half typed is kept then, and nothing else waits for it."""
    phone, path = begun
    phone.page.add_init_script("IDBFactory.prototype.open = () => ({});")
    phone.open(path)
    play(phone, 71)
    phone.page.locator("#totals .numeral", has_text="1").wait_for()
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-1[placeholder='90']").wait_for(timeout=5000)


def test_a_browser_that_lets_pages_keep_nothing_works_without_a_server(real, new_phone):
    phone = new_phone()
    phone.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('Denied.', 'SecurityError'); } });"
    )
    phone.open()
    phone.until("navigator.serviceWorker.controller && (await state('pull'))?.whole")
    real.kill()
    phone.open()
    assert phone.page.locator("h1").count()
    assert phone.said == []


def test_a_worker_that_comes_again_shows_what_was_written_before(real, begun):
    phone, path = begun
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).unregister()")
    real.start()
    phone.open(path)
    is_worth(phone, 1, 0)
    assert phone.said == []
