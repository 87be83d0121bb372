"""A list of players on the page: boxes to tick."""

import pytest

from games.rules import catalogue
from tests.pages.browser import Html, fields, start_match
from tests.rules.golden import NAMES
from tests.rules.small_games import CALLED


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, CALLED))


def ticked(html: Html, question: str) -> list[str]:
    boxes = [box for box in html.root.all("input") if box.get("type") == "checkbox"]
    return [box.get("value") for box in boxes if box.get("name").startswith(question) and "checked" in box.attributes]


def test_two_players_are_ticked_and_saved() -> None:
    table = start_match("called", NAMES[:5])
    reply = table.press("", [*table.form(), ("party-4", "4"), ("party-1", "1")])
    assert ticked(reply.html, "party") == ["1", "4"]
    table.save(("party-4", "4"), ("party-1", "1"), ("won", "true"))
    assert table.sheet.rows[0].deal.given["party"] == [1, 4]
    assert table.sheet.totals == [-1, 1, -1, -1, 1]


def test_a_recorded_list_is_ticked_again_and_can_be_changed() -> None:
    table = start_match("called", NAMES[:5])
    table.save(("party-4", "4"), ("party-1", "1"), ("won", "true"))
    path = table.round(table.sheet.rows[0].id)
    assert ticked(table.get(path).html, "party") == ["1", "4"]
    assert [pair for pair in table.form(path) if pair[0].startswith("party-")] == [("party-1", "1"), ("party-4", "4")]
    table.save(("party-1", ""), ("party-0", "0"), path=path)
    assert table.sheet.totals == [1, -1, -1, -1, 1]


def test_too_many_players_are_refused() -> None:
    table = start_match("called", NAMES[:5])
    reply = table.save(("party-0", "0"), ("party-1", "1"), ("party-2", "2"), ("won", "true"))
    assert reply.html.texts_of("problem") == ["There are 3 entries here; at most 2 are allowed."]


def test_a_small_key_for_two_players_stays_open_after_the_first() -> None:
    """With one name the points are those of someone else."""
    table = start_match("skat", NAMES[:3], options={"ramsch": True})
    form = fields(table.press("passed_out", [*table.form(), ("passed_out", "true")]).form)
    form = fields(table.press("open:no_trick", form).form)
    first = table.press("", [*form, ("no_trick-0", "0")])
    assert ticked(first.html, "no_trick") == ["0"]
    second = table.press("", [*fields(first.form), ("no_trick-1", "1")])
    assert ticked(second.html, "no_trick") == [], "it folds"
    assert ("no_trick-1", "1") in fields(second.form)
