"""A pile is counted by tapping cards: the taps give the same answers as counting by hand."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening, sheet_of

PILES = {
    "bisca_tres": (
        PlayedEvening("bisca_tres", 2, []),
        {},
        ["A clubs", "7 clubs", "A hearts", "7 hearts", "K spades", "J spades", "A spades", "Q diamonds"],
        {"points": [62, 58]},
    ),
    "pisti": (
        PlayedEvening("pisti", 2, []),
        {"tricks": [12, 9], "pistis": [0, 0], "jack_pistis": [0, 0]},
        ["J clubs", "A hearts", "A spades", "A clubs", "2 clubs"],
        {"jacks": [1, 3], "aces": [3, 1], "two_of_clubs": 0, "ten_of_diamonds": 1},
    ),
    "pilotta": (
        PlayedEvening("pilotta", 4, []),
        {"bidder": 0, "bid": 80, "trump": "hearts", "last_trick": 0},
        ["J hearts", "9 hearts", "A hearts", "A spades", "10 clubs", "K clubs"],
        {"trick_points": [80, 82]},
    ),
}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("case", PILES)
def test_tapped_cards_give_the_answers(table, case, script):
    evening, given, cards, follows = PILES[case]
    phone = table(evening, script=script)
    phone.play(given)
    phone.press_key("open:pile")
    expect(phone.find("pile-side-0")).to_be_checked()
    for card in cards:
        phone.tap(phone.find(f"pile-{card.replace(' ', '-')}"))
    if case == "pisti":  # this side does not have the ten of diamonds, so another side may
        phone.pick("ten_of_diamonds", 1)
    row = sheet_of(evening, [given | follows])["deals"][0]
    assert row["complete"]
    if script:
        phone.expect_worth(row)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    assert phone.rounds == [row["totals"]]
