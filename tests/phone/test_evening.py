"""An evening on a phone, with the real pages: the network comes and goes, and every round is saved."""

import json
import re

import pytest

pytestmark = pytest.mark.tenth

SENT = "(await all('events')).every(one => one.event.seq)"
TABLE = re.compile("/table/[0-9a-f-]{36}/")


def sit_down(phone, *names, game="bisca_tres"):
    """Start a match. Return its URL."""
    page = phone.open(f"/new/?game={game}")
    for name in names:
        page.locator("#new-player").fill(name)
        page.locator("button.button[value=name]").click()
        page.locator(f"#seats :text('{name}')").first.wait_for()
    page.locator("button[name=start]").click()
    page.wait_for_url(TABLE)
    return page.url


def play(phone, points):
    page = phone.page
    page.locator("#points-0").fill(str(points))
    page.locator("#points-sum", has_text="= 120").wait_for()
    page.locator("#round button.go").click()


def is_worth(phone, *points):
    totals = ",".join(map(str, points))
    phone.until(f"[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '{totals}'")


def sit_together(real, new_phone):
    """Return two phones of a person at the same match."""
    first = new_phone()
    first.take_over()
    url = sit_down(first, "Eleni", "Deniz")
    first.until("(await state('identity'))?.session > 0")
    other = new_phone()
    other.context.add_cookies(first.context.cookies())
    other.take_over()
    other.open(url.removeprefix(real.url))
    return first, other


def test_an_evening_is_scored_without_a_network(real, new_phone):
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    real.stop()
    play(phone, 71)
    is_worth(phone, 1, 0)
    play(phone, 30)
    is_worth(phone, 1, 1)
    phone.page.reload()
    is_worth(phone, 1, 1)
    phone.open()
    assert "Eleni" in phone.page.locator("header").inner_text()
    real.start()
    phone.page.reload()
    phone.until(SENT)
    assert phone.errors == []


def test_without_a_worker_the_server_has_the_same_pages(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    assert phone.errors == []


def test_a_match_started_without_a_worker_continues_on_the_phone(real, new_phone):
    """The cookie connects both browsers."""
    first = new_phone(service_workers="block")
    url = sit_down(first, "Eleni", "Deniz")
    phone = new_phone()
    phone.context.add_cookies(first.context.cookies())
    phone.take_over()
    real.stop()
    phone.open(url.removeprefix(real.url))
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.start()
    phone.until(SENT)
    first.page.reload()
    is_worth(first, 1, 0)


@pytest.mark.long
def test_if_the_phones_python_fails_the_server_answers_and_no_round_is_lost(real, new_phone):
    phone = new_phone()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.worker.evaluate(
        "() => { python = Promise.resolve({ answer() { throw new Error('broken'); } }); boot = () => python; }"
    )
    play(phone, 71)  # on a page of the phone
    is_worth(phone, 1, 0)
    phone.open(url.removeprefix(real.url))
    play(phone, 30)  # on a page of the server
    is_worth(phone, 1, 1)
    phone.until("(await all('events')).length === 3 || (await all('events')).length > 3")
    assert phone.errors == []


@pytest.mark.long
def test_without_python_the_phone_uses_the_pages_of_the_server(server, new_phone):
    server.environment["TINY_BRIDGE"] = "raise ValueError"
    server.start()
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    person = phone.evaluate("await state('identity')")
    assert person["isKnown"]
    phone.until("(await all('events')).filter(one => one.event.kind === 'deal').length === 1")


def test_two_phones_at_a_table_see_each_others_rounds(real, new_phone):
    first, other = sit_together(real, new_phone)
    play(first, 71)
    is_worth(first, 1, 0)
    is_worth(other, 1, 0)
    other.page.reload()  # its open round is still the first
    play(other, 30)
    is_worth(other, 1, 1)
    is_worth(first, 1, 1)
    assert first.errors == other.errors == []


def play_and_finish(first, other):
    play(first, 71)
    is_worth(first, 1, 0)
    other.open(f"{other.page.url.removeprefix(other.url).split('?')[0]}more/")
    other.page.locator("button[value=finish]").click()


@pytest.mark.long
def test_a_reopened_match_is_open_on_every_phone(real, new_phone):
    first, other = sit_together(real, new_phone)
    play_and_finish(first, other)
    first.page.locator(".winner").wait_for()
    other.page.locator("button[value=reopen]").click()
    is_worth(first, 1, 0)
    assert first.page.locator("#round").count()


def test_every_phone_shows_a_changed_winner(real, new_phone):
    first, other = sit_together(real, new_phone)
    play_and_finish(first, other)
    first.page.locator(".winner", has_text="Eleni wins").wait_for()
    other.page.locator("#sheet tbody a").click()
    other.page.locator("#points-1").fill("")
    play(other, 30)
    first.page.locator(".winner", has_text="Deniz wins").wait_for()
    assert first.page.locator("#places li").all_inner_texts()[0].split() == ["1", "Deniz", "1"]
    assert first.errors == other.errors == []


def test_a_round_is_shown_that_arrives_before_the_page_has_its_url(real, new_phone):
    """A hidden page draws nothing, and gets its URL only when it is drawn."""
    first, other = sit_together(real, new_phone)
    first.page.evaluate("() => { window.drawn = []; requestAnimationFrame = draw => drawn.push(draw); }")
    play(first, 71)
    is_worth(first, 1, 0)
    first.until(SENT)
    is_worth(other, 1, 0)
    first.worker.evaluate(
        "() => { const read = readPageData; readPageData = match => pause(1500).then(() => read(match)); }"
    )
    other.page.reload()
    play(other, 30)
    is_worth(other, 1, 1)
    first.until("(await all('events')).filter(one => one.event.kind === 'deal').length === 2")
    first.page.wait_for_timeout(300)  # it requests the new round
    first.page.evaluate("() => drawn.forEach(draw => draw())")
    is_worth(first, 1, 1)
    assert "saved=" in first.page.url
    assert first.errors == other.errors == []


@pytest.mark.long
def test_home_shows_the_name_of_an_evening(real, new_phone):
    phone = new_phone()
    phone.take_over()
    match = sit_down(phone, "Eleni", "Deniz").split("/")[-2]
    play(phone, 71)
    is_worth(phone, 1, 0)
    page = phone.open(f"/table/{match}/more/")
    page.locator("button[value=finish]").click()
    page.locator(".winner").wait_for()
    phone.until(SENT)
    evening = {"evening": match, "name": "Party", "place": "Lefkara", "matches": [match]}
    phone.evaluate(f"""await fetch('/api/v1/events/', {{
        method: 'POST',
        headers: {{ 'Content-Type': 'application/json', 'Authorization': 'Token ' + (await state('identity'))?.key }},
        body: JSON.stringify([{{ id: crypto.randomUUID(), match: null, kind: 'evening', data: {json.dumps(evening)} }}]),
    }}).then(answer => answer.status)""")
    phone.open()
    phone.until("(await all('events')).some(one => one.event.kind === 'evening')")
    real.stop()
    card = phone.open().locator(".evening")
    assert card.locator("h3").inner_text() == "Party"
    assert card.locator("small").first.inner_text().startswith("Lefkara, ")
    assert card.locator("a").get_attribute("href") == f"/table/{match}/"


def test_a_new_version_keeps_a_half_typed_round(real, new_phone):
    phone = new_phone()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    page = phone.page
    page.evaluate("navigator.serviceWorker.addEventListener('controllerchange', () => { window.hasNewer = true; })")
    page.locator("#points-0").fill("71")
    page.locator("#points-sum", has_text="= 120").wait_for()
    real.stop()
    real.environment["NEWER"] = "1"
    real.start()
    [old] = phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")
    phone.evaluate("await (await navigator.serviceWorker.getRegistration()).update()")
    phone.until(f"window.hasNewer && !(await caches.keys()).includes('{old}')")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.hasNewer")  # still the same page
    assert page.locator("#points-0").input_value() == "71"
    real.stop()
    page.reload()
    page.locator("#points-sum", has_text="= 120").wait_for()  # restored after the page has loaded
    assert page.locator("#points-0").input_value() == "71"
    page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    real.start()
    page.goto(url)
    phone.until(SENT)
    assert [event["event"]["kind"] for event in phone.events()].count("deal") == 1
    assert phone.errors == []
