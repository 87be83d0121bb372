"""Phones that are offline for a while: all their rounds come together, whatever has happened to the server."""

from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from tests.phone.agree import agree, everything, ids
from tests.phone.conftest import wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tests.phone.test_persons import ask_worker, is_home
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

FIVE = (71, 30, 71, 30, 71)


@pytest.fixture
def started(real, new_phone):
    """A phone at a match that the server has, and the path of the match."""
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.until(SENT)
    phone.until("(await state('identity'))?.session > 0")
    return phone, path


def play_five(phone):
    won = [0, 0]
    for points in FIVE:
        play(phone, points)
        won[points < 60] += 1
        is_worth(phone, *won)


@pytest.fixture
def other(started, new_phone):
    """A second phone of the same person, at the same table."""
    first, path = started
    second = new_phone()
    second.context.add_cookies(first.context.cookies())
    second.take_over()
    second.open(path)
    return second


def test_rounds_of_two_offline_phones_come_together(real, started, other):
    first, path = started
    real.kill()
    for phone, points in ((first, 71), (other, 30)):
        phone.context.set_offline(True)
        phone.page.reload()
        for number in range(3):
            play(phone, points + number)
            phone.until(f"document.querySelectorAll('#sheet tbody tr:not(.why)').length === {number + 1}")
    event_ids = ids(first) | ids(other)
    assert len(event_ids) == 9  # two players, the match, three rounds each
    for phone in (first, other):
        phone.context.set_offline(False)
    real.start()
    sheet = agree(real, path, first, other, event_ids=event_ids)
    assert (len(sheet["deals"]), len(sheet["aside"])) == (3, 3)
    other.open(f"{path}sheet/")
    both = other.page.get_by_role("button", name="Keep both rounds")
    for left in (2, 1, 0):
        both.first.click()
        expect(both).to_have_count(left)
    sheet = agree(real, path, first, other)
    assert (len(sheet["deals"]), sheet["totals"]) == (6, [3, 3])


@pytest.mark.long
def test_five_hundred_unsent_rounds_arrive_in_order_if_the_server_dies(real, new_phone):
    phone = new_phone()
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta").removeprefix(real.url)
    phone.until(SENT)
    real.kill()
    worker = phone.worker
    deals = worker.evaluate(PASS_OUT, path.split("/")[2])
    event_ids = ids(phone)
    assert (len(deals), len(event_ids)) == (500, 505)
    worker.evaluate(HOLD_THIRD_PUSH)
    real.start()
    phone.nudge()
    wait(lambda: worker.evaluate("isHeld"))
    worker.evaluate("() => goOn()")
    real.kill()  # during the third push
    assert 0 < worker.evaluate("outbox().then(found => found.length)") <= 300
    real.start()
    phone.page.reload()
    phone.until(SENT)
    sheet = agree(real, path, phone, event_ids=event_ids)
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


def test_a_withdrawn_worker_sends_five_unsent_rounds_first(real, started):
    phone, path = started
    real.kill()
    play_five(phone)
    event_ids = ids(phone)
    real.environment["SCOREKEEPER_WORKER"] = "off"
    real.start()
    phone.page.reload()
    phone.until("(await navigator.serviceWorker.getRegistration()) === undefined")
    assert event_ids <= {event["id"] for event in everything(real, me(phone)["key"])}
    phone.open(path)
    is_worth(phone, 3, 2)
    assert phone.errors == []


@pytest.mark.long
def test_a_new_version_whose_python_fails_sends_five_unsent_rounds(real, started):
    phone, path = started
    real.kill()
    play_five(phone)
    event_ids = ids(phone)
    real.environment["TINY_BRIDGE"] = "raise ValueError"
    real.start()
    phone.page.reload()
    phone.until(SENT)
    phone.until("(await caches.keys()).filter(name => name.startsWith('phone-')).length === 1")
    agree(real, path, phone, event_ids=event_ids)


def test_a_new_version_keeps_a_half_typed_round(real, started):
    phone, path = started
    real.kill()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0").fill("30")
    event_ids = ids(phone)
    [old] = phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")
    real.environment["NEWER"] = "2"
    real.start()
    phone.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    phone.until(f"!(await caches.keys()).includes('{old}')")
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 1)
    agree(real, path, phone, event_ids=event_ids)


@pytest.mark.long
def test_a_round_is_sent_again_after_the_server_was_restored(real, started):
    """The phone knows that its round was accepted, and has not pulled since."""
    phone, path = started
    older = real.database.copy()
    worker = phone.worker
    worker.evaluate(PULL_ONCE)
    play(phone, 71)
    is_worth(phone, 1, 0)
    wait(lambda: worker.evaluate("isCutOff"))
    event_ids = ids(phone)
    real.stop()
    real.database.restore(older, running=False)
    worker.evaluate("() => { pull = pulling; }")
    real.start()
    agree(real, path, phone, event_ids=event_ids)


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
def test_a_round_is_sent_without_cookies_and_session(real, started):
    phone, path = started
    phone.context.clear_cookies()
    real.manage("shell", "-c", "from django.contrib.sessions.models import Session; Session.objects.all().delete()")
    play(phone, 71)
    is_worth(phone, 1, 0)
    agree(real, path, phone, event_ids=ids(phone))


def test_a_match_opens_after_the_browser_has_lost_its_cookie_and_its_worker(real, started):
    """Chromium may lose both if it is killed on a full disk. The server then takes the phone for a stranger."""
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).unregister()")
    phone.open("/games/pisti/")  # the last page of the old worker is gone
    phone.context.clear_cookies()
    with phone.page.expect_response(lambda answer: answer.url.endswith(path) and answer.status == 404):
        phone.page.goto(real.url + path)
    is_worth(phone, 1, 0)


@pytest.mark.long
@pytest.mark.parametrize("how", ["secret", "empty"])
def test_a_phone_gets_a_new_cookie_if_the_server_has_lost_the_session(real, started, prepared, how):
    """Otherwise its pages would treat the person as a stranger until the next day."""
    phone, path = started
    real.stop()
    if how == "secret":
        real.environment["SECRET_KEY"] = "a new secret"
    else:
        real.database.restore(prepared, running=False)
    real.start()
    phone.open("/evenings/")
    phone.until("(await state('identity'))?.isKnown")
    for _ in range(10):
        if "Eleni, Deniz" in phone.page.locator("main").inner_text():
            break
        phone.page.wait_for_timeout(1000)
        phone.open("/evenings/")
    assert "Eleni, Deniz" in phone.page.locator("main").inner_text()
    agree(real, path, phone, event_ids=ids(phone))


@pytest.mark.long
def test_both_phones_of_a_person_register_again_if_the_server_has_lost_them(real, started, other, prepared):
    """The server registers the first phone. The second is accepted again after it signs in."""
    first, path = started
    real.kill()
    play(other, 71)
    is_worth(other, 1, 0)
    event_ids = ids(other)
    met = first.evaluate("(await state('identity'))?.session")
    real.database.restore(prepared, running=False)
    other.context.set_offline(True)  # otherwise its worker could be the first
    real.start()
    first.open(path)
    first.until(f"(await state('identity'))?.session > {met}")
    other.context.set_offline(False)
    other.open(path)
    wait(lambda: other.worker.evaluate("() => problem?.status") == 409)  # refused until it signs in
    other.context.add_cookies(first.context.cookies())
    agree(real, path, first, other, event_ids=event_ids)


def test_a_worker_installed_during_the_first_round_saves_it_offline(real, new_phone):
    """Django has rendered the form, with its token."""
    phone = new_phone()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(real.url)
    phone.page.locator("#points-0").fill("71")
    phone.until("navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true")
    phone.until("(await all('events')).length === 3")
    real.kill()
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    event_ids = ids(phone)
    real.start()
    agree(real, path, phone, event_ids=event_ids)


NEW_CIRCLE = """
from games import models, services
person = models.Person.objects.get(pk='{person}')
print(services.create_own_circle(by=person, name='Sundays').circle_id)
"""
DEMOTE = """
from games import models, services
owner = models.Person.objects.create_user(name='Rosa')
models.Membership.objects.create(circle_id='{circle}', person=owner, role='owner')
models.Membership.objects.filter(circle_id='{circle}', person_id='{person}').update(role='scorer')
"""


def deals_on(real, key, circle):
    """Count the deals of a circle that the server may not have yet."""
    try:
        events = ask(real, key, f"/api/v1/events/?circle={circle}")["events"]
    except HTTPError as refused:
        if refused.code != 404:
            raise
        return 0
    return [event["kind"] for event in events].count("deal")


@pytest.mark.parametrize("role", ["owner", "scorer"])
def test_a_circle_that_the_restored_server_lacks_loses_no_round(real, started, role):
    """The phone of its owner creates it again. The phone of another member keeps all rounds for the owner's invitation."""
    phone, _path = started
    known, older = me(phone), real.database.copy()
    circle = real.manage("shell", "-c", NEW_CIRCLE.format(**known)).split()[-1]
    phone.open("/circle/")
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")
    if role == "scorer":
        real.manage("shell", "-c", DEMOTE.format(person=known["person"], circle=circle))
        phone.nudge()
        phone.until("(await state('identity'))?.role === 'scorer'")
    sit_down(phone, "Eleni", "Zeynep")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.until("(await all('events')).every(record => record.event.seq)")
    real.stop()
    real.database.restore(older, running=False)
    real.start()
    phone.nudge()
    if role == "owner":
        wait(lambda: deals_on(real, known["key"], circle) == 1)
        phone.until(f"{SENT} && (await all('events')).every(record => record.event.seq)")
        return
    phone.until(f"(await state('identity') ?? {{ circle: '{circle}' }}).circle !== '{circle}'")
    is_home(phone)
    assert ask_worker(phone, {"ask": "about"})["elsewhere"] >= 2
    assert '"deal"' in ask_worker(phone, {"ask": "file"})
