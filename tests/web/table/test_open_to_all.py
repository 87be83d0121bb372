"""Every page of the table: nothing sticks out, is too small to tap, or shuts anybody out, whoever plays."""

import pytest

from tests.web.conftest import PSEUDO
from tests.web.table.games import EVENINGS, Evening, four, run
from tests.web.test_browser import WCAG, axe

__all__ = ["axe"]

pytestmark = pytest.mark.slow

LONG = (
    "Κωνσταντινοπουλοπουλ",
    "Çekoslovakyalılaştır",
    "Wolfeschlegelsteinha",
    "Παπαδιαμαντοπουλακης",
    "Muvaffakiyetsizleşti",
    "Şükrüye Gökçe Öztürk",
)
WIDTHS = (320, 390)
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter(one => one.checkVisibility() && !one.closest(".sr, .skip"))
    .map(one => [one.id || one.getAttribute("aria-label") || one.textContent.trim(), one.type === "radio" || one.type === "checkbox" ? one.closest("label") : one])
    .map(([text, one]) => [text, one.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 43.9 || box.width < 43.9)
    .map(([text, box]) => `too small: ${text}: ${box.width} by ${box.height}`)"""
STICKING_OUT = """width => [
    ...document.documentElement.scrollWidth > width ? [`scrolls sideways to ${document.documentElement.scrollWidth}`] : [],
    ...[...document.querySelectorAll("body *")]
        .filter(one => one.checkVisibility() && !one.closest(".scroll, .sr, .skip") && !one.ownerSVGElement)
        .filter(one => one.getBoundingClientRect().right > width + 0.5 || one.getBoundingClientRect().left < -0.5)
        .map(one => `sticks out: ${one.tagName} ${one.getAttribute('class')} ${one.textContent.trim().slice(0, 40)}`)]"""
ONE_ON_ANOTHER = """() => [...document.querySelectorAll("main :is(a, button, label, select, summary), header :is(a, button)")]
    .filter(one => one.checkVisibility() && !one.closest(".sr, .skip, .save"))
    .filter((one, at, all) => all.slice(at + 1).some(other => {
        if (one.contains(other) || other.contains(one) || other.matches(".skip")) return false;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    }))
    .map(one => `lies on another: ${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""


# What is too small to tap is measured above; what lies under the bar that stays in sight can be scrolled.
AXE = """only => axe.run(document, { runOnly: only })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`)))"""


@pytest.fixture(params=["en", PSEUDO])
def locale(request):
    return request.getfixturevalue("pseudo") if request.param == PSEUDO else "en"


@pytest.fixture
def look(axe):
    """Judge what a phone shows; at the end everything that was wrong comes out at once."""
    found = {}

    def judge(phone, name):
        wrong, size = found.setdefault(name, []), phone.page.viewport_size
        for width in WIDTHS:
            phone.page.set_viewport_size(size | {"width": width})
            for question in (STICKING_OUT, TOO_SMALL, ONE_ON_ANOTHER):
                wrong += [f"{width}: {line}" for line in phone.page.evaluate(question, width)]
        if phone.page.locator("html").get_attribute("lang") != PSEUDO:  # its letters are as good as English ones
            phone.page.set_viewport_size(size | {"height": 4000})  # nothing lies under the bar that stays in sight
            phone.page.evaluate(axe)
            wrong += phone.page.evaluate(AXE, WCAG)
            phone.page.emulate_media(color_scheme="dark")
            wrong += [f"dark: {line}" for line in phone.page.evaluate(AXE, ["color-contrast"])]
            phone.page.emulate_media(color_scheme="light")
        phone.page.set_viewport_size(size)

    yield judge
    assert [f"{name}: {line}" for name, wrong in found.items() for line in dict.fromkeys(wrong)] == []


def long(game, players, **options):
    return Evening(game, players, [], names=LONG, **options)


def open_all(phone):
    """Every tile, every row of numbers, the pile."""
    for _ in range(20):
        closed = phone.page.locator("#round button[value^='open:']")
        if not closed.count():
            return
        phone.press(closed.first)


COUNT = {"jacks": [0, 4, 0, 0], "aces": [4, 0, 0, 0], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [9, 8, 4, 1], "pistis": [1, 0, 2, 0], "jack_pistis": [0, 1, 0, 0]}  # fmt: skip
SHOWN = [[run(3), four("J")], [run(4), run(5)]]
TABLES = {
    # evening, a round that is on the sheet, what is typed, what is wrong
    "pisa": (long("pisa", 5), {"bids": [20, 35, 20, 9, 8], "goal": "few", "tricks": [2, 2, 2, 2, 0]}, {"bids": [9, 9, 9, 9, 9], "trump": "red", "goal": "few"}, {"tricks": [1, 1, 1, 1, 1]}),
    "pisa_ksr": (long("pisa_ksr", 3), {"bids": [20, 35, 20], "goal": "few", "tricks": [2, 2, 6]}, {"bids": [20, 35, 20]}, {"goal": "many", "tricks": [2, 2, 7]}),
    "bisca_tres": (long("bisca_tres", 2), {"points": [71, 49]}, {}, {"points": [71, 50]}),
    "bisca_nove": (long("bisca_nove", 2, lines=10), {"points": [85, 35]}, {"points": [1, None]}, {}),
    "bisca_seis": (long("bisca_seis", 6), {"points": [91, 29]}, {}, {"points": [71, 50]}),
    "bisca_quatro": (long("bisca_quatro", 4), {"all_tricks": 1}, {}, {"points": [71, 50]}),
    "bisca_capixaba": (long("bisca_capixaba", 4), {"trump": "spades", "heley": {"trick": 3, "leader": 0, "seven": 0, "ace": 1}, "points": [70, 50]}, {"trump": "clubs"}, {"points": [71, 50]}),
    "pisti": (long("pisti", 4), COUNT, {"jacks": [1, 1, 1, None]}, {"tricks": [20, 5, 0, 0]}),
    "pilotta": (long("pilotta", 4, doubling=True), {"bidder": 0, "bid": 100, "trick_points": [106, 56]}, {"bidder": 1, "bid": 90, "trump": "hearts", "declarations": SHOWN}, {"trick_points": [100, 50]}),
}  # fmt: skip


def test_every_game_has_its_table():
    assert list(TABLES) == [evening.game for evening in EVENINGS]


@pytest.mark.parametrize("game", TABLES)
def test_the_table_of_a_game(table, look, locale, game):
    evening, dealt, typed, wrong = TABLES[game]
    phone = table(evening, locale=locale)
    assert phone.page.locator("html").get_attribute("lang") == locale
    look(phone, "begun")
    phone.play(typed)
    open_all(phone)
    look(phone, "all opened")
    if phone.key("fold:laid").count():
        phone.press_key("fold:laid")
    phone.play(wrong)
    phone.save()
    look(phone, "saved with problems")
    if game in ("pisa", "pilotta", "bisca_capixaba"):
        phone = table(evening, [dealt, typed], locale=locale)
        look(phone, "a part is behind")
    phone = table(evening, [dealt], locale=locale)
    phone.press(phone.page.locator("#sheet tbody a").first)
    look(phone, "a round")


def test_home_and_a_new_match(phone, table, look, locale):
    first = phone(locale=locale)
    first.go("/")
    look(first, "home, empty")
    first.go("/new/")
    look(first, "new match, empty")
    first.press(first.page.locator("button[name=start]"))
    look(first, "new match, no game")
    first.go("/new/?game=bisca_seis")
    first.press(first.page.locator("button[name=start]"))
    look(first, "new match, nobody")
    full = table(long("bisca_tres", 2), [{"points": [71, 49]}] * 4, locale=locale)
    full.press(full.page.locator("form.save button"))
    full.go("/")
    look(full, "home, full")
    full.go("/new/?game=bisca_tres")
    look(full, "new match, two seated")
    for game, players in (("bisca_seis", 6), ("pisa", 5), ("pilotta", 4)):
        seated = table(long(game, players), locale=locale)
        seated.go(f"/new/?game={game}")
        seated.tap(seated.page.locator("#house-rules summary"))
        look(seated, f"new match, {players} seated, house rules open")


@pytest.mark.parametrize("game", ["pisa", "bisca_tres", "pisti", "pilotta"])
def test_the_other_pages_of_a_match(table, other, look, locale, game):
    evening, dealt, *_rest = TABLES[game]
    phone = table(evening, [dealt, dealt] if game != "pisti" else [dealt], locale=locale)
    match = phone.match
    known = phone.ends()
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    one, two = other(phone), other(phone, "Παναγιωτοπουλοπουλος")
    one.write("amend", known, deal=deal, answers=dealt | {"pilotta": 0} if game == "pilotta" else {})
    two.write("strike", known, deal=deal)
    late, _event = two.deal({} if game != "bisca_tres" else {"points": [20, 100]}, known)
    one.deal(dealt, known)
    for path in ("", f"{deal}/", f"{deal}/before/", f"{late}/", "sheet/", "wall/", "rules/", "more/"):
        phone.go(f"/table/{match}/{path}")
        look(phone, path.replace(deal, "deal").replace(late, "aside"))
    one.write("finish")
    phone.go(f"/table/{match}/")
    look(phone, "end")
    one.write("delete")
    phone.go(f"/table/{match}/more/")
    look(phone, "deleted")
