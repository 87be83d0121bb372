"""An older copy of the database is restored: three phones notice, and every round that one of them has comes back."""

import threading
from contextlib import ExitStack, closing

import pytest

from tests.phone.conftest import wait
from tests.phone.relay import Relay, once
from tests.phone.test_worker import SENT, ask, me, save, sees, start, stored

pytestmark = pytest.mark.tenth

PUSH = b"POST /api/v1/events/"


@pytest.fixture
def phones(tiny, new_phone):
    """Three phones of one person at a table, each with its relay."""
    opened = []
    with ExitStack() as relays:
        for _ in range(3):
            phone = new_phone()
            phone.relay = relays.enter_context(closing(Relay(tiny.port)))
            phone.url = phone.relay.url
            if opened:
                phone.context.add_cookies(opened[0].context.cookies())
            phone.take_over()
            opened.append(phone)
            if len(opened) == 1:
                path = start(phone).removeprefix(phone.url)
                phone.until(SENT)
                phone.until("(await state('identity'))?.session > 0")
        for phone in opened:
            phone.open(path)
            sees(phone.page, "rounds: 0")
        yield opened


def cut_off(*phones):
    for phone in phones:
        phone.relay.instead = lambda head: b""


def connect(phone):
    phone.relay.instead = None
    phone.relay.spoils = lambda head, body: None
    phone.nudge()


class DelayedPush:
    """A push that arrives late and is never answered; the phone is cut off from then on."""

    def __init__(self, relay):
        self.relay = relay
        self.has_begun = False
        self.is_over = threading.Event()

    def answer(self, head, body):
        if not head.startswith(PUSH):
            return None
        self.has_begun = True
        self.is_over.wait(30)
        self.relay.instead = lambda head: b""
        self.relay.forward(once(head) + body)
        return b""


class AnsweredPush:
    """A push that waits for `may_go`. Then the phone gets its answer, and is cut off."""

    def __init__(self, relay):
        self.relay = relay
        self.has_begun = self.is_answered = False
        self.may_go = threading.Event()

    def answer(self, head, body):
        if not head.startswith(PUSH) or self.is_answered:
            return None
        self.has_begun = True
        self.may_go.wait(30)
        response = self.relay.forward(once(head) + body)
        self.relay.instead = lambda head: b""
        self.is_answered = True
        return response


def delay_push(phone):
    delay = DelayedPush(phone.relay)
    phone.relay.spoils = delay.answer
    return delay


def save_round(phone):
    """Save a round, and return the id of its event."""
    before = {event["id"] for event in phone.events()}
    save(phone)
    sees(phone.page, f"rounds: {sum(event['event']['kind'] == 'deal' for event in phone.events())}")
    [id] = {event["id"] for event in phone.events()} - before
    return id


def log(server, phone):
    return [event["id"] for event in stored(server, me(phone)["key"])]


def until_sent(phone, *ids):
    for id in ids:
        phone.until(f"(await all('events')).some(one => one.id === '{id}' && one.event.seq)")


def restore(server, older):
    server.stop()
    server.database.restore(older, running=False)
    older.drop()
    server.start()


def check_all_have(server, phones, ids):
    """Wait until the server and all phones have the same events, and these among them."""
    first = phones[0]
    wait(lambda: ids <= set(log(server, first)), "The server lacks a round.")
    expected = log(server, first)
    for phone in phones:
        phone.nudge()
        phone.until(f"(await all('events')).length === {len(expected)} && {SENT}")
        numbers = {event["event"]["seq"]: event["id"] for event in phone.events()}
        assert [numbers[seq] for seq in sorted(numbers)] == expected
        assert phone.errors == []


def test_a_lost_round_comes_back_although_the_last_event_is_the_same(tiny, phones):
    eleni, deniz, andreas = phones
    older = tiny.database.copy()
    before = log(tiny, eleni)
    cut_off(andreas)
    delay = delay_push(deniz)
    late = save_round(deniz)
    wait(lambda: delay.has_begun)
    lost = save_round(eleni)
    until_sent(eleni, lost)
    delay.is_over.set()
    eleni.nudge()
    until_sent(eleni, late)
    assert log(tiny, eleni) == [*before, lost, late]
    cut_off(eleni)
    other = save_round(andreas)
    restore(tiny, older)
    connect(andreas)
    until_sent(andreas, other)
    connect(deniz)
    until_sent(deniz, late)
    assert log(tiny, andreas) == [*before, other, late]
    connect(eleni)
    check_all_have(tiny, phones, {lost, late, other})


def run_on(server, statement):
    server.manage("shell", "-v0", "-c", f"from games import models; {statement}")


def test_a_reader_waits_only_with_what_the_server_lacks(tiny, phones):
    """The phone has a finished match, too, which ended so long ago that a first pull leaves it out."""
    eleni, deniz, _andreas = phones
    old = eleni.page.url.split("/")[4]
    ask(tiny, me(eleni)["key"], f"/api/v1/matches/{old}/finish/", "POST", {})
    deniz.nudge()
    deniz.until("(await all('events')).some(one => one.event.kind === 'finish')")
    run_on(tiny, "models.Event.objects.update(received='2020-01-01T00:00:00Z')")
    for phone in (eleni, deniz):  # they take the other times for an older copy, and pull everything again
        phone.nudge()
        phone.until(
            "(await state('pull')).received?.startsWith('2020') && !(await all('events')).some(one => one.local)"
        )
    older = tiny.database.copy()
    start(eleni)
    eleni.until(SENT)
    lost = set(log(tiny, eleni)[-2:])
    deniz.nudge()
    until_sent(deniz, *lost)
    run_on(tiny, "models.Membership.objects.update(role='reader')")
    deniz.nudge()
    deniz.until("(await state('identity'))?.role === 'reader'")
    cut_off(*phones)
    restore(tiny, older)
    run_on(tiny, "models.Membership.objects.update(role='reader')")
    connect(deniz)
    deniz.until("(await all('events')).some(one => one.local)")
    deniz.until("(await state('pull')).since > 0")
    assert {event["id"] for event in deniz.events() if event.get("local")} == lost


def test_a_round_that_a_wrongly_restored_copy_accepted_is_sent_again(tiny, phones):
    """The host restores an older copy and then the right one. A push reaches the server in between."""
    phone, *others = phones
    cut_off(*others)
    older = tiny.database.copy()
    for _ in range(2):
        save_round(phone)
    phone.until(SENT)
    right = tiny.database.copy()
    push = AnsweredPush(phone.relay)
    phone.relay.spoils = push.answer
    id = save_round(phone)
    wait(lambda: push.has_begun)
    tiny.database.restore(older, running=True)
    push.may_go.set()
    wait(lambda: push.is_answered)
    tiny.database.restore(right, running=True)
    for copy in (older, right):
        copy.drop()
    connect(phone)
    phone.until(SENT)
    assert id in {event["id"] for event in stored(tiny, me(phone)["key"])}
