"""Thousands of matches on a phone: what is looked at stays small, and what is long over goes."""

import time
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tests.phone.test_persons import asked
from tests.phone.test_worker import ask, me, save, says, sees, start

SENT = "(await all('events')).every(one => one.event.seq)"
DATED = """async ({ days, finished, stale }) => {
    const asked = indexedDB.open('scorekeeper');
    const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
    const transaction = database.transaction(['events', 'matches', 'state'], 'readwrite');
    const [events, matches, state] = ['events', 'matches', 'state'].map(name => transaction.objectStore(name));
    const then = Date.now() - days * 24 * 3600 * 1000;
    matches.getAll().onsuccess = ({ target }) => {
        for (const match of target.result) {
            matches.put({ ...match, moment: then, stale, summary: { ...match.summary, finished } });
        }
    };
    state.delete('trimmed');
    await new Promise(done => { transaction.oncomplete = done; });
    database.close();
}"""


def age(phone, *, days, finished, stale=0):
    phone.page.evaluate(DATED, {"days": days, "finished": finished, "stale": stale})
    phone.nudge()
    phone.until("(await state('trimmed')) > 0")


@pytest.fixture
def shown(tiny, phone):
    start(phone)
    phone.until("(await all('events')).every(one => one.event.received)")
    phone.open()
    sees(phone.page, "Eleni: 0")
    phone.until("(await all('matches'))[0].stale === 0")
    return phone


def test_what_was_over_long_ago_goes(shown):
    age(shown, days=91, finished=True)
    assert [one["event"]["kind"] for one in shown.events()] == ["player"]
    assert shown.evaluate("(await all('matches')).length") == 0


@pytest.mark.parametrize(("days", "finished"), [(89, True), (91, False)])
def test_what_is_recent_or_open_stays(shown, days, finished):
    age(shown, days=days, finished=finished)
    assert len(shown.events()) == 2


def test_what_is_not_sent_never_goes(tiny, shown):
    shown.page.go_back()
    tiny.stop()
    save(shown)
    says(shown.page, "1 waiting")
    age(shown, days=91, finished=True)
    assert len(shown.events()) == 3


@pytest.mark.long
def test_what_is_cleared_is_fetched_anew(shown):
    before = sorted(one["id"] for one in shown.events())
    asked(shown, {"ask": "clear"})
    shown.until("(await state('pull'))?.whole")
    assert sorted(one["id"] for one in shown.events()) == before


def test_without_a_server_nothing_is_cleared(tiny, shown):
    tiny.stop()
    asked(shown, {"ask": "clear"})
    assert len(shown.events()) == 2


def many(count):
    """Matches of an hour each, the last one an hour ago."""
    players = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz")]
    now = datetime.now(UTC)
    events = [
        {"id": str(uuid4()), "match": None, "kind": "player", "data": {"player": one["id"], "name": one["name"]}}
        for one in players
    ]
    for number in range(count):
        match, at = str(uuid4()), (now - timedelta(hours=count - number)).isoformat()
        data = {"game": "bisca_tres", "options": {}, "players": players, "first_dealer": 0}
        events.append({"id": str(uuid4()), "match": match, "kind": "start", "data": data, "at": at})
        for points in (71, 30, 64):
            deal = {"deal": str(uuid4()), "answers": {"points": [points, 120 - points]}}
            events.append({"id": str(uuid4()), "match": match, "kind": "deal", "data": deal, "at": at})
    return events


@pytest.mark.long
def test_of_two_thousand_matches_home_reads_the_last_ones(real, new_phone):
    """So it is as quick with them: benchmarks/phone.py tells how quick."""
    phone = new_phone()
    phone.take_over()
    key = start_real(phone)
    events = many(2000)
    for place in range(0, len(events), 500):
        ask(real, key, "/api/v1/events/", "POST", events[place : place + 500])
    phone.nudge()
    end = time.monotonic() + 120
    while phone.evaluate("(await all('matches')).length") < 2001:
        assert time.monotonic() < end
    phone.page.evaluate("fetch('/').then(answer => answer.text())")  # the lines are made once
    made = phone.evaluate("(await all('matches')).filter(one => !one.stale).length")
    assert 100 <= made < 200  # nobody has looked at the rest


def start_real(phone):
    page = phone.open("/new/?game=bisca_tres")
    for name in ("Rosa", "Iris"):
        page.locator("#new-player").fill(name)
        page.locator("button.button[value=name]").click()
        page.locator(f"#seats :text('{name}')").first.wait_for()
    page.locator("button[name=start]").click()
    phone.until("(await all('matches')).length === 1")
    phone.until(SENT)
    return me(phone)["key"]
