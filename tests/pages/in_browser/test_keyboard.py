"""A match by keyboard only, from the home page to the winner: the focus is always visible and never lost."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, PlayedEvening
from tests.pages.in_browser.hosts import by_both
from tests.pages.in_browser.phone import TappedPhone
from tests.pages.in_browser.play import play_to_the_end

pytestmark = pytest.mark.tenth

# Returns the key that leads to an element, "here" at the element, or the problem of the current focus.
WAY = """one => {
    const at = document.activeElement;
    if (at === one) return "here";
    if (at.type === "radio" && at.name === one.name && at.form === one.form) {
        const group = [...at.form.elements[at.name]];
        return group.indexOf(one) > group.indexOf(at) ? "ArrowDown" : "ArrowUp";
    }
    return at === document.body || at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING ? "Tab" : "Shift+Tab";
}"""
WRONG = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (at === document.body || at.matches("main")) return "";
    const shown = at.closest(":has(> :is([type=radio], [type=checkbox]):focus-visible)") ?? at;
    const style = getComputedStyle(shown), name = at.id || at.textContent.trim();
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return `not marked: ${name}`;
    const there = document.elementFromPoint(x, y);
    return shown.contains(there) ? "" : `hidden by ${there?.outerHTML.slice(0, 80)}, ${x} ${y} ${innerHeight}: ${name}`;
}"""
FAR = 150  # steps


class Keys(TappedPhone):
    """Uses only Tab, arrows, Space and Enter, and letters and digits in text fields."""

    def __init__(self, page, home):
        super().__init__(page, home, script=True)
        self.wrong = []

    def travel(self, where):
        for _ in range(FAR):
            way = where.evaluate(WAY)
            if way == "here":
                return
            self.page.keyboard.press(way)
            self.settle()
            self.wrong += filter(None, [self.page.evaluate(WRONG)])
        raise AssertionError(f"The keyboard does not come to {where}.")

    def touch(self, where):
        self.travel(where)
        is_link = where.evaluate("one => one.matches('a')")
        self.page.keyboard.press("Enter" if is_link else "Space")

    def tap(self, where):
        super().tap(where)
        self.stay(where)

    def press_key(self, value):
        super().press_key(value)
        self.stay(value)

    def stay(self, pressed):
        if self.page.evaluate("document.activeElement === document.body"):
            self.wrong.append(f"lost after {pressed}")

    def press(self, where):
        self.touch(where)
        self.settle()

    def write(self, where, text):
        self.travel(where)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def type(self, name, number):
        self.write(self.find(name), str(number))
        self.settle()
        expect(self.find(name)).to_have_value(str(number))


PILOTTA = PlayedEvening(
    "pilotta",
    4,
    next(evening for evening in EVENINGS if evening.game == "pilotta").rounds,
    dealer=1,
    target=101,
)
PISA = next(evening for evening in EVENINGS if evening.game == "pisa")


@pytest.fixture
def keys(phone):
    """A desktop browser in a window as narrow as a phone."""
    desk = phone("small", has_touch=False, is_mobile=False)
    keyboard = Keys(desk.page, desk.home)
    yield keyboard
    assert keyboard.wrong == []


@by_both
@pytest.mark.parametrize(
    "evening", [PILOTTA, pytest.param(PISA, marks=pytest.mark.long)], ids=lambda evening: evening.game
)
def test_match_is_played_by_keyboard_only(keys, evening):
    play_to_the_end(keys, evening)


@pytest.mark.parametrize("focus", ["page", "chip"])
def test_digits_come_into_the_field_of_the_cursor_without_a_click(table, focus):
    phone = table(PlayedEvening("bisca_tres" if focus == "page" else "pilotta", 2 if focus == "page" else 4, []))
    name = "points-0"
    if focus == "chip":
        name = "trick_points-0"
        for chip in ("bidder-0", "bid-100", "trump-hearts"):
            phone.tap(phone.find(chip))
        phone.page.locator("#round .fold button").focus()
    phone.page.keyboard.type("71")
    expect(phone.find(name)).to_have_value("71")
    phone.page.keyboard.press("Control+1")
    expect(phone.find(name)).to_have_value("71")
