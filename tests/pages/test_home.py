"""The home page: matches in progress, rematches, the last evenings."""

from datetime import UTC, datetime, timedelta

from tests.match.logs import id_of
from tests.pages.browser import NOW, Table, fields, start_match
from tests.rules.golden import NAMES


def test_home_without_matches_asks_what_to_play() -> None:
    html = Table().get("/").html
    links = [element.get("href") for element in html.root.all("a")]
    assert "/new/?game=pisti" in links
    assert "/new/" in links


def test_home_offers_no_new_match_to_someone_who_may_only_read() -> None:
    table = Table()
    table.role = "reader"
    html = table.get("/").html
    assert [link for link in html.root.all("a") if link.get("href").startswith("/new/")] == []
    assert "No match in progress." in html.find("played").text


def test_home_shows_an_example_only_while_it_is_empty() -> None:
    assert len(Table().get("/").html.texts_of("example")) == 1
    table = start_match("bisca_tres", NAMES[:2])
    assert table.get("/").html.texts_of("example") == []


def test_home_has_the_four_ways_and_says_where_one_is() -> None:
    [ways] = [element for element in Table().get("/").html.root.all("nav") if element.get("class") == "tabs"]
    assert [link.text for link in ways.all("a")] == ["Play", "Evenings", "Ranking", "Account"]
    assert [link.get("aria-current") for link in ways.all("a")] == ["page", "", "", ""]


def test_one_screen_has_all_matches_in_progress() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    assert "/wall/" not in [element.get("href") for element in table.get("/").html.root.all("a")]
    [only] = [element.text for element in table.get("/wall/").html.find("tables").all("li")]
    assert "Bisca de Três" in only
    assert "Deniz deals" in only
    table.post(f"{table.path}more/", [("act", "finish")])
    assert "No match in progress." in table.get("/wall/").html.find("tables").text


def test_home_shows_matches_in_progress_and_finished_ones() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    card = next(element for element in table.get("/").html.root.all("a") if element.get("href") == table.path).text
    assert "Round 2" in card
    assert "Deniz deals" in card
    table.post(f"{table.path}more/", [("act", "finish")])
    html = table.get("/").html
    assert "Recent evenings" in html.find("main").text
    [form] = html.forms()
    assert {("game", "bisca_tres"), ("seat-0", "name:Eleni"), ("first_dealer", "1")} <= set(fields(form))
    table.post(f"{table.path}more/", [("act", "delete")])
    assert table.path not in table.get("/").text


def add_finished_match(table: Table, name: str, hours: float, game: str = "pisti") -> str:
    """Store a match that began some hours after the first, and was finished at once."""
    time = (datetime(2026, 11, 20, 19, 0, tzinfo=UTC) + timedelta(hours=hours)).isoformat()
    match, players = id_of(name), [{"id": id_of(player), "name": player} for player in NAMES[:2]]
    start_data = {"game": game, "players": players, "first_dealer": 0}
    for kind, event_data in (("start", start_data), ("finish", {})):
        key = f"{name} {kind}"
        table.store({"id": id_of(key), "match": match, "kind": kind, "data": event_data, "after": None, "at": time})
    return match


def evenings_at(table: Table) -> list[tuple[str, list[str]]]:
    """Return the head of each evening, and the links of its rows."""
    sections = [element for element in table.get("/").html.root.all("section") if element.get("class") == "evening"]
    heads = [
        next(element for element in evening.all("div") if element.get("class") == "head").text for evening in sections
    ]
    return list(
        zip(heads, [[element.get("href") for element in evening.all("a")] for evening in sections], strict=True)
    )


def test_home_shows_the_last_evenings_the_newest_first() -> None:
    table = Table()
    for number in range(6):
        add_finished_match(table, f"day {number}", 24 * number)
    later = add_finished_match(table, "later", 24 * 5 + 3)
    days = [(f"{20 + number} Nov 2026", [f"/table/{id_of(f'day {number}')}/"]) for number in (4, 3, 2)]
    assert evenings_at(table) == [("25 Nov 2026", [f"/table/{later}/", f"/table/{id_of('day 5')}/"]), *days]


def test_a_match_without_a_round_has_no_winner() -> None:
    table = Table()
    add_finished_match(table, "tonight", 0)
    [evening] = [element for element in table.get("/").html.root.all("section") if element.get("class") == "evening"]
    assert evening.all("a")[0].text == "Pişti Ended without a complete round"


def test_an_evening_shows_its_name_and_place() -> None:
    table = Table()
    first, other = add_finished_match(table, "first", 0), add_finished_match(table, "other", 48)
    data = {"evening": first, "name": "Party <3", "place": "Lefkara", "matches": [first, other]}
    table.store({"id": id_of("e"), "match": None, "kind": "evening", "data": data, "after": None, "at": NOW})
    assert evenings_at(table) == [("Party <3 Lefkara, 20 Nov 2026", [f"/table/{other}/", f"/table/{first}/"])]


def test_a_long_evening_is_folded_and_complete() -> None:
    table = Table()
    matches = [add_finished_match(table, f"match {number}", number) for number in range(7)]
    [(_head, links)] = evenings_at(table)
    assert links == [f"/table/{match}/" for match in reversed(matches)]
    [folded] = table.get("/").html.root.all("details")
    assert "3 more" in folded.text
    assert [element.get("href") for element in folded.all("a")] == links[4:]


def test_an_evening_without_a_finished_match_is_not_shown() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    assert evenings_at(table) == []


def test_home_of_a_reader_starts_no_match() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.post(f"{table.path}more/", [("act", "finish")])
    table.role = "reader"
    html = table.get("/").html
    assert html.forms() == []
    assert "/new/" not in [element.get("href") for element in html.root.all("a")]


def test_the_key_of_an_unknown_game_is_escaped() -> None:
    """Translated texts are HTML, but this key is not."""
    table = start_match("bisca_tres", NAMES[:2])
    start, *more = table.events
    table.logs = {table.match: [start | {"data": start["data"] | {"game": "<b>"}}, *more]}
    answer = table.get("/")
    assert "&lt;b&gt;" in answer.text
    assert answer.html.texts_of("game")[-1] == "<b>"
