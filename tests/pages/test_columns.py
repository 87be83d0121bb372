"""The page of a game that counts for parties in place of sides."""

from tests.pages.browser import start_match
from tests.rules.golden import NAMES

ROUND = [("re-0", "0"), ("re-1", "2"), ("re_points", "121")]


def test_a_count_of_parties_names_them() -> None:
    table = start_match("doppelkopf", NAMES[:4])
    html = table.press("open:foxes", [*table.form(), *ROUND]).html
    labels = [one.get("aria-label") for one in html.root.all("div") if one.get("role") == "group"]
    assert labels == ["Re", "Kontra"]


def test_a_count_of_parties_is_saved() -> None:
    table = start_match("doppelkopf", NAMES[:4])
    table.save(*ROUND, ("foxes-0", "0"), ("foxes-1", "1"))
    assert table.sheet.rows[0].deal["foxes"] == [0, 1]
    assert table.sheet.totals == [0, 0, 0, 0]
    table.save(("re-0", "1"), ("re-1", "2"), ("re_points", "155"), ("re_said", "said"))
    assert table.sheet.totals == [-4, 4, 4, -4]
