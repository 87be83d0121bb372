"""The page of a game that counts for parties in place of sides."""

from tests.pages.browser import start_match
from tests.rules.golden import NAMES

ROUND = [("re-0", "0"), ("re-1", "2"), ("re_points", "121")]


def test_a_count_of_parties_names_them() -> None:
    table = start_match("doppelkopf", NAMES[:4])
    html = table.press("open:foxes", [*table.form(), *ROUND]).html
    labels = [one.get("aria-label") for one in html.root.all("div") if one.get("role") == "group"]
    assert labels == ["Re", "Kontra", "Keypad"], "the number keeps its keypad"


def test_a_count_of_parties_is_saved() -> None:
    table = start_match("doppelkopf", NAMES[:4])
    table.save(*ROUND, ("foxes-0", "0"), ("foxes-1", "1"))
    assert table.sheet.rows[0].deal["foxes"] == [0, 1]
    assert table.sheet.totals == [0, 0, 0, 0]
    table.save(("re-0", "1"), ("re-1", "2"), ("re_points", "155"), ("re_said", "said"))
    assert table.sheet.totals == [-4, 4, 4, -4]


def test_a_number_of_many_values_has_the_keypad_at_once() -> None:
    table = start_match("doppelkopf", NAMES[:4])
    html = table.get(table.path).html
    assert [one.get("name") for one in html.root.all("input") if one.get("id") == "re_points"] == ["re_points"]
    html = table.press("1", [*table.form(), ("now", "re_points")]).html
    [box] = [one for one in html.root.all("input") if one.get("id") == "re_points"]
    assert box.get("value") == "1"


def test_a_folded_number_stays_open_for_its_next_digit() -> None:
    table = start_match("skat", NAMES[:3])
    form = [
        *table.form(),
        ("declarer", "0"),
        ("game", "clubs"),
        ("matadors", "1"),
        ("open", "points"),
        ("now", "points"),
    ]
    html = table.press("7", form).html
    assert [one.get("value") for one in html.root.all("input") if one.get("id") == "points"] == ["7"]


def test_a_folded_number_brings_the_keypad_while_a_choice_is_missing() -> None:
    table = start_match("briscola_chiamata", NAMES[:5])
    html = table.press("open:bid", [*table.form(), ("caller", "2"), ("partner", "0")]).html
    assert [one.get("value") for one in html.root.all("input") if one.get("name") == "now"] == ["bid"]
    assert "7" in [key.get("value") for key in html.root.all("button")]
