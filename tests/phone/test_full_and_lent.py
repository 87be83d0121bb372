"""A full phone has no room to put the store of a person aside when someone else signs in."""

import pytest

from tests.phone.test_broken import chrome
from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, TABLE, is_worth, play, sit_down
from tests.phone.test_joining import registered
from tests.phone.test_lent_phone import ACCOUNT
from tests.phone.test_lent_phone import sign_in as sign_in_by_password
from tests.phone.test_persons import is_whose, sign_in
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

__all__ = ["started"]

FULL = "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
ON_SERVER_ONLY = "New entries are saved only on the server."


@pytest.fixture
def full(started):
    """A phone with a sent and an unsent round that has no room any more, and the path of its match."""
    phone, path = started
    phone.until(SENT)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.worker.evaluate(FULL)
    phone.context.unroute("**/api/v1/events/**")
    phone.page.locator("#trouble", has_text=ON_SERVER_ONLY).wait_for()
    return phone, path


@pytest.fixture
def dora(new_phone):
    """The identity of someone else, who has a match of her own."""
    other = new_phone()
    other.take_over()
    sit_down(other, "Dora", "Rui")
    other.until(SENT)
    return me(other)


def go_offline(phone):
    """Stop the worker, too. The next one has room, and knows nothing of the other person."""
    phone.context.set_offline(True)
    chrome(phone).send("ServiceWorker.stopAllWorkers")


def has_noted(phone, person):
    phone.page.wait_for_function("person => localStorage.owner?.includes(person)", arg=person)


def becomes(phone, dora):
    """The phone becomes Dora's as soon as it has a network."""
    phone.context.set_offline(False)
    phone.open("/you/")
    is_whose(phone, dora["person"])
    phone.open("/").get_by_text("Dora").first.wait_for()
    assert phone.errors == []


def test_the_next_person_sees_no_match_of_the_person_before(real, full, dora):
    phone, path = full
    sign_in(real, phone, dora["key"])
    phone.open(path).get_by_text("Page not found").wait_for()
    has_noted(phone, dora["person"])
    go_offline(phone)
    for address in ("/", path, f"{path}sheet/", "/phone/"):
        phone.open(address).wait_for_url("**/you/")
        assert not phone.page.get_by_text("Eleni").count()
    becomes(phone, dora)


def test_a_tap_on_a_page_of_the_server_leads_the_next_person_to_the_account(real, full, dora):
    phone, _path = full
    sign_in(real, phone, dora["key"])
    page = phone.open("/")
    page.get_by_text("Dora").first.wait_for()
    has_noted(phone, dora["person"])
    go_offline(phone)
    page.locator("a[href^='/new/']").first.click()
    page.wait_for_url("**/you/")
    assert not page.get_by_text("Eleni").count()
    becomes(phone, dora)


def test_the_next_person_can_sign_out(real, full, dora):
    """The person before stays on the phone."""
    phone, path = full
    guest = me(phone)
    sign_in(real, phone, dora["key"])
    page = phone.open("/")
    page.get_by_text("Dora").first.wait_for()
    has_noted(phone, dora["person"])
    page = phone.open("/you/")
    page.locator("a[href='/phone/leave/']").first.click()
    page.wait_for_url(f"{real.url}/")
    asked = "fetch('/phone/session/').then(answer => answer.json()).then(({ person }) => person)"
    assert page.evaluate(asked) in (None, guest["person"])
    assert ask(real, guest["key"], "/api/v1/devices/")["person"] == guest["person"]
    phone.open(path).get_by_text("Eleni").first.wait_for()
    phone.open("/").get_by_text("Eleni").first.wait_for()


def test_someone_who_signs_in_after_the_key_was_ended_can_save(real, full, dora):
    phone, _path = full
    ended = me(phone)
    ask(real, ended["key"], f"/api/v1/devices/{ended['device']}/", method="DELETE")
    sign_in(real, phone, dora["key"])
    page = phone.open("/new/?game=bisca_tres")
    page.get_by_text("Dora").first.wait_for()
    page.locator("button[name=start]").click()
    page.wait_for_url(TABLE)
    play(phone, 71)
    is_worth(phone, 1, 0)
    events = ask(real, dora["key"], f"/api/v1/events/?circle={dora['circle']}")["events"]
    assert [event["data"]["answers"]["points"] for event in events if event["kind"] == "deal"] == [[71, None]]


def test_a_guest_who_has_signed_in_to_an_account_has_the_match_offline(real, full):
    phone, path = full
    _key, circle = registered(real)
    real.manage("shell", "-c", ACCOUNT.format(circle=circle))
    guest = me(phone)["person"]
    sign_in_by_password(phone)
    phone.open(path)
    is_worth(phone, 1, 0)
    has_noted(phone, guest)
    go_offline(phone)
    for address in (path, "/"):
        phone.open(address).get_by_text("Eleni").first.wait_for()
        phone.page.wait_for_timeout(1000)  # in which it would lead to the account
        assert phone.page.get_by_text("Eleni").first.is_visible()
    phone.context.set_offline(False)
    phone.open(path)
    play(phone, 30)
    is_worth(phone, 1, 1)
    phone.until(SENT)
    assert phone.errors == []
