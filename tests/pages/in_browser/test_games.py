"""Every game, tapped from the home page to the winner on a phone, with a script and without one.

tests/phone/test_no_network.py plays complete matches on the worker.
"""

import pytest

from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.play import play_to_the_end


@pytest.mark.each("evening", among="a whole match", part=7)
@pytest.mark.parametrize(("size", "script"), [("pixel", True), ("iphone", True), ("pixel", False)])
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_match_is_played_to_its_end(phone, evening, size, script):
    play_to_the_end(phone(size, script=script), evening)
