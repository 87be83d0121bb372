"""Someone has copied the key that an empty browser created. It never becomes the key of the next person who uses the browser."""

import pytest

from tests.phone.conftest import wait
from tests.phone.test_joining import registered, settle
from tests.phone.test_lent_phone import ACCOUNT, LINK, names, person, sign_in
from tests.phone.test_persons import leave
from tests.phone.test_worker import SENT, me, start

pytestmark = [pytest.mark.slow, pytest.mark.tenth]

__all__ = ["person"]


@pytest.fixture
def empty(tiny, new_phone):
    """A browser in which nobody has played yet."""
    phone = new_phone()
    phone.take_over()
    phone.open()
    phone.until("await state('identity')")
    return phone


def opens_nothing(server, phone, copied):
    phone.until("(await state('identity'))?.isKnown && (await state('identity'))?.session > 0")
    assert names(server, copied) == 401
    assert names(server, me(phone)["key"]) != 401


def test_the_key_is_not_the_one_of_an_account_that_signs_in(tiny, empty, person):
    copied = me(empty)["key"]
    sign_in(empty)
    empty.open()
    wait(lambda: empty.nudge() or me(empty)["person"] == person)
    opens_nothing(tiny, empty, copied)


def test_the_key_after_a_sign_out_is_not_the_one_of_the_next_person(tiny, empty, person):
    start(empty, "Wim")
    empty.until(SENT)
    leave(empty)
    empty.until("(await state('identity'))?.isKnown === false")
    copied = me(empty)["key"]
    sign_in(empty)
    empty.open()
    wait(lambda: empty.nudge() or me(empty)["person"] == person)
    opens_nothing(tiny, empty, copied)


def test_the_key_is_not_the_one_of_an_own_phone_link(tiny, empty):
    _key, circle = registered(tiny)
    tiny.manage("shell", "-c", ACCOUNT.format(circle=circle))
    copied = me(empty)["key"]
    token = tiny.manage("shell", "-c", LINK.format(circle=circle)).strip().split()[-1]
    page = empty.open(f"/i/{token}/")
    page.locator("main form .go").first.click()
    page.wait_for_url("**/inside/")
    empty.open()
    wait(lambda: empty.nudge() or me(empty)["circle"] == circle)
    opens_nothing(tiny, empty, copied)


def test_the_key_is_not_the_one_of_a_guest(tiny, empty):
    copied = me(empty)["key"]
    start(empty, "Rosa")
    empty.until(SENT)
    opens_nothing(tiny, empty, copied)


@pytest.mark.parametrize("request_", ["**/phone/", "**/api/v1/devices/"])
def test_a_lost_answer_leaves_the_phone_with_its_new_key(tiny, empty, request_):
    """The server knows the new key already, so the phone finds it by the list of those that it has sent."""
    lost = []

    def lose_answer(route):
        if route.request.method != "POST" or lost:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    copied = me(empty)["key"]
    empty.context.route(request_, lose_answer)
    start(empty, "Rosa")
    empty.until(SENT)
    settle(empty)
    assert lost
    opens_nothing(tiny, empty, copied)
    assert empty.errors == []
