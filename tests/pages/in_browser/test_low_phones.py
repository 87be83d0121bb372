"""Low and narrow phones with long names: after a save the dock hangs at the lower edge, and nothing on it moves."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from games import services
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.writers import Writer
from tests.phone.conftest import wait

pytestmark = pytest.mark.tenth

LONG = (
    "Maximiliane Schröder",
    "Konstantinos Papadop",
    "Bartholomäus Winkler",
    "Wilhelmina Gonçalves",
    "Theodora Anastasiadi",
    "Emmanouil Kyriakidis",
)
SEIS = PlayedEvening("bisca_seis", 6, [], names=LONG)
POINTS = PlayedEvening("points", 6, [], names=LONG)
LESS_LONG = ("Maximilian-Jon", "Anne-Katharina", "Konstantinoula", "Eva")
HEARTS = PlayedEvening("hearts", 4, [], names=LESS_LONG, jack=True)
PISTI = PlayedEvening("pisti", 4, [], names=LESS_LONG, most="cards")
COINCHE = PlayedEvening("coinche", 4, [], names=(*LESS_LONG[:3], "Theodora-Maria"))
TAROT = PlayedEvening("tarot", 5, [], names=(*LESS_LONG[:3], "Theodora-Maria", "Alexandra-Eva"))
PILOTTA = PlayedEvening("pilotta", 4, [], names=LONG)
PISA = PlayedEvening("pisa", 5, [], names=LONG)
DOCK = """() => {
    const all = [...document.querySelectorAll(".keypad .key, .dock > .go")];
    return all.map(key => Math.round(key.getBoundingClientRect().top));
}"""
DISTANCE = """() => {
    const [field, key] = [document.querySelector(".amount.now input"), document.querySelector(".keypad [value='1']")];
    return Math.round(key.getBoundingClientRect().top - field.getBoundingClientRect().top);
}"""
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
    return box.top >= 0 && one.contains(hit);
}"""


def is_in_sight(where):
    """Wait until nothing covers the lower edge of this part: the page may still scroll to its place."""
    wait(lambda: where.evaluate(IN_SIGHT), str(where))


READABLE = """one => {
    const [box, tile] = [one, one.closest("li")].map(part => part.getBoundingClientRect());
    const name = one.closest("li").querySelector(".name > span:not(.av)").getBoundingClientRect();
    return box.top >= name.bottom - 2 && box.bottom <= tile.bottom && box.left >= tile.left && box.right <= tile.right;
}"""


@pytest.fixture
def open_low(table):
    def open_at(evening, width, height, **more):
        phone = table(evening, **more)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.reload()
        return phone

    return open_at


@pytest.mark.parametrize(("width", "height"), [(360, 660), (320, 640), (412, 785)])
@pytest.mark.parametrize(("evening", "digits"), [(SEIS, "70"), (POINTS, "000005")], ids=["seis", "points"])
def test_dock_stays_at_the_lower_edge_after_a_save(open_low, evening, digits, width, height):
    phone = open_low(evening, width, height)
    before = phone.page.evaluate(DOCK)
    assert before[-1] + 52 <= height
    for digit in digits:
        phone.touch(phone.key(digit))
    phone.settle()
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate(DOCK) == before
    is_in_sight(phone.page.locator("#points-0"))
    phone.touch(phone.key("4"))
    expect(phone.find("points-0")).to_have_value("4")


def test_undo_waits_for_a_thumb_that_goes_on(open_low):
    phone = open_low(SEIS, 360, 660)
    phone.type("points-0", 70)
    phone.save()
    events = "() => getComputedStyle(document.querySelector('#notice button')).pointerEvents"
    assert phone.page.evaluate(events) == "none"
    wait(lambda: phone.page.evaluate(events) == "auto")  # a second later, by the clock of the browser's frames


def test_greek_save_key_of_two_lines_lifts_nothing(open_low):
    phone = open_low(PILOTTA, 320, 640, locale="el")
    page = phone.page
    assert page.locator("html").get_attribute("lang") == "el"
    dock = "() => document.querySelector('.dock').getBoundingClientRect().top"
    before = page.evaluate(dock), page.evaluate(DOCK)
    phone.tap(phone.find("bidder-0"))
    expect(page.locator("#worth")).not_to_be_empty()
    assert (page.evaluate(dock), page.evaluate(DOCK)) == before
    for chip in ("bid-100", "trump-hearts"):
        phone.tap(phone.find(chip))
    places = []
    for digit in "112":
        places.append(page.evaluate(DOCK))
        phone.press_key(digit)
        phone.settle()
        page.wait_for_timeout(200)
    assert [*places, page.evaluate(DOCK)] == places[:1] * 4


def test_field_is_above_the_keys_on_a_phone_on_its_side(open_low):
    phone = open_low(PISA, 915, 412)
    for name in ("trump-red", "goal-many", "value-13_high"):
        phone.tap(phone.find(name))
    for number, digits in enumerate(("31", "24", "24", "12", "9")):
        field = phone.find(f"bids-{number}")
        for digit in digits:
            phone.touch(phone.key(digit))
            wait(lambda field=field: field.evaluate(IN_SIGHT), digit)


@pytest.mark.parametrize(("width", "height"), [(360, 660), (412, 785)])
def test_four_long_names_stand_in_one_row(open_low, width, height):
    phone = open_low(HEARTS, width, height)
    for _round in range(2):
        for seat in range(4):
            is_in_sight(phone.page.locator(f"label:has(#queen-{seat})"))
            is_in_sight(phone.page.locator(f"label:has(#jack-{seat})"))
        phone.play({"queen": 1, "hearts": [5, 4, 3, 1], "jack": 2})
        phone.save()


def test_the_key_that_comes_with_the_queen_moves_no_row(open_low):
    phone = open_low(PlayedEvening("hearts", 4, [], names=LESS_LONG), 360, 660)
    tops = "all => all.map(one => one.getBoundingClientRect().top)"
    before = phone.page.locator("#round .ruler").evaluate_all(tops)
    phone.tap(phone.find("queen-1"))
    expect(phone.key("sweep:hearts")).to_be_visible()
    assert phone.page.locator("#round .ruler").evaluate_all(tops) == before


def test_trumps_of_a_second_round_are_above_the_dock_with_long_names(open_low):
    phone = open_low(COINCHE, 360, 660)
    phone.play({"taker": 1, "contract": 100, "trump": "hearts", "trick_points": [92, 70]})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        is_in_sight(phone.page.locator(f"label:has(#trump-{suit})"))


def test_trumps_are_above_the_dock_after_a_correction(open_low):
    taken = {"taker": 1, "contract": 100, "trump": "hearts", "trick_points": [92, 70]}
    phone = open_low(COINCHE, 360, 660, rounds=[taken, taken])
    phone.press(phone.page.locator("#sheet tbody th a").first)
    phone.press_key("open:auction")
    phone.tap(phone.find("taker-0"))
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        is_in_sight(phone.page.locator(f"label:has(#trump-{suit})"))


def test_the_partner_is_above_the_dock_with_five_long_names(open_low):
    phone = open_low(TAROT, 360, 660)
    for seat in range(5):
        for question in ("taker", "partner"):
            is_in_sight(phone.page.locator(f"label:has(#{question}-{seat})"))


@pytest.mark.parametrize("locale", ["en", "el"])
@pytest.mark.parametrize("players", [4, 5])
def test_all_bids_are_above_the_dock_after_a_save(open_low, players, locale):
    evening = PlayedEvening("wizard", players, [], names=TAROT.names)
    first = {"bids": [0] * players, "tricks": [1] + [0] * (players - 1)}
    phone = open_low(evening, 360, 660, rounds=[first], locale=locale)
    phone.play({"trump": "red", "bids": [0] * players, "tricks": [2] + [0] * (players - 1)})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    for seat in range(players):
        is_in_sight(phone.page.locator(f"label:has(#bids-{seat}-1)"))


def test_the_rows_that_a_round_with_trumps_needs_are_above_the_dock(open_low):
    taken = [[13, 0, 0, 0], [0, 13, 0, 0], [1, 1, 2, 0], [2, 2, 2, 2], [0, 0, 1, 0]]
    rounds = [{"taken": numbers} for numbers in taken]
    phone = open_low(PlayedEvening("king", 4, [], names=TAROT.names[:4], nulos=True), 360, 660, rounds=rounds)
    phone.play({"taken": [1, 1, 0, 0]})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.tap(phone.find("trump-hearts"))
    for seat in range(3):  # the fourth number follows from the others
        is_in_sight(phone.page.locator(f"label:has(#taken-{seat}-3)"))


def test_the_rows_of_a_trump_round_of_rifki_are_above_the_dock(open_low):
    first = {"contract": "trumps", "trump": "clubs", "taken": [3, 4, 5, 1]}
    phone = open_low(PlayedEvening("king", 4, [], names=TAROT.names[:4], style="turkey"), 360, 660, rounds=[first])
    phone.play(first)
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.tap(phone.find("contract-trumps"))
    phone.tap(phone.find("trump-hearts"))
    for seat in range(3):
        is_in_sight(phone.page.locator(f"label:has(#taken-{seat}-3)"))


@pytest.mark.parametrize("locale", ["en", "el"])
@pytest.mark.parametrize(("game", "names", "rounds"), [
    ("bisca_seis", ("Eleni", "Deniz", "Iris", "Rui", "Margarida", "Theo"), 2),
    ("bisca_quatro", ("Eleni", "Deniz", "Margarida", "Rui"), 2),
    ("bisca_quatro", COINCHE.names, 1),
], ids=["six", "four", "long"])  # fmt: skip
def test_every_trick_can_be_tapped_when_a_side_has_no_points(open_low, game, names, rounds, locale):
    phone = open_low(PlayedEvening(game, len(names), [], names=names), 360, 660, locale=locale)
    for _round in range(rounds):
        phone.touch(phone.key("0"))
        expect(phone.page.locator(".dock .result")).to_contain_text("2")
        is_in_sight(phone.key("open:all_tricks"))
        phone.save()


def test_the_keypad_comes_once_a_number_below_counts_is_tapped(open_low):
    phone = open_low(PISTI, 360, 660)
    expect(phone.page.locator("#cards-0")).to_be_visible()
    is_in_sight(phone.page.locator("#cards-0"))
    expect(phone.key("1")).to_have_count(0)
    phone.tap(phone.find("cards-0"))
    phone.touch(phone.key("9"))
    expect(phone.find("cards-0")).to_have_value("9")
    is_in_sight(phone.page.locator("#cards-0"))


def test_keys_stay_in_place_with_large_letters(open_low):
    """As 412 x 785 with text twice as large: the score of the round comes with the second digit."""
    phone = open_low(PILOTTA, 206, 392)
    for chip in ("bidder-0", "bid-100", "trump-hearts"):
        phone.tap(phone.find(chip))
    phone.tap(phone.find("trick_points-0"))
    phone.key("1").scroll_into_view_if_needed()
    distances = []
    for digit in "112":
        phone.touch(phone.key(digit))
        phone.settle()
        phone.page.wait_for_timeout(200)
        distances.append(phone.page.evaluate(DISTANCE))
    assert max(distances) == min(distances)
    expect(phone.page.locator("#preview")).to_be_visible()


def test_keys_stay_in_place_on_a_phone_on_its_side_when_the_result_comes(open_low):
    """The second digit of the last number must not meet Save."""
    phone = open_low(POINTS, 915, 412)
    for number in range(5):
        phone.type(f"points-{number}", 7)
    phone.tap(phone.find("points-5"))
    before = phone.centre(phone.key("5"))
    phone.touch(phone.key("1"))
    expect(phone.page.locator(".result.each")).to_be_visible()
    phone.settle()
    assert phone.centre(phone.key("5")) == before
    phone.touch(phone.key("5"))
    expect(phone.find("points-5")).to_have_value("15")


def test_no_digit_moves_the_keys_with_large_letters(open_low):
    """The field of the first digit is above the screen, because the keys are below all four fields."""
    phone = open_low(PlayedEvening("points", 4, []), 206, 392)
    phone.tap(phone.find("points-0"))
    phone.key("1").evaluate("one => scrollBy(0, one.getBoundingClientRect().top - 60)")
    key = phone.centre(phone.key("2"))
    for digit in "12":
        phone.touch(phone.key(digit))
        phone.settle()
        phone.page.wait_for_timeout(300)
        assert phone.centre(phone.key("2")) == key
    expect(phone.find("points-0")).to_have_value("12")


def test_a_round_after_one_with_cards_laid_begins_at_the_top(open_low):
    """Totals, the dealer and *Undo* are in sight, and the first player of the vote."""
    phone = open_low(PlayedEvening("pisa", 4, []), 412, 785)
    cards = (("trump", "red", 1), ("goal", "many", 5), ("value", "13_high", 9))
    laid = [{vote: {"card": card, "values": [low + seat]} for vote, card, low in cards} for seat in range(4)]
    phone.play({"laid": laid, "tricks": [3, 5, 1, None]})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("scrollY") == 0
    for part in ("#totals .scores", "#notice .notice", "#round .rulers > :first-child"):
        is_in_sight(phone.page.locator(part))


@pytest.mark.parametrize("begun", ["new", "edited"])
def test_bids_that_come_first_do_not_fold_before_the_last_choice(open_low, begun):
    phone = open_low(PlayedEvening("pisa", 4, []), 412, 785)
    phone.play({"bids": [20, 30, 24, 15]})
    for choice in ("trump-red", "goal-few"):
        phone.tap(phone.find(choice))
        expect(phone.find("bids-0")).to_be_visible()
    if begun == "edited":
        phone.press_key("now:done")
        phone.press_key("open:votes")
    phone.tap(phone.find("value-13_high"))
    expect(phone.find("bids-0")).to_have_count(0)
    expect(phone.find("tricks-0-7")).to_be_attached()
    is_in_sight(phone.page.locator("#round .rulers > :last-child"))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("locale", ["en", "el"])
def test_a_player_without_a_trick_is_named_above_the_keypad(open_low, players, locale):
    evening = PlayedEvening("skat", players, [], names=LONG, ramsch=True)
    phone = open_low(evening, 360, 660, locale=locale)
    phone.play({"passed_out": True, "ramsch_points": [None, 70, 50, None][:players]})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.page.evaluate("document.querySelector('#passed_out-true').click()")  # without a scroll to it
    phone.settle()
    expect(phone.page.locator(".keypad")).to_be_visible()
    is_in_sight(phone.key("open:no_trick"))
    for digit in "70":
        phone.touch(phone.key(digit))
    phone.settle()
    is_in_sight(phone.page.locator(".amount.now input"))
    phone.press_key("open:no_trick")
    is_in_sight(phone.page.locator("label:has(#no_trick-2)"))


@pytest.mark.parametrize("last_tap", ["hearts-1-13", "sweep:hearts"])
def test_the_question_that_a_moon_asks_comes_into_sight(open_low, last_tap):
    phone = open_low(PlayedEvening("hearts", 4, [], moon="choice", jack=True), 412, 785)
    phone.play({"queen": 2, "hearts": [1, 2, 3, None], "jack": 0})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.tap(phone.find("queen-1"))
    phone.tap(phone.find("jack-0"))
    if ":" in last_tap:
        phone.press_key(last_tap)
    else:
        phone.press_key("from:hearts-1:7")
        phone.tap(phone.find(last_tap))
    phone.settle()
    phone.page.wait_for_timeout(300)
    moon = phone.find("ask-moon")
    expect(moon).to_be_visible()
    is_in_sight(moon)


def test_numbers_and_totals_can_be_read_with_letters_enlarged_by_the_page(open_low):
    """Unlike a narrow screen, letters of twice the size leave the media queries as they are."""
    rounds = [{"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0], "bonus": [110, 0, 0, 0]}]
    evening = PlayedEvening("skull_king", 4, [], names=("Ann", "Ben", "Cleo", "Dora"))
    phone = open_low(evening, 412, 785, rounds=rounds)
    assert phone.totals[0] == 130
    phone.play({"bids": [0, 1, 0, 1], "tricks": [0, 1, 0, None]})
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(phone.page.locator(".dock .result")).not_to_be_empty()
    is_in_sight(phone.page.locator(".rulers .ruler").first)
    lines = "all => all.map(one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
    assert max(phone.page.locator(".scores b").evaluate_all(lines)) < 1.5


@pytest.mark.parametrize("width", [412, 360])
def test_the_crown_covers_no_digit(open_low, width):
    rounds = [{"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0], "bonus": [110, 0, 0, 0]}]
    evening = PlayedEvening("skull_king", 4, [], names=("Ann", "Ben", "Cleo", "Dora"))
    page = open_low(evening, width, 660, rounds=rounds).page
    crown, digits = (page.locator(f".scores .leads {part}").bounding_box() for part in (".lead-mark", "b"))
    assert crown["y"] + crown["height"] <= digits["y"] or crown["x"] + crown["width"] <= digits["x"]


@pytest.mark.parametrize("width", [360, 320])
def test_six_trumps_stand_in_one_row_above_the_dock(open_low, width):
    rounds = [{"taker": 1, "contract": 100, "trick_points": [70, 92]}]
    evening = PlayedEvening("coinche", 4, [], names=("Bartholomäus", "Eleni", "Andreas", "Zeynep"), no_trumps=True)
    phone = open_low(evening, width, 660, rounds=rounds, locale="el")
    tops = "all => all.map(one => one.getBoundingClientRect().top)"
    assert len(set(phone.page.locator("label:has([name=trump])").evaluate_all(tops))) == 1
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    assert width == 320 or phone.page.locator("label:has(#trump-all_trump)").evaluate(IN_SIGHT)


@pytest.mark.parametrize("locale", ["en", "el"])
def test_trumps_are_above_the_dock_after_twelve_contracts(open_low, locale):
    rounds = [{"taker": 1, "contract": 100, "trick_points": [70, 92]}]
    evening = PlayedEvening("coinche", 4, [], names=("Bartholomäus", "Konstantina", "Andreas", "Zeynep"))
    phone = open_low(evening, 360, 660, rounds=rounds, locale=locale)
    is_in_sight(phone.page.locator("label:has(#trump-spades)"))


def test_the_notice_after_a_save_names_the_whole_dealer(open_low):
    evening = PlayedEvening("coinche", 4, [], names=("Bartholomäus", "Konstantina", "Andreas", "Zeynep"))
    phone = open_low(evening, 360, 660, locale="el")
    phone.play({"taker": 1, "contract": 100, "trick_points": [None, 92]})
    phone.save()
    dealer = phone.page.locator(".notice .dealer")
    expect(dealer).to_have_text("Τώρα μοιράζει: Konstantina.")
    assert dealer.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1")


def test_keys_of_an_opened_row_are_as_wide_as_a_thumb(open_low):
    evening = PlayedEvening("doppelkopf", 4, [], names=("Bartholomäus", "Konstantina", "Andreas", "Zeynep"))
    phone = open_low(evening, 320, 640, locale="de")
    phone.play({"re": [1, 2]})
    phone.press_key("open:foxes")
    assert phone.page.locator("#ask-foxes .ruler > *").first.bounding_box()["width"] > 40


@pytest.mark.parametrize(("players", "width", "height"), [(6, 360, 660), (8, 320, 640)])
def test_the_field_of_a_quick_key_is_above_the_dock(phone, players, width, height):
    """The quick keys make the dock higher, and each goes on to the next field."""
    writer = Writer(*services.make_person("Eleni", "Fridays"))
    evening = PlayedEvening("points", players, [], names=(*LONG, "Anne-Katharina", "Max"))
    game = {"id": str(uuid4()), "name": "Rummy", "keys": [0, 5, 10, 25, -100, 1000]}
    match = writer.start(evening, custom_game=game)
    opened = phone(person=writer.person)
    opened.page.set_viewport_size({"width": width, "height": height})
    opened.go(f"/table/{match}/")
    for _round in range(2):
        for number in range(players):
            expect(opened.page.locator(".amount.now input")).to_have_attribute("id", f"points-{number}")
            is_in_sight(opened.page.locator(".amount.now input"))
            opened.touch(opened.key("enter:1000"))
        opened.settle()
        opened.save()
        expect(opened.page.locator("#notice .notice")).to_be_visible()


def test_a_quick_key_tapped_before_the_answer_to_a_save_enters_no_other_number(phone):
    writer = Writer(*services.make_person("Eleni", "Fridays"))
    game = {"id": str(uuid4()), "name": "Rummy", "keys": [10, 20, 60]}
    match = writer.start(PlayedEvening("points", 2, [], names=LONG), custom_game=game)
    opened = phone(person=writer.person)
    opened.go(f"/table/{match}/")
    opened.type("points-0", 5)
    opened.type("points-1", 7)
    opened.settle()
    opened.slow_down(400)
    quick_key = opened.centre(opened.key("enter:60"))
    opened.page.touchscreen.tap(**opened.centre(opened.page.locator(".dock > .go")))
    opened.page.wait_for_timeout(100)
    opened.page.touchscreen.tap(**quick_key)
    expect(opened.page.locator("#notice .notice")).to_be_visible()
    opened.page.wait_for_timeout(1500)
    expect(opened.page.locator("#points-0")).not_to_have_value("10")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 660), (412, 785)])
@pytest.mark.parametrize(("players", "locale"), [(3, "fr"), (5, "en"), (6, "fr")])
def test_it_says_below_the_name_that_someone_has_left(phone, players, locale, width, height):
    writer = Writer(*services.make_person("Eleni", "Fridays"))
    names = ("Ana", "Bruno", "Carla", "Dimitri", "Eva", "Fotis")[:players]
    match = writer.start(PlayedEvening("points", players, [], names=names), [{"points": [100] * players}])
    writer.write("people", players=list(names[:-1]), points="from_zero")
    writer.deal({"points": [1] * (players - 1)})
    opened = phone(person=writer.person, locale=locale)
    opened.page.set_viewport_size({"width": width, "height": height})
    opened.go(f"/table/{match}/")
    assert opened.page.locator(".has-left").evaluate(READABLE)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 660)])
@pytest.mark.parametrize("locale", ["de", "el"])
def test_all_tiles_of_doppelkopf_are_above_the_keypad_after_a_save(open_low, locale, width, height):
    names = ("Anneliese", "Bernhard", "Christiane", "Dorothea", "Friedrich")
    phone = open_low(PlayedEvening("doppelkopf", 5, [], names=names), width, height, locale=locale)
    phone.play({"re": [1, 4], "re_points": 150})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    expect(phone.page.locator(".keypad")).to_be_visible()
    for tile in ("re_said", "kontra_said", "foxes", "doppelkopfs"):
        is_in_sight(phone.key(f"open:{tile}"))


def test_all_rows_of_a_trump_round_are_above_the_dock_on_the_smallest_phone(open_low):
    taken = [[13, 0, 0, 0], [0, 13, 0, 0], [1, 1, 2, 0], [2, 2, 2, 2], [0, 0, 1, 0]]
    names = ("Ana", "Bruno", "Carla", "Dimitri")
    phone = open_low(PlayedEvening("king", 4, [], names=names), 320, 640, rounds=[{"taken": row} for row in taken])
    phone.play({"taken": [1, 1, 0, 0]})
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    for seat in range(4):
        is_in_sight(phone.page.locator(f"label:has(#taken-{seat}-3)"))


def test_short_names_of_six_are_whole_on_the_smallest_phone(open_low):
    names = ("Ana", "Bruno", "Carla", "Dimitri", "Eva", "Fotis")
    first = {"queen": 0, "hearts": [1, 2, 3, 4, 3, 0]}
    phone = open_low(PlayedEvening("hearts", 6, [], names=names), 320, 640, rounds=[first])
    labels = phone.page.locator("#totals .name > span:not(.av)")
    cut = labels.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)")
    assert cut == []
