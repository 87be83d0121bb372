"""The chart, the comb and the result of a match have the same numbers as the sheet."""

import re
from itertools import pairwise

import pytest

from games.display.chart import BOTTOM, LEFT, RIGHT, TOP, Chart, runs_of
from games.display.open_match import OpenMatch, open_match
from games.display.standing import Comb
from games.match.log import fold_events
from games.pages.result_page import MatchResult
from tests.match.logs import event, id_of
from tests.match.test_people import folded, pad, people, points
from tests.pages.browser import NOW, Table, fields, start_match
from tests.rules.golden import CASES, NAMES, Case, document


def opened_match(table: Table) -> OpenMatch:
    opened = open_match(fold_events(table.events), "owner")
    assert opened is not None
    return opened


def golden_table(case: Case) -> Table:
    match_document = document(case)
    table = start_match(
        case["game"],
        match_document["players"],
        **{key: match_document[key] for key in ("options", "first_dealer") if key in match_document},
    )
    for number, deal in enumerate(match_document["deals"]):
        ids = {"id": id_of(f"{table.events[0]['id'][-7:]} {number}"), "match": table.match}
        event = {
            **ids,
            "kind": "deal",
            "data": {"deal": ids["id"], "answers": deal["answers"]},
            "after": None,
            "at": NOW,
        }
        table.logs[table.match].append({**event, "seq": number + 2})
    return table


PLAYED = [case for case in CASES if len(case["deals"]) > 1][::4]


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: f"{case['game']}: {case['name']}")
def test_pages_show_the_numbers_of_the_sheet(case: Case) -> None:
    table = golden_table(case)
    sheet = table.sheet
    page = table.get(f"{table.path}sheet/").html
    rows = [row for row in page.find("sheet").all("tbody")[0].all("tr") if "why" not in row.get("class")]
    assert [[int(cell.all("b")[0].text) for cell in row.all("td")] for row in rows] == [
        row.totals for row in sheet.rows
    ]
    foot = page.find("sheet").all("tfoot")[0]
    assert [int(element.text) for element in foot.all("b")] == sheet.totals
    chart = Chart(opened_match(table))
    for number, curve in enumerate(chart.curves):
        points = [tuple(map(int, point)) for point in re.findall(r"(-?\d+) (-?\d+)", curve.path)]
        assert len(points) == len(sheet.rows) + 1
        assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
        heights = [0, *[row.totals[number] for row in sheet.rows]]
        order = sorted(range(len(points)), key=lambda at: heights[at])
        assert all(points[low][1] >= points[high][1] for low, high in pairwise(order))
    levels = [level.text for level in chart.levels]
    lowest = min([0, *[total for row in sheet.rows for total in row.totals]])
    assert "0" in (levels if lowest < 0 else levels[:1])
    assert len(chart.levels) <= 6


CHANGES: dict[str, tuple[list[str], str, list[list[list[int]]]]] = {
    # who plays after the second round, how, and the parts of each line: its totals, from the round before its first
    "someone leaves": (["Rui", "Eva"], "take_over", [[[0, 5, 6, 16]], [[0, 3, 5]], [[0, 1, 4, 24]]]),
    "someone joins": (
        ["Rui", "Ana", "Eva", "Zoe"],
        "from_zero",
        [[[0, 5, 6, 16]], [[0, 3, 5, 25]], [[0, 1, 4, 34]], [[0, 40]]],
    ),
    "someone is replaced": (["Zoe", "Ana", "Eva"], "take_over", [[[0, 5, 6, 16]], [[0, 3, 5, 25]], [[0, 1, 4, 34]]]),
    "someone is replaced, from zero": (
        ["Zoe", "Ana", "Eva"],
        "from_zero",
        [[[0, 5, 6], [0, 10]], [[0, 3, 5, 25]], [[0, 1, 4, 34]]],
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_lines_begin_and_end_with_their_players(change: str) -> None:
    players, how, parts = CHANGES[change]
    rounds = [points("a", "start", 5, 3, 1), points("b", "a", 1, 2, 3), people("p", "b", players, how)]
    last = points("c", "p", *[10, 20, 30, 40][: len(players)])
    opened = open_match(folded(pad(["Rui", "Ana", "Eva"]), *rounds, last), "owner")
    assert opened is not None
    rows = opened.sheet.rows
    assert [
        [[total for _round, total in run] for run in runs_of(rows, column)] for column in range(len(parts))
    ] == parts
    assert [curve.path.count("M") for curve in Chart(opened).curves] == [len(runs) for runs in parts]


@pytest.mark.parametrize("rounds", [0, 1, 2, 13, 14, 15, 29, 200])
def test_a_chart_numbers_some_of_its_rounds(rounds: int) -> None:
    table = start_match("bisca_tres", NAMES[:2], options={"lines": 10})
    sheet = table.sheet
    for _round in range(rounds):
        sheet.add({"answers": {"points": [60, 60]}})
    opened = opened_match(table)
    opened.sheet = sheet
    chart = Chart(opened)
    assert chart.is_drawn == (rounds > 1)
    assert len(chart.marks) <= 15
    assert chart.marks[0].text == "0"


def test_a_chart_of_very_large_numbers_stays_small() -> None:
    """A bid has no upper limit, and someone may type a few noughts too many."""
    table = start_match("pilotta", NAMES[:4])
    answers = {"bidder": 0, "bid": 900_000_000, "trick_points": [82, 80]}
    table.store(
        {
            "id": id_of("huge"),
            "match": table.match,
            "kind": "deal",
            "data": {"deal": id_of("huge"), "answers": answers},
            "after": None,
            "at": NOW,
        }
    )
    assert len(Chart(opened_match(table)).levels) < 10
    assert len(table.get(f"{table.path}sheet/").text) < 50_000


@pytest.mark.parametrize("lines", [4, 10])
def test_a_comb_has_its_marks(lines: int) -> None:
    for top in range(lines + 1):
        comb = Comb(lines, top, lines - top)
        assert comb.blobs.count("M") == lines
        assert comb.teeth.count("M") == lines
        assert all(0 < int(x) < 360 for x in re.findall(r"M(-?\d+) 9c", comb.teeth))


def test_the_result_names_the_winner_and_the_lead() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "49"))
    for _round in range(4):
        table.save(("points-0", "71"))
    assert table.sheet.totals == [4, 1]
    html = table.get(table.path).html
    assert html.find("totals").all("h2")[0].text == "Eleni wins"
    assert "4 games, 3 ahead" in html.find("totals").text
    [places] = [element for element in html.root.all("ol") if element.get("class") == "places"]
    assert [item.text for item in places.all("li")] == ["1 Eleni 4", "2 Deniz 1"]


def test_the_result_names_all_who_share_the_win_or_a_place() -> None:
    table = start_match("points", NAMES[:3])
    table.save(*((f"points-{side}", "1") for side in range(3)))
    table.post(f"{table.path}more/", [("act", "finish")])
    result = MatchResult(opened_match(table))
    assert result.winners == list(NAMES[:3])
    assert [side.place for side in result.places] == [1, 1, 1]
    assert all(side.is_shared for side in result.places)
    assert (result.ahead, result.deciding_highlights, result.rounds) == (0, [], 1)


def test_nobody_has_won_without_a_round() -> None:
    """The public sheet still has places and winners, because programs read them."""
    table = start_match("pisti", NAMES[:3])
    table.post(f"{table.path}more/", [("act", "finish")])
    html = table.get(table.path).html
    assert html.find("totals").all("h2")[0].text == "Ended without a complete round"
    assert "won" not in html.texts_of("lead-mark")
    assert (html.find("places").text, html.find("why").text, html.find("places").get("hidden")) == ("", "", "")
    assert "Rounds will appear here." not in html.find("sheet").text
    assert MatchResult(opened_match(table)).winners == []
    assert (table.sheet.winners, [side.place for side in opened_match(table).standing.sides]) == ([0, 1, 2], [1, 1, 1])


def test_a_match_can_end_without_result_and_be_reopened() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    more = f"{table.path}more/"
    assert "End without result" in table.get(more).html.find("settings").text
    table.post(more, [("act", "none")])
    html = table.get(table.path).html
    assert html.find("totals").text == "Ended without result ended by Rosa"
    assert html.find("places").text == ""
    assert MatchResult(opened_match(table)).winners == []
    assert "Ended without result" in table.get("/").html.find("main").text
    assert "Match ended without result" in table.get(more).html.find("main").text
    assert "Place" not in [element.text for element in table.get(f"{table.path}sheet/").html.find("sheet").all("th")]
    table.post(more, [("act", "reopen")])
    assert not table.sheet.finished
    table.post(more, [("act", "finish")])
    assert MatchResult(opened_match(table)).winners == ["Eleni"]


def test_a_match_that_is_won_can_still_end_without_result() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    for _round in range(4):
        table.save(("points-0", "71"))
    assert table.sheet.winners == [0]
    table.post(f"{table.path}more/", [("act", "none")])
    assert table.get(table.path).html.find("totals").text == "Ended without result ended by Rosa"


def test_a_match_whose_rounds_are_all_crossed_out_has_no_winner() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    table.post(f"{table.path}more/", [("act", "finish")])
    assert MatchResult(opened_match(table)).winners == ["Eleni"]
    table.post(table.round(table.log.deals[0].id), [("strike", "1")])
    assert MatchResult(opened_match(table)).winners == []


@pytest.mark.parametrize("is_amended", [False, True])
def test_a_match_whose_only_round_is_not_complete_has_no_winner(is_amended: bool) -> None:
    table = start_match("points", NAMES[:2])
    table.save(("points-0", "4"), *([("points-1", "1")] if is_amended else []))
    table.post(f"{table.path}more/", [("act", "finish")])
    if is_amended:
        [deal] = table.log.deals
        assert MatchResult(opened_match(table)).winners == ["Eleni"]
        data = {"deal": deal.id, "answers": {"points": [4, None]}}
        amended = {"id": id_of("amended"), "match": table.match, "kind": "amend", "data": data}
        table.store({**amended, "after": None, "at": NOW})
    html = table.get(table.path).html
    assert html.find("totals").text == "Ended without a complete round ended by Rosa"
    assert html.find("places").text == ""
    assert MatchResult(opened_match(table)).winners == []
    sheet = table.get(f"{table.path}sheet/").html
    assert "Place" not in [element.text for element in sheet.find("sheet").all("th")]
    assert "Ended without a complete round" in table.get("/").html.find("main").text


def test_a_rematch_starts_at_once_with_the_next_dealer() -> None:
    players = [{"id": id_of(name), "name": name} for name in NAMES[:3]]
    table = start_match("pisti", players, options={"target": 20, "most": "cards"}, first_dealer=1)
    table.players = [{**player, "hidden": False, "same_as": None} for player in players]
    table.save(("jacks-0", "4"))
    table.post(f"{table.path}more/", [("act", "finish")])
    html = table.get(table.path).html
    [form] = [form for form in html.forms() if form.get("action") == "/new/" and form.get("method") == "post"]
    assert form.text == "Rematch, Andreas deals"
    reply = table.post("/new/", fields(form))
    data = reply.events[-1]["data"]
    assert (data["first_dealer"], data["options"], data["players"]) == (2, {"target": 20, "most": "cards"}, players)


def test_a_round_with_problems_has_no_highlights() -> None:
    """Such a round scores nothing, so it cannot decide a match."""
    table = start_match("pilotta", NAMES[:4])
    answers = {
        "bidder": 0,
        "bid": 80,
        "kapo": 0,
        "trick_points": [162, 0],
        "pilotta": 1,
        "declarations": [[{"kind": "four", "rank": "K"}], []],
    }
    table.logs[table.match].append(
        {
            "id": id_of(f"w {table.events[0]['id'][-8:]}"),
            "match": table.match,
            "kind": "deal",
            "data": {"deal": id_of("w"), "answers": answers},
            "after": None,
            "at": NOW,
            "seq": 2,
        }
    )
    assert table.sheet.rows[0].problems
    assert table.sheet.totals == [0, 0]
    assert MatchResult(opened_match(table)).deciding_highlights == []
    assert "took all eight tricks" not in table.get(f"{table.path}sheet/").text


def test_the_sheet_links_to_the_evening_and_the_history() -> None:
    """The sheet also has the time of the match, and the comb of games that have one."""
    table = start_match("bisca_tres", NAMES[:2])
    page = table.get(f"{table.path}sheet/")
    assert f'datetime="{NOW}"' in page.text
    assert "Comb with 4 lines: 0 marked at the top, 0 at the bottom" in page.text
    links = [link.get("href") for link in page.html.root.all("a")]
    assert f"/evenings/of/{table.match}/" in links
    assert f"{table.path}more/#history-title" in links
    assert table.get(f"{table.path}more/").html.find("history-title")
    no_comb = golden_table(next(case for case in PLAYED if case["game"] == "pilotta"))
    assert "Comb with" not in no_comb.get(f"{no_comb.path}sheet/").text


def test_the_chart_has_room_for_the_longest_number_and_its_minus() -> None:
    table = start_match("points", ("Eleni", "Deniz"))
    for number in (300, 400, 500):
        table.save(("points-0", "-900"), ("points-1", str(number)))
    chart = Chart(opened_match(table))
    longest = max(len(level.text) for level in chart.levels)
    assert longest == len("-3000")
    assert chart.left - 6 - 7.5 * longest >= 0  # the text ends 6 before the grid, and a digit is 7 wide


def test_the_lines_of_the_picture_are_in_the_order_of_the_places() -> None:
    """Ana leaves after a round with more points than anyone else, and has no place."""
    rounds = [points("a", "start", 5, 9, 1), people("p", "a", ["Rui", "Eva"], "take_over"), points("b", "p", 1, 8)]
    opened = open_match(folded(pad(["Rui", "Ana", "Eva"]), *rounds, event("f", "finish", "b")), "owner")
    assert opened is not None
    places = MatchResult(opened).places
    assert [side.name for side in places] == ["Eva", "Rui", "Ana"]
    expected = [("1", "Eva", "9"), ("2", "Rui", "6"), ("–", "Ana (has left)", "9")]
    lines = MatchResult(opened).picture_lines("has left").split("\n")
    assert [tuple(line.split("\t")) for line in lines] == expected
    no_result = open_match(folded(pad(["Rui", "Ana"])), "owner")
    assert no_result is not None
    assert MatchResult(no_result).picture_lines("has left") == "\tRui\t0\n\tAna\t0"
    below = open_match(folded(pad(["Rui", "Ana"]), points("a", "start", -20, 9)), "owner")
    assert below is not None
    assert "Rui\t−20" in MatchResult(below).picture_lines("has left")
