"""A guest ends all other access, and the answer with the new cookie is lost: the phone in hand still gets in."""

from urllib.error import HTTPError

import pytest

from tests.phone.conftest import wait
from tests.phone.test_joining import own_phone, registered
from tests.phone.test_late_answers import SESSION, cookie_of, person_of_pages, phone, relay
from tests.phone.test_worker import SENT, ask, me, save, sees, start

__all__ = ["phone", "relay"]

pytestmark = [pytest.mark.slow, pytest.mark.tenth]


def sign_out_elsewhere(phone):
    phone.open("/you/sign-out/elsewhere/").locator("main form button").click(no_wait_after=True)


def set_first_password(phone):
    page = phone.open("/you/email/")
    page.locator("[name=email]").fill("rosa@example.org")
    for name in ("password1", "password2"):
        page.locator(f"[name={name}]").fill("violet-anchor-7")
    page.locator("main form .go").click(no_wait_after=True)


FORMS = {"/you/sign-out/elsewhere/": sign_out_elsewhere, "/you/email/": set_first_password}


@pytest.fixture
def table(phone):
    """The path of a match that the server has, on a phone with a cookie."""
    path = start(phone).removeprefix(phone.url)
    phone.until(SENT)
    phone.until(SESSION)
    return path


def lose_answer(relay, path, phone):
    """Submit the form that ends all other access. The server handles it, and its answer is lost."""
    relay.loses = f"POST {path}".encode()
    FORMS[path](phone)
    phone.page.get_by_text("Reload the page to see whether the change was saved.").wait_for()
    assert relay.lost
    relay.loses = b"nothing"


@pytest.mark.parametrize("path", FORMS)
def test_phone_whose_answer_was_lost_sends_its_rounds_and_opens_the_account(tiny, relay, phone, table, path):
    before = me(phone)
    old_cookie = cookie_of(phone)
    lose_answer(relay, path, phone)
    phone.open(table)
    save(phone)
    sees(phone.page, "rounds: 1")
    phone.until(SENT)
    after = me(phone)
    assert after["key"] != before["key"]
    assert (after["person"], after["circle"]) == (before["person"], before["circle"])
    events = ask(tiny, after["key"], f"/api/v1/events/?circle={after['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 1
    wait(lambda: cookie_of(phone) not in (None, old_cookie))
    phone.open("/you/")
    assert person_of_pages(phone) == before["person"]


def test_older_copy_of_the_server_knows_the_former_key(tiny, relay, phone, table):
    copy = tiny.database.copy()
    former = me(phone)
    sign_out_elsewhere(phone)
    phone.page.wait_for_url("**/you/")
    phone.open(table)
    save(phone)
    phone.until(SENT)
    assert me(phone)["key"] != former["key"]
    tiny.kill()
    tiny.database.restore(copy, running=False)
    tiny.start()
    phone.context.clear_cookies(name="sessionid")
    phone.open(table)
    save(phone)
    sees(phone.page, "rounds: 2")
    phone.until(SENT)
    now = me(phone)
    assert (now["person"], now["circle"]) == (former["person"], former["circle"])
    events = ask(tiny, now["key"], f"/api/v1/events/?circle={now['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 2


def test_copy_of_the_store_knows_no_key_of_a_later_form(tiny, phone, table):
    """Each form has a key of its own, so a key that was copied before the form ends with the others."""
    page = phone.open("/you/name/")
    page.locator("[name=name]").fill("Rosa")
    page.locator("main form .go").click()
    page.wait_for_url("**/you/")
    copied = me(phone)
    assert copied["nextKeys"]
    sign_out_elsewhere(phone)
    phone.page.wait_for_url("**/you/")
    phone.open(table)
    save(phone)
    phone.until(SENT)
    assert me(phone)["key"] not in [copied["key"], *copied["nextKeys"]]
    for key in [copied["key"], *copied["nextKeys"]]:
        with pytest.raises(HTTPError, match="401"):
            ask(tiny, key, "/api/v1/circles/")


@pytest.mark.parametrize("is_sent", [True, False], ids=["sent", "unsent"])
def test_guest_whose_answer_was_lost_on_becoming_another_phone_of_an_account_opens_it(
    tiny, relay, phone, new_context, table, is_sent
):
    """The key of the guest ends with the form, so that only the next key opens the account."""
    key, circle = registered(tiny)
    path = own_phone(tiny, new_context, key)
    guest = me(phone)
    if not is_sent:
        phone.context.route("**/api/v1/events/?circle=*", lambda route: route.abort())
    phone.open(table)
    save(phone)
    sees(phone.page, "rounds: 1")
    page = phone.open(path)
    page.locator("[name=along]").check()
    if not is_sent:  # the page of the first form asks about what only the phone has
        page.locator("main .go").click()
        page.locator("[name=along][value=phone]").check()
    relay.loses = b"POST /i/"
    page.locator("main .go").click(no_wait_after=True)
    wait(lambda: relay.lost)
    relay.loses = b"nothing"
    phone.context.unroute("**/api/v1/events/?circle=*")
    phone.open(table)
    save(phone)
    sees(phone.page, "rounds: 2")
    phone.until(SENT)
    phone.open("/you/")
    assert person_of_pages(phone) == me(phone)["person"] != guest["person"]
    assert {each["id"] for each in ask(tiny, key, "/api/v1/circles/")["circles"]} == {guest["circle"], circle}
    events = ask(tiny, key, f"/api/v1/events/?circle={guest['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 2
