"""An opened small key: its choices replace the row, and the number keeps its place, its frame and the keypad."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both
from tests.pages.in_browser.test_taps import SAVE, selector_of, what_hides

pytestmark = pytest.mark.tenth

TAROT = PlayedEvening("tarot", 5, [])
COINCHE = PlayedEvening("coinche", 4, [], declarations=True)
DOPPELKOPF = PlayedEvening("doppelkopf", 4, [])
TAKEN = {"taker": 0, "contract": "garde", "partner": 2}
BID = {"taker": 0, "contract": 100, "trump": "clubs"}
OPENED = {
    "petit": (TAROT, TAKEN, "points"),
    "poignees": (TAROT, TAKEN, "points"),
    "coinche": (COINCHE, BID, "trick_points-0"),
    "declared": (COINCHE, BID, "trick_points-0"),
    "foxes": (DOPPELKOPF, {"re": [0, 2]}, "re_points"),
}
TOP = "one => one.getBoundingClientRect().top"


def at_the_row(table, evening, answers, rounds=(), **how):
    phone = table(evening, rounds, **how)
    phone.page.set_viewport_size({"width": 412, "height": 785})
    phone.page.reload()
    phone.settle()
    phone.play(answers)
    phone.settle()
    return phone


@pytest.mark.parametrize("name", OPENED)
def test_an_opened_key_moves_neither_the_number_nor_the_keys(table, name):
    evening, answers, number = OPENED[name]
    phone = at_the_row(table, evening, answers)
    field, key = phone.find(number), phone.key("7")
    before = field.evaluate(TOP), key.evaluate(TOP)
    phone.press_key(f"open:{name}")
    expect(phone.find(f"ask-{name}")).to_be_visible()
    expect(phone.key(f"open:{name}")).to_be_hidden()
    assert (field.evaluate(TOP), key.evaluate(TOP)) == before
    framed = f"{name}-0" if name == "declared" else number
    expect(phone.page.locator("#round .now input")).to_have_id(framed)
    phone.press_key(f"fold:{name}")
    expect(phone.key(f"open:{name}")).to_be_visible()
    assert (field.evaluate(TOP), key.evaluate(TOP)) == before


@by_both
def test_one_tap_chooses_a_poignee_and_another_visit_adds_one(table):
    phone = at_the_row(table, TAROT, TAKEN)
    for number, poignee in enumerate(("single", "double")):
        phone.press_key("open:poignees")
        phone.tap(phone.find(f"poignees-{number}-{poignee}"))
        expect(phone.key("open:poignees")).to_be_visible()
    expect(phone.key("open:poignees").locator("b")).to_have_text("Single, Double")
    phone.press_key("open:poignees")
    expect(phone.button("Clear")).to_have_count(0)
    phone.page.wait_for_timeout(700)  # an earlier second tap would mean the same as the first
    phone.tap(phone.find("poignees-1-double"))  # releases it
    expect(phone.key("open:poignees").locator("b")).to_have_text("Single")


@pytest.mark.parametrize("width", [412, 360])
@pytest.mark.parametrize("locale", ["en", "de", "el"])
def test_a_folded_key_says_all_of_its_answer(table, width, locale):
    phone = at_the_row(table, TAROT, TAKEN, locale=locale)
    phone.page.set_viewport_size({"width": width, "height": 785})
    height = phone.key("open:chelem").bounding_box()["height"]
    for chelem in ("failed", "defence"):
        phone.press_key("open:chelem")
        phone.tap(phone.find(f"chelem-{chelem}"))
        tile = phone.key("open:chelem")
        answer = tile.locator("b").evaluate("b => [b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight]")
        assert max(answer) <= 1, chelem
        assert tile.bounding_box()["height"] == height


def test_digits_go_to_the_number_while_a_key_is_open(table):
    phone = at_the_row(table, TAROT, {**TAKEN, "bouts": 3})
    phone.press_key("open:chelem")
    phone.tap(phone.key("4"))
    phone.tap(phone.key("9"))
    phone.settle()
    expect(phone.find("points")).to_have_value("49")


def test_an_opened_key_is_used_by_keyboard(table):
    phone = at_the_row(table, TAROT, TAKEN)
    keys = phone.page.keyboard
    phone.key("open:petit").focus()
    keys.press("Enter")
    expect(phone.key("fold:petit")).to_be_focused()
    expect(phone.key("fold:petit")).to_have_attribute("aria-expanded", "true")
    keys.press("Tab")
    keys.press("Space")
    phone.settle()
    expect(phone.find("petit-taker")).to_be_checked()
    phone.key("fold:petit").focus()
    keys.press("Enter")
    expect(phone.key("open:petit")).to_be_focused()
    expect(phone.key("open:petit")).to_contain_text("Taker")


def test_an_opened_key_is_used_without_a_script(table):
    phone = at_the_row(table, COINCHE, {}, [{**BID, "trick_points": [122, None]}], script=False)
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.press_key("open:coinche")
    phone.tap(phone.find("coinche-2"))
    phone.press(phone.button("Calculate"))
    expect(phone.key("open:coinche")).to_contain_text("Coinche")
    phone.press_key("open:coinche")
    phone.press_key("take:coinche")
    expect(phone.find("coinche-2")).not_to_be_checked()
    phone.tap(phone.find("coinche-4"))
    phone.save()
    assert phone.rounds == [[4 * 260, 0]]


@by_both
def test_belote_takes_one_tap_without_scrolling_after_a_save(table):
    phone = at_the_row(table, PlayedEvening("coinche", 4, []), {**BID, "trick_points": [122, None]})
    phone.save()
    for tap in ("taker-0", "contract-100", "trump-clubs", "belote-1", "1", "2", "2"):
        selector = selector_of(tap)
        expect(phone.page.locator(selector)).to_be_attached()
        assert what_hides(phone.page, selector) == "", tap
        phone.tap(phone.page.locator(selector))
    assert what_hides(phone.page, SAVE) == ""
    phone.save()
    assert phone.rounds == [[222, 40], [444, 100]]


def test_a_key_for_each_answer_needs_room_for_both(table):
    phone = at_the_row(table, COINCHE, BID)
    expect(phone.page.locator(".answers > li")).to_have_count(4)
    expect(phone.key("open:belote")).to_be_visible()


def test_a_second_tap_releases_belote(table):
    phone = at_the_row(table, PlayedEvening("coinche", 4, []), {**BID, "belote": 0})
    phone.page.wait_for_timeout(700)
    phone.tap(phone.find("belote-0"))
    expect(phone.find("belote-0")).not_to_be_checked()
    expect(phone.page.locator("#said")).to_contain_text("Belote")
