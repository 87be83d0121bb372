"""A restore undoes the merge of a guest into an account. The rounds that the guest's phone still has come back."""

from urllib.error import HTTPError
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.test_circles import open_circle
from tests.phone.test_joining import invited, join, registered, settle, take_over, whose, write
from tests.phone.test_lent_phone import ACCOUNT, END_ACCESS, LINK, sign_in
from tests.phone.test_persons import MERGE, SESSION, ask_worker, is_nobody, leave
from tests.phone.test_restored import restore
from tests.phone.test_worker import SENT, ask, me, save, says, sees

pytestmark = [pytest.mark.slow, pytest.mark.tenth]


def is_account(phone, circle):
    """Wait until the phone displays this circle of the account."""
    wait(lambda: me(phone)["circle"] == whose(phone)["circle"] == circle or (phone.open() and False))
    phone.until("(await state('pull'))?.whole")


@pytest.fixture
def account(tiny):
    """The key and circle of a person who has a password."""
    key, circle = registered(tiny)
    tiny.manage("shell", "-c", ACCOUNT.format(circle=circle))
    return key, circle


@pytest.fixture
def other_account(tiny):
    """The circle of another person with a password."""
    _key, circle = registered(tiny)
    tiny.manage("shell", "-c", ACCOUNT.format(circle=circle).replace("rui@", "ada@"))
    return circle


@pytest.fixture
def signed_in(tiny, account, other_account, phone):
    """A phone whose guest has signed in to an account. Return the guest's identity and a copy of before that."""
    write(phone)
    phone.until(SENT + " && " + SESSION)
    guest = me(phone)
    older = tiny.database.copy()
    save(phone)
    sees(phone.page, "rounds: 2")
    phone.until(SENT)
    sign_in(phone)
    is_account(phone, account[1])
    return guest, older


@pytest.fixture
def merged(tiny, signed_in):
    """The identity of the guest, on a server of before the sign-in."""
    guest, older = signed_in
    restore(tiny, older)
    tiny.manage("shell", "-c", END_ACCESS)
    return guest


def others(phone):
    answer = ask_worker(phone, {"ask": "about"})
    return answer["elsewhere"], [(store["names"], store["waiting"]) for store in answer["others"]]


def count_rounds(server, guest):
    try:
        events = ask(server, guest["key"], f"/api/v1/events/?circle={guest['circle']}")["events"]
    except HTTPError:
        return None
    return sum(event["kind"] == "deal" for event in events)


def test_the_group_of_a_guest_stays_apart_if_its_rounds_wait_when_the_guest_signs_in(tiny, account, phone):
    """The restored server knows the guest again, but has no round of the guest's group yet."""
    older = tiny.database.copy()
    write(phone)
    phone.until(SENT + " && " + SESSION)
    guest = me(phone)
    restore(tiny, older)
    phone.context.route(
        "**/api/v1/events/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    phone.open()
    phone.until("(await all('events')).every(one => !one.event.seq)")
    phone.worker.evaluate("identity().then(renewSession)")  # as a phone does that leaves another group
    sign_in(phone)
    wait(lambda: me(phone)["person"] != guest["person"])
    phone.context.unroute("**/api/v1/events/**")
    phone.nudge()
    wait(lambda: count_rounds(tiny, {**guest, "key": account[0]}) == 1)
    assert count_rounds(tiny, {"key": account[0], "circle": account[1]}) == 0
    owned = {circle["id"] for circle in ask(tiny, account[0], "/api/v1/circles/")["circles"]}
    assert owned == {account[1], guest["circle"]}
    phone.until(SENT)
    assert phone.errors == []


def test_rounds_of_a_guest_with_an_account_now_wait_until_that_account_signs_in(tiny, account, phone):
    """The guest has signed in on another phone, which ended this phone's key. Here someone joins a group instead."""
    write(phone)
    phone.until(SENT + " && " + SESSION)
    guest = me(phone)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    save(phone)
    sees(phone.page, "rounds: 2")
    owner = ask(tiny, account[0], "/api/v1/devices/")["person"]
    tiny.manage("shell", "-c", MERGE.format(guest["person"], owner, None))
    phone.context.unroute("**/api/v1/events/**")
    phone.until("(await state('identity'))?.isRevoked === true")
    path, circle = invited(tiny)
    join(phone.open(path))
    wait(lambda: me(phone)["circle"] == circle)
    page = phone.open("/phone/")
    page.locator("#others p", has_text="once that person signs in").wait_for()
    assert not page.locator("#others [value=bring]").is_visible()
    sign_in(phone)
    wait(lambda: phone.nudge() or others(phone) == (0, []))
    wait(lambda: count_rounds(tiny, {**guest, "key": account[0]}) == 2)


def test_rounds_of_the_guest_wait_at_once_and_come_back(tiny, account, phone, merged):
    phone.open()
    wait(lambda: others(phone) == (4, []))
    says(phone.page, "4 waiting")
    assert count_rounds(tiny, merged) == 1
    sign_in(phone)
    is_account(phone, account[1])
    wait(lambda: others(phone) == (0, [(["Iris", "Deniz"], 4)]))
    says(phone.open(), "4 waiting")
    take_over(phone, merged["circle"])
    settle(phone)
    key = account[0]
    assert {circle["id"] for circle in ask(tiny, key, "/api/v1/circles/")["circles"]} == {account[1], merged["circle"]}
    assert count_rounds(tiny, {**merged, "key": key}) == 2


@pytest.mark.parametrize("end_access", ["", END_ACCESS], ids=["copied file", "restore"])
def test_rounds_of_the_guest_come_back_by_a_link_of_the_account(tiny, account, phone, signed_in, end_access):
    """The page advises to add the phone again from another phone."""
    guest, older = signed_in
    restore(tiny, older)
    if end_access:
        tiny.manage("shell", "-c", end_access)
    phone.open()
    says(phone.page, "4 waiting")
    token = tiny.manage("shell", "-c", LINK.format(circle=account[1])).strip().split()[-1]
    page = phone.open(f"/i/{token}/")
    page.locator("main form .go").first.click()
    page.wait_for_url("**/inside/")
    phone.open()
    wait(lambda: phone.nudge() or others(phone) == (0, [(["Iris", "Deniz"], 4)]))
    take_over(phone, guest["circle"])
    settle(phone)
    assert count_rounds(tiny, {**guest, "key": account[0]}) == 2


def test_a_new_guest_takes_over_the_rounds_of_the_former_one(tiny, account, phone, merged):
    page = phone.open("/phone/")
    wait(lambda: others(phone) == (4, []))
    page.locator("[value=send]").click()
    page.locator("[data-fact=who]:text-is('No')").wait_for()
    page.locator("#renew").click()
    page.locator("#renew").click()
    wait(lambda: others(phone)[1] == [(["Iris", "Deniz"], 4)])
    take_over(phone, merged["circle"])
    settle(phone)
    assert count_rounds(tiny, {**merged, "key": me(phone)["key"]}) == 2


def test_rounds_in_the_open_group_of_the_guest_come_back_twice(tiny, account, phone, signed_in):
    guest, older = signed_in
    again = older.copy()
    open_circle(phone, guest["circle"])
    for copy in (older, again):
        restore(tiny, copy)
        tiny.manage("shell", "-c", END_ACCESS)
        phone.open()
        says(phone.page, "4 waiting")
        sign_in(phone)
        wait(lambda: phone.nudge() or others(phone) == (0, [(["Iris", "Deniz"], 4)]))
        take_over(phone, guest["circle"])
        settle(phone)
        assert count_rounds(tiny, {**guest, "key": account[0]}) == 2


def test_another_account_takes_over_the_rounds_of_the_guest_alone(tiny, account, other_account, phone, merged):
    """The entries of the first account are not theirs: it may sign in again."""
    phone.open()
    wait(lambda: others(phone) == (4, []))
    sign_in(phone, "ada@example.org")
    is_account(phone, other_account)
    take_over(phone, merged["circle"])
    phone.until(SENT)
    wait(lambda: count_rounds(tiny, {**merged, "key": me(phone)["key"]}) == 2)
    assert account[1] not in {circle["id"] for circle in ask(tiny, me(phone)["key"], "/api/v1/circles/")["circles"]}


def test_another_account_is_not_asked_for_the_entries_of_the_first_one(tiny, account, other_account, phone):
    key, circle = account
    player = {"id": str(uuid4()), "kind": "player", "data": {"player": str(uuid4()), "name": "Zoe"}}
    ask(tiny, key, f"/api/v1/events/?circle={circle}", "POST", [player])
    write(phone)
    phone.until(SENT + " && " + SESSION)
    guest = me(phone)
    older = tiny.database.copy()
    save(phone)
    sees(phone.page, "rounds: 2")
    phone.until(SENT)
    sign_in(phone)
    is_account(phone, circle)
    restore(tiny, older)
    tiny.manage("shell", "-c", END_ACCESS)
    phone.open()
    wait(lambda: others(phone)[0] == 4)
    sign_in(phone, "ada@example.org")
    is_account(phone, other_account)
    take_over(phone, guest["circle"])
    phone.until(SENT)
    assert others(phone) == (0, [([], 1)])  # the server has it, but only the first account may ask
    page = phone.open("/phone/")
    page.locator("#others", has_text="once that person signs in").wait_for()
    assert not page.locator("#others [value=bring]").is_visible()
    says(phone.open(), "Synced")
    leave(phone)
    is_nobody(phone)
    sign_in(phone)
    is_account(phone, circle)
    wait(lambda: phone.nudge() or others(phone) == (0, []))
    phone.until(SENT)
    assert [record["event"]["data"]["name"] for record in phone.events()] == ["Zoe"]
