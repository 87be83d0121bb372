"""The suits of a question have their drawings, unless most of its values are of another pack."""

import pytest

from tests.pages.browser import start_match
from tests.rules.golden import NAMES


@pytest.mark.parametrize(
    ("game", "players", "suits"),
    [
        ("sueca", 4, ["clubs", "diamonds", "hearts", "spades"]),
        ("briscola", 3, []),  # of its suits only the batons have the name of one of ours
        ("briscola_chiamata", 5, []),
    ],
)
def test_only_suits_of_our_pack_are_drawn(game: str, players: int, suits: list[str]) -> None:
    table = start_match(game, NAMES[:players])
    html = table.get(table.path).html
    styles = [drawing.get("class").split() for drawing in html.find("ask-trump").all("svg")]
    assert [style[1] for style in styles if style[0] == "suit"] == suits
