"""What people tap and type after Save and before its answer goes into the next round, or has no effect."""

from itertools import pairwise
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from games import models, services
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both
from tests.pages.in_browser.writers import Writer

pytestmark = pytest.mark.tenth

POINTS = PlayedEvening("points", 2, [])
PISTI = PlayedEvening("pisti", 2, [])
EARLY = "Some taps came too early and do not count."
DOUBLE = 400  # milliseconds between the taps of a double tap
NOTE_SAVES = """() => {
    window.saves = [];
    addEventListener("click", ({ target }) => target.closest(".go") && window.saves.push(performance.now()), true);
}"""
PAUSE = 1_000  # milliseconds without a tap, after which the next one counts again
NOTE_CLICKS = """() => {
    window.tapTimes = [];
    addEventListener("click", ({ timeStamp }) => window.tapTimes.push(timeStamp), true);
}"""
PLACES = """() => {
    const places = {};
    const put = (name, one) => {
        const box = one?.getBoundingClientRect();
        if (box?.width) places[name] ??= { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    for (const key of document.querySelectorAll("#round button[name=press]"))
        put(key.value.startsWith("now:") ? "next" : key.value, key);
    for (const field of document.querySelectorAll("#round :is(.amount input, input.cell)")) put(field.id, field);
    for (const label of document.querySelectorAll("#round label[for]")) put(label.htmlFor, label);
    put("save", document.querySelector(".dock > .go"));
    return places;
}"""


class Thumb:
    """Taps places of the page as it was displayed before, without a look at what has changed meanwhile."""

    def __init__(self, phone):
        self.phone = phone
        self.look()

    def look(self):
        self.places = self.phone.page.evaluate(PLACES)

    def tap(self, *keys, pause=100):
        for key in keys:
            self.phone.page.touchscreen.tap(**self.places[key])
            self.phone.page.wait_for_timeout(pause)


@pytest.fixture
def points(table):
    """A phone at a match of points whose first round is complete, and a slow network."""
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.settle()
    phone.slow_down(500)
    return phone


@pytest.fixture
def quick(phone):
    """A phone at a match of two with quick keys."""
    writer = Writer(*services.make_person("Eleni", "Fridays"))
    game = {"id": str(uuid4()), "name": "Rummy", "keys": [10, 20, 60]}
    match = writer.start(POINTS, custom_game=game)
    opened = phone(person=writer.person)
    opened.go(f"/table/{match}/")
    return opened


def is_save(request):
    """Return whether the request saves a round: all others of the form name a key."""
    return request.method == "POST" and "press=" not in (request.post_data or "")


def check_next(phone, first, *numbers):
    """Expect the totals of the first round, and these numbers in the form of the next."""
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    for place, number in enumerate(numbers):
        expect(phone.find(f"points-{place}")).to_have_value(number)
    phone.page.wait_for_timeout(700)
    for place, number in enumerate(numbers):
        expect(phone.find(f"points-{place}")).to_have_value(number)
    assert phone.rounds == [first]


@by_both
@pytest.mark.parametrize(("keys", "numbers"), [
    (["1", "sign", "next", "3"], ("-1", "3")),
    (["sign", "1", "next", "3"], ("-1", "3")),
    (["1", "2", "points-1", "3"], ("12", "3")),
    (["points-1", "3", "points-0", "1", "2"], ("12", "3")),
    (["1", "9", "back", "next", "3"], ("1", "3")),
], ids=["sign", "sign-first", "field", "fields", "back"])  # fmt: skip
def test_keys_and_fields_are_of_the_next_round(points, keys, numbers):
    thumb = Thumb(points)
    thumb.tap("save", *keys)
    check_next(points, [5, 7], *numbers)


def test_a_save_is_repeated_in_its_turn(points):
    Thumb(points).tap("save", "1", "next", "3", "save", "9", "next", "8")
    expect(points.page.locator("#sheet tbody tr")).to_have_count(2)
    expect(points.find("points-1")).to_have_value("8")
    expect(points.find("points-0")).to_have_value("9")
    assert points.rounds == [[5, 7], [6, 10]]  # totals


def test_a_round_saved_right_after_a_quick_key_gets_no_key_of_the_next(quick):
    quick.type("points-1", 1)
    quick.tap(quick.find("points-0"))
    quick.settle()
    quick.slow_down(400)
    Thumb(quick).tap("enter:60", "save", "5", "6", "next", "7", "8", pause=150)
    check_next(quick, [60, 1], "56", "78")


@by_both
@pytest.mark.parametrize(("keys", "numbers"), [
    (["enter:60", "enter:20"], ("60", "20")),
    (["enter:20", "7"], ("20", "7")),
    (["7", "next", "enter:20"], ("7", "20")),
], ids=["two", "then-digit", "after-digit"])  # fmt: skip
def test_quick_keys_are_of_the_next_round(quick, keys, numbers):
    quick.type("points-0", 5)
    quick.type("points-1", 7)
    quick.settle()
    quick.slow_down(400)
    Thumb(quick).tap("save", *keys)
    check_next(quick, [5, 7], *numbers)


def test_a_quick_key_without_an_answer_ends_what_waits(quick):
    quick.type("points-0", 5)
    quick.type("points-1", 7)
    quick.settle()
    quick.slow_down(400)

    def answer(route):
        if "enter%3A60" in (route.request.post_data or ""):
            route.fulfill(status=204)
        else:
            route.continue_()

    quick.page.route("**/table/*/", answer)
    Thumb(quick).tap("save", "enter:60", "next", "7")
    expect(quick.page.locator("#worth")).to_contain_text(EARLY)
    check_next(quick, [5, 7], "", "")


@pytest.mark.parametrize("status", [204, 502])
def test_a_held_save_ends_if_the_key_before_it_has_no_answer(quick, status):
    quick.type("points-1", 1)
    quick.type("points-0", 5)
    quick.settle()
    held = []

    def hold(route):
        if "enter%3A60" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    quick.page.route("**/table/*/", hold)
    quick.tap(quick.find("points-0"))
    quick.settle()
    Thumb(quick).tap("enter:60", "save", "5", "6")
    held[0].fulfill(status=status)
    expect(quick.page.locator("#worth")).to_contain_text(EARLY)
    quick.page.wait_for_timeout(1500)
    assert quick.rounds == []
    assert quick.find("points-0").input_value() == "5"
    quick.heard.clear()  # the browser names the answer 502


@pytest.mark.parametrize("pause", [200, 400, 800])
@pytest.mark.parametrize("is_stored", [True, False])
@pytest.mark.parametrize("first", ["56", ""], ids=["waiting", "at once"])
def test_a_thumb_that_goes_on_after_a_failed_save_changes_nothing(points, pause, is_stored, first):
    """The digits of the next round must not come into the round that stays on the page."""
    saves = []

    def fail(route):
        if saves or not is_save(route.request):
            return route.continue_()
        saves.append(route)
        if is_stored:
            route.fetch()
        return None

    points.slow_down(0)
    points.page.route("**/table/*/", fail)
    thumb = Thumb(points)
    thumb.tap("save", *first, pause=pause)
    saves[0].abort()
    thumb.tap(*"56"[len(first) :], "next", "7", "8", "next", "9", "save", pause=pause)
    if is_stored:
        expect(points.page.locator("#notice .notice")).to_be_visible()
        expect(points.page.locator("#worth")).to_contain_text(EARLY)
        check_next(points, [5, 7], "", "")
        points.page.reload()
        expect(points.page.locator("#worth")).not_to_contain_text(EARLY)
    else:
        expect(points.page.locator("#worth")).to_contain_text(EARLY)
        points.page.wait_for_timeout(1100)
        assert [points.find(f"points-{seat}").input_value() for seat in (0, 1)] == ["5", "7"]
        points.save()
        check_next(points, [5, 7], "", "")
    points.heard.clear()  # the browser names the request without an answer


@pytest.mark.parametrize("by", ["thumb", "keyboard"])
def test_the_first_digit_after_a_failed_save_replaces_the_number(points, by):
    points.find("points-1").focus()
    points.page.route("**/table/*/", lambda route: route.abort() if is_save(route.request) else route.continue_())
    Thumb(points).tap("save")
    points.page.wait_for_timeout(1200)
    points.page.unroute("**/table/*/")
    if by == "thumb":
        Thumb(points).tap("9")
    else:
        points.find("points-1").focus()
        points.page.keyboard.press("9")
    expect(points.find("points-1")).to_have_value("9")
    points.heard.clear()


def test_a_save_at_once_after_a_failed_one_counts(points):
    points.page.route("**/table/*/", lambda route: route.abort() if is_save(route.request) else route.continue_())
    points.slow_down(0)
    thumb = Thumb(points)
    thumb.tap("save", pause=300)
    points.page.unroute("**/table/*/")
    thumb.look()
    thumb.tap("save")
    check_next(points, [5, 7], "", "")
    points.heard.clear()


@pytest.mark.parametrize(("pauses", "is_saved"), [
    ([600, 600, 200, 200], True),
    ([150, 150, 150, 150], True),
    ([200, 1100], False),
], ids=["slow", "fast", "double"])  # fmt: skip
def test_a_further_save_in_a_row_counts_once_after_dropped_taps(points, pauses, is_saved):
    saves = []

    def answer(route):
        if is_save(route.request):
            saves.append(route)
        if len(saves) == 1:
            route.abort()
        else:
            route.continue_()

    points.page.route("**/table/*/", answer)
    points.page.evaluate(NOTE_SAVES)
    thumb = Thumb(points)
    thumb.tap("save", "8", pause=300)
    for pause in pauses:
        thumb.tap("save", pause=pause)
    if not is_saved:  # a busy machine may tap twice as slowly as someone who means it
        _failed, first, second = points.page.evaluate("window.saves")
        is_saved = second - first > DOUBLE
    if is_saved:
        check_next(points, [5, 7], "", "")
        assert len(saves) == 2
        expect(points.page.locator("#worth")).to_contain_text(EARLY)
    else:
        assert len(saves) == 1
        expect(points.page.locator("#worth")).to_contain_text(EARLY)
    points.heard.clear()


def test_a_digit_between_two_saves_ends_their_row(points):
    saves = []

    def fail(route):
        if not is_save(route.request):
            return route.continue_()
        saves.append(route)
        return route.abort()

    points.slow_down(0)
    points.page.route("**/table/*/", fail)
    points.page.evaluate(NOTE_CLICKS)
    Thumb(points).tap("save", "8", "save", "9", "save", "8", "save", pause=450)
    times = points.page.evaluate("window.tapTimes")
    if max(after - before for before, after in pairwise(times)) < PAUSE:  # on a busy machine the thumb may rest
        assert len(saves) == 1
    points.heard.clear()


def test_the_words_about_dropped_taps_stay_when_news_come(points, other):
    """The form after a lost save is fresh, so the news replace it."""
    writer = other(points)
    saves = []

    def lose(route):
        if saves or not is_save(route.request):
            return route.continue_()
        saves.append(route.fetch(max_redirects=0))
        return route.abort()

    points.slow_down(0)
    points.page.route("**/table/*/", lose)
    Thumb(points).tap("save", *"56", pause=300)
    words = points.page.locator("#worth", has_text=EARLY)
    points.page.wait_for_url("**?saved=*")
    expect(words).to_be_visible()
    for total in (4, 3):
        before = points.heads()
        deal = models.Event.objects.get(match=points.match, kind="deal").data["deal"]
        writer.write("amend", deal=deal, answers={"points": [5, total]})
        while points.heads() == before:
            points.page.wait_for_timeout(100)
        points.page.wait_for_timeout(200)
        expect(words).to_be_visible()
    points.page.reload()
    expect(words).to_have_count(0)
    points.heard.clear()


def test_news_reach_the_form_once_the_thumb_rests(points, other):
    """The page is asked for news only once about each round."""
    writer = other(points)
    points.page.route("**/table/*/", lambda route: route.abort() if is_save(route.request) else route.continue_())
    points.slow_down(0)
    thumb = Thumb(points)
    thumb.tap("save", "5", pause=300)
    writer.deal({"points": [5, 4]})
    for _tap in range(20):  # until the news come
        if points.rounds:
            break
        thumb.tap("5", pause=300)
    assert points.rounds == [[5, 4]]
    expect(points.page.locator("#round")).to_contain_text("Round 1 has been saved meanwhile.")
    expect(points.key("discard")).to_be_visible()
    assert [points.find(f"points-{seat}").input_value() for seat in (0, 1)] == ["5", "7"]
    points.heard.clear()


def test_the_page_of_the_end_waits_until_the_thumb_rests(table):
    """There *Save* would start another match."""
    phone = table(PlayedEvening("points", 2, [], rounds=1))
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.settle()
    saves = []

    def lose(route):
        if saves or not is_save(route.request):
            return route.continue_()
        saves.append(route.fetch())
        return route.abort()

    phone.page.route("**/table/*/", lose)
    path = phone.page.evaluate("location.pathname")
    Thumb(phone).tap("save", *"56", "next", *"78", "save", pause=600)
    expect(phone.page.locator(".winner")).to_be_visible()
    assert phone.page.evaluate("location.pathname") == path
    assert phone.rounds == [[5, 7]]
    phone.heard.clear()


@pytest.mark.parametrize("order", [("redo", "save"), ("save", "redo")])
def test_a_save_beside_a_redo_stores_nothing_twice(table, order):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.save()
    phone.press(phone.visible("Undo"))
    expect(phone.visible("Redo")).to_be_visible()
    phone.page.wait_for_timeout(1200)
    phone.slow_down(600)
    places = {
        "redo": phone.centre(phone.visible("Redo")),
        "save": phone.centre(phone.page.locator(".dock > .go")),
    }
    for key in order:
        phone.page.touchscreen.tap(**places[key])
        phone.page.wait_for_timeout(100)
    expect(phone.visible("Redo")).to_have_count(0)
    phone.page.wait_for_timeout(1500)
    assert phone.rounds == [[5, 7]]


def test_a_double_tap_on_start_drops_nothing(phone):
    """The new match says nothing about taps, because it had no form yet."""
    opened = phone(person=services.make_person("Eleni", "Fridays")[0])
    opened.go("/new/?game=points")
    opened.sit_down(["Ana", "Bia"])
    opened.settle()
    opened.slow_down(600)
    start = opened.centre(opened.page.locator("button[name=start]"))
    for _tap in range(2):
        opened.page.touchscreen.tap(**start)
        opened.page.wait_for_timeout(300)
    opened.page.wait_for_url("**/table/*/")
    opened.settle()
    opened.page.wait_for_timeout(300)
    expect(opened.page.locator("#round")).to_be_visible()
    expect(opened.page.locator("#worth")).not_to_contain_text(EARLY)


@pytest.mark.parametrize("key", ["Undo", "Redo"])
def test_a_double_tap_on_undo_drops_nothing(table, key):
    phone = table(POINTS)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.save()
    if key == "Redo":
        phone.press(phone.visible("Undo"))
        expect(phone.visible("Redo")).to_be_visible()
    phone.page.wait_for_timeout(1200)
    phone.slow_down(600)
    place = phone.centre(phone.visible(key))
    for _tap in range(2):
        phone.page.touchscreen.tap(**place)
        phone.page.wait_for_timeout(300)
    phone.page.wait_for_timeout(2000)
    expect(phone.page.locator("#worth")).not_to_contain_text(EARLY)
    assert len(phone.rounds) == (key == "Redo")


@pytest.mark.parametrize("host", ["worker"], indirect=True)
@pytest.mark.parametrize("pause", [200, 600])
def test_keys_wait_for_the_request_in_place_of_a_silent_worker(points, pause):
    points.page.evaluate("ServiceWorker.prototype.postMessage = () => {}")
    Thumb(points).tap("save", "5", "6", "next", "7", "8", pause=pause)
    check_next(points, [5, 7], "56", "78")


def test_a_keyboard_types_into_the_next_round(points):
    keyboard = points.page.keyboard
    points.find("points-1").focus()
    keyboard.press("Enter")
    for key in ("5", "6", "Tab", "7", "8"):
        keyboard.press(key)
        points.page.wait_for_timeout(100)
    check_next(points, [5, 7], "56", "78")


@pytest.mark.parametrize("pause", [200, 260, 320])
def test_a_keyboard_goes_on_in_its_field_when_the_answer_comes(points, pause):
    keyboard = points.page.keyboard
    points.find("points-1").focus()
    keyboard.press("Enter")
    for key in ("5", "6", "Tab", "7", "8"):
        points.page.wait_for_timeout(pause)
        keyboard.press(key)
    check_next(points, [5, 7], "56", "78")


def test_a_keyboard_deletes_in_its_field_alone(points):
    keyboard = points.page.keyboard
    points.find("points-1").focus()
    for key in ("Enter", "5", "6", "Tab", "7", "Backspace", "Backspace", "8"):
        keyboard.press(key)
    check_next(points, [5, 7], "56", "8")


def test_a_way_back_by_keyboard_ends_what_waits(points):
    keyboard = points.page.keyboard
    points.find("points-1").focus()
    for key in ("Enter", "5", "6", "Tab", "7", "Shift+Tab", "9"):
        keyboard.press(key)
    expect(points.page.locator("#worth")).to_contain_text(EARLY)
    check_next(points, [5, 7], "", "")


def test_counts_are_of_the_next_round(table):
    phone = table(PISTI)
    Thumb(phone).tap("add:pistis-0")
    phone.settle()
    phone.slow_down(500)
    thumb = Thumb(phone)
    thumb.tap("save", "add:pistis-1", "add:pistis-1")
    phone.page.wait_for_timeout(2500)
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    expect(phone.page.locator("#pistis-1-add")).to_have_text("2")


def test_a_choice_before_the_answer_ends_what_waits(table):
    """The choice cannot wait, so the digits after it would be of another field than people meant."""
    phone = table(PlayedEvening("pilotta", 4, []))
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [100, None]})
    phone.settle()
    phone.slow_down(500)
    Thumb(phone).tap("save", "open:kapo", "1", "2")
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    expect(phone.page.locator("#worth")).to_contain_text(EARLY)
    assert len(phone.rounds) == 1


@pytest.mark.parametrize("has_notice", [False, True])
def test_a_refused_form_gets_no_keys(table, has_notice):
    phone = table(PlayedEvening("bisca_tres", 2, []))
    if has_notice:
        phone.play({"points": [71, None]})
        phone.save()
    phone.find("points-0").fill("125")
    phone.settle()
    phone.slow_down(500)
    Thumb(phone).tap("save", "7", "back", "7")
    expect(phone.page.locator("#points-problem")).to_be_visible()
    phone.page.wait_for_timeout(1100)
    expect(phone.find("points-0")).to_have_value("125")
    Thumb(phone).tap("7")  # the thumb has rested
    expect(phone.find("points-0")).not_to_have_value("125")


def test_an_unchanged_correction_lets_the_keys_go_on(table):
    phone = table(POINTS, rounds=[{"points": [5, 7]}])
    phone.press(phone.page.locator("#sheet tbody th a").first)
    phone.slow_down(500)
    Thumb(phone).tap("save", "5", "6", "next", "7", "8")
    check_next(phone, [5, 7], "56", "78")


def test_an_answer_without_a_page_ends_what_waits(points):
    """The keys must not come into another form later, such as the one that *Undo* opens."""
    saves = []

    def hold(route):
        if is_save(route.request):
            saves.append(route)
        else:
            route.continue_()

    points.page.route("**/table/*/", hold)
    Thumb(points).tap("save", "5", "6", "next", "7", "8")
    saves[0].fulfill(status=204)
    points.page.wait_for_timeout(1100)
    points.page.unroute("**/table/*/")
    expect(points.find("points-0")).to_have_value("5")
    points.save()
    check_next(points, [5, 7], "", "")


@pytest.mark.parametrize("meanwhile", ["news", "digit", "reload"])
def test_a_round_that_is_stored_after_its_save_failed_is_that_of_the_form(table, other, meanwhile):
    """The server stores it once the line is back, perhaps after news from another phone or a further digit."""
    phone = table(POINTS, rounds=[{"points": [1, 0]}])
    writer = other(phone)
    phone.type("points-0", 5)
    phone.type("points-1", 7)
    phone.settle()
    saves = []

    def fail(route):
        if saves or not is_save(route.request):
            return route.continue_()
        saves.append(route)
        return route.abort()

    phone.page.route("**/table/*/", fail)
    Thumb(phone).tap("save", pause=1200)
    if meanwhile == "news":
        before = phone.heads()
        first = models.Event.objects.get(match=phone.match, kind="deal")
        writer.write("amend", deal=first.data["deal"], answers={"points": [2, 0]})
        while phone.heads() == before:
            phone.page.wait_for_timeout(100)
    elif meanwhile == "digit":
        Thumb(phone).tap("9", pause=400)
    else:
        phone.page.reload()
        expect(phone.find("points-1")).to_have_value("7")
    phone.settle()
    saves[0].fetch(max_redirects=0)
    if meanwhile == "digit":
        expect(phone.page.locator("#sheet tbody tr")).to_have_count(2)
        phone.settle()
        expect(phone.page.locator("#worth")).to_contain_text("Not saved yet:")
        assert [phone.find(f"points-{seat}").input_value() for seat in (0, 1)] == ["5", "9"]
        phone.save()
        expect(phone.page.locator("#notice .notice")).to_contain_text("Round 2 corrected.")
    else:
        expect(phone.page.locator("#notice .notice")).to_contain_text("Round 2 saved: 5 to 7.")
    for seat in (0, 1):
        expect(phone.find(f"points-{seat}")).to_have_value("")
    assert models.Event.objects.filter(match=phone.match, kind="deal").count() == 2
    phone.heard.clear()
