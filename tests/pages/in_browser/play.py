"""Play a match from the home page to the winner, and check what the page displays after each round."""

import re

from playwright.sync_api import expect

SHUFFLES = "%(name)s shuffles and plays first"
BIDS = "%(name)s bids first and plays first"
BEGINS = {  # what the page says of the player who begins, where that player has another task before
    "bisca_seis": SHUFFLES,
    "bisca_quatro": SHUFFLES,
    "bisca_capixaba": "%(name)s cuts or knocks, then plays first",
    "wizard": BIDS,
    "spades": BIDS,
    "hearts": "The player with the lowest club plays first",  # the sheet has no leader
}
WIN = ("%(name)s wins", "%(names)s wins", "%(names)s win")


def play_to_the_end(phone, evening):
    phone.start(evening.game, evening.names, evening.dealer, evening.options.items())
    for number, answers in enumerate(evening.rounds):
        before, after = evening.sheet(number), evening.sheet(number + 1)
        assert phone.totals == before["totals"]
        turn = phone.page.locator(".turn")
        expect(turn).to_contain_text(phone.words("%(name)s deals", name=evening.names[before["next_dealer"]]))
        begins = BEGINS.get(evening.game, "%(name)s plays first")
        leader = "" if before["next_leader"] is None else evening.names[before["next_leader"]]
        expect(turn).to_contain_text(phone.words(begins, name=leader))
        phone.play(answers)
        if phone.is_sent:
            phone.expect_worth(after["deals"][-1])
        phone.save()
        expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(number + 1)
        assert phone.rounds == [row["totals"] for row in after["deals"]]
    assert after["finished"]
    winners = [after["sides"][side]["name"] for side in after["winners"]]
    winner, many = phone.page.locator(".winner"), after["totals"][after["winners"][0]]
    expect(winner.locator("h2")).to_have_text(winner_text(winners, phone))
    expect(winner).to_contain_text(re.compile(rf"(?<!\S){many} \w"))  # points or games


def winner_text(winners, phone):
    if len(winners) > 1:
        return phone.words("%(names)s share the win", names=", ".join(winners))
    return re.compile("|".join(re.escape(phone.words(text, name=winners[0], names=winners[0])) for text in WIN))
