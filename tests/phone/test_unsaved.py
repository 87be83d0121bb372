"""A round that cannot be saved stays on the page with the reason, and the same button saves it later."""

from contextlib import closing
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.phone.agree import agree, everything, ids
from tests.phone.conftest import wait
from tests.phone.relay import Relay
from tests.phone.test_broken import CANNOT_OPEN, chrome
from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

__all__ = ["started"]

ROOM = 4_000_000  # bytes
FILL = """new Promise(done => {
  const opening = indexedDB.open('junk');
  opening.onupgradeneeded = () => opening.result.createObjectStore('junk', { autoIncrement: true });
  opening.onsuccess = () => {
    const more = () => {
      const transaction = opening.result.transaction('junk', 'readwrite');
      transaction.objectStore('junk').add(crypto.getRandomValues(new Uint8Array(50_000)));
      transaction.oncomplete = more;
      transaction.onabort = () => { opening.result.close(); done(); };
    };
    more();
  };
})"""


def check_trouble(phone, text):
    """Check that the page shows the trouble, and still has the round."""
    phone.page.locator("#trouble", has_text=text).wait_for()
    assert phone.page.locator("#points-0").input_value() == "30"
    assert phone.page.locator("#sheet tbody tr:not(.why)").count() == 1


def save_again(phone):
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 1)


def give_room(chrome, server, size):
    chrome.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": size})


SPARE_DRAFTS = "Object.keys(sessionStorage).filter(key => key.startsWith('draft '))"


@pytest.fixture
def full(real, new_phone):
    """A phone without room, at a match with a round, and the path of the match."""
    phone = new_phone()
    page = phone.open("/healthz")
    give_room(phone.context.new_cdp_session(page), real, ROOM)
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    page.evaluate(FILL)
    return phone, path


def fail_to_save(real, phone):
    """Save a round while neither the phone nor the server can store it."""
    real.kill()
    play(phone, 30)
    check_trouble(phone, "This phone is out of storage")
    real.start()


def test_a_round_stays_if_the_phone_has_no_room_and_no_network(real, full):
    phone, path = full
    event_ids = ids(phone)
    fail_to_save(real, phone)
    give_room(
        phone.context.new_cdp_session(phone.page), real, 2 * ROOM
    )  # more, because deleted data frees room only later
    save_again(phone)
    assert ids(phone) > event_ids
    agree(real, path, phone, event_ids=ids(phone))


def test_a_phone_without_room_saves_and_reads_on_the_server(real, full):
    """It displays what others enter, too, which it cannot store either."""
    phone, path = full
    play(phone, 30)
    is_worth(phone, 1, 1)
    phone.page.locator("#trouble", has_text="New entries are saved only on the server.").wait_for()
    data = {"deal": str(uuid4()), "answers": {"points": [72, 48]}}
    event = {"id": str(uuid4()), "match": path.split("/")[2], "kind": "deal", "data": data, "after": None}
    at = datetime.now(UTC).isoformat(timespec="seconds")
    assert ask(real, me(phone)["key"], "/api/v1/events/", "POST", [event | {"at": at}])["refused"] == []
    is_worth(phone, 2, 1)
    phone.page.reload()
    is_worth(phone, 2, 1)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    play(phone, 72)  # its form must stay that of round 4, as the phone has only the first round
    is_worth(phone, 3, 1)
    requests = []
    phone.context.on("request", lambda request: requests.append(request.url))
    phone.page.wait_for_timeout(6_000)
    assert len(requests) < 30, "the phone asks again and again"
    real.kill()
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()  # the sheet lacks three rounds
    phone.page.locator("#trouble", has_text="Some entries are only on the server").wait_for()
    phone.page.locator("#saved", has_text="Not synced").wait_for()
    real.start()
    give_room(phone.context.new_cdp_session(phone.page), real, 4 * ROOM)
    is_worth(phone, 3, 1)
    phone.page.locator("#saved", has_text="Synced").wait_for()
    play(phone, 30)
    is_worth(phone, 3, 2)
    agree(real, path, phone, event_ids=ids(phone))


def test_a_phone_without_room_that_goes_offline_at_once_says_what_it_lacks(real, full):
    phone, _path = full
    play(phone, 30)
    is_worth(phone, 1, 1)
    real.kill()
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    phone.page.locator("#trouble", has_text="Some entries are only on the server").wait_for()
    phone.page.locator("#saved", has_text="Not synced").wait_for()


@pytest.mark.parametrize("begins", ["before a page", "before a save"])
def test_a_full_phone_on_a_line_that_hangs_answers_soon(real, new_phone, begins):
    """It first asks the server, which may have rounds that this phone could not store."""
    with closing(Relay(real.port)) as relay:
        phone = new_phone()
        phone.url = relay.url
        phone.take_over()
        path = sit_down(phone, "Eleni", "Deniz").removeprefix(relay.url)
        phone.until(SENT)
        phone.worker.evaluate(
            "() => { saveEvents = storePulled = () => Promise.reject(new DOMException('', 'QuotaExceededError')); }"
        )
        if begins == "before a page":
            play(phone, 71)
            is_worth(phone, 1, 0)
        relay.released.clear()
        relay.holds = b""
        if begins == "before a page":
            phone.page.goto(relay.url + path, wait_until="commit", timeout=15_000)
            phone.page.locator("#sheet").wait_for()
        else:
            play(phone, 71)
            phone.page.locator("#trouble", has_text="The server cannot be reached.").wait_for(timeout=20_000)
        relay.released.set()
        relay.holds = b"nothing"
        if begins == "before a save":
            phone.page.locator("#round button.go").click()
        is_worth(phone, 1, 0)


@pytest.mark.parametrize("way", ["address", "back", "reload"])
def test_a_draft_survives_on_a_phone_without_room(real, full, way):
    phone, path = full
    page = phone.page
    fail_to_save(real, phone)
    assert "only after saving" not in page.locator("#trouble").inner_text()
    if way == "reload":
        page.reload()
    else:
        page.locator("#trouble a").click()
        page.wait_for_url("**/phone/")
        page.go_back() if way == "back" else phone.open(path)
    expect(page.locator("#points-0")).to_have_value("30")
    page.locator("#points-0").fill("31")
    page.locator("#points-sum", has_text="= 120").wait_for()
    page.reload()
    expect(page.locator("#points-0")).to_have_value("31")
    page.evaluate("new Promise(done => { indexedDB.deleteDatabase('junk').onsuccess = () => done() })")
    give_room(phone.context.new_cdp_session(page), real, 4 * ROOM)
    save_again(phone)
    page.reload()
    expect(page.locator("#round[data-draft-pending]")).to_have_count(0)
    expect(page.locator("#points-0")).to_have_value("")
    assert set(page.evaluate(SPARE_DRAFTS)) <= {"draft sent"}  # the id of the save that failed


def test_a_full_phone_says_why_nobody_can_sign_out_and_keeps_the_draft(real, full):
    phone, path = full
    page = phone.page
    fail_to_save(real, phone)
    phone.open("/phone/")
    sign_out(page)
    expect(page.locator("#said")).to_have_text(
        "This did not work, because this phone is out of storage. Free up some space and try again."
    )
    phone.open(path)
    expect(page.locator("#points-0")).to_have_value("30")
    page.evaluate("new Promise(done => { indexedDB.deleteDatabase('junk').onsuccess = () => done() })")
    give_room(phone.context.new_cdp_session(page), real, 4 * ROOM)
    save_again(phone)


NEVER_LEAVES = """() => {
    const send = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (...all) { if (all[0]?.ask !== 'leave') send.apply(this, all); };
}"""


def sign_out(page):
    page.locator("#here [value=ask]").click()
    for key in page.locator("#sure [value=leave]").all():
        key.click()
        key.click()  # it asks once more


def test_a_reload_while_a_full_phone_signs_out_keeps_the_draft(real, full):
    phone, path = full
    page = phone.page
    fail_to_save(real, phone)
    phone.open("/phone/")
    page.evaluate(NEVER_LEAVES)
    sign_out(page)
    expect(page.locator("#said")).to_contain_text("Signing out")
    page.reload()
    phone.open(path)
    expect(page.locator("#points-0")).to_have_value("30")


def test_a_sign_out_deletes_the_draft_of_another_tab(real, full):
    phone, _path = full
    fail_to_save(real, phone)
    wait(lambda: phone.page.evaluate(SPARE_DRAFTS))
    phone.page.evaluate("new Promise(done => { indexedDB.deleteDatabase('junk').onsuccess = () => done() })")
    give_room(phone.context.new_cdp_session(phone.page), real, 4 * ROOM)
    other = phone.context.new_page()
    other.goto(f"{real.url}/phone/")
    sign_out(other)
    for page in (other, phone.page):
        page.wait_for_url(f"{real.url}/")
    assert phone.page.evaluate(SPARE_DRAFTS) == []


def test_a_page_says_that_its_draft_ends_with_it(real, full):
    """Nothing has room, not even the store of the tab."""
    phone, _path = full
    real.kill()
    phone.page.evaluate(
        "void (Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); })"
    )
    play(phone, 30)
    check_trouble(phone, "Leave or reload this page only after saving; otherwise your answers are lost.")


FAILING = """([name, message]) => {
  self.storing ??= saveEvents;
  const error = name.startsWith('NS_') ? Object.assign(new Error(message), { name }) : new DOMException(message, name);
  saveEvents = () => Promise.reject(error);
}"""
NO_ROOM, NO_STORE = "This phone is out of storage", "This browser cannot store anything"
ERRORS = (
    ("QuotaExceededError", "", NO_ROOM),
    ("UnknownError", "Connection is closing because of: IO error: .../000003.log: FILE_ERROR_NO_SPACE", NO_ROOM),
    ("NS_ERROR_FILE_NO_DEVICE_SPACE", "", NO_ROOM),
    ("NS_ERROR_DOM_QUOTA_REACHED", "", NO_ROOM),
    ("AbortError", "The transaction was aborted.", NO_STORE),
    ("UnknownError", "Internal error opening backing store for indexedDB.open.", NO_STORE),
    ("InvalidStateError", "The database connection is closing.", NO_STORE),
    ("TransactionInactiveError", "", NO_STORE),
    ("NotReadableError", "Data lost due to missing file.", NO_STORE),
    ("NotFoundError", "One of the specified object stores was not found.", NO_STORE),
    ("VersionError", "", NO_STORE),
    ("NS_ERROR_DOM_INDEXEDDB_UNKNOWN_ERR", "", NO_STORE),
)


def test_each_error_of_the_store_is_named_and_the_round_stays(real, started):
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    real.kill()
    assert phone.page.locator("[data-saved]").count() == 1
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    for name, message, text in ERRORS:
        phone.page.evaluate("document.querySelector('#trouble').hidden = true")
        phone.worker.evaluate(FAILING, [name, message])
        phone.page.locator("#round button.go").click()
        check_trouble(phone, text)
        assert phone.page.locator("[data-saved]").count() == 0, "the sentence about the save before"
    phone.worker.evaluate("() => { saveEvents = storing; }")
    save_again(phone)
    event_ids = ids(phone)
    real.start()
    agree(real, path, phone, event_ids=event_ids)


def test_a_round_is_saved_if_the_store_was_closed_meanwhile(real, started):
    phone, path = started
    real.kill()
    phone.page.locator("#points-0").fill("71")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    phone.worker.evaluate("() => opened.then(store => store.close())")
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    event_ids = ids(phone)
    real.start()
    agree(real, path, phone, event_ids=event_ids)


def test_a_round_that_only_the_server_could_store_is_shown(real, started):
    """Otherwise it would be entered twice."""
    phone, path = started
    phone.worker.evaluate(FAILING, ["AbortError", ""])
    phone.worker.evaluate(
        "() => { self.pulling = storePulled; storePulled = () => Promise.reject(new DOMException('', 'AbortError')); }"
    )
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.open(path)
    is_worth(phone, 1, 0)
    play(phone, 30)
    is_worth(phone, 1, 1)
    phone.worker.evaluate("() => { saveEvents = storing; storePulled = pulling; }")
    play(phone, 72)
    is_worth(phone, 2, 1)
    agree(real, path, phone, event_ids=ids(phone))


ON_SERVER = "New entries are saved only on the server."


def test_a_full_phone_with_a_network_says_where_rounds_are_until_it_has_room(started):
    phone, _path = started
    phone.worker.evaluate("() => { self.opening = IDBFactory.prototype.open; }")
    phone.worker.evaluate(CANNOT_OPEN)
    play(phone, 71)
    is_worth(phone, 1, 0)
    trouble = phone.page.locator("#trouble")
    trouble.get_by_text(ON_SERVER).wait_for()
    play(phone, 30)
    is_worth(phone, 1, 1)
    trouble.get_by_text(ON_SERVER).wait_for()
    phone.worker.evaluate("() => { IDBFactory.prototype.open = opening; }")
    trouble.wait_for(state="hidden")


def test_a_full_phone_that_has_lost_its_cookie_names_the_phone_as_the_cause(started):
    phone, _path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    phone.worker.evaluate(CANNOT_OPEN)
    phone.context.clear_cookies()
    for _ in range(2):
        phone.page.evaluate("document.querySelector('#trouble').hidden = true")
        phone.page.locator("#round button.go").click()
        check_trouble(phone, f"{NO_STORE} on this phone; it may be full. Your answers are still here.")


def test_a_save_is_confirmed_when_it_is_on_the_disk(real, started):
    phone, path = started
    phone.worker.evaluate(HOLD_COMPLETE)
    play(phone, 71)
    wait(lambda: phone.worker.evaluate("held.length"))
    phone.page.wait_for_timeout(1000)
    assert phone.page.locator("#sheet tbody tr:not(.why)").count() == 0
    assert phone.worker.evaluate("[...new Set(durabilities)]") == ["strict"]
    phone.worker.evaluate("() => { isHolding = false; held.forEach(complete => complete()); }")
    is_worth(phone, 1, 0)
    agree(real, path, phone, event_ids=ids(phone))


# Holds back the end of transactions that write events, and notes their durability.
HOLD_COMPLETE = """() => {
  Object.assign(self, { held: [], durabilities: [], isHolding: true });
  const { set } = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set(complete) {
    const isOfSave = isHolding && this.mode === 'readwrite' && this.objectStoreNames.contains('events');
    if (isOfSave) durabilities.push(this.durability);
    set.call(this, isOfSave ? () => held.push(complete) : complete);
  } });
}"""


def test_a_stored_round_is_sent_if_the_store_cannot_be_opened_any_more(real, started):
    """So does a browser on a full disk, and its store may be empty when it starts again."""
    phone, _path = started
    key = me(phone)["key"]
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    event_ids = ids(phone)
    phone.worker.evaluate(CANNOT_OPEN)
    phone.context.unroute("**/api/v1/events/**")
    phone.page.locator("#trouble", has_text=NO_STORE).wait_for()
    wait(lambda: event_ids <= {event["id"] for event in everything(real, key)})


def test_a_round_stays_without_worker_and_server(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.kill()
    phone.page.locator("#round button.go").click()
    check_trouble(phone, "The server cannot be reached")
    real.start()
    save_again(phone)


@pytest.mark.long
def test_a_round_stays_without_python_and_server(real, new_phone):
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.kill()
    phone.worker.evaluate("() => { whole = call; call = () => { throw new Error('broken'); }; }")
    phone.page.locator("#round button.go").click()
    check_trouble(phone, "The server cannot be reached")
    phone.worker.evaluate("() => { call = whole; }")
    save_again(phone)
    real.start()
    agree(real, path, phone, event_ids=ids(phone))


def test_a_round_stays_while_the_server_has_no_database(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.database.disconnect()
    phone.page.locator("#round button.go").click()
    check_trouble(phone, "The server cannot save anything right now")
    real.database.reconnect()
    save_again(phone)
    assert "Traceback" not in real.output.read_text()


def test_the_phone_saves_while_the_server_has_no_database(real, new_phone):
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    real.database.disconnect()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    assert phone.page.locator("#trouble").is_hidden()
    real.database.reconnect()
    agree(real, path, phone, event_ids=ids(phone))


@pytest.mark.parametrize("status", [0, 502, 429])
def test_without_a_worker_a_save_whose_answer_was_lost_is_shown_as_saved(real, new_phone, status):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")

    lost = []

    def lose(route):
        if lost or route.request.method != "POST" or "press=" in route.request.post_data:
            return route.continue_()
        lost.append(route.fetch(max_redirects=0).status)
        return route.fulfill(status=status, body="") if status else route.abort()

    phone.context.route("**/table/**", lose)
    play(phone, 71)
    phone.page.locator("#trouble", has_text="Not saved yet").wait_for()
    phone.page.wait_for_url("**/?saved=*")
    is_worth(phone, 1, 0)
    assert lost == [303]
    assert phone.page.locator("#trouble").is_hidden()
    assert phone.page.locator("#points-0").input_value() == ""
    assert phone.page.locator("#sheet tbody tr:not(.why)").count() == 1
    assert phone.errors == []
