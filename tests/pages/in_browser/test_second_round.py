"""The page after a save: totals, tasks and Undo are in sight, and an ordinary round needs no scrolling below the notice."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.test_taps import IN_SIGHT, selector_of, what_hides

FRIENDS = ("Eleni", "Andreas", "Ana", "Tiago", "Bia", "Rui")
LONG = ("Maximiliane", "Konstantinos", "Bartholomäus", "Wilhelmina", "Theodora", "Emmanouil")
IS_VISIBLE = """part => {
    const box = part.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= document.querySelector(".dock").getBoundingClientRect().top;
}"""


class TwoRounds:
    """The answers of a first round, and the taps of a second one."""

    def __init__(self, game, players, answers, taps, names=FRIENDS, **options):
        self.evening = PlayedEvening(game, players, [], names=names, **options)
        self.answers = answers
        self.taps = taps.split()

    def __repr__(self):
        return f"{self.evening.game} for {len(self.evening.names)} with {self.evening.names[0]}"


NO_TRICKS = [0, 0, 0, 0, 0, None]
ALL_BUT_LAST = " ".join([f"bids-{seat}-0" for seat in range(6)] + [f"tricks-{seat}-0" for seat in range(5)])
ROUNDS = (
    TwoRounds("hearts", 4, {"queen": 1, "hearts": [5, 4, 3, None]}, "queen-1 hearts-0-5 hearts-1-4 hearts-2-3"),
    TwoRounds(
        "hearts",
        4,
        {"queen": 1, "hearts": [5, 4, 3, None], "jack": 2},
        "queen-1 hearts-0-5 hearts-1-4 hearts-2-3 jack-0",
        jack=True,
    ),
    TwoRounds(
        "hearts",
        4,
        {"queen": 1, "hearts": [5, 4, 3, None], "jack": 2},
        "queen-1 hearts-0-5 hearts-1-4 hearts-2-3 jack-0",
        names=("Maximiliane Schröder", *FRIENDS[1:]),
        jack=True,
    ),
    TwoRounds(
        "hearts", 6, {"queen": 1, "hearts": [4, 3, 2, 2, 2, None]}, "queen-1 hearts-0-4 hearts-1-4 hearts-2-3 hearts-3-0"
    ),
    TwoRounds("wizard", 6, {"bids": [0] * 6, "tricks": NO_TRICKS}, ALL_BUT_LAST),
    TwoRounds(
        "wizard", 6, {"bids": [0] * 6, "tricks": NO_TRICKS}, ALL_BUT_LAST, names=LONG
    ),
    TwoRounds("king", 4, {"taken": [3, 4, 5, None]}, "taken-0-3 taken-1-4 taken-2-5"),
    TwoRounds(
        "spades",
        4,
        {"bids": [3, 4, 2, 3], "tricks": [4, 3, 2, None]},
        "bids-0-3 bids-1-4 bids-2-2 bids-3-0 blind-3-true tricks-0-4 tricks-1-3 tricks-2-2",
        blind_nil=True,
    ),
    TwoRounds(
        "skull_king",
        4,
        {"bids": [0, 1, 0, 1], "tricks": [0, 1, 0, None]},
        "bids-0-0 bids-1-1 bids-2-0 bids-3-1 tricks-1-1 tricks-0-0 tricks-2-0 open:bonus-1 more:bonus-1:40",
    ),
    TwoRounds(
        "skat",
        3,
        {"declarer": 0, "game": "hearts", "matadors": 1, "won": True},
        "declarer-0 game-hearts matadors-1 won-true",
    ),
    TwoRounds(
        "skat",
        4,
        {"declarer": 1, "game": "hearts", "matadors": 1, "won": True},
        "declarer-0 game-hearts matadors-1 won-true",
        names=LONG,
        kontra=True,
    ),
    TwoRounds("skat", 3, {"passed_out": True}, "passed_out-true"),
    TwoRounds(
        "briscola_chiamata", 6, {"caller": 1, "partner": 2, "points": 72}, "caller-0 partner-2 7 2", names=LONG
    ),
    TwoRounds(
        "tarot",
        5,
        {"taker": 0, "contract": "garde", "partner": 1, "bouts": 2, "points": 49},
        "taker-0 contract-garde_contre partner-2 bouts-2 4 9",
        names=LONG,
    ),
    TwoRounds("tarot", 5, {"passed_out": True}, "passed_out-true", names=LONG),
    TwoRounds("doppelkopf", 4, {"re": [0, 2], "re_points": 131}, "re-0 re-2 1 3 1", names=LONG),
    TwoRounds(
        "coinche",
        4,
        {"taker": 0, "contract": 100, "trump": "clubs", "trick_points": [122, None]},
        "taker-0 contract-100 trump-clubs 1 2 2",
    ),
)  # fmt: skip


@pytest.mark.parametrize("played", ROUNDS, ids=repr)
@pytest.mark.each("played", among="a second round", part=6)
def test_score_and_round_are_on_the_screen_after_a_save(table, played):
    phone = table(played.evening)
    page = phone.page
    page.set_viewport_size({"width": 412, "height": 785})
    page.reload()
    phone.play(played.answers)
    phone.save()
    undo = page.locator(".notice[data-saved] button[name=undo]")
    expect(undo).to_be_visible()
    page.wait_for_timeout(100)  # the page may scroll to the field of the keypad
    for part in (page.locator("#totals .scores"), page.locator("#totals .turn"), undo):
        assert part.evaluate(IS_VISIBLE)
    for tap in [*played.taps, "save"]:
        selector = selector_of(tap)
        expect(page.locator(selector).first).to_be_attached()
        assert what_hides(page, selector) == "", tap
        phone.press(page.locator(selector).first) if tap == "save" else phone.tap(page.locator(selector).first)
    expect(page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)


def test_points_of_a_solo_stay_where_they_are(table):
    """The kind of a solo is a tile, so that nothing opens between the first and the second player of a party."""
    phone = table(PlayedEvening("doppelkopf", 4, [], names=FRIENDS))
    phone.page.set_viewport_size({"width": 412, "height": 785})
    place = "() => document.querySelector('#re_points').getBoundingClientRect().top"
    before = phone.page.evaluate(place)
    phone.tap(phone.find("re-0"))
    assert phone.page.evaluate(place) == before
    assert what_hides(phone.page, "#re_points") == ""
    phone.press_key("open:solo")
    phone.tap(phone.find("solo-queens"))
    assert phone.page.evaluate(IN_SIGHT, "#re_points") == ""
    phone.type("re_points", 131)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
