"""Home: what is under way, the same again, the last evenings."""

from datetime import UTC, datetime, timedelta

from tests.match.logs import id_of
from tests.pages.browser import NOW, Table, fields, started
from tests.rules.golden import NAMES


def test_home_without_matches_asks_what_to_play() -> None:
    html = Table().get("/").html
    links = [one.get("href") for one in html.root.all("a")]
    assert "/new/?game=pisti" in links
    assert "/new/" in links


def test_home_has_what_is_under_way_and_what_was_played() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    card = next(one for one in table.get("/").html.root.all("a") if one.get("href") == table.here).text
    assert "Round 2" in card
    assert "Deniz deals" in card
    table.post(f"{table.here}more/", [("act", "finish")])
    html = table.get("/").html
    assert "The last evenings" in html.find("main").text
    [again] = html.forms()
    assert {("game", "bisca_tres"), ("seat-0", "name:Eleni"), ("first_dealer", "1")} <= set(fields(again))
    table.post(f"{table.here}more/", [("act", "delete")])
    assert table.here not in table.get("/").text


def played(table: Table, name: str, hours: float, game: str = "pisti") -> str:
    """A match that began so many hours after the first, and was finished at once."""
    began = (datetime(2026, 11, 20, 19, 0, tzinfo=UTC) + timedelta(hours=hours)).isoformat()
    match, who = id_of(name), [{"id": id_of(one), "name": one} for one in NAMES[:2]]
    data = {"game": game, "players": who, "first_dealer": 0}
    for kind, told in (("start", data), ("finish", {})):
        key = f"{name} {kind}"
        table.store({"id": id_of(key), "match": match, "kind": kind, "data": told, "after": None, "at": began})
    return match


def evenings_at(table: Table) -> list[tuple[str, list[str]]]:
    """What is over each evening, and where its rows lead."""
    shown = [one for one in table.get("/").html.root.all("section") if one.get("class") == "evening"]
    heads = [next(one for one in evening.all("div") if one.get("class") == "head").text for evening in shown]
    return list(zip(heads, [[one.get("href") for one in evening.all("a")] for evening in shown], strict=True))


def test_home_shows_the_last_evenings_the_newest_first() -> None:
    table = Table()
    for number in range(6):
        played(table, f"day {number}", 24 * number)
    later = played(table, "later", 24 * 5 + 3)
    days = [(f"2026-11-{20 + number}", [f"/table/{id_of(f'day {number}')}/"]) for number in (4, 3, 2)]
    assert evenings_at(table) == [("2026-11-25", [f"/table/{later}/", f"/table/{id_of('day 5')}/"]), *days]


def test_a_match_without_a_round_has_no_winner() -> None:
    table = Table()
    played(table, "tonight", 0)
    [evening] = [one for one in table.get("/").html.root.all("section") if one.get("class") == "evening"]
    assert evening.all("a")[0].text == "Pişti Ended without a complete round"


def test_an_evening_that_a_hand_has_named_says_so() -> None:
    table = Table()
    first, other = played(table, "first", 0), played(table, "other", 48)
    said = {"evening": first, "name": "Party <3", "place": "Lefkara", "matches": [first, other]}
    table.store({"id": id_of("e"), "match": None, "kind": "evening", "data": said, "after": None, "at": NOW})
    assert evenings_at(table) == [("Party <3 Lefkara, 2026-11-20", [f"/table/{other}/", f"/table/{first}/"])]


def test_a_long_evening_is_folded_and_lacks_nothing() -> None:
    table = Table()
    matches = [played(table, f"match {number}", number) for number in range(7)]
    [(_head, links)] = evenings_at(table)
    assert links == [f"/table/{match}/" for match in reversed(matches)]
    [folded] = table.get("/").html.root.all("details")
    assert "3 more" in folded.text
    assert [one.get("href") for one in folded.all("a")] == links[4:]


def test_an_evening_in_which_nothing_is_over_is_not_told() -> None:
    table = started("bisca_tres", NAMES[:2])
    assert evenings_at(table) == []


def test_home_of_a_reader_starts_nothing() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.post(f"{table.here}more/", [("act", "finish")])
    table.role = "reader"
    html = table.get("/").html
    assert html.forms() == []
    assert "/new/" not in [one.get("href") for one in html.root.all("a")]


def test_a_game_of_a_newer_version_is_named_as_it_is_written() -> None:
    """A translated text is taken for HTML: this name is none."""
    table = started("bisca_tres", NAMES[:2])
    start, *more = table.events
    table.logs = {table.match: [start | {"data": start["data"] | {"game": "<b>"}}, *more]}
    answer = table.get("/")
    assert "&lt;b&gt;" in answer.text
    assert answer.html.told("game")[-1] == "<b>"
