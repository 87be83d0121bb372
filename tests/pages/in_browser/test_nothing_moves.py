"""While a round is entered nothing moves under the thumb, even with the longest names."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import LAID, PlayedEvening, vote
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

LONG = ("Maximiliane Schröder", "Konstantinos Papadop", "Bartholomäus Winkler", "Wilhelmina Gonçalves")
PHONE = {"width": 412, "height": 785}
# The place of every key in the form, by its value without what the tap has changed.
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#round :is([name=press], [type=radio]):not(.again, noscript *)")].filter(key => (key.closest("label") ?? key).checkVisibility()).map(key => [
    (key.type === "radio" ? key.id : key.value).replace(/(lay:[^:]*:[^:]*).*/, "$1"),
    Math.round((key.closest("label") ?? key).getBoundingClientRect().top - key.form.getBoundingClientRect().top)]))"""


def opened(table, evening, rounds=(), size=PHONE, **how):
    phone = table(evening, rounds, **how)
    phone.page.set_viewport_size(size)
    phone.page.reload()
    phone.settle()
    return phone


def keys_that_moved(phone, before):
    now = phone.page.evaluate(PLACES)
    return {key: (place, now[key]) for key, place in before.items() if now.get(key, place) != place}


VOTES = [*LAID, {"trump": vote("red", 5), "goal": vote("few", 4), "value": vote("0_high", 3)}]
FIRST_VOTE = (
    "laid-1-trump-card-blue",
    "lay:laid-1-trump-values:9",
    "lay:laid-2-trump-values:13",
    "again:laid-2-trump-values:13",
    "laid-3-trump-card-red",
    "lay:laid-3-trump-values:1",
    "lay:laid-0-trump-values:8",
    "goal",
)
SECOND_VOTE = ("laid-2-goal-card-few", "lay:laid-2-goal-values:9", "lay:laid-3-goal-values:0", "lay:laid-0-goal-values:12", "lay:laid-1-goal-values:12",
               "value", "lay:laid-3-value-values:11", "lay:laid-0-value-values:2", "lay:laid-1-value-values:2", "lay:laid-2-value-values:2", "lay:laid-2-value-values:3")  # fmt: skip


@pytest.mark.parametrize("begun", ["in the round before", "after the winners"])
@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 660}], ids=["phone", "short"])
def test_nothing_moves_while_cards_are_laid(table, begun, size):
    is_after = begun == "in the round before"
    rounds = [{"laid": VOTES, "tricks": [3, 5, 2, 0]}] if is_after else []
    phone = opened(table, PlayedEvening("pisa", 4, [], names=LONG), rounds, size)
    for winner in () if is_after else ("trump-red", "goal-many", "value-0_high", "open:laid"):
        phone.tap(phone.key(winner) if ":" in winner else phone.find(winner))
    expect(phone.find("ask-laid")).to_be_visible()
    places = phone.page.evaluate(PLACES)
    for tap in FIRST_VOTE + SECOND_VOTE:
        tab = phone.page.locator(f'button[value^="at:laid-"][value$="-{tap}"]')
        phone.tap(phone.key(tap) if ":" in tap else phone.find(tap) if "-" in tap else tab)
        assert not keys_that_moved(phone, places), tap
    expect(phone.find("ask-laid")).to_be_visible()
    phone.press_key("fold:laid")
    expect(phone.find("tricks-0-5")).to_be_attached()


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 660}], ids=["phone", "short"])
def test_keys_of_a_king_stay_whether_or_not_trumps_are_named(table, size):
    phone = opened(table, PlayedEvening("king", 4, [], style="turkey"), [], size)
    phone.tap(phone.find("contract-trumps"))
    expect(phone.find("trump-hearts")).to_be_visible()
    places, scrolled = phone.page.evaluate(PLACES), phone.page.evaluate("scrollY")
    for tap in ("taken-0-3", "taken-1-4", "taken-2-5"):
        phone.tap(phone.find(tap))
        assert not keys_that_moved(phone, places), tap
        assert phone.page.evaluate("scrollY") >= scrolled
    expect(phone.find("trump-hearts")).to_be_visible()
    phone.save()
    assert phone.rounds == [[150, 200, 250, 50]]


PILOTTA = {"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [112, 50]}


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 660}], ids=["phone", "short"])
@pytest.mark.parametrize("names", [LONG, ("Eva", "Rui", "Ana", "Tom")], ids=["long", "short"])
def test_keys_do_not_come_up_over_the_trumps(table, names, size):
    phone = opened(table, PlayedEvening("pilotta", 4, [], names=names), [PILOTTA], size)
    places = phone.page.evaluate(PLACES)
    for tap in ("bidder-1", "bid-120"):
        phone.tap(phone.find(tap))
        assert not keys_that_moved(phone, {key: place for key, place in places.items() if key != "open:pile"}), tap
        expect(phone.page.locator(".keypad")).to_have_count(0)
    phone.tap(phone.find("trump-hearts"))
    expect(phone.page.locator(".keypad")).to_be_visible()
    expect(phone.find("trick_points-1")).to_be_in_viewport()
    field, dock = boxes(phone, "#trick_points-1")[0], phone.page.locator(".dock").bounding_box()
    assert field["y"] + field["height"] <= dock["y"]  # whoever types must see the digits


@pytest.mark.parametrize("language", ["en", "de", "fr", "el", "pt-br"])
@pytest.mark.parametrize("width", [412, 360])
def test_the_notice_of_a_save_is_a_line_high_even_with_long_names(table, width, language):
    evening = PlayedEvening("pisti", 4, [], names=LONG)
    phone = opened(table, evening, size={"width": width, "height": 785}, locale=language)
    for key in ("jacks-0", "jacks-0", "jacks-0", "jacks-0", "aces-1", "aces-1", "aces-1", "aces-1"):
        phone.press_key(f"add:{key}")
    for taker in ("two_of_clubs-2", "ten_of_diamonds-3", "most_tricks-1"):
        phone.tap(phone.find(taker))
    phone.save()
    assert phone.page.locator("#notice").bounding_box()["height"] <= 53
    assert phone.page.locator("#notice button").bounding_box()["height"] >= 44
    if language == "en":  # a pişti must not be forgotten because it is out of sight
        box, dock = (phone.page.locator(part).bounding_box() for part in ("#jack_pistis-0-add", ".dock"))
        assert box["y"] + box["height"] <= dock["y"] + 1


PISTIS = {
    "jacks": [4, 0, 0, 0], "aces": [0, 4, 0, 0], "two_of_clubs": 2, "ten_of_diamonds": 3, "most_tricks": 1,
    "pistis": [4, 3, 2, 1], "jack_pistis": [1, 0, 0, 0],
}  # fmt: skip


@pytest.mark.parametrize("rounds", [1, 2], ids=["three digits", "the winner"])
@pytest.mark.parametrize("names", [LONG, ("Anna", "Ben", "Cleo", "Dimi")], ids=["long", "short"])
@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 660}], ids=["phone", "short phone"])
def test_the_result_of_a_pisti_does_not_come_over_its_row(table, size, names, rounds):
    evening = PlayedEvening("pisti", 4, [], names=names, target=150)
    phone = opened(table, evening, [PISTIS] * rounds, size)
    phone.play({name: value for name, value in PISTIS.items() if "pistis" not in name})
    dock = phone.page.locator(".dock").bounding_box()
    for seat in (0, 0, 0, 0, 1):
        phone.press_key(f"add:pistis-{seat}")
    result = phone.page.locator(".dock .result")
    expect(result.locator("small").first).to_have_text(["→ 108", "→ 172"][rounds - 1])
    expect(result.locator("p")).to_have_count(rounds - 1)
    assert phone.page.locator(".dock").bounding_box()["y"] == dock["y"]
    assert result.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


@pytest.mark.parametrize("language", ["en", "de", "fr", "el"])
def test_the_notice_of_a_save_names_the_dealer_on_a_narrow_phone(table, language):
    size = {"width": 320, "height": 640}
    phone = opened(
        table, PlayedEvening("pilotta", 4, [], names=("Eva", "Rui", "Ana", "Tom")), size=size, locale=language
    )
    phone.play(PILOTTA)
    phone.save()
    for line in phone.page.locator("#notice p > *").all():
        assert line.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_a_heley_keeps_its_head_inside_and_its_tile_low(table):
    phone = opened(table, PlayedEvening("bisca_capixaba", 4, [], names=LONG))
    phone.tap(phone.find("trump-hearts"))
    phone.tap(phone.find("heley-seven-0"))
    card = phone.find("ask-heley").bounding_box()
    assert all(key["y"] >= card["y"] for key in boxes(phone, "#ask-heley > div > button"))
    tile, places = boxes(phone, "#ask-heley [value='fold:heley']"), phone.page.evaluate(PLACES)
    for tap in ("heley-trick-3", "heley-leader-1"):
        phone.tap(phone.find(tap))
        assert not keys_that_moved(phone, {key: place for key, place in places.items() if "heley" in key}), tap
    assert boxes(phone, "#ask-heley [value='fold:heley']")[0]["height"] == tile[0]["height"] <= 60
    last, dock = boxes(phone, "label:has(#heley-leader-3)")[0], phone.page.locator(".dock").bounding_box()
    assert last["y"] + last["height"] <= dock["y"]


@by_both
def test_the_reason_of_a_refused_correction_is_in_sight(table):
    phone = opened(table, PlayedEvening("pilotta", 4, [], names=LONG), [PILOTTA | {"pilotta": 0, "last_trick": 1}])
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.page.set_viewport_size({"width": 360, "height": 600})
    phone.tap(phone.find("trick_points-1"))
    for key in ("1", "4", "0"):
        phone.tap(phone.key(key))
    phone.save()
    phone.page.wait_for_timeout(100)
    problem, dock = boxes(phone, "#trick_points-problem")[0], phone.page.locator(".dock").bounding_box()
    assert 0 <= problem["y"] <= problem["y"] + problem["height"] <= dock["y"]


def boxes(phone, selector):
    return [part.bounding_box() for part in phone.page.locator(selector).all()]
