"""The layout of games/pages for every game: nothing overflows, is too small to tap, or fails axe."""

import pytest

from games.pages.request import MATCH, ROUTES
from tests.pages.in_browser.accessibility import tags
from tests.pages.in_browser.games import EVENINGS, PlayedEvening, four, run
from tests.pages.in_browser.layout import hidden

pytestmark = pytest.mark.fifth

LONG = (
    "Κωνσταντινοπουλοπουλ",
    "Çekoslovakyalılaştır",
    "Wolfeschlegelsteinha",
    "Παπαδιαμαντοπουλακης",
    "Muvaffakiyetsizleşti",
    "Şükrüye Gökçe Öztürk",
)


def long(game, players, **options):
    return PlayedEvening(game, players, [], names=LONG, **options)


def open_all(phone):
    """Open every row of numbers, the pile, and a tile, which takes the place of the others."""
    for _ in range(20):
        closed = phone.page.locator("#round button[value^='open:']:visible")
        if not closed.count():
            return
        phone.press(closed.first)


COUNT = {"jacks": [0, 4, 0, 0], "aces": [4, 0, 0, 0], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [9, 8, 4, 1], "pistis": [1, 0, 2, 0], "jack_pistis": [0, 1, 0, 0]}  # fmt: skip
DECLARED = [[run(3), four("J")], [run(4), run(5)]]
TABLES = {
    # the match, a recorded round, a valid draft, an invalid draft
    "pisa": (long("pisa", 5), {"bids": [20, 35, 20, 9, 8], "goal": "few", "tricks": [2, 2, 2, 2, 0]}, {"bids": [9, 9, 9, 9, 9], "trump": "red", "goal": "few"}, {"tricks": [1, 1, 1, 1, 1]}),
    "pisa_ksr": (long("pisa_ksr", 3), {"bids": [20, 35, 20], "goal": "few", "tricks": [2, 2, 6]}, {"bids": [20, 35, 20]}, {"goal": "many", "tricks": [2, 2, 7]}),
    "bisca_tres": (long("bisca_tres", 2), {"points": [71, 49]}, {}, {"points": [71, 50]}),
    "bisca_nove": (long("bisca_nove", 2, lines=10), {"points": [85, 35]}, {"points": [1, None]}, {}),
    "bisca_seis": (long("bisca_seis", 6), {"points": [91, 29]}, {}, {"points": [71, 50]}),
    "bisca_quatro": (long("bisca_quatro", 4), {"all_tricks": 1}, {}, {"points": [71, 50]}),
    "bisca_capixaba": (long("bisca_capixaba", 4), {"trump": "spades", "heley": {"trick": 3, "leader": 0, "seven": 0, "ace": 1}, "points": [70, 50]}, {"trump": "clubs"}, {"points": [71, 50]}),
    "pisti": (long("pisti", 4), COUNT, {"jacks": [1, 1, 1, None]}, {"tricks": [20, 5, 0, 0]}),
    "pilotta": (long("pilotta", 4, doubling=True), {"bidder": 0, "bid": 100, "trick_points": [106, 56]}, {"bidder": 1, "bid": 90, "trump": "hearts", "declarations": DECLARED}, {"trick_points": [100, 50]}),
    "sueca": (long("sueca", 4), {"points": [71, 49]}, {"trump": "hearts"}, {"points": [71, 50]}),
    "briscola": (long("briscola", 4), {"points": [71, 49]}, {"trump": "cups"}, {"points": [71, 50]}),
    "briscola_chiamata": (long("briscola_chiamata", 6), {"caller": 1, "partner": 5, "points": 80}, {"caller": 2, "partner": 3}, {"points": 119}),
    "hearts": (long("hearts", 6, jack=True), {"queen": 1, "hearts": [5, 4, 3, 1, 0, 0], "jack": 3}, {"queen": 0}, {"hearts": [5, 5, 5, 0, 0, 0]}),
    "doppelkopf": (long("doppelkopf", 5), {"re": [1, 2], "re_points": 131, "foxes": [1, 0]}, {"re": [3], "solo": "aces"}, {"re_points": 1}),
    "skat": (long("skat", 4, ramsch=True, kontra=True), {"declarer": 1, "game": "clubs", "matadors": 1, "points": 61}, {"declarer": 2, "game": "grand", "matadors": 4}, {"points": 119}),
    "tarot": (long("tarot", 5), {"taker": 0, "contract": "garde", "partner": 3, "bouts": 2, "points": 49}, {"taker": 1, "contract": "petite", "partner": 2}, {"bouts": 3, "points": 5}),
    "king": (long("king", 4), {"taken": [3, 4, 5, 1]}, {"taken": [1, 2, None, None]}, {"taken": [5, 5, 5, 0]}),
    "coinche": (long("coinche", 4, declarations=True, no_trumps=True), {"taker": 0, "contract": 100, "trump": "hearts", "belote": 0, "trick_points": [92, 70]}, {"taker": 1, "contract": 110, "trump": "clubs", "declared": [0, 50]}, {"trick_points": [100, 50]}),
    "skull_king": (long("skull_king", 6, scoring="rascal", cannonball=True, expansion=True, powers=True), {"bids": [0, 1, 0, 0, 1, 0], "tricks": [0, 1, 0, 0, 0, 0]}, {"bids": [1, 1, 0, 0, 0, 1], "wager": {"seat": 1, "points": 20}}, {"tricks": [1, 1, 0, 0, 0, 0]}),
    "wizard": (long("wizard", 6), {"bids": [0, 1, 0, 0, 1, 0], "tricks": [0, 1, 0, 0, 0, 0]}, {"trump": "red", "bids": [1, 1, 0, 0, 0, 1]}, {"tricks": [1, 1, 0, 0, 0, 0]}),
    "spades": (long("spades", 4, blind_nil=True), {"bids": [0, 4, 5, 3], "tricks": [0, 4, 5, 4]}, {"bids": [3, 4, 2, 3]}, {"tricks": [4, 4, 4, 4]}),
    "points": (long("points", 6, wins="fewest", target=500), {"points": [120, -35, 0, 7, 42, 999]}, {"points": [-5, 1200, None, None, None, None]}, {}),
}  # fmt: skip


def test_every_game_is_covered():
    assert list(TABLES) == [evening.game for evening in EVENINGS]


@pytest.mark.parametrize("game", TABLES)
def test_match_page(table, look, locale, game):
    evening, dealt, typed, wrong = TABLES[game]
    phone = table(evening, locale=locale)
    assert phone.page.locator("html").get_attribute("lang") in tags(locale)
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


def test_home_and_new_match(phone, table, look, locale):
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
def test_other_pages_of_a_match(table, other, look, locale, game):
    evening, dealt, *_rest = TABLES[game]
    phone = table(evening, [dealt, dealt] if game != "pisti" else [dealt], locale=locale)
    match = phone.match
    known = phone.heads()
    deal = phone.page.locator("#sheet tbody a").first.get_attribute("href").rstrip("/").split("/")[-1]
    first, second = other(phone), other(phone, "Παναγιωτοπουλοπουλος")
    first.write("amend", known, deal=deal, answers=dealt | {"pilotta": 0} if game == "pilotta" else {})
    second.write("strike", known, deal=deal)
    late, _event = second.deal({} if game != "bisca_tres" else {"points": [20, 100]}, known)
    first.deal(dealt, known)
    pages = ["/".join(route.segments[2:]).replace("<deal>", deal) for route in ROUTES if route.scope == MATCH]
    for path in (*pages, f"{late}/"):
        phone.go(f"/table/{match}/{path}")
        look(phone, path.replace(deal, "deal").replace(late, "aside"))
    first.write("finish")
    phone.go(f"/table/{match}/")
    look(phone, "end")
    first.write("delete")
    phone.go(f"/table/{match}/more/")
    look(phone, "deleted")


@pytest.mark.parametrize("game", ["bisca_tres", "pisti", "pilotta"])
def test_focus_is_never_behind_the_save_key(table, game):
    """The window is as narrow as a phone."""
    evening, dealt, *_rest = TABLES[game]
    desk = table(evening, [dealt], size="small", has_touch=False, is_mobile=False)
    assert hidden(desk.page) == []
    for path in (f"/table/{desk.match}/sheet/", f"/new/?game={game}", "/"):
        desk.go(path)
        assert hidden(desk.page) == []
