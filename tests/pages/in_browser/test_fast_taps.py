"""Fast taps, a slow network and reloads: no tap is lost or counted twice."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, LAID, PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

TRES = PlayedEvening("bisca_tres", 2, [])
PILOTTA = PlayedEvening("pilotta", 4, [])
PISTI = PlayedEvening("pisti", 2, [])
POINTS = PlayedEvening("points", 2, [])
PISA = EVENINGS[0]


DRAFTS = """() => new Promise(done => {
    const opening = indexedDB.open("drafts");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("drafts").objectStore("drafts").getAllKeys();
        asked.onsuccess = () => done(asked.result.filter(key => key.includes("/")));
    };
})"""


def drafts(phone):
    return phone.page.evaluate(DRAFTS)


@by_both
def test_draft_survives_a_reload_and_ends_with_saving(table):
    phone = table(TRES)
    phone.type("points-0", 71)
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    phone.page.reload()
    expect(phone.find("points-0")).to_have_value("71")
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    assert drafts(phone) == []
    phone.page.reload()
    phone.settle()
    expect(phone.find("points-0")).to_have_value("")
    assert phone.rounds == [[1, 0]]


@by_both
def test_a_save_ends_the_draft_of_its_own_round_only(table):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.save()  # for now
    phone.type("points-1", 7)
    phone.page.get_by_role("link", name="Next round").first.tap()
    expect(phone.page.locator("#round button.go")).to_contain_text("round 2")
    phone.settle()
    phone.type("points-0", 1)
    phone.type("points-1", 2)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)
    phone.page.get_by_role("link", name="Add the rest").first.tap()
    expect(phone.find("points-1")).to_have_value("7")
    phone.settle()
    phone.save()
    assert drafts(phone) == []


@by_both
def test_a_draft_stays_when_someone_is_replaced(table):
    """The numbers of the others are still theirs."""
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 3)
    phone.save()
    phone.type("points-0", 9)
    more(phone, "Replace a player")
    phone.tap(phone.find("who-1"))
    phone.find("new-player").fill("Gus")
    phone.press(phone.button("Save"))
    expect(phone.visible("Undo")).to_be_visible()
    expect(phone.find("points-0")).to_have_value("9")
    phone.type("points-1", 1)
    phone.save()
    expect(phone.page.locator("#said")).to_contain_text("Eleni 9, Gus 1")
    expect(phone.page.locator("#sheet tbody")).to_contain_text("From round 2: Gus replaces Deniz")
    assert phone.rounds == [[5, 3], [14, 4]]
    assert drafts(phone) == []


@by_both
@pytest.mark.parametrize("is_reloaded", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_draft_comes_after_the_changes_before_its_round(table, is_reloaded):
    """Two are replaced, and start from zero. The round that was begun before that is theirs."""
    phone = table(PlayedEvening("points", 4, []))
    for side in range(4):
        phone.type(f"points-{side}", 5)
    phone.save()
    phone.type("points-0", 7)
    for seat, name in ((2, "Gus"), (3, "Ida")):
        more(phone, "Replace a player")
        phone.tap(phone.find(f"who-{seat}"))
        phone.find("new-player").fill(name)
        phone.tap(phone.find("points-from_zero"))
        phone.press(phone.button("Save"))
        expect(phone.visible("Undo")).to_be_visible()
    if is_reloaded:
        phone.page.reload()
    expect(phone.find("points-0")).to_have_value("7")
    for side in (1, 2, 3):
        phone.type(f"points-{side}", side)
    phone.save()
    expect(phone.page.locator("#said")).to_contain_text("Gus 2, Ida 3")
    expect(phone.page.locator("#sheet")).to_contain_text(
        "From round 2: Gus replaces Andreas and starts from zero. Ida replaces Zeynep"
    )
    assert phone.rounds[-1] == [12, 6, 2, 3]


@by_both
def test_a_draft_stays_when_the_dealer_is_corrected_and_ends_when_people_change_seats(table):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 3)
    phone.save()
    phone.type("points-0", 9)
    for start in (True, False):
        more(phone, "Wrong dealer")
        phone.tap(phone.page.locator("[id^=dealer-]:not(:checked)").first)
        if start:
            phone.tap(phone.find("from-start"))
        phone.press(phone.button("Save"))
        expect(phone.visible("Undo")).to_be_visible()
        expect(phone.find("points-0")).to_have_value("9")
    more(phone, "Change seats")
    phone.press(phone.link("They changed seats"))
    for place in (0, 1):
        phone.tap(phone.find(f"swap-{place}"))
    phone.press(phone.button("Save"))
    expect(phone.visible("Undo")).to_be_visible()
    expect(phone.find("points-0")).to_have_value("")


def more(phone, name):
    phone.press(phone.page.get_by_role("link", name="More").first)
    phone.press(phone.link(name))


@by_both
def test_digits_survive_an_immediate_reload(table):
    """The reload comes before any response."""
    phone = table(TRES)
    phone.slow_down(400)
    phone.tap(phone.find("points-0"))
    phone.touch(phone.key("7"))
    phone.touch(phone.key("1"))
    expect(phone.find("points-0")).to_have_value("71")
    phone.page.reload()
    expect(phone.find("points-0")).to_have_value("71")


@by_both
def test_a_second_tap_on_save_keeps_the_notice_with_its_undo(table):
    phone = table(TRES)
    phone.type("points-0", 71)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    before = phone.page.locator("#notice").inner_text()
    phone.touch(phone.page.locator("#round button.go"))
    phone.page.wait_for_timeout(500)
    assert phone.page.locator("#notice").inner_text() == before
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.locator("#sheet tbody tr:not(.struck)")).to_have_count(0)
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    phone.save()  # the answers that the undo restored
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)


@by_both
@pytest.mark.parametrize("gap", [0, 100, 250])
def test_a_double_tap_on_save_keeps_the_notice(table, gap):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    expect_saved_by_taps(phone, gap)


@pytest.mark.parametrize("gap", [100, 700])
def test_a_second_tap_while_the_server_saves_keeps_the_notice(table, gap):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.slow_down(1000)
    expect_saved_by_taps(phone, gap)


@by_both
@pytest.mark.parametrize("pause", [100, 500])
def test_digits_typed_before_the_answer_to_a_save_are_of_the_next_round(table, pause):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.settle()
    phone.slow_down(300)
    keys = {digit: phone.centre(phone.key(digit)) for digit in ("1", "2", "3")}
    keys["next"] = phone.centre(phone.page.locator(".keypad [value^='now:']"))
    phone.page.touchscreen.tap(**phone.centre(phone.page.locator(".dock > .go")))
    for key in ("1", "2", "next", "3"):
        phone.page.wait_for_timeout(pause)
        phone.page.touchscreen.tap(**keys[key])
    expect(phone.find("points-0")).to_have_value("12")
    expect(phone.find("points-1")).to_have_value("3")
    phone.save()
    assert phone.rounds == [[5, 7], [17, 10]]  # totals


def expect_saved_by_taps(phone, gap):
    """Tap Save twice, and expect the notice of the round alone. The gap is in milliseconds."""
    phone.settle()
    point = phone.centre(phone.page.locator(".dock > .go"))
    for pause in (gap, 0):
        phone.page.touchscreen.tap(point["x"], point["y"])
        phone.page.wait_for_timeout(pause)
    expect(phone.visible("Round 1 saved: 5 to 7.")).to_be_visible()
    phone.page.wait_for_timeout(1500)
    phone.settle()
    expect(phone.visible("Round 1 saved: 5 to 7.")).to_be_visible()
    expect(phone.visible("Undo")).to_be_visible()
    expect(phone.page.get_by_text("Nothing entered yet.")).to_have_count(0)
    assert phone.rounds == [[5, 7]]


SLOW = """const dispatch = document.dispatchEvent.bind(document);
document.dispatchEvent = event => event.type === 'draft' ? !setTimeout(dispatch, 700, event) : dispatch(event);"""  # delays the draft


def expect_auction(phone):
    """Expect the line of the folded auction, and its answers in the form."""
    for words in ("100", "Deniz & Zeynep", "Hearts"):
        expect(phone.page.locator("#round .fold")).to_contain_text(words)
    for name, value in (("bidder", "1"), ("bid", "100"), ("trump", "hearts")):
        expect(phone.page.locator(f"#round [name={name}]")).to_have_value(value)


@by_both
def test_taps_before_the_draft_is_restored_are_added_to_it(table):
    phone = table(PILOTTA)
    for chip in ("bidder-1", "bid-100"):
        phone.tap(phone.find(chip))
    phone.page.add_init_script(SLOW)
    phone.page.reload()
    phone.find("trump-hearts").tap()
    expect_auction(phone)
    phone.page.reload()
    expect_auction(phone)


@by_both
def test_key_pressed_before_the_draft_is_restored_waits(table):
    phone = table(PILOTTA)
    for chip in ("bidder-1", "bid-100", "trump-hearts"):
        phone.tap(phone.find(chip))
    phone.page.add_init_script(SLOW)
    phone.page.reload()
    phone.touch(phone.key("open:kapo"))
    expect(phone.page.locator("#ask-kapo")).to_be_visible()
    expect_auction(phone)


def test_digits_typed_before_the_draft_is_restored_replace_it(table):
    phone = table(TRES)
    phone.type("points-0", 7)
    phone.page.add_init_script(SLOW)
    phone.page.reload()
    phone.touch(phone.find("points-0"))
    phone.touch(phone.key("9"))
    phone.page.wait_for_timeout(1000)
    expect(phone.find("points-0")).to_have_value("9")


def test_round_is_saved_without_a_draft(table):
    phone = table(TRES)
    phone.page.add_init_script(SLOW)
    phone.page.reload()
    phone.tap(phone.find("points-0"))
    phone.touch(phone.key("7"))
    phone.touch(phone.key("1"))
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)


def test_votes_survive_a_reload(table):
    phone = table(PISA)
    phone.unfold("laid")
    phone.press_key("lay:laid-0-trump-values:13")
    phone.page.reload()
    expect(phone.key("lay:laid-0-trump-values:13")).to_have_attribute("aria-pressed", "true")


@pytest.mark.database
@by_both
def test_save_tapped_twice_records_once(table):
    phone = table(TRES)
    phone.slow_down(150)
    phone.play({"points": [71, None]})
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    where = phone.page.locator(".save .button.go")
    where.scroll_into_view_if_needed()
    point = phone.centre(where)
    for _ in range(2):
        phone.page.touchscreen.tap(point["x"], point["y"])
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    phone.page.wait_for_timeout(400)
    phone.go(phone.path)
    assert phone.rounds == [[1, 0]]
    expect(phone.page.locator(".turn")).to_contain_text("Round 2")
    expect(phone.link("Review")).to_have_count(0)


def test_page_from_the_history_saves_nothing_twice(table):
    phone = table(TRES, script=False)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    phone.page.go_back()
    expect(phone.find("points-0")).to_have_value("71")
    phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    assert phone.rounds == [[1, 0]]


@pytest.mark.parametrize("latency", [0, 300])
def test_fast_digits_all_arrive(table, latency):
    phone = table(PILOTTA)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts"})
    phone.slow_down(latency)
    phone.tap(phone.find("trick_points-0"))
    phone.page.evaluate("for (const key of '106') document.querySelector(`[name=press][value='${key}']`).click()")
    expect(phone.find("trick_points-0")).to_have_value("106")
    phone.expect_worth({"points": [21, 5], "totals": [21, 5]})
    expect(phone.find("trick_points-0")).to_have_value("106")


@pytest.mark.parametrize("pause", [0, 100, 180, 400])
def test_digits_typed_during_a_request_arrive(table, pause):
    phone = table(PILOTTA)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts"})
    phone.slow_down(300)
    phone.find("trick_points-0").tap()
    for digit in "106":
        phone.page.keyboard.press(digit)
        phone.page.wait_for_timeout(pause)
    phone.expect_worth({"points": [21, 5], "totals": [21, 5]})
    expect(phone.find("trick_points-0")).to_have_value("106")


@pytest.mark.parametrize("rest", [130, 350])
@pytest.mark.parametrize("size", ["iphone", "pixel"])
def test_key_under_a_finger_counts_when_a_response_arrives(table, rest, size):
    """The preview of the last digit arrives while the thumb rests on the next key, which must not move."""
    phone = table(PILOTTA, size=size)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts"})
    phone.tap(phone.find("trick_points-0"))
    phone.key("0").scroll_into_view_if_needed()
    keys = {digit: phone.centre(phone.key(digit)) for digit in "106"}
    for digit in "106":
        phone.hold(keys[digit], rest)
    expect(phone.find("trick_points-0")).to_have_value("106")
    phone.expect_worth({"points": [21, 5], "totals": [21, 5]})
    assert {digit: phone.centre(phone.key(digit)) for digit in "106"} == keys


def test_save_right_after_the_last_digit_saves_the_number(table):
    phone = table(PILOTTA)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts"})
    phone.slow_down(200)
    phone.find("trick_points-0").tap()
    phone.page.evaluate("""() => {
        for (const key of '106') document.querySelector(`[name=press][value='${key}']`).click();
        document.querySelector('.save .button.go').click();
    }""")
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    phone.page.wait_for_timeout(700)
    assert phone.rounds == [[21, 5]]
    assert drafts(phone) == []
    expect(phone.visible("Round 1 saved: 21 to 5.")).to_be_visible()


def test_fast_chips_all_stay_chosen(table):
    phone = table(PILOTTA)
    phone.slow_down(300)
    for chip in ("bidder-1", "bid-100", "trump-hearts"):
        phone.find(chip).tap()
    phone.settle()
    phone.page.wait_for_timeout(400)
    phone.play({"trick_points": [50, None]})
    phone.expect_worth({"points": [5, 21], "totals": [5, 21]})
    expect_auction(phone)


def test_fast_cards_are_all_laid(table):
    phone = table(PISA)
    phone.unfold("laid")
    phone.slow_down(300)
    for value in (13, 2):
        phone.key(f"lay:laid-0-trump-values:{value}").tap()
    for value in (13, 2):
        expect(phone.key(f"lay:laid-0-trump-values:{value}")).to_have_attribute("aria-pressed", "true")


def test_fast_counts_all_arrive(table):
    phone = table(PISTI)
    phone.slow_down(300)
    for _ in range(3):
        phone.key("add:jacks-0").tap()
    for _ in range(2):
        phone.key("add:aces-0").tap()
    phone.page.wait_for_timeout(700)
    expect(phone.key("add:jacks-0")).to_have_text("3")
    expect(phone.key("add:jacks-1")).to_have_text("1")
    expect(phone.key("add:aces-0")).to_have_text("2")


def test_fast_counts_down_all_arrive(table):
    phone = table(PISTI)
    phone.slow_down(300)
    for key in (
        "add:pistis-0",
        "add:pistis-0",
        "less:pistis-0",
        "less:pistis-0",
        "add:jack_pistis-1",
        "less:jack_pistis-1",
    ):
        phone.key(key).tap()
    expect(phone.key("add:pistis-0")).to_have_text("0")
    phone.key("add:pistis-0").tap()
    expect(phone.key("add:pistis-1")).to_have_text("0")
    expect(phone.key("add:pistis-0")).to_have_text("1")
    expect(phone.key("add:jack_pistis-1")).to_have_text("0")
    expect(phone.key("add:jack_pistis-0")).to_have_text("0")


def test_taps_on_a_derived_number_count_what_the_side_has(table):
    phone = table(PISTI)
    phone.tap(phone.key("add:jacks-0"))
    expect(phone.key("add:jacks-1")).to_have_text("3")
    for number in "123":
        phone.tap(phone.key("add:jacks-1"))
        expect(phone.key("add:jacks-1")).to_have_text(number)
        expect(phone.page.locator("#round .problem")).to_have_count(0)


@pytest.mark.parametrize("pause", [60, 250, 800])
def test_taps_at_the_left_of_a_cell_all_add(table, pause):
    """The minus comes under the thumb with the first of them."""
    phone = table(PlayedEvening("pisti", 4, []))
    cell = phone.find("jacks-0-add").bounding_box()
    for _ in range(3):
        phone.page.touchscreen.tap(cell["x"] + 9, cell["y"] + cell["height"] / 2)
        phone.page.wait_for_timeout(pause)
    phone.settle()
    expect(phone.key("add:jacks-0")).to_have_text("3")
    phone.page.wait_for_timeout(1600)
    phone.tap(phone.key("less:jacks-0"))
    expect(phone.key("add:jacks-0")).to_have_text("2")


@pytest.mark.parametrize("way", ["keypad", "keyboard"])
def test_typing_corrects_a_number(table, way):
    phone = table(TRES)
    phone.type("points-0", 100)
    phone.save()
    phone.press(phone.link("Round 1: details and corrections"))
    field = phone.find("points-0")
    if way == "keypad":
        phone.slow_down(300)
        field.tap()
        for digit in "62":
            phone.key(digit).tap()
    else:
        field.click()
        field.press_sequentially("62", delay=250)  # responses arrive in between
    expect(field).to_have_value("62")
    phone.page.wait_for_timeout(700)
    phone.key("1").tap()
    expect(field).to_have_value("621")
    phone.settle()  # the answer says that this is too much, which moves the keypad down by a line
    phone.key("back").tap()
    expect(field).to_have_value("62")


def type_both(phone):
    phone.type("points-0", 100)
    phone.type("points-1", 62)
    phone.settle()


@by_both
@pytest.mark.parametrize("way", ["home", "reload"])
def test_first_digit_replaces_the_number_of_a_reopened_draft(table, way):
    phone = table(TRES)
    type_both(phone)
    if way == "home":
        phone.go("/")
        phone.press(phone.page.locator("a.match").first)
    else:
        phone.save()
        expect(phone.page.locator("#round .problem")).to_be_visible()
        phone.page.reload()
    phone.settle()
    expect(phone.find("points-1")).to_have_value("62")
    now = phone.page.locator("input[name=now]").input_value()
    active, other = phone.find(now), phone.find({"points-0": "points-1", "points-1": "points-0"}[now])
    was = other.input_value()
    phone.touch(phone.key("2"))
    expect(active).to_have_value("2")
    phone.touch(phone.key("back"))
    phone.touch(phone.key("5"))
    phone.touch(phone.key("0"))
    expect(active).to_have_value("50")
    expect(other).to_have_value(was)


@pytest.mark.parametrize(("draft", "typed", "then"), [("-7", "62", "62"), ("7", "7", "7")])
def test_keyboard_replaces_the_number_of_a_draft(table, draft, typed, then):
    phone = table(POINTS, has_touch=False, is_mobile=False)
    field = phone.find("points-1")
    field.click()
    field.press_sequentially(draft)
    phone.page.reload()
    phone.settle()
    expect(field).to_have_value(draft)
    field.click(position={"x": 2, "y": 10})
    field.press_sequentially(typed, delay=250)  # responses arrive in between
    expect(field).to_have_value(then)


def test_digits_typed_around_the_restored_draft_are_one_number(table):
    phone = table(TRES)
    phone.type("points-0", 7)
    phone.page.add_init_script(SLOW)
    phone.page.reload()
    phone.touch(phone.find("points-0"))
    phone.touch(phone.key("9"))
    phone.settle()
    phone.touch(phone.key("5"))
    expect(phone.find("points-0")).to_have_value("95")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_first_digit_after_a_refused_save_replaces_the_number(table, script):
    phone = table(TRES, script=script)
    type_both(phone)
    phone.save()
    expect(phone.page.locator("#round .problem")).to_be_visible()
    expect(phone.page.locator("input[name=now]")).to_have_value("points-0")
    for digit in "58":
        phone.press_key(digit)
    expect(phone.find("points-0")).to_have_value("58")
    expect(phone.find("points-1")).to_have_value("62")


def test_next_right_after_a_digit_keeps_the_digit(table):
    phone = table(TRES)
    phone.slow_down(300)
    phone.find("points-0").tap()
    for key in ("7", "1", "now:points-1", "4", "9"):
        phone.key(key).tap()
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    expect(phone.find("points-0")).to_have_value("71")
    expect(phone.find("points-1")).to_have_value("49")


@pytest.mark.parametrize("pause", [True, False], ids=["slow", "fast"])
@pytest.mark.parametrize(
    ("options", "keys", "numbers"),
    [
        ({}, "5>0>7>8>", ["5", "0", "7", "8"]),
        ({}, "5>0>7>8>>9", ["5", "0", "7", "89"]),  # no field is empty, so the cursor stays
        ({"sum": 26}, "5>3>18", ["5", "3", "18", ""]),
    ],
)
def test_next_skips_no_player_and_overwrites_no_number(table, options, keys, numbers, pause):
    phone = table(PlayedEvening("points", 4, [], wins="fewest", **options))
    for key in keys:
        phone.touch(phone.page.locator(".keypad .word") if key == ">" else phone.key(key))
        if pause:
            phone.settle()
            phone.page.wait_for_timeout(200)
    phone.settle()
    assert [phone.find(f"points-{side}").input_value() for side in range(4)] == numbers


def test_votes_go_round_the_table(table):
    """Each vote begins at the dealer's left, the next one a seat further."""
    phone = table(PISA)
    phone.unfold("laid")
    order = phone.lay(LAID)
    begins = PISA.sheet(1)["deals"][0]["facts"]["vote_starters"]
    assert [seat for _vote, seat in order] == [(first + seat) % 3 for first in begins for seat in range(3)]


@by_both
def test_tap_keeps_the_scroll_position(table):
    phone = table(PILOTTA)
    phone.page.evaluate("scrollTo(0, 60)")
    phone.tap(phone.find("trump-hearts"))
    phone.tap(phone.find("trump-spades"))
    expect(phone.find("trump-spades")).to_be_checked()
    assert phone.page.evaluate("scrollY") == 60


@by_both
def test_back_leads_home_after_taps_and_saves(table):
    phone = table(TRES)
    phone.go("/")
    phone.press(phone.page.locator("a.match").first)
    for points in (71, 80):
        phone.play({"points": [points, None]})
        phone.save()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(2)
    phone.page.go_back()
    expect(phone.link("New match")).to_be_visible()


@by_both
@pytest.mark.parametrize(
    ("sum", "digits"), [(None, "5 next 0 next 7 next 8"), (26, "5 next 3 next 1 0 next 8")], ids=["any", "26"]
)
def test_next_does_not_skip_a_field_to_which_the_cursor_went_by_itself(table, sum, digits):
    phone = table(PlayedEvening("points", 4, [], wins="fewest", **({"sum": sum} if sum else {})))
    for key in digits.split():
        phone.tap(phone.page.locator(".key.word") if key == "next" else phone.key(key))
        phone.page.wait_for_timeout(250)  # until the page is asked what Next means
        phone.settle()
    numbers = [phone.find(f"points-{side}").input_value() for side in range(4)]
    assert numbers == (["5", "0", "7", "8"] if sum is None else ["5", "3", "10", "8"])
    phone.tap(phone.find("points-0"))
    phone.tap(phone.key("0"))
    assert phone.page.locator("#round input[name=now]").input_value() == "points-0"


# A busy browser delays taps, so the second comes once something has opened, and states how much later it is.
TAP_TWICE = """([{ x, y }, gap]) => new Promise(done => {
    const tap = time => {
        const how = { pointerType: 'touch', clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true, composed: true };
        const event = Object.defineProperty(new PointerEvent('click', how), 'timeStamp', { value: time });
        document.elementFromPoint(x, y).dispatchEvent(event);
    };
    document.addEventListener('htmx:afterSettle', () => setTimeout(() => done(tap(1e9 + gap))), { once: true });
    tap(1e9);
})"""


def tap_twice(phone, where, gap=150):
    """Tap a place, and again when something has opened there. The gap is in milliseconds."""
    phone.page.evaluate(TAP_TWICE, [phone.centre(where), gap])
    phone.settle()


def test_a_second_tap_on_a_tile_lays_no_card(table):
    phone = table(PISA)
    tile = phone.key("open:laid")
    tile.scroll_into_view_if_needed()
    tap_twice(phone, tile)
    expect(phone.page.locator(".rulers")).to_be_visible()
    expect(phone.page.locator(".ruler [aria-pressed=true]")).to_have_count(0)
    phone.press(phone.page.locator(".ruler button").nth(3))
    expect(phone.page.locator(".ruler [aria-pressed=true]")).to_have_count(1)


@pytest.mark.parametrize(("gap", "is_open"), [(150, True), (250, False)])
def test_a_tap_right_after_that_on_a_small_key_counts(table, gap, is_open):
    """It is the tap of someone who knows what comes in the place of the key."""
    phone = table(PlayedEvening("doppelkopf", 4, []))
    phone.play({"re": [0]})
    tap_twice(phone, phone.key("open:solo"), gap)
    expect(phone.find("ask-solo")).to_be_visible(visible=is_open)


def test_a_second_tap_on_a_round_types_nothing(table):
    phone = table(PILOTTA)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [112, None]})
    phone.save()
    round_link = phone.link("Round 1: details and corrections")
    phone.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    tap_twice(phone, round_link)
    expect(phone.page.locator("#round")).to_be_visible()
    expect(phone.find("trick_points-0")).to_have_value("112")
    assert drafts(phone) == []


def test_a_second_tap_on_the_trumps_opens_no_tile(table):
    """The auction folds to a line, and a tile comes under the thumb."""
    phone = table(PILOTTA)
    for chip in ("bidder-1", "bid-100"):
        phone.tap(phone.find(chip))
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        tap_twice(phone, phone.page.locator(f"label:has(#trump-{suit})"))
        expect(phone.page.locator("#round .fold")).to_be_visible()
        expect(phone.page.locator("[aria-expanded=true]")).to_have_count(0)
        phone.page.wait_for_timeout(700)
        phone.tap(phone.page.locator("#round .fold button"))


@pytest.mark.parametrize(("seconds", "typed"), [(0.25, "1"), (0.1, "")])
def test_a_key_that_has_come_under_the_thumb_counts_soon(table, seconds, typed):
    """After a choice the keys may stand where the choice was. A double tap of the choice types nothing."""
    phone = table(POINTS)
    place = phone.centre(phone.key("1"))
    click = f"""async key => {{
        const tap = control => control.dispatchEvent(new PointerEvent(
            'click', {{ bubbles: true, cancelable: true, pointerType: 'touch', clientX: key.x, clientY: key.y }}));
        tap(document.querySelector('#round')); // in place of the choice
        document.dispatchEvent(new CustomEvent('opening'));
        await new Promise(done => setTimeout(done, {seconds * 1000}));
        tap(document.elementFromPoint(key.x, key.y).closest('button'));
    }}"""
    phone.page.evaluate(click, place)
    phone.settle()
    expect(phone.find("points-0")).to_have_value(typed)


def test_fast_digits_count_while_the_answer_to_a_choice_arrives(table):
    phone = table(POINTS)
    for _ in range(3):
        phone.page.evaluate("document.dispatchEvent(new CustomEvent('opening', { detail: 'choice' }))")
        phone.page.touchscreen.tap(**phone.centre(phone.key("1")))
    expect(phone.find("points-0")).to_have_value("111")


def test_second_save_without_answers_says_so_and_leaves_the_notice(table):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.save()
    phone.page.wait_for_timeout(1000)  # an earlier tap would be the second of a double tap
    phone.press(phone.page.locator(".dock > .go"))
    expect(phone.page.locator("#worth")).to_have_text("Nothing entered yet.")
    expect(phone.visible("Undo")).to_be_visible()
    assert phone.rounds == [[5, 7]]


LAST_BIDS = {
    "spades": (PlayedEvening("spades", 4, []), {"bids": [0, 4, 5, None]}, "bids-3-3"),
    "skull_king": (PlayedEvening("skull_king", 6, []), {"bids": [1, 1, 0, 1, 0, None]}, "bids-5-0"),
}


@pytest.mark.parametrize("gap", [180, 300])
@pytest.mark.parametrize("game", LAST_BIDS)
def test_a_second_tap_on_the_last_bid_enters_no_trick(table, game, gap):
    evening, bids, last = LAST_BIDS[game]
    phone = table(evening)
    phone.play(bids)
    phone.settle()
    tap_twice(phone, phone.find(last), gap)
    expect(phone.page.locator("#round .fold")).to_be_visible()
    expect(phone.page.locator("[name^=tricks]:checked")).to_have_count(0)
    phone.tap(phone.find("tricks-0-1"))
    expect(phone.find("tricks-0-1")).to_be_checked()


def test_a_second_tap_on_the_cross_of_a_tile_opens_nothing(table):
    """The row of tiles comes back under the thumb."""
    phone = table(PlayedEvening("doppelkopf", 4, []))
    phone.play({"re": [0]})
    phone.press_key("open:solo")
    tap_twice(phone, phone.key("fold:solo"), 300)
    expect(phone.key("open:solo")).to_be_visible()
    expect(phone.page.locator("#round [aria-expanded=true]")).to_have_count(0)
