"""Every game, tapped from home to the winner on a phone, with the script and without."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.table.games import EVENINGS

pytestmark = pytest.mark.slow

# Who answers, on which phone, with the script or without.
WAYS = [(host, (size, True)) for host in ("django", "worker") for size in ("pixel", "iphone")] + [
    ("django", ("pixel", False))
]


@pytest.fixture
def way(request, phone):
    size, script = request.param
    return phone(size, script=script)


@pytest.mark.parametrize(("host", "way"), WAYS, indirect=True)
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_a_match_is_played_to_its_end(way, evening):
    way.start(evening.game, evening.names, evening.dealer, evening.options.items())
    for number, answers in enumerate(evening.rounds):
        before, after = evening.sheet(number), evening.sheet(number + 1)
        assert way.totals == before["totals"]
        turn = way.page.locator(".turn")
        expect(turn).to_contain_text(f"{evening.names[before['next_dealer']]} deals")
        expect(turn).to_contain_text(f"{evening.names[before['next_leader']]} begins")
        way.play(answers)
        if way.is_told:
            way.expect_worth(after["deals"][-1])
        way.save()
        expect(way.page.locator("#sheet tbody tr:not(.why)")).to_have_count(number + 1)
        assert way.rounds == [row["totals"] for row in after["deals"]]
    assert after["finished"]
    winners = [after["sides"][side]["name"] for side in after["winners"]]
    said = rf"{winners[0]} wins?" if len(winners) == 1 else f"Shared by {', '.join(winners)}"
    expect(way.page.locator(".winner h2")).to_have_text(re.compile(said))
    expect(way.page.locator(".winner")).to_contain_text(f"{max(after['totals'])} points")
