"""A round that cannot be saved stays on the page with the reason, and the same button saves it later."""

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


@pytest.mark.parametrize("network", [True, False], ids=["network", "no-network"])
def test_a_round_stays_if_the_phone_has_no_room(real, new_phone, network):
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
    event_ids = ids(phone)
    play(phone, 30)
    check_trouble(phone, "There is no room left on this phone")
    give_room(chrome, real, 2 * ROOM)  # more, because deleted data frees room only later
    save_again(phone)
    assert ids(phone) > event_ids
    if not network:
        real.start()
    agree(real, path, phone, event_ids=ids(phone))


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


@pytest.mark.long
def test_a_round_stays_while_the_server_has_no_database(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    real.database.disconnect()
    phone.page.locator("#round button.go").click()
    check_trouble(phone, "The server cannot be reached")
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
