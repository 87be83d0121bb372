"""A whole match, tapped from home to the winner, and what the page has to say on the way."""

import re

from playwright.sync_api import expect


def play_to_the_end(phone, evening):
    phone.start(evening.game, evening.names, evening.dealer, evening.options.items())
    for number, answers in enumerate(evening.rounds):
        before, after = evening.sheet(number), evening.sheet(number + 1)
        assert phone.totals == before["totals"]
        turn = phone.page.locator(".turn")
        expect(turn).to_contain_text(f"{evening.names[before['next_dealer']]} deals")
        expect(turn).to_contain_text(f"{evening.names[before['next_leader']]} begins")
        phone.play(answers)
        if phone.is_told:
            phone.expect_worth(after["deals"][-1])
        phone.save()
        expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(number + 1)
        assert phone.rounds == [row["totals"] for row in after["deals"]]
    assert after["finished"]
    winners = [after["sides"][side]["name"] for side in after["winners"]]
    said = rf"{winners[0]} wins?" if len(winners) == 1 else f"Shared by {', '.join(winners)}"
    expect(phone.page.locator(".winner h2")).to_have_text(re.compile(said))
    expect(phone.page.locator(".winner")).to_contain_text(f"{after['totals'][after['winners'][0]]} points")
