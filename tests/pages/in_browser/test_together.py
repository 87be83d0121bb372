"""Two people write at one table: nothing is lost, nothing counts twice, and what differs is put to them."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, Evening
from tests.pages.in_browser.hosts import by_both

TRES = Evening("bisca_tres", 2, [])
PILOTTA = next(one for one in EVENINGS if one.game == "pilotta")
FIRST, LEVEL, SECOND = ({"points": [points, 120 - points]} for points in (71, 60, 25))
ANSWERS = {
    "the first is right": [[0, 1]],
    "the second is right": [[1, 0]],
    "Both were played": [[0, 1], [1, 1]],
}


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def script(request):
    return request.param


@pytest.mark.parametrize("said", ANSWERS)
def test_a_round_that_two_have_written_counts_once_until_they_decide(table, other, script, said):
    phone = table(TRES, script=script)
    other(phone).deal(SECOND)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.read("Saved, but somebody else has written this round too: see the sheet.")).to_be_visible()
    assert phone.rounds == [[0, 1]]
    phone.press(phone.link("Look at it"))
    expect(phone.page.get_by_role("heading", name="Round 1 recorded twice?")).to_be_visible()
    expect(phone.read("Aside: 1 · 0")).to_be_visible()
    phone.press(phone.button(said))
    expect(phone.read("Settled.")).to_be_visible()
    assert phone.rounds == ANSWERS[said]
    phone.go(f"/table/{phone.match}/")
    assert phone.rounds == ANSWERS[said]
    expect(phone.link("Look at it")).to_have_count(0)


def test_the_same_written_twice_is_no_question(table, other):
    phone = table(TRES)
    other(phone).deal({"points": [71, None]})
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    assert phone.rounds == [[1, 0]]
    expect(phone.link("Look at it")).to_have_count(0)


@pytest.mark.parametrize(("said", "rounds"), {"1 · 0": [[1, 0]], "0 · 1": [[0, 1]]}.items())
def test_of_two_amendments_people_choose(table, other, script, said, rounds):
    phone = table(TRES, [LEVEL], script=script)
    one, two = other(phone), other(phone, "Zeynep")
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    known = phone.ends()
    one.write("amend", known, deal=deal, answers=FIRST)
    two.write("amend", known, deal=deal, answers=SECOND)
    phone.go(phone.path)
    phone.press(phone.link("Look at it"))
    expect(phone.page.get_by_role("heading", name="Round 1, put right in two ways")).to_be_visible()
    phone.press(phone.button(said))
    expect(phone.page.get_by_role("heading", name="Round 1, put right in two ways")).to_have_count(0)
    assert phone.rounds == rounds
    expect(phone.read("Round 1 is put right.")).to_be_visible()


@pytest.mark.parametrize(("said", "rounds"), {"1 · 0": [[1, 0]], "Struck": []}.items())
def test_of_an_amendment_and_a_strike_people_choose(table, other, said, rounds):
    phone = table(TRES, [LEVEL])
    one, two = other(phone), other(phone, "Zeynep")
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    known = phone.ends()
    one.write("amend", known, deal=deal, answers=FIRST)
    two.write("strike", known, deal=deal)
    phone.go(f"/table/{phone.match}/sheet/")
    phone.press(phone.button(said))
    expect(phone.page.get_by_role("heading", name="put right in two ways")).to_have_count(0)
    assert phone.rounds == rounds


@by_both
def test_what_another_writes_appears_and_leaves_the_entry_alone(table, other):
    phone = table(TRES)
    phone.type("points-0", 7)
    phone.page.wait_for_timeout(3500)  # the page has looked once: what comes now is news
    other(phone).deal(SECOND)
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1, timeout=6000)
    assert (phone.totals, phone.rounds) == ([0, 1], [[0, 1]])
    expect(phone.find("points-0")).to_have_value("7")
    phone.key("1").tap()
    expect(phone.find("points-0")).to_have_value("71")
    phone.save()
    expect(phone.link("Look at it")).to_be_visible()


def test_news_comes_at_once_when_the_page_has_just_opened(table, other):
    """What is written between opening the page and its first look is news too."""
    phone = table(TRES)
    other(phone).deal(SECOND)
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1, timeout=6000)


def test_the_focus_stays_where_it_is_in_an_entry_that_is_renewed(table, other):
    phone = table(PILOTTA)
    chip = phone.find("bid-100")
    chip.focus()
    other(phone).deal(PILOTTA.rounds[1])
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    expect(chip).to_be_focused()


def test_a_look_around_leaves_the_chosen_field_alone(table):
    """Whoever has tapped a field and thinks types there, also where the page has looked for news meanwhile."""
    phone = table(TRES, [LEVEL])
    phone.tap(phone.find("points-1"))
    phone.page.wait_for_timeout(4000)
    for digit in "75":
        phone.key(digit).tap()
    expect(phone.find("points-1")).to_have_value("75")
    expect(phone.find("points-0")).to_have_value("")


def test_where_nothing_is_new_nothing_is_renewed(table):
    """The notice of a save has a form, and forms a token that is another one in every answer."""
    phone = table(TRES)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.page.locator("[data-saved]")).to_have_count(1)
    form = phone.page.locator("#round").element_handle()
    phone.page.evaluate("() => new Promise(resolve => { document.addEventListener('renewed', resolve); })")
    assert form.evaluate("one => one.isConnected")


def test_old_news_after_a_save_is_no_news(table):
    """An answer that left the server before the save, and comes after it, puts nothing back."""
    phone, held = table(TRES), []

    def hold(route):
        if route.request.method == "GET" and route.request.headers.get("hx-target") == "live" and not held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    phone.page.route("**/table/**", hold)
    phone.play({"points": [71, None]})
    while not held:
        phone.page.wait_for_timeout(50)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    route, answer = held[0]
    route.fulfill(response=answer)
    phone.page.wait_for_timeout(200)
    assert (phone.totals, phone.rounds) == ([1, 0], [[1, 0]])
    phone.play({"points": [25, None]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(2)
    assert phone.rounds == [[1, 0], [1, 1]]
    expect(phone.link("Look at it")).to_have_count(0)
