"""What cannot be saved just now: the page says why, the round stays on it, and the same button works once it can be."""

import pytest

from tests.phone.agree import agree, ids
from tests.phone.test_evening import SENT, is_worth, play, sit_down

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


def is_told(phone, words):
    """The round is still there, too."""
    phone.page.locator("#trouble", has_text=words).wait_for()
    assert phone.page.locator("#points-0").input_value() == "30"
    assert phone.page.locator("#sheet tbody tr:not(.why)").count() == 1


def save_again(phone):
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 1)


def give_room(chrome, server, size):
    chrome.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": size})


@pytest.mark.parametrize("network", [True, False], ids=["network", "no-network"])
def test_there_is_no_room_left_on_the_phone(real, new_phone, network):
    phone = new_phone()
    page = phone.open("/healthz")
    chrome = phone.context.new_cdp_session(page)
    give_room(chrome, real, ROOM)
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    if not network:
        real.kill()
    page.evaluate(FILL)
    phone.open()
    page.locator("a", has_text="Bisca de Três").first.click()
    written = ids(phone)
    play(phone, 30)
    is_told(phone, "There is no room left on this phone")
    give_room(chrome, real, 2 * ROOM)  # what is deleted leaves room a while later
    save_again(phone)
    assert ids(phone) > written
    if not network:
        real.start()
    agree(real, path, phone, written=ids(phone))


def test_neither_worker_nor_server_is_there(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.kill()
    phone.page.locator("#round button.go").click()
    is_told(phone, "The server cannot be reached")
    real.start()
    save_again(phone)


@pytest.mark.long
def test_the_phones_python_breaks_and_no_server_is_there(real, new_phone):
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
    is_told(phone, "The server cannot be reached")
    phone.worker.evaluate("() => { call = whole; }")
    save_again(phone)
    real.start()
    agree(real, path, phone, written=ids(phone))


@pytest.mark.long
def test_the_server_waits_for_its_database(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.database.disconnect()
    phone.page.locator("#round button.go").click()
    is_told(phone, "The server cannot be reached")
    real.database.reconnect()
    save_again(phone)
    assert "Traceback" not in real.output.read_text()


def test_the_phone_goes_on_while_the_server_waits_for_its_database(real, new_phone):
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
    agree(real, path, phone, written=ids(phone))
