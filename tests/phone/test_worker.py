"""The worker in a real browser: it takes over, answers without a server, and loses no round."""

import json
import re
import time
from urllib.request import Request, urlopen

import pytest

from tests.phone.conftest import BRIDGE, Phone, wait

pytestmark = pytest.mark.fifth

SENT = "(await all('events')).every(one => one.event.seq)"
CACHES = "await caches.keys()"
TABLE = re.compile("/table/[0-9a-f-]{36}/")


def start(phone, name="Eleni"):
    page = phone.open()
    page.locator("[name=name]").fill(name)
    page.locator("#new").click()
    page.wait_for_url(TABLE)
    return page.url


def save(phone, points=71, button="#plain"):
    form = phone.page.locator("form", has=phone.page.locator(button))
    form.locator("[name=points]").fill(str(points))
    form.locator(button).click()


def sees(page, line):
    page.locator(f"#lines li:text-is('{line}')").wait_for()


def says(page, text):
    page.locator(f"#saved:text-is('{text}')").wait_for()


def ask(server, key, path, method="GET", body=None):
    headers = {"Authorization": f"Token {key}", "Content-Type": "application/json", "Origin": server.url}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server.url + path, data, headers, method=method)) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def me(phone):
    """Return the phone's identity. A store that opens in this moment has none yet."""
    identities = []
    wait(lambda: identities.append(phone.evaluate("await state('identity')")) or identities[-1])
    return identities[-1]


def stored(server, key):
    return ask(server, key, f"/api/v1/events/?circle={first_circle(server, key)}")["events"]


def first_circle(server, key):
    """Return the id of the oldest circle of the key's person."""
    return ask(server, key, "/api/v1/circles/")["circles"][0]["id"]


def test_the_worker_answers_with_and_without_the_server(tiny, phone):
    start(phone)
    phone.until(SENT)
    tiny.stop()
    page = phone.page
    page.reload()
    sees(page, "rounds: 0")
    save(phone)
    sees(page, "rounds: 1")
    assert re.search(r"\?saved=[0-9a-f-]{36}$", page.url)
    save(phone, button="#htmx")
    sees(page, "rounds: 2")
    assert "part: lines" in page.locator("#lines").inner_text()
    says(page, "2 waiting")
    phone.open()
    sees(page, "Eleni: 2")
    assert page.locator("#names").inner_text() == "Eleni"
    tiny.start()
    page.reload()
    phone.until(SENT)
    says(page, "Synced")
    events = stored(tiny, me(phone)["key"])
    assert [event["kind"] for event in events] == ["player", "start", "deal", "deal"]
    assert [event["event"]["received"] for event in phone.events()]
    assert phone.errors == []


def test_a_visitor_without_events_is_not_registered(tiny, phone):
    page = phone.open()
    page.reload()
    says(page, "Synced")
    assert me(phone)["isKnown"] is False
    start(phone)
    phone.until(SENT)
    assert me(phone)["isKnown"] is True


def test_a_round_survives_a_restart_of_the_browser(tiny, interpreter, browser_type, browser_type_launch_args, tmp_path):
    def open_browser():
        return browser_type.launch_persistent_context(tmp_path / "profile", **browser_type_launch_args)

    context = open_browser()
    phone = Phone(context, tiny.url)
    phone.take_over()
    tiny.stop()
    url = start(phone)
    save(phone)
    sees(phone.page, "rounds: 1")
    context.close()
    context = open_browser()
    again = Phone(context, url)
    again.open("")
    sees(again.page, "rounds: 1")
    context.close()


def test_another_browser_of_the_person_gets_new_rounds(tiny, phone, new_phone):
    url = start(phone)
    phone.until("(await state('identity'))?.session > 0")
    other = new_phone()
    other.context.add_cookies(phone.context.cookies())
    other.take_over()
    assert me(other)["person"] == me(phone)["person"]
    assert me(other)["key"] != me(phone)["key"]
    page = other.open(url.removeprefix(tiny.url))
    sees(page, "rounds: 0")
    page.evaluate("document.addEventListener('stored', event => { document.title = event.detail.changed.join(); })")
    save(phone)
    other.until("document.title.length === 36 && (await all('events')).length === 3")
    page.reload()
    sees(page, "rounds: 1")


def test_django_answers_for_an_unknown_match(tiny, phone):
    answer = phone.page.goto(f"{tiny.url}/table/{'0' * 8}-0000-4000-8000-{'0' * 12}/")
    assert answer.status == 404
    assert "Page not found" in phone.page.content()
    post = "fetch('?', { method: 'POST', body: new URLSearchParams({ points: 71 }) }).then(answer => answer.status)"
    assert phone.page.evaluate(post) == 404  # Django does not know it, either
    tiny.stop()
    answer = phone.page.reload()
    assert answer.status == 503
    assert "The server cannot be reached" in phone.page.content()


def test_a_refused_round_stays_on_the_phone_and_is_shown(tiny, phone):
    start(phone)
    save(phone, points=119)  # no side can have 1 and 119
    says(phone.page, "1 refused")
    sees(phone.page, "rounds: 1")
    [refused] = [event for event in phone.events() if "refused" in event]
    assert refused["refused"]["code"] == "problem"
    assert "119" in refused["refused"]["reason"]
    save(phone, points=60)
    phone.until("(await all('events')).filter(one => one.event.seq).length === 3")


def test_a_restored_server_gets_its_missing_events(tiny, phone):
    start(phone)
    phone.until(SENT)
    older = tiny.database.copy()
    save(phone)
    save(phone)
    phone.until("(await all('events')).length === 4 && " + SENT)
    tiny.stop()
    tiny.database.restore(older, running=False)
    tiny.start()
    save(phone)
    sees(phone.page, "rounds: 3")
    phone.until(SENT)
    assert [event["kind"] for event in stored(tiny, me(phone)["key"])] == ["player", "start", "deal", "deal", "deal"]


@pytest.mark.long
def test_a_restored_server_without_the_phone_gets_all_events(tiny, phone):
    older = tiny.database.copy()
    start(phone)
    phone.until(SENT)
    phone.until("(await state('identity'))?.session > 0")
    tiny.stop()
    tiny.database.restore(older, running=False)
    tiny.start()
    save(phone)
    sees(phone.page, "rounds: 1")
    phone.until(SENT)
    assert [event["kind"] for event in stored(tiny, me(phone)["key"])] == ["player", "start", "deal"]


def test_if_python_fails_django_answers_and_pages_are_notified_once(tiny, phone):
    page = phone.page
    page.evaluate("""() => {
        window.said = [];
        navigator.serviceWorker.addEventListener('message', event => window.said.push(event.data));
    }""")
    start_page = page.evaluate("fetch('/?break=1').then(answer => answer.text())")
    page.evaluate("fetch('/?break=1')")
    assert "Scorekeeper" in start_page
    phone.until("window.said.length >= 3")
    problems = page.evaluate("window.said.filter(said => said.problem).map(said => said.problem)")
    assert [problem["code"] for problem in problems] == ["python"]
    assert "asked to break" in problems[0]["text"]
    phone.open()
    assert page.title() == "Home"  # the next page comes from the phone again


@pytest.mark.long
def test_if_python_does_not_start_django_answers_everything(tiny, new_phone):
    tiny.stop()
    tiny.environment["TINY_BRIDGE"] = "raise ValueError"
    tiny.start()
    phone = new_phone()
    phone.take_over()
    assert phone.page.title() == "Scorekeeper"


def test_a_new_version_takes_over_with_the_unsent_events(tiny, phone):
    start(phone)
    tiny.stop()
    save(phone)
    sees(phone.page, "rounds: 1")
    [old] = [name for name in phone.evaluate(CACHES) if name != "outbox"]
    tiny.environment["TINY_BRIDGE"] = BRIDGE.read_text("utf-8").replace("rounds: ", "deals: ")
    tiny.start()
    phone.page.reload()
    phone.until(f"!(await caches.keys()).includes({json.dumps(old)})")
    phone.page.reload()
    sees(phone.page, "deals: 1")
    phone.until(SENT)
    phone.until("(await caches.keys()).filter(name => name !== 'outbox').length === 1")


def test_a_withdrawn_worker_sends_everything_first(tiny, phone):
    start(phone)
    tiny.stop()
    save(phone)
    sees(phone.page, "rounds: 1")
    tiny.environment["SCOREKEEPER_WORKER"] = "off"
    tiny.start()
    phone.page.reload()
    phone.until("(await navigator.serviceWorker.getRegistration()) === undefined")
    assert phone.evaluate(CACHES) == []
    assert len(stored(tiny, me(phone)["key"])) == 3
    phone.open()
    assert phone.page.title() == "Scorekeeper"
    assert phone.evaluate("await navigator.serviceWorker.getRegistration() === undefined")


def test_an_unreachable_server_gets_few_requests(tiny, phone):
    start(phone)
    phone.until(SENT)
    tiny.stop()
    urls = []
    phone.context.on("request", lambda request: request.service_worker and urls.append(request.url))
    begun = time.monotonic()
    save(phone)
    says(phone.page, "1 waiting")
    phone.page.wait_for_timeout(5000)
    calls = [url for url in urls if "/static/" not in url]
    seconds = time.monotonic() - begun  # more than five on a busy machine
    assert 1 <= len(calls) <= 4 + seconds / 3  # at once, by the sync of the browser, and every three seconds


def test_a_stopped_worker_needs_only_its_snapshot(tiny, phone):
    start(phone)
    phone.until("!!await caches.match('/phone/memory')")
    tiny.stop()
    assert phone.evaluate("""await (async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const [bundle] = (await cache.keys()).filter(one => one.url.endsWith('.txt'));
      return cache.delete(bundle);
    })()""")
    browser = phone.context.new_cdp_session(phone.page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    phone.page.reload()
    sees(phone.page, "rounds: 0")
    save(phone)
    sees(phone.page, "rounds: 1")
    assert phone.errors == []
