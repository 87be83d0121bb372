"""Taps preview a round, by a message to the worker like a save. The worker answers from the log that it has read last."""

import pytest

from tests.phone.test_evening import SENT, TABLE, is_worth, play, sit_down, sit_together

pytestmark = pytest.mark.tenth

LAST_PAGE_DATA = "() => lastPageData?.events.map(event => event.kind).join()"


def type_in(phone, points, rest):
    phone.page.locator("#points-0").fill(str(points))
    phone.page.locator(f"#points-1[placeholder='{rest}']").wait_for()


def test_a_tap_uses_the_log_that_was_read_last(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until("await state('trimmed')")  # the last write after a sync; each write discards the log
    real.stop()
    type_in(phone, 71, 49)
    assert phone.worker.evaluate(LAST_PAGE_DATA) == "start"
    phone.worker.evaluate("() => { readPageData = () => Promise.reject(new Error('It was asked for.')); }")
    type_in(phone, 60, 60)


def test_a_write_discards_the_log_that_was_read_last(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.until("await state('trimmed')")  # the last write after a sync; each write discards the log
    type_in(phone, 60, 60)
    assert phone.worker.evaluate(LAST_PAGE_DATA) == "start,deal"
    # The page prepares the save of a complete round soon after the last digit, which reads the log again.
    assert phone.worker.evaluate("() => writeState('something', 1).then(() => lastPageData ?? null)") is None


def test_another_store_discards_the_log_that_was_read_last(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    type_in(phone, 60, 60)
    assert phone.worker.evaluate("() => useStore(newStoreName()).then(() => lastPageData ?? null)") is None


REQUESTS = """() => {
  window.requests = 0;
  document.addEventListener('htmx:beforeRequest', () => { window.requests += 1; });
}"""


def requests(phone):
    return phone.page.evaluate("window.requests")


def test_a_tap_and_a_save_are_messages_to_the_worker(real, phone):
    url = sit_down(phone, "Eleni", "Deniz")
    phone.page.evaluate(REQUESTS)
    play(phone, 71)
    is_worth(phone, 1, 0)
    assert requests(phone) == 0
    phone.until("location.href.includes('?saved=')")
    phone.page.go_back()
    phone.page.wait_for_url("**/")
    assert not phone.page.url.startswith(url)


@pytest.mark.parametrize(
    "handler",
    ["() => new Promise(() => {})", "() => null", "() => Promise.reject(new Error('It does not go.'))", "undefined"],
)
def test_without_an_answer_of_the_worker_the_page_sends_a_request(real, phone, handler):
    sit_down(phone, "Eleni", "Deniz")
    phone.page.evaluate(REQUESTS)
    phone.worker.evaluate(f"() => {{ handlers.tap = handlers.save = {handler}; }}")
    type_in(phone, 71, 49)
    type_in(phone, 60, 60)
    assert requests(phone) >= 2
    play(phone, 71)
    is_worth(phone, 1, 0)
    assert requests(phone) >= 4


def test_without_messages_the_page_sends_a_request(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.page.evaluate(
        "() => { ServiceWorker.prototype.postMessage = () => { throw new Error('It does not go.'); }; }"
    )
    type_in(phone, 71, 49)
    play(phone, 71)
    is_worth(phone, 1, 0)


def test_an_unanswered_save_is_stored_once(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.worker.evaluate(
        "() => { const { save } = handlers; handlers.save = async (...given) => { await save(...given); }; }"
    )
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.locator("#notice", has_text="Round 1 saved").wait_for()
    phone.until(SENT)
    phone.until("(await all('events')).filter(one => one.event.kind !== 'player').length === 2")


def test_a_key_pressed_during_a_save_does_not_replace_it(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    type_in(phone, 71, 49)
    phone.worker.evaluate("() => { handlers.save = () => pause(500).then(() => null); }")
    phone.page.locator("#round button.go").click()
    phone.page.locator("button[value='now:points-1']").click()
    is_worth(phone, 1, 0)


def test_fast_taps_on_save_store_one_round(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    type_in(phone, 71, 49)
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    phone.page.evaluate("() => { for (let n = 0; n < 3; n++) document.querySelector('#round button.go').click(); }")
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.until("(await all('events')).filter(one => one.event.kind !== 'player').length === 2")


def test_a_problem_is_shown_beside_its_field_and_taps_still_work(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.page.evaluate(REQUESTS)
    phone.page.locator("#points-0").fill("119")
    phone.page.locator("#points-sum").wait_for()
    phone.page.locator("#round button.go").click()
    phone.page.locator("#round .problem").first.wait_for()
    assert phone.page.locator("#points-0").input_value() == "119"
    play(phone, 71)
    is_worth(phone, 1, 0)
    assert requests(phone) == 0


def test_after_a_refusal_the_page_no_longer_shows_the_previous_save(real, phone):
    url = sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.page.wait_for_url("**?saved=*")
    phone.page.locator("#points-0").fill("121")
    phone.page.locator("#round button.go").click()
    phone.page.locator("#round .problem").first.wait_for()
    phone.page.wait_for_url(url)
    phone.page.reload()
    phone.page.locator("#round").wait_for()
    assert phone.page.locator("[data-saved]").count() == 0


def test_a_number_typed_during_a_preview_gets_another_preview(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.worker.evaluate("""() => {
      const tap = handlers.tap;
      handlers.tap = async asked => { await pause(600); return tap(asked); };
    }""")
    points = phone.page.locator("#points-0")
    points.fill("7")
    phone.page.wait_for_timeout(300)  # the preview is requested
    points.fill("71")
    phone.page.locator("#points-1[placeholder='49']").wait_for()
    assert points.input_value() == "71"


EARLY = """() => document.addEventListener('htmx:afterSwap', ({ detail: { target } }) => {
  const points = target === document.body && document.querySelector('#points-0');
  if (!points) return;
  points.value = '71';
  points.dispatchEvent(new Event('input', { bubbles: true }));
})"""


def test_a_number_typed_before_the_page_settles_gets_a_preview(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.page.evaluate(EARLY)
    play(phone, 60)
    phone.page.locator("#points-1[placeholder='49']").wait_for()


SLOW = """ms => {
  const { tap } = handlers;
  handlers.tap = async asked => { const said = await tap(asked); await pause(ms); return said; };
}"""


@pytest.mark.parametrize("time", [300, 600], ids=["before", "after"])
def test_a_late_preview_does_not_mark_the_next_form_as_typed(real, phone, time):
    """A form without input is replaced when another phone writes."""
    sit_down(phone, "Eleni", "Deniz")
    phone.worker.evaluate(SLOW, time)
    phone.page.locator("#points-0").fill("71")
    phone.page.wait_for_timeout(250)  # the preview is requested
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)
    phone.page.wait_for_timeout(2 * time + 500)
    assert phone.page.locator("#round[data-fresh]").count()


def test_a_failed_preview_does_not_hide_a_save(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.worker.evaluate("""() => {
      handlers.tap = () => null;
      answer = () => pause(300).then(() => new Response('', { status: 503 }));
      const { save } = handlers;
      handlers.save = (...given) => pause(900).then(() => save(...given));
    }""")
    phone.page.locator("#points-0").fill("71")
    phone.page.wait_for_timeout(250)  # the preview is requested
    phone.page.locator("#round button.go").click()
    is_worth(phone, 1, 0)


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_a_save_waits_for_earlier_keys(real, new_phone, workers):
    phone = new_phone(service_workers=workers)
    if workers == "allow":
        phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.page.locator("[value='open:all_tricks']").click()
    phone.page.locator("label", has=phone.page.locator("#all_tricks-1")).click()
    phone.page.locator("[value='open:all_tricks']").click()
    phone.page.locator("[value='take:all_tricks']").wait_for(state="attached")  # for pages without a script
    phone.page.evaluate("""() => {
      document.querySelector('#points-0').value = '71'; // refused unless the key clears the other answer
      for (const key of ['[value="take:all_tricks"]', 'button.go']) document.querySelector(`#round ${key}`).click();
    }""")
    is_worth(phone, 1, 0)
    phone.page.locator("#points-0[value='']").wait_for()
    assert phone.errors == []


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_names_typed_quickly_are_all_added(real, new_phone, workers):
    phone = new_phone(service_workers=workers)
    if workers == "allow":
        phone.take_over()
    page = phone.open("/new/?game=bisca_tres")
    page.locator("#new-player").click()
    for name in ("Eleni", "Deniz"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator("button[name=start]").click()
    page.wait_for_url(TABLE)
    for name in ("Eleni", "Deniz"):
        page.locator("#totals").get_by_text(name, exact=True).wait_for()
    assert phone.errors == []


def test_a_page_opened_during_a_save_shows_the_round(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    play(phone, 71)
    is_worth(phone, 1, 0)
    type_in(phone, 30, 90)
    phone.worker.evaluate(
        "() => { const { save } = handlers; handlers.save = (...given) => pause(900).then(() => save(...given)); }"
    )
    phone.page.locator("#round button.go").click()
    phone.page.get_by_role("button", name="Undo").click()  # it waits for the save, so it does nothing now
    phone.page.reload()
    is_worth(phone, 1, 1)


def test_a_key_is_not_lost_if_another_phones_round_arrives_first(real, new_phone):
    first, other = sit_together(real, new_phone)
    first.worker.evaluate(SLOW, 2500)
    first.page.locator("[value='open:all_tricks']").click()
    play(other, 30)
    is_worth(first, 0, 1)
    first.page.locator("[value='fold:all_tricks'][aria-expanded=true]").wait_for()
