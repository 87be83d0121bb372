"""Two people write in one match: nothing is lost or counted twice, and they settle their differences."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from games import models
from tests.pages.in_browser.games import EVENINGS, PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

TRES = PlayedEvening("bisca_tres", 2, [])
PILOTTA = next(evening for evening in EVENINGS if evening.game == "pilotta")
FIRST, LEVEL, SECOND = ({"points": [points, 120 - points]} for points in (71, 60, 25))
ANSWERS = {
    "The first is right": [[0, 1]],
    "The second is right": [[1, 0]],
    "Keep both rounds": [[0, 1], [1, 1]],
}


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def script(request):
    return request.param


@pytest.mark.parametrize("choice", ANSWERS)
def test_duplicate_round_counts_once_until_decided(table, other, script, choice):
    phone = table(TRES, script=script)
    other(phone).deal(SECOND)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.visible("Saved, but someone else has entered this round too. See the sheet.")).to_be_visible()
    assert phone.rounds == [[0, 1]]
    phone.press(phone.link("Review"))
    expect(phone.page.get_by_role("heading", name="Round 1 entered twice?")).to_be_visible()
    expect(phone.visible("Card points: 71 · 49")).to_be_visible()
    phone.press(phone.button(choice))
    expect(phone.visible("Resolved.")).to_be_visible()
    assert phone.rounds == ANSWERS[choice]
    phone.go(f"/table/{phone.match}/")
    assert phone.rounds == ANSWERS[choice]
    expect(phone.link("Review")).to_have_count(0)


def test_identical_duplicate_is_not_asked_about(table, other):
    phone = table(TRES)
    other(phone).deal({"points": [71, None]})
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    assert phone.rounds == [[1, 0]]
    expect(phone.link("Review")).to_have_count(0)


@pytest.mark.parametrize(("choice", "rounds"), {"1 · 0": [[1, 0]], "0 · 1": [[0, 1]]}.items())
def test_people_choose_between_two_amendments(table, other, script, choice, rounds):
    phone = table(TRES, [LEVEL], script=script)
    first, second = other(phone), other(phone, "Zeynep")
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    known = phone.heads()
    first.write("amend", known, deal=deal, answers=FIRST)
    second.write("amend", known, deal=deal, answers=SECOND)
    phone.go(phone.path)
    phone.press(phone.link("Review"))
    expect(phone.page.get_by_role("heading", name="Round 1: two different corrections")).to_be_visible()
    phone.press(phone.button(choice))
    expect(phone.page.get_by_role("heading", name="Round 1: two different corrections")).to_have_count(0)
    assert phone.rounds == rounds
    expect(phone.visible("Round 1 corrected.")).to_be_visible()


@pytest.mark.parametrize(("choice", "rounds"), {"1 · 0": [[1, 0]], "Crossed out": []}.items())
def test_people_choose_between_amendment_and_strike(table, other, choice, rounds):
    phone = table(TRES, [LEVEL])
    first, second = other(phone), other(phone, "Zeynep")
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    known = phone.heads()
    first.write("amend", known, deal=deal, answers=FIRST)
    second.write("strike", known, deal=deal)
    phone.go(f"/table/{phone.match}/sheet/")
    phone.press(phone.button(choice))
    expect(phone.page.get_by_role("heading", name="two different corrections")).to_have_count(0)
    assert phone.rounds == rounds


@by_both
def test_rounds_of_others_appear_and_keep_the_entry(table, other):
    phone = table(TRES)
    phone.type("points-0", 7)
    phone.page.wait_for_timeout(3500)  # after the first poll
    other(phone).deal(SECOND)
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1, timeout=6000)
    assert (phone.totals, phone.rounds) == ([0, 1], [[0, 1]])
    expect(phone.find("points-0")).to_have_value("7")
    phone.key("1").tap()
    expect(phone.find("points-0")).to_have_value("71")
    phone.save()
    expect(phone.link("Review")).to_be_visible()


@by_both
def test_a_begun_round_belongs_to_those_who_play_it_now(table, other):
    """Another phone replaces someone. The entry says who, and the typed numbers stay."""
    phone = table(PlayedEvening("points", 4, []), [{"points": [5, 5, 5, 5]}])
    phone.type("points-0", 7)
    phone.page.wait_for_timeout(3500)  # after the first poll
    writer, newcomer = other(phone), {"id": str(uuid4()), "name": "Ida"}
    players = models.Event.objects.get(match=phone.match, kind="start").data["players"]
    writer.write("player", match=False, player=newcomer["id"], name="Ida")
    people = {"players": [*players[:3], newcomer], "before": None, "first_dealer": None, "points": "from_zero"}
    writer.write("people", phone.heads(), **people)
    expect(phone.page.locator("#round .amount span").last).to_have_text("Ida", timeout=6000)
    expect(phone.find("points-0")).to_have_value("7")
    expect(phone.visible("The seats changed while you were typing.")).to_be_visible()
    for side in (1, 2, 3):
        phone.type(f"points-{side}", side)
    phone.save()
    assert phone.rounds[-1] == [12, 6, 7, 3]


@by_both
@pytest.mark.parametrize("typed", [True, False], ids=["typed", "empty"])
def test_an_entry_says_that_another_phone_has_changed_the_seats(table, other, typed):
    """The typed numbers stay at their seats, so they may belong to others now."""
    phone = table(PlayedEvening("points", 3, []), [{"points": [5, 5, 5]}])
    if typed:
        for side, number in enumerate((12, 34, 6)):
            phone.type(f"points-{side}", number)
        phone.settle()
    first, second, third = models.Event.objects.get(match=phone.match, kind="start").data["players"]
    people = {"players": [second, first, third], "before": None, "first_dealer": None, "points": "take_over"}
    other(phone).write("people", phone.heads(), **people)
    expect(phone.page.locator("#round .amount span").first).to_have_text(second["name"], timeout=6000)
    words = phone.visible("The seats changed while you were typing.")
    expect(words).to_have_count(int(typed))
    if typed:
        phone.page.reload()
        expect(words).to_be_visible()
        phone.press(phone.button("Discard this entry"))
        expect(words).to_have_count(0)
        expect(phone.find("points-0")).to_have_value("")
    for side, number in enumerate((1, 2, 3)):
        phone.type(f"points-{side}", number)
    expect(words).to_have_count(0)
    phone.save()
    assert phone.rounds[-1] == [7, 6, 8]


@pytest.mark.parametrize("now", ["saved", "crossed out"])
def test_a_change_after_the_lost_answer_to_a_save_stays(table, other, now):
    """The form of the next round must not take its place, though the page is loaded again."""
    phone = table(PlayedEvening("points", 2, []), [{"points": [1, 0]}])
    phone.type("points-0", 12)
    phone.type("points-1", 34)
    phone.settle()
    deal = phone.ids()["deal"]

    def lose(route):
        if "press" not in (route.request.post_data or "press"):
            route.fetch(max_redirects=0)
        route.abort()

    phone.page.route("**/table/**", lose)
    phone.press(phone.button("Save round 2"))
    expect(phone.visible("The server cannot be reached.")).to_be_visible()
    phone.page.wait_for_timeout(1_200)  # until then, digits do not count
    phone.page.locator("[name=points-1]").fill("35")
    if now == "crossed out":
        other(phone).write("strike", deal=deal)
    phone.page.unroute("**/table/**")
    phone.page.reload()
    words = {"saved": "This change is not saved yet.", "crossed out": "This round has been crossed out meanwhile."}
    expect(phone.visible(words[now])).to_be_visible()
    assert [phone.find(f"points-{seat}").input_value() for seat in (0, 1)] == ["12", "35"]
    phone.save()
    phone.page.reload()
    phone.press(phone.page.locator("#sheet tbody a").first)
    phone.page.locator("[name=points-1]").fill("36")
    phone.save()
    phone.page.wait_for_timeout(1_000)  # for another page in place of this one
    phone.page.reload()
    for seat in (0, 1):
        expect(phone.find(f"points-{seat}")).to_have_value("")
    assert phone.rounds == [[1, 0], [13, 36]]
    phone.heard.clear()  # the failed requests


def test_entry_goes_and_comes_back_with_the_match(table, other):
    """What someone has typed stays, because the match can be restored."""
    phone = table(TRES)
    writer = other(phone)
    writer.write("delete")
    expect(phone.visible("This match is deleted.")).to_be_visible(timeout=6000)
    expect(phone.page.locator("#round")).to_have_count(0)
    writer.write("undelete")
    expect(phone.find("points-0")).to_be_visible(timeout=6000)
    phone.type("points-0", 7)
    writer.write("delete")
    expect(phone.visible("This match is deleted.")).to_be_visible(timeout=6000)
    expect(phone.find("points-0")).to_have_value("7")


def test_news_appears_at_once_on_a_new_page(table, other):
    """The page also displays rounds from before its first poll."""
    phone = table(TRES)
    other(phone).deal(SECOND)
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1, timeout=6000)


def test_focus_stays_in_a_refreshed_entry(table, other):
    phone = table(PILOTTA)
    chip = phone.find("bid-100")
    chip.focus()
    other(phone).deal(PILOTTA.rounds[1])
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    expect(chip).to_be_focused()


def test_polling_keeps_the_active_field(table):
    """A poll while someone thinks must not change the field in which they type."""
    phone = table(TRES, [LEVEL])
    phone.tap(phone.find("points-1"))
    phone.page.wait_for_timeout(4000)
    for digit in "75":
        phone.key(digit).tap()
    expect(phone.find("points-1")).to_have_value("75")
    expect(phone.find("points-0")).to_have_value("")


def test_page_without_news_is_not_refreshed(table):
    """The notice of a save contains a form, whose token differs in every response."""
    phone = table(TRES)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.page.locator("[data-saved]")).to_have_count(1)
    form = phone.page.locator("#round").element_handle()
    phone.page.evaluate("() => new Promise(resolve => { document.addEventListener('renewed', resolve); })")
    assert form.evaluate("one => one.isConnected")


def test_late_response_does_not_undo_a_save(table):
    """A poll response from before the save, which arrives after it, must not restore the old page."""
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
    expect(phone.link("Review")).to_have_count(0)
