"""Pages of a round that an earlier version accepted: its points count with a note, and it can only be corrected."""

from tests.match.logs import MATCH, event, id_of
from tests.pages.browser import Table

IMPOSSIBLE = {
    "jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [3, 2], "pistis": [3, 2], "jack_pistis": [0, 0],
}  # fmt: skip
TEXT = "5 pişti need more than 5 tricks: the first capture is never a pişti."


def old_match() -> Table:
    start = event("start", "start", [], 1, game="pisti", players=["Eleni", "Deniz"])
    return Table([start, event("d1", "deal", "start", 2, deal=id_of("d1"), answers=IMPOSSIBLE)])


def test_the_sheet_has_its_points_and_a_note() -> None:
    table = old_match()
    assert table.sheet.totals == [39, 27]
    for path in (f"/table/{MATCH}/sheet/", table.round(id_of("d1"))):
        page = table.get(path)
        assert page.status == 200, path
        assert page.html.texts_of("soft").count(f"{TEXT} Its points still count.") == 1, path
    assert "flagged" in table.get(f"/table/{MATCH}/").html.find("round-1").get("class")


def test_it_can_only_be_corrected() -> None:
    table = old_match()
    path = table.round(id_of("d1"))
    refused = table.save(("tricks-0", "2"), ("pistis-0", "3"), path=path)
    assert refused.status == 422
    corrected = table.save(("pistis-1", "1"), path=path)
    assert table.sheet.totals == [39, 17]
    table.undo(corrected)  # it restores the stored answers
    assert table.sheet.totals == [39, 27]


def test_a_new_one_is_refused_beside_its_field() -> None:
    table = old_match()
    numbers = [
        (f"{name}-{side}", str(IMPOSSIBLE[name][side]))
        for name in IMPOSSIBLE
        if isinstance(IMPOSSIBLE[name], list)
        for side in (0, 1)
    ]
    refused = table.save(*numbers, ("two_of_clubs", "0"), ("ten_of_diamonds", "1"))
    assert refused.status == 422
    assert TEXT in [element.text for element in refused.html.find("pistis-problem").all("p")]
    assert len(table.events) == 2
