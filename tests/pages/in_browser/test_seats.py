"""The seats of a new match are drawn round the table in the direction of play, seen by the first player."""

import pytest

MIDDLES = """() => [...document.querySelectorAll('.seats > li')].map(seat => {
    const box = seat.getBoundingClientRect(), table = seat.parentElement.getBoundingClientRect();
    return (box.left + box.right - table.left - table.right) / 2;
})"""


@pytest.mark.parametrize(
    ("game", "players", "side", "words"),
    [
        ("pisa", 3, -1, "Play goes clockwise: the next player sits on the left."),
        ("pisti", 4, 1, "Play goes counter-clockwise: the next player sits on the right."),
        ("bisca_seis", 6, 1, "Play goes counter-clockwise: the next player sits on the right."),
        ("points", 4, -1, None),
    ],
)
def test_the_next_player_sits_on_the_side_that_the_page_names(phone, game, players, side, words):
    new = phone()
    new.go(f"/new/?game={game}")
    new.sit_down(["Ana", "Bia", "Cy", "Duarte", "Eleni", "Rui"][:players])
    middles = new.page.evaluate(MIDDLES)
    assert abs(middles[0]) < 2
    assert middles[1] * side > 50
    assert middles[-1] * side < -50
    assert (new.page.get_by_text("Play goes").all_text_contents() or [None])[0] == words
