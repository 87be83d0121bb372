"""The upright picture of a match, an evening and a season."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from games.export.card import CardContent, CardLine, draw_card
from games.export.data import load_evening, load_match
from games.export.lettering import MOST_LETTERS
from games.export.picture import portrait, render_portrait
from games.export.portrait import MOST_ROWS, PortraitContent, PortraitLine, draw_portrait, row_boxes
from games.models import Evening, Match
from games.services import actions
from tests.export.conftest import HARD, ExportingTable

pytestmark = pytest.mark.usefixtures("lettered")


def test_a_match_lists_its_sides_by_place(table: ExportingTable) -> None:
    match = table.bisca(points=(49,) * 4)
    content = portrait(load_match(Match.objects.get(circle=table.circle, id=match)))
    assert content.heading == "Bisca de Três"
    assert content.result == "Deniz wins"
    assert content.rows == (PortraitLine("1", "Deniz", "4", True), PortraitLine("2", "Eleni", "0", False))


def test_a_match_in_progress_has_no_places(table: ExportingTable) -> None:
    match = table.bisca(points=(71,))
    content = portrait(load_match(Match.objects.get(circle=table.circle, id=match)))
    assert [(row.place, row.is_first) for row in content.rows] == [("", True), ("", False)]


def test_an_evening_says_who_won_how_often(table: ExportingTable) -> None:
    matches = table.evening()
    evening = Evening.objects.get(circle=table.circle, id=table.evening_of(matches["pisa"]))
    data = load_evening(evening)
    content = portrait(data)
    assert data.totals is not None
    assert not data.totals.has_shared
    assert [row.value for row in content.rows] == [f"{row.won} / {row.played}" for row in data.totals.rows]
    assert content.note.endswith(" · won / played")
    assert Image.open(BytesIO(render_portrait(data))).size == (1080, 1350)


def test_a_shared_win_of_an_evening_counts_in_part(table: ExportingTable) -> None:
    """Ana and Eva share the first match, and all three the second; Eva wins the third."""
    rounds = [[9, 9, 1], [5, 5, 5], [1, 9, 5]]
    matches = [table.play("points", ["Ana", "Eva", "Rui"], [{"points": points}]) for points in rounds]
    for match in matches:
        actions.finish(match=match, **table.act)
    content = portrait(load_evening(Evening.objects.get(circle=table.circle, id=table.evening_of(matches[0]))))
    assert [(row.place, row.name, row.value) for row in content.rows] == [
        ("1", "Eva", "1.83 / 3"),  # 1/2 + 1/3 + 1
        ("2", "Ana", "0.83 / 3"),  # 1/2 + 1/3
        ("3", "Rui", "0.33 / 3"),
    ]


def test_numbers_of_pictures_have_a_minus_sign(table: ExportingTable) -> None:
    match = table.play("points", ["Ana", "Eva"], [{"points": [-20, 5]}])
    data = load_match(Match.objects.get(circle=table.circle, id=match))
    assert [row.value for row in portrait(data).rows] == ["5", "−20"]
    assert [row.total for row in data.headline.picture.rows] == ["−20", "5"]
    card = load_evening(Evening.objects.get(circle=table.circle, id=table.evening_of(match))).headline.picture
    assert [row.total for row in card.rows] == ["−20 : 5"]


def test_rows_stay_within_the_picture() -> None:
    for count in range(MOST_ROWS + 1):
        boxes = row_boxes(count)
        assert all(0 < left < right < 1080 and 0 < top < bottom < 1350 - 80 for left, top, right, bottom in boxes)
        assert all(above[3] < below[1] for above, below in pairwise(boxes))


@pytest.mark.parametrize("count", [0, 1, 10, 25])
def test_any_name_and_any_number_of_rows_can_be_drawn(count: int) -> None:
    names = [HARD[number % len(HARD)] for number in range(count)]
    rows = tuple(PortraitLine(str(number), name, "1234.56", number == 1) for number, name in enumerate(names, 1))
    picture = Image.open(BytesIO(draw_portrait(PortraitContent(HARD[3], HARD[0], HARD[1], rows))))
    assert picture.size == (1080, 1350)


def test_the_cache_of_pictures_holds_only_the_rows_that_are_drawn() -> None:
    """A season may have thousands of rows."""
    rows = tuple(PortraitLine(str(number), f"Player {number}", "1", False) for number in range(30))
    others = tuple(replace(row, name="Someone else") for row in rows[MOST_ROWS:])
    pictures = [
        draw_portrait(PortraitContent("Rows", "", "", (*rows[:MOST_ROWS], *last)))
        for last in (rows[MOST_ROWS:], others)
    ]
    assert pictures[0] is pictures[1]


@pytest.mark.parametrize("end", [" and some", " and others"])
def test_the_cache_of_pictures_holds_only_the_letters_that_are_drawn(end: str) -> None:
    """A result may name many people, and an evening may have a name of 2,000 letters."""
    long = "a" * MOST_LETTERS
    upright = PortraitContent(long, long, long, (PortraitLine(long, long, long, False),))
    longer = PortraitContent(long + end, long + end, long + end, (PortraitLine(long + end, long + end, long, False),))
    assert draw_portrait(upright) is draw_portrait(longer)
    across = CardContent(long, long, (CardLine(long, long, False),))
    assert draw_card(across) is draw_card(CardContent(long + end, long + end, (CardLine(long + end, long, False),)))
