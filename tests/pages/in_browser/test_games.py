"""Every game, tapped from home to the winner on a phone, with the script and without.

Whole matches that the phone answers by itself are in `tests/phone/test_no_network.py`.
"""

import pytest

from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.play import play_to_the_end


@pytest.mark.each("evening", among="a whole match")
@pytest.mark.parametrize(("size", "script"), [("pixel", True), ("iphone", True), ("pixel", False)])
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_a_match_is_played_to_its_end(phone, evening, size, script):
    play_to_the_end(phone(size, script=script), evening)
