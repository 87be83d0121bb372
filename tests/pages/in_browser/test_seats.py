"""The seats of a new match are drawn round the table in the direction of play, seen by the first player."""

import pytest

from games import services
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.writers import Writer

pytestmark = pytest.mark.tenth

NAMES = ("Ana", "Bia", "Cy", "Duarte", "Eleni", "Rui", "Zoe", "Gus")
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
    new.sit_down(NAMES[:players])
    middles = new.page.evaluate(MIDDLES)
    assert abs(middles[0]) < 2
    assert middles[1] * side > 50
    assert middles[-1] * side < -50
    assert (new.page.get_by_text("Play goes").all_text_contents() or [None])[0] == words


IN_SIGHT = """problem => {
    const { x, width, bottom } = problem.getBoundingClientRect();
    return problem.contains(document.elementFromPoint(x + width / 2, bottom - 3));
}"""


def test_a_refused_start_is_explained_above_the_bar(phone):
    """The bar with the button is above the page, and covered the sentence at some heights."""
    writer = Writer(*services.make_person("Eleni", "Fridays"))
    writer.start(PlayedEvening("points", 8, [], names=NAMES))
    new = phone(person=writer.person)
    new.go("/new/?game=pilotta")
    new.sit_down(NAMES[:3])
    problem = new.page.locator("main .problem")
    covered = []
    for height in range(560, 800, 16):
        new.page.set_viewport_size({"width": 320, "height": height})
        new.page.evaluate("scrollTo(0, 0)")
        problem.evaluate_all("all => all.forEach(one => one.remove())")
        new.page.get_by_role("button", name="Start Pilotta").click()
        problem.wait_for()
        new.page.wait_for_timeout(100)
        if not problem.evaluate(IN_SIGHT):
            covered.append(height)
    assert covered == []
