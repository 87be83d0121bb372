"""The phone's store or files are deleted, damaged or locked during a round. The round is saved anyway."""

import pytest
from playwright.sync_api import expect

from tests.phone.agree import agree, ids
from tests.phone.conftest import wait
from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play
from tests.phone.test_worker import me

pytestmark = pytest.mark.tenth

__all__ = ["started"]


CANNOT_OPEN = """() => {
  opened?.then(store => store.close());
  opened = null;
  IDBFactory.prototype.open = () => { throw new DOMException('Internal error opening backing store.', 'UnknownError'); };
}"""
SILENT = """() => {
  opened?.then(store => store.close());
  opened = null;
  forgetPageData();
  IDBFactory.prototype.open = () => ({});
}"""
DELETED_STORE = """async () => {
  const deleted = ({ name }) => new Promise((done, failed) => {
    Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed });
  });
  await Promise.all((await indexedDB.databases()).map(deleted));
}"""
DAMAGED_FILES = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      if (/memory$/.test(asked.url)) await cache.delete(asked);
      if (/wasm$|[.]json$/.test(asked.url)) await cache.put(asked, new Response('<!doctype html>'));
    }
  }
}"""
DAMAGED_MEMORY = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).put('/phone/memory', new Response(new Uint8Array(10)));
}"""
DELETED_FILES = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"

FILES = """(await Promise.all((await caches.keys()).map(async name => (
  /^phone-/.test(name) ? (await (await caches.open(name)).keys()).length : 0
)))).reduce((sum, count) => sum + count, 0)"""


@pytest.fixture
def half_typed(started):
    phone, _path = started
    phone.page.locator("#points-0").fill("71")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    return phone


def chrome(phone):
    session = phone.context.new_cdp_session(phone.page)
    session.send("ServiceWorker.enable")
    return session


def check_offline(server, phone, path):
    server.kill()
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 30)
    is_worth(phone, 1, 1)
    event_ids = ids(phone)
    server.start()
    agree(server, path, phone, event_ids=event_ids)


@pytest.mark.long
def test_a_round_is_saved_after_the_browser_has_cleared_all_but_the_cookie(real, half_typed):
    """The deleted worker has built the page, so its form has no token of Django."""
    everything = {"origin": real.url, "storageTypes": "indexeddb,cache_storage,service_workers,local_storage"}
    chrome(half_typed).send("Storage.clearDataForOrigin", everything)
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


def test_a_round_is_saved_if_the_store_is_deleted(real, started, half_typed):
    phone, path = started
    phone.page.evaluate(DELETED_STORE)
    phone.nudge()
    phone.until("(await state('pull'))?.whole")
    assert phone.page.locator("#points-0").input_value() == "71"  # the page stays, because its person is the same
    phone.page.locator("#round button.go").click()
    phone.until(f"(await state('pull'))?.whole && (await all('events')).length === 4 && {SENT}")
    phone.open(path)
    is_worth(phone, 1, 0)
    check_offline(real, phone, path)


def test_a_round_is_saved_if_the_store_cannot_be_opened(real, started):
    phone, path = started
    phone.worker.evaluate(CANNOT_OPEN)
    for address in ("/", "/rules/", path):
        phone.open(address)
    play(phone, 71)
    is_worth(phone, 1, 0)


def test_a_round_is_saved_if_the_store_can_no_longer_be_opened(real, half_typed):
    half_typed.worker.evaluate(CANNOT_OPEN)
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


@pytest.mark.long
def test_a_round_is_saved_if_opening_the_store_never_ends(real, started, half_typed):
    phone, path = started
    phone.worker.evaluate(SILENT)
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    phone.open(path)
    play(phone, 30)
    is_worth(phone, 1, 1)


@pytest.mark.long
def test_a_round_stays_on_the_page_without_store_and_server(real, half_typed):
    half_typed.worker.evaluate(CANNOT_OPEN)
    real.kill()
    half_typed.page.locator("#round button.go").click()
    half_typed.page.locator("#trouble", has_text="cannot store anything on this phone").wait_for()
    assert half_typed.page.locator("#points-0").input_value() == "71"
    real.start()
    half_typed.page.locator("#round button.go").click()
    is_worth(half_typed, 1, 0)


@pytest.mark.long
def test_deleted_files_are_downloaded_again(real, started):
    phone, path = started
    files = phone.evaluate(FILES)
    phone.page.evaluate(DELETED_FILES)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(f"{FILES} === {files}")
    chrome(phone).send("Network.clearBrowserCache")
    check_offline(real, phone, path)


def test_damaged_files_are_downloaded_again(real, started):
    phone, path = started
    phone.page.evaluate(DAMAGED_FILES)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    play(phone, 71)
    is_worth(phone, 1, 0)
    check_offline(real, phone, path)


@pytest.mark.long
def test_with_a_damaged_snapshot_python_starts_from_its_files(real, started):
    phone, path = started
    phone.until("(await caches.match('/phone/memory')) !== undefined")
    real.kill()
    phone.page.evaluate(DAMAGED_MEMORY)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.open(f"{path}sheet/").locator("h1").first.wait_for()
    assert "only on the server" not in phone.page.locator("main").inner_text()


@pytest.mark.long
def test_a_page_works_if_its_own_store_never_opens(real, started):
    """Only drafts are lost."""
    phone, path = started
    phone.page.add_init_script("IDBFactory.prototype.open = () => ({});")
    phone.open(path)
    play(phone, 71)
    phone.page.locator("#totals .numeral", has_text="1").wait_for()
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-1[placeholder='90']").wait_for(timeout=5000)


def test_a_browser_without_local_storage_works_offline(real, new_phone):
    phone = new_phone()
    phone.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('Denied.', 'SecurityError'); } });"
    )
    phone.open()
    phone.until("navigator.serviceWorker.controller && (await state('pull'))?.whole")
    real.kill()
    phone.open()
    assert phone.page.locator("h1").count()
    assert phone.errors == []


def test_a_new_worker_shows_the_unsent_round_of_the_old_one(real, started):
    phone, path = started
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).unregister()")
    real.start()
    phone.open(path)
    is_worth(phone, 1, 0)
    assert phone.errors == []


def test_a_guest_comes_back_if_the_browser_deletes_all_stores_and_the_cookie(real, started):
    """Chromium does this if it is killed on a full disk, and a guest has no other way back."""
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    before = me(phone)
    phone.until("(await (await caches.match('/phone/outbox'))?.json())?.me.isKnown")
    phone.context.clear_cookies()
    phone.page.evaluate(DELETED_STORE)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.open("/")
    phone.until("(await state('pull'))?.whole")
    assert me(phone)["key"] == before["key"]
    phone.open(path)
    is_worth(phone, 1, 0)
    wait(lambda: "sessionid" in {cookie["name"] for cookie in phone.context.cookies()})


@pytest.mark.parametrize("is_asleep", [False, True])
def test_unsent_rounds_survive_if_the_browser_deletes_all_stores(real, started, is_asleep):
    """Chromium does this on a full disk. The worker may have slept since, so it has no round in its memory."""
    phone, path = started
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    play(phone, 30)
    is_worth(phone, 1, 1)
    phone.until("(await (await caches.match('/phone/outbox'))?.json())?.events.length === 2")
    phone.page.evaluate(DELETED_STORE)
    if is_asleep:
        chrome(phone).send("ServiceWorker.stopAllWorkers")
    real.start()
    phone.open(path)
    phone.until(f"(await all('events')).filter(one => one.event.kind === 'deal').length === 2 && {SENT}")
    phone.until("(await (await caches.match('/phone/outbox')).json()).events.length === 0")
    phone.open(path)
    is_worth(phone, 1, 1)


def test_signing_out_lasts_although_the_store_could_not_be_opened(real, started):
    phone, _path = started
    phone.worker.evaluate(CANNOT_OPEN)
    page = phone.open("/phone/")
    expect(page.locator("#nothing")).to_contain_text("This browser cannot read what is stored on this phone")
    expect(page.locator("#nothing")).not_to_contain_text("This browser stores nothing", use_inner_text=True)
    page.locator("#nothing a[href='/phone/leave/']").click()
    page.get_by_role("button", name="Sign out anyway").click()
    page.wait_for_url("**/")
    chrome(phone).send("ServiceWorker.stopAllWorkers")  # the next one can open the store
    phone.open()
    phone.until("(await state('identity'))?.isRevoked")
    phone.open()
    assert phone.page.locator("main", has_text="Deniz").count() == 0
    assert phone.evaluate("(await all('events')).length") == 0
    assert (
        phone.evaluate("await fetch('/phone/session/').then(answer => answer.json()).then(({ person }) => person)")
        is None
    )
