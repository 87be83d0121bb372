"""Phones that are cut off for a while: what they have written comes together, in whatever state the server is then."""

import pytest
from playwright.sync_api import expect

from tests.phone.agree import agree, everything, ids
from tests.phone.conftest import wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tests.phone.test_worker import me

FIVE = (71, 30, 71, 30, 71)


@pytest.fixture
def begun(real, new_phone):
    """A phone at a match that the server knows, and where that is."""
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    phone.until("(await state('identity')).session > 0")
    return phone, path


def play_five(phone):
    won = [0, 0]
    for points in FIVE:
        play(phone, points)
        won[points < 60] += 1
        is_worth(phone, *won)


@pytest.fixture
def other(begun, new_phone):
    """A second phone of the same person, at the same table."""
    one, path = begun
    found = new_phone()
    found.context.add_cookies(one.context.cookies())
    found.take_over()
    found.open(path)
    return found


def test_two_phones_apart_come_together(real, begun, other):
    one, path = begun
    real.kill()
    for phone, points in ((one, 71), (other, 30)):
        phone.context.set_offline(True)
        phone.page.reload()
        for number in range(3):
            play(phone, points + number)
            phone.until(f"document.querySelectorAll('#sheet tbody tr:not(.why)').length === {number + 1}")
    written = ids(one) | ids(other)
    assert len(written) == 9  # two players, the match, three rounds each
    for phone in (one, other):
        phone.context.set_offline(False)
    real.start()
    sheet = agree(real, path, one, other, written=written)
    assert (len(sheet["deals"]), len(sheet["aside"])) == (3, 3)
    other.open(f"{path}sheet/")
    both = other.page.get_by_role("button", name="Both were played")
    for left in (2, 1, 0):
        both.first.click()
        expect(both).to_have_count(left)
    sheet = agree(real, path, one, other)
    assert (len(sheet["deals"]), sheet["totals"]) == (6, [3, 3])


@pytest.mark.long
def test_five_hundred_that_wait_are_sent_in_order_though_the_server_dies_meanwhile(real, new_phone):
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta").removeprefix(real.url)
    phone.until(SENT)
    real.kill()
    worker = phone.worker
    deals = worker.evaluate(PASS_OUT, path.split("/")[2])
    written = ids(phone)
    assert (len(deals), len(written)) == (500, 505)
    worker.evaluate(HOLD_THIRD_PUSH)
    real.start()
    phone.nudge()
    wait(lambda: worker.evaluate("isHeld"))
    worker.evaluate("() => goOn()")
    real.kill()  # while the third is on its way
    assert 0 < worker.evaluate("outbox().then(found => found.length)") <= 300
    real.start()
    phone.page.reload()
    phone.until(SENT)
    sheet = agree(real, path, phone, written=written)
    assert [row["id"] for row in sheet["deals"]] == deals


HOLD_THIRD_PUSH = """() => {
  Object.assign(self, { pushing: push, isHeld: false });
  const held = new Promise(done => { self.goOn = done; });
  let times = 0;
  push = async (...asked) => {
    times += 1;
    isHeld = times === 3;
    if (isHeld) await held;
    return pushing(...asked);
  };
}"""
PASS_OUT = """async match => {
  const at = localTime(new Date());
  let [after] = (await logOf(match)).map(event => event.id);
  const deals = [];
  for (let number = 0; number < 500; number += 1) {
    const [id, deal] = [crypto.randomUUID(), crypto.randomUUID()];
    await saveEvents([{ id, match, kind: 'deal', data: { deal, answers: { passed_out: true } }, after: [after], at }]);
    deals.push(deal);
    after = id;
  }
  return deals;
}"""


def test_a_worker_that_is_called_back_with_five_rounds_waiting(real, begun):
    phone, path = begun
    real.kill()
    play_five(phone)
    written = ids(phone)
    real.environment["SCOREKEEPER_WORKER"] = "off"
    real.start()
    phone.page.reload()
    phone.until("(await navigator.serviceWorker.getRegistration()) === undefined")
    assert written <= {one["id"] for one in everything(real, me(phone)["key"])}
    phone.open(path)
    is_worth(phone, 3, 2)
    assert phone.said == []


@pytest.mark.long
def test_a_new_version_whose_python_does_not_start_with_five_rounds_waiting(real, begun):
    phone, path = begun
    real.kill()
    play_five(phone)
    written = ids(phone)
    real.environment["TINY_BRIDGE"] = "raise ValueError"
    real.start()
    phone.page.reload()
    phone.until(SENT)
    phone.until("(await caches.keys()).length === 1")
    agree(real, path, phone, written=written)


def test_a_new_version_in_the_middle_of_an_entry(real, begun):
    phone, path = begun
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    written = ids(phone)
    [old] = phone.evaluate("await caches.keys()")
    real.environment["NEWER"] = "2"
    real.start()
    phone.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    phone.until(f"!(await caches.keys()).includes('{old}')")
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 1)
    agree(real, path, phone, written=written)


@pytest.mark.long
def test_an_answer_that_was_heard_before_the_server_was_put_back(real, begun):
    """The phone knows that its round was taken, and has not come by since."""
    phone, path = begun
    older = real.database.copy()
    worker = phone.worker
    worker.evaluate(PULL_ONCE)
    play(phone, 71)
    is_worth(phone, 1, 0)
    wait(lambda: worker.evaluate("isCutOff"))
    written = ids(phone)
    real.stop()
    real.database.put_back(older, running=False)
    worker.evaluate("() => { pull = pulling; }")
    real.start()
    agree(real, path, phone, written=written)


PULL_ONCE = """() => {
  Object.assign(self, { pulling: pull, isCutOff: false });
  let times = 0;
  pull = async me => {
    times += 1;
    if (times === 1) return pulling(me);
    isCutOff = true;
    throw new Trouble('network');
  };
}"""


@pytest.mark.long
def test_cookies_and_session_are_gone(real, begun):
    phone, path = begun
    phone.context.clear_cookies()
    real.manage("shell", "-c", "from django.contrib.sessions.models import Session; Session.objects.all().delete()")
    play(phone, 71)
    is_worth(phone, 1, 0)
    agree(real, path, phone, written=ids(phone))


@pytest.mark.long
@pytest.mark.parametrize("how", ["secret", "empty"])
def test_a_server_that_has_forgotten_the_cookie_is_told_it_anew(real, begun, prepared, how):
    """Its pages would say until tomorrow that nobody is known here."""
    phone, path = begun
    real.stop()
    if how == "secret":
        real.environment["SECRET_KEY"] = "another one, as of now"
    else:
        real.database.put_back(prepared, running=False)
    real.start()
    phone.open("/evenings/")
    phone.until("(await state('identity')).isKnown")
    for _ in range(10):
        if "Eleni, Deniz" in phone.page.locator("main").inner_text():
            break
        phone.page.wait_for_timeout(1000)
        phone.open("/evenings/")
    assert "Eleni, Deniz" in phone.page.locator("main").inner_text()
    agree(real, path, phone, written=ids(phone))


@pytest.mark.long
def test_a_server_that_has_forgotten_both_phones_of_a_person(real, begun, other, prepared):
    """It believes the first that comes. The other one is let in again by being signed in."""
    one, path = begun
    real.kill()
    play(other, 71)
    is_worth(other, 1, 0)
    written = ids(other)
    met = one.evaluate("(await state('identity')).session")
    real.database.put_back(prepared, running=False)
    other.context.set_offline(True)  # its worker asks by itself, and would perhaps be the first
    real.start()
    one.open(path)
    one.until(f"(await state('identity')).session > {met}")
    other.context.set_offline(False)
    other.open(path)
    wait(lambda: other.worker.evaluate("() => problem?.status") == 409)  # it is refused until it is signed in
    other.context.add_cookies(one.context.cookies())
    agree(real, path, one, other, written=written)


def test_the_worker_comes_in_the_middle_of_the_first_round(real, new_phone):
    """The page is Django's, with a token of its own; when it is saved there is no server."""
    phone = new_phone()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.page.locator("#points-0").fill("71")
    phone.until("navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true")
    phone.until("(await all('events')).length === 3")
    real.kill()
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    written = ids(phone)
    real.start()
    agree(real, path, phone, written=written)
