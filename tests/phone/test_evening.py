"""An evening on a phone, with the pages as people have them: the network comes and goes, and nobody need care."""

import json
import re

import pytest

SENT = "(await all('events')).every(one => one.event.seq)"
TABLE = re.compile("/table/[0-9a-f-]{36}/")


def sit_down(phone, *names, game="bisca_tres"):
    """A match is begun."""
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
    shown = ",".join(map(str, points))
    phone.until(f"[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '{shown}'")


def sit_together(real, new_phone):
    """Two phones of one person at one match."""
    one = new_phone()
    one.take_over()
    url = sit_down(one, "Eleni", "Deniz")
    one.until("(await state('identity')).session > 0")
    other = new_phone()
    other.context.add_cookies(one.context.cookies())
    other.take_over()
    other.open(url.removeprefix(real.url))
    return one, other


def test_an_evening_without_a_network(real, new_phone):
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
    assert phone.said == []


def test_without_a_worker_the_server_answers_the_same_pages(real, new_phone):
    phone = new_phone(service_workers="block")
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    assert phone.said == []


def test_a_guest_of_the_server_takes_the_evening_along(real, new_phone):
    """The first match was begun before the worker was there."""
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
def test_where_the_phones_python_breaks_nothing_is_lost_and_the_server_goes_on(real, new_phone):
    phone = new_phone()
    phone.take_over()
    url = sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.worker.evaluate(
        "() => { python = Promise.resolve({ answer() { throw new Error('broken'); } }); boot = () => python; }"
    )
    play(phone, 71)  # on a page that the phone has made
    is_worth(phone, 1, 0)
    phone.open(url.removeprefix(real.url))
    play(phone, 30)  # on a page of the server's
    is_worth(phone, 1, 1)
    phone.until("(await all('events')).length === 3 || (await all('events')).length > 3")
    assert phone.said == []


@pytest.mark.long
def test_a_phone_whose_python_never_starts_is_a_guest_of_the_server(server, new_phone):
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


def test_two_phones_at_one_table(real, new_phone):
    one, other = sit_together(real, new_phone)
    play(one, 71)
    is_worth(one, 1, 0)
    is_worth(other, 1, 0)
    other.page.reload()  # the round that was open there is still the first
    play(other, 30)
    is_worth(other, 1, 1)
    is_worth(one, 1, 1)
    assert one.said == other.said == []


def play_and_finish(one, other):
    play(one, 71)
    is_worth(one, 1, 0)
    other.open(f"{other.page.url.removeprefix(other.url).split('?')[0]}more/")
    other.page.locator("button[value=finish]").click()


@pytest.mark.long
def test_a_match_that_goes_on_does_so_on_every_phone(real, new_phone):
    one, other = sit_together(real, new_phone)
    play_and_finish(one, other)
    one.page.locator(".winner").wait_for()
    other.page.locator("button[value=reopen]").click()
    is_worth(one, 1, 0)
    assert one.page.locator("#round").count()


def test_who_has_won_after_all_is_shown_on_every_phone(real, new_phone):
    one, other = sit_together(real, new_phone)
    play_and_finish(one, other)
    one.page.locator(".winner", has_text="Eleni wins").wait_for()
    other.page.locator("#sheet tbody a").click()
    other.page.locator("#points-1").fill("")
    play(other, 30)
    one.page.locator(".winner", has_text="Deniz wins").wait_for()
    assert one.page.locator("#places li").all_inner_texts()[0].split() == ["1", "Deniz", "1"]
    assert one.said == other.said == []


def test_what_comes_before_the_page_of_a_save_has_its_address_is_shown(real, new_phone):
    """A page that nobody looks at draws nothing, and is given no address until then."""
    one, other = sit_together(real, new_phone)
    one.page.evaluate("() => { window.drawn = []; requestAnimationFrame = draw => drawn.push(draw); }")
    play(one, 71)
    is_worth(one, 1, 0)
    one.until(SENT)
    is_worth(other, 1, 0)
    one.worker.evaluate(
        "() => { const read = readPageData; readPageData = match => pause(1500).then(() => read(match)); }"
    )
    other.page.reload()
    play(other, 30)
    is_worth(other, 1, 1)
    one.until("(await all('events')).filter(one => one.event.kind === 'deal').length === 2")
    one.page.wait_for_timeout(300)  # it asks for what has come
    one.page.evaluate("() => drawn.forEach(draw => draw())")
    is_worth(one, 1, 1)
    assert "saved=" in one.page.url
    assert one.said == other.said == []


@pytest.mark.long
def test_home_shows_the_evening_as_a_hand_has_named_it(real, new_phone):
    phone = new_phone()
    phone.take_over()
    match = sit_down(phone, "Eleni", "Deniz").split("/")[-2]
    play(phone, 71)
    is_worth(phone, 1, 0)
    page = phone.open(f"/table/{match}/more/")
    page.locator("button[value=finish]").click()
    page.locator(".winner").wait_for()
    phone.until(SENT)
    named = {"evening": match, "name": "Party", "place": "Lefkara", "matches": [match]}
    phone.evaluate(f"""await fetch('/api/v1/events/', {{
        method: 'POST',
        headers: {{ 'Content-Type': 'application/json', 'Authorization': 'Token ' + (await state('identity')).key }},
        body: JSON.stringify([{{ id: crypto.randomUUID(), match: null, kind: 'evening', data: {json.dumps(named)} }}]),
    }}).then(answer => answer.status)""")
    phone.open()
    phone.until("(await all('events')).some(one => one.event.kind === 'evening')")
    real.stop()
    evening = phone.open().locator(".evening")
    assert evening.locator("h3").inner_text() == "Party"
    assert evening.locator("small").first.inner_text().startswith("Lefkara, ")
    assert evening.locator("a").get_attribute("href") == f"/table/{match}/"


def test_a_new_version_does_not_disturb_an_entry(real, new_phone):
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
    page.locator("#points-sum", has_text="= 120").wait_for()  # it is brought back after the page has come
    assert page.locator("#points-0").input_value() == "71"
    page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    real.start()
    page.goto(url)
    phone.until(SENT)
    assert [one["event"]["kind"] for one in phone.events()].count("deal") == 1
    assert phone.said == []
