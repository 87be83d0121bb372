"""Thousands of matches on a phone: home reads only the last ones, and old matches are removed."""

import time
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tests.phone.test_clock import set_worker
from tests.phone.test_persons import ask_worker
from tests.phone.test_worker import ask, me, save, says, sees, start

pytestmark = pytest.mark.tenth

DAY = 24 * 3600 * 1000  # milliseconds
SENT = "(await all('events')).every(one => one.event.seq)"
AGE = """async ({ days, finished, stale, received }) => {
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
    events.getAll().onsuccess = ({ target }) => {
        const moment = new Date(Date.now() - received * 24 * 3600 * 1000).toISOString();
        for (const { event, ...record } of target.result) {
            events.put({ ...record, event: event.received ? { ...event, received: moment } : event });
        }
    };
    state.delete('trimmed');
    await new Promise(done => { transaction.oncomplete = done; });
    database.close();
}"""


def age(phone, *, days, finished, stale=0, received=None):
    """Let the match have ended this many days ago, and let the server have received it then, or `received` days ago."""
    received = days if received is None else received
    phone.page.evaluate(AGE, {"days": days, "finished": finished, "stale": stale, "received": received})
    phone.nudge()
    phone.until("(await state('trimmed')) > 0")


@pytest.fixture
def started(tiny, phone):
    start(phone)
    phone.until("(await all('events')).every(one => one.event.received)")
    phone.open()
    sees(phone.page, "Eleni: 0")
    phone.until("(await all('matches'))[0].stale === 0")
    return phone


def test_a_match_finished_long_ago_is_removed(started):
    age(started, days=91, finished=True)
    assert [event["event"]["kind"] for event in started.events()] == ["player"]
    assert started.evaluate("(await all('matches')).length") == 0


@pytest.mark.parametrize(("days", "finished"), [(89, True), (91, False)])
def test_a_recent_or_open_match_stays(started, days, finished):
    age(started, days=days, finished=finished)
    assert len(started.events()) == 2


@pytest.mark.parametrize(("days", "finished"), [(0, True), (0, False)], ids=["finished", "open"])
def test_a_clock_that_is_months_ahead_removes_nothing(started, days, finished):
    set_worker(started, 100 * DAY)
    age(started, days=days, finished=finished)
    assert len(started.events()) == 2


def test_a_match_from_a_phone_whose_clock_is_behind_stays(started):
    """The server received it today, so its rounds say a wrong time. A match that was played earlier is the same."""
    age(started, days=91, finished=True, received=0)
    assert len(started.events()) == 2


def test_nothing_is_removed_before_the_server_has_answered(tiny, started):
    tiny.stop()
    started.worker.evaluate("() => sync().then(() => { minutesOff = null; })")
    started.page.evaluate(AGE, {"days": 91, "finished": True, "stale": 0, "received": 91})
    started.worker.evaluate("() => deleteOldMatches(summaryOf)")
    assert len(started.events()) == 2
    tiny.start()
    started.nudge()
    started.until("(await all('events')).length === 1")


def test_an_unsent_match_stays(tiny, started):
    started.page.go_back()
    tiny.stop()
    save(started)
    says(started.page, "1 waiting")
    age(started, days=91, finished=True)
    assert len(started.events()) == 3


@pytest.mark.long
def test_cleared_events_are_downloaded_again(started):
    before = sorted(event["id"] for event in started.events())
    ask_worker(started, {"ask": "clear"})
    started.until("(await state('pull'))?.whole")
    assert sorted(event["id"] for event in started.events()) == before


def test_without_a_server_no_event_is_cleared(tiny, started):
    tiny.stop()
    ask_worker(started, {"ask": "clear"})
    assert len(started.events()) == 2


def many(count):
    """Return the events of matches that start every hour. The last one started an hour ago."""
    players = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz")]
    now = datetime.now(UTC)
    events = [
        {"id": str(uuid4()), "match": None, "kind": "player", "data": {"player": player["id"], "name": player["name"]}}
        for player in players
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
def test_home_reads_only_the_last_of_two_thousand_matches(real, new_phone):
    """benchmarks/phone.py measures the time."""
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
    phone.page.evaluate("fetch('/').then(answer => answer.text())")  # stores the summaries
    count = phone.evaluate("(await all('matches')).filter(one => !one.stale).length")
    assert 100 <= count < 200  # the other matches have no summary yet


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
