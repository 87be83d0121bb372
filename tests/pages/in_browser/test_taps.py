"""An ordinary round of every game by touch: the number of taps, and what can be seen after each of them.

After every tap the next key is visible, nothing covers it, the keys of the dock have not moved, and Save is in sight.
"""

import time

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening, sheet_of, vote

SIZES = {"phone": (412, 785), "desk": (1280, 800), "short": (360, 660), "small": (320, 640), "on its side": (915, 412)}
WITHOUT_SCROLLING = ("phone", "desk")  # on smaller sizes every key must be reachable
NAMES = ("Eleni", "Andreas", "Ana", "Tiago", "Bia")


class OrdinaryRound:
    """A round by its taps: ids of chips and counts, digits, and the answers that they give. `most` is the goal."""

    def __init__(self, game, most, taps, answers, players=4, screens=1, **options):
        self.screens = screens  # parts that are shown one after the other
        self.evening = PlayedEvening(game, players, [], names=NAMES, **options)
        self.most = most
        self.taps = taps.split()
        self.answers = answers

    def __repr__(self):
        return f"{self.evening.game} in {self.most}"


ROUNDS = (
    OrdinaryRound("bisca_quatro", 3, "9 4", {"points": [94, None]}),
    OrdinaryRound(
        "pilotta",
        7,
        "bidder-0 bid-100 trump-hearts 1 1 2",
        {"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [112, None]},
    ),
    OrdinaryRound(
        "pisti",
        13,
        "jacks-0-add jacks-1-add jacks-1-add jacks-2-add aces-0-add aces-1-add aces-2-add aces-2-add"
        " two_of_clubs-2 ten_of_diamonds-3 most_tricks-1 pistis-0-add",
        {
            "jacks": [1, 2, 1, 0],
            "aces": [1, 1, 2, 0],
            "two_of_clubs": 2,
            "ten_of_diamonds": 3,
            "most_tricks": 1,
            "pistis": [1, 0, 0, 0],
            "jack_pistis": [0, 0, 0, 0],
        },
    ),
    OrdinaryRound(
        "pisa",
        15,
        "trump-red goal-many value-13_high 3 1 2 4 2 4 1 2 tricks-0-5 tricks-1-2 tricks-2-2",
        {
            "bids": [31, 24, 24, 12],
            "trump": "red",
            "goal": "many",
            "value": "13_high",
            "tricks": [5, 2, 2, None],
        },
    ),
    OrdinaryRound(
        "pisa",
        29,
        "open:laid lay:laid-1-trump-values:10 laid-2-trump-card-blue lay:laid-2-trump-values:9 lay:laid-3-trump-values:5"
        " laid-0-trump-card-red lay:laid-0-trump-values:12"
        " at:laid-2-goal lay:laid-2-goal-values:8 laid-3-goal-card-few lay:laid-3-goal-values:4 lay:laid-0-goal-values:9"
        " laid-1-goal-card-many lay:laid-1-goal-values:7"
        " at:laid-3-value lay:laid-3-value-values:3 laid-0-value-card-13_high lay:laid-0-value-values:10"
        " laid-1-value-card-0_high lay:laid-1-value-values:7 laid-2-value-card-13_high lay:laid-2-value-values:4"
        " lay:laid-2-value-values:3 fold:laid tricks-0-5 tricks-1-2 tricks-2-2",
        {
            "laid": [
                {"trump": vote("red", 12), "goal": vote("few", 9), "value": vote("13_high", 10)},
                {"trump": vote("red", 10), "goal": vote("many", 7), "value": vote("0_high", 7)},
                {"trump": vote("blue", 9), "goal": vote("many", 8), "value": vote("13_high", 4, 3)},
                {"trump": vote("blue", 5), "goal": vote("few", 4), "value": vote("0_high", 3)},
            ],
            "tricks": [5, 2, 2, None],
        },
    ),
    OrdinaryRound(
        "bisca_capixaba",
        8,
        "trump-spades heley-seven-0 heley-trick-3 heley-leader-0 heley-ace-1 4 9",
        {"trump": "spades", "heley": {"trick": 3, "leader": 0, "seven": 0, "ace": 1}, "points": [49, None]},
    ),
    OrdinaryRound("bisca_capixaba", 4, "trump-spades 4 9", {"trump": "spades", "points": [49, None]}),
    OrdinaryRound("points", 5, "5 0 1 8", {"points": [5, 0, 18, 3]}, wins="fewest", target=100, sum=26),
    OrdinaryRound("points", 8, "5 now:points-1 0 1 8 now:points-3 3", {"points": [5, 0, 18, 3]}, wins="fewest"),
)

# A run plays one of these, and one of those below, in one size.
ROUNDS_WITH_ROWS_OF_KEYS = (
    OrdinaryRound("hearts", 5, "queen-1 hearts-0-5 hearts-1-4 hearts-2-3", {"queen": 1, "hearts": [5, 4, 3, None]}),
    OrdinaryRound("hearts", 3, "queen-3 sweep:hearts", {"queen": 3, "hearts": [0, 0, 0, 13]}),
    OrdinaryRound("king", 4, "taken-0-3 taken-1-4 taken-2-5", {"taken": [3, 4, 5, None]}),
    OrdinaryRound("king", 3, "contract-king taken-1-1", {"contract": "king", "taken": [0, 1, 0, 0]}, style="turkey"),
    OrdinaryRound(
        "skull_king",
        10,
        "bids-0-0 bids-1-1 bids-2-0 bids-3-1 bids-4-0 tricks-0-0 tricks-1-1 tricks-2-0 tricks-3-0",
        {"bids": [0, 1, 0, 1, 0], "tricks": [0, 1, 0, 0, None]},
        players=5,
        screens=2,
    ),
    OrdinaryRound(
        "skull_king",
        10,
        "bids-0-0 bids-1-1 bids-2-0 bids-3-1 tricks-1-1 open:bonus-1 more:bonus-1:40",
        {"bids": [0, 1, 0, 1], "tricks": [0, 1, 0, 0], "bonus": [0, 40, 0, 0]},
    ),
    OrdinaryRound(
        "wizard",
        8,
        "bids-0-0 bids-1-1 bids-2-0 bids-3-0 tricks-0-0 tricks-1-1 tricks-2-0",
        {"bids": [0, 1, 0, 0], "tricks": [0, 1, 0, None]},
    ),
    OrdinaryRound(
        "spades",
        8,
        "bids-0-3 bids-1-4 bids-2-2 bids-3-3 tricks-0-4 tricks-1-3 tricks-2-2",
        {"bids": [3, 4, 2, 3], "tricks": [4, 3, 2, None]},
    ),
    OrdinaryRound(
        "spades",
        9,
        "bids-0-3 bids-1-4 bids-2-2 bids-3-0 blind-3-true tricks-0-4 tricks-1-3 tricks-2-2",
        {"bids": [3, 4, 2, 0], "blind": [False, False, False, True], "tricks": [4, 3, 2, None]},
        blind_nil=True,
        screens=2,
    ),
    OrdinaryRound(
        "skull_king",
        11,
        "bids-0-0 cannonballs-0-true bids-1-1 bids-2-0 bids-3-1 tricks-1-1 open:bonus-1 more:bonus-1:40 less:bonus-1",
        {
            "bids": [0, 1, 0, 1],
            "cannonballs": [True, False, False, False],
            "tricks": [0, 1, 0, 0],
            "bonus": [0, 30, 0, 0],
        },
        scoring="rascal",
        cannonball=True,
        screens=2,
    ),
)

OTHER_ROUNDS = (
    OrdinaryRound("sueca", 3, "7 1", {"points": [71, None]}),
    OrdinaryRound("briscola", 3, "6 7", {"points": [67, None]}),
    OrdinaryRound(
        "briscola_chiamata", 5, "caller-0 partner-2 7 2", {"caller": 0, "partner": 2, "points": 72}, players=5
    ),
    OrdinaryRound("doppelkopf", 6, "re-0 re-2 1 3 1", {"re": [0, 2], "re_points": 131}),
    OrdinaryRound(
        "skat",
        5,
        "declarer-0 game-hearts matadors-1 won-true",
        {"declarer": 0, "game": "hearts", "matadors": 1, "won": True},
        players=3,
    ),
    OrdinaryRound(
        "tarot",
        6,
        "taker-0 contract-garde bouts-2 4 9",
        {"taker": 0, "contract": "garde", "bouts": 2, "points": 49},
    ),
    OrdinaryRound(
        "coinche",
        7,
        "taker-0 contract-100 trump-clubs 1 2 2",
        {"taker": 0, "contract": 100, "trump": "clubs", "trick_points": [122, None]},
    ),
)

SAVE = ".dock > .go"
# Whether the element, or its label, is in sight with nothing on it: "" or what is wrong.
IN_SIGHT = """selector => {
    const one = document.querySelector(selector);
    const part = one.type === "radio" ? one.closest("label") : one;
    const box = part.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) return "out of sight";
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return part.contains(hit) ? "" : `under ${hit?.className || hit?.tagName}`;
}"""
# Scroll as a thumb does: to the last question, as long as the element stays in sight.
SCROLL = """selector => {
    const one = document.querySelector(selector);
    const box = (one.type === "radio" ? one.closest("label") : one).getBoundingClientRect();
    const end = Math.min(innerHeight, document.querySelector(".dock").getBoundingClientRect().top);
    const questions = [...document.querySelectorAll("#round > :is(.ask, .piles, .pairs, .answers)")];
    const last = Math.max(...questions.map(part => part.getBoundingClientRect().bottom));
    const by = box.top < 0 ? box.top - 8 : Math.max(box.bottom - end + 8, Math.min(last - end, box.top - 60));
    const form = document.querySelector("#round");
    (getComputedStyle(form).overflowY === "auto" ? form : window).scrollBy(0, by);
}"""
# The places of the keys and of Save; a key under Save, or less than 8 pixels above it.
DOCK = """() => {
    const top = part => Math.round(part.getBoundingClientRect().top);
    const keys = [...document.querySelectorAll(".keypad .key")].map(key => [key.value.split(":")[0], top(key), key]);
    const save = document.querySelector(".dock > .go");
    const close = keys.filter(([, , key]) => save.getBoundingClientRect().top - key.getBoundingClientRect().bottom < 7.9);
    return { places: Object.fromEntries([...keys.map(([name, place]) => [name, place]), ["save", top(save)]]), close: close.length };
}"""


def what_hides(page, selector):
    """Return why the element is not in sight, or "". After the last digit the page needs a moment to put the keys away."""
    end = time.monotonic() + 1
    while (hidden := page.evaluate(IN_SIGHT, selector)) and time.monotonic() < end:
        page.wait_for_timeout(50)
    return hidden


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("played", ROUNDS, ids=repr)
@pytest.mark.each("played", among="an ordinary round", part=3)
def test_ordinary_round_takes_few_taps_on_one_screen(table, played, size):
    play_with_few_taps(table, played, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("played", ROUNDS_WITH_ROWS_OF_KEYS, ids=repr)
def test_a_round_with_rows_of_keys_takes_few_taps(table, played, size):
    play_with_few_taps(table, played, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("played", OTHER_ROUNDS, ids=repr)
def test_a_round_of_another_game_takes_few_taps(table, played, size):
    play_with_few_taps(table, played, size)


def play_with_few_taps(table, played, size):
    """Tap a round of the game, and save it. Count the taps, and look at the page before each of them."""
    phone = table(played.evening)
    page = phone.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    count, scrolls, places = 0, [], {}
    for tap in [*played.taps, "save"]:
        selector = selector_of(tap)
        key = page.locator(selector).first
        expect(key).to_be_attached()
        if hidden := what_hides(page, selector):
            scrolls.append((tap, hidden))
            page.evaluate(SCROLL, selector)
        assert page.evaluate(IN_SIGHT, selector) == "", (tap, count)
        places = unmoved(page, places, height)
        phone.press(key) if tap == "save" else phone.tap(key)
        count += 1
    assert count <= played.most
    assert not scrolls or size not in WITHOUT_SCROLLING
    assert len(scrolls) <= played.screens or size != "short", scrolls
    expect(page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    assert phone.rounds == [sheet_of(played.evening, [played.answers])["deals"][0]["totals"]]


def selector_of(tap):
    if tap == "save":
        return SAVE
    if ":" in tap:
        return f'#round button[name=press]:is([value="{tap}"], [value^="{tap}:"])'
    return f'.keypad [value="{tap}"]' if tap.isdigit() else f'[id="{tap}"]'


def unmoved(page, places, height):
    """Return the places of the keys and Save, which must be those of before, and apart from each other."""
    dock = page.evaluate(DOCK)
    assert dock["close"] == 0
    if height < 480:  # the dock is not sticky there
        return {}
    assert {name: place for name, place in dock["places"].items() if name in places} == {
        name: place for name, place in places.items() if name in dock["places"]
    }
    return {**places, **dock["places"]}
