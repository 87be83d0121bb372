"""The chart, the comb, and the end of a match: the same numbers as the sheet."""

import re
from itertools import pairwise

import pytest

from games.display.chart import BOTTOM, LEFT, RIGHT, TOP, Chart
from games.display.open_match import OpenMatch, open_match
from games.display.standing import Comb
from games.match.log import fold_events
from games.pages.result_page import MatchResult
from tests.match.logs import id_of
from tests.pages.browser import NOW, Table, fields, started
from tests.rules.golden import CASES, NAMES, Case, document


def of(table: Table) -> OpenMatch:
    found = open_match(fold_events(table.events), table.match, "owner")
    assert found is not None
    return found


def golden(case: Case) -> Table:
    told = document(case)
    table = started(
        case["game"], told["players"], **{key: told[key] for key in ("options", "first_dealer") if key in told}
    )
    for number, deal in enumerate(told["deals"]):
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
    table = golden(case)
    sheet = table.sheet
    shown = table.get(f"{table.here}sheet/").html
    rows = [row for row in shown.find("sheet").all("tbody")[0].all("tr") if "why" not in row.get("class")]
    assert [[int(cell.all("b")[0].text) for cell in row.all("td")] for row in rows] == [
        row.totals for row in sheet.rows
    ]
    foot = shown.find("sheet").all("tfoot")[0]
    assert [int(one.text) for one in foot.all("b")] == sheet.totals
    found = Chart(of(table))
    for number, curve in enumerate(found.curves):
        points = [tuple(map(int, point)) for point in re.findall(r"(-?\d+) (-?\d+)", curve.path)]
        assert len(points) == len(sheet.rows) + 1
        assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
        heights = [0, *[row.totals[number] for row in sheet.rows]]
        order = sorted(range(len(points)), key=lambda at: heights[at])
        assert all(points[low][1] >= points[high][1] for low, high in pairwise(order))
    assert found.levels[0].text == "0"
    assert len(found.levels) <= 6


@pytest.mark.parametrize("rounds", [0, 1, 2, 13, 14, 15, 29, 200])
def test_a_chart_numbers_some_of_its_rounds(rounds: int) -> None:
    table = started("bisca_tres", NAMES[:2], options={"lines": 10})
    sheet = table.sheet
    for _round in range(rounds):
        sheet.add({"answers": {"points": [60, 60]}})
    found = of(table)
    found.sheet = sheet
    chart = Chart(found)
    assert chart.is_shown == (rounds > 1)
    assert len(chart.marks) <= 15
    assert chart.marks[0].text == "0"


def test_a_chart_of_very_large_numbers_stays_small() -> None:
    """A bid has no end, and somebody may type a few noughts too many."""
    table = started("pilotta", NAMES[:4])
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
    assert len(Chart(of(table)).levels) < 10
    assert len(table.get(f"{table.here}sheet/").text) < 50_000


@pytest.mark.parametrize("lines", [4, 10])
def test_a_comb_has_its_marks(lines: int) -> None:
    for top in range(lines + 1):
        comb = Comb(lines, top, lines - top)
        assert comb.blobs.count("M") == lines
        assert comb.teeth.count("M") == lines
        assert all(0 < int(x) < 360 for x in re.findall(r"M(-?\d+) 9c", comb.teeth))


def test_the_end_says_who_has_won_and_by_how_much() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "49"))
    for _round in range(4):
        table.save(("points-0", "71"))
    assert table.sheet.totals == [4, 1]
    html = table.get(table.here).html
    assert html.find("totals").all("h2")[0].text == "Eleni wins"
    assert "4 points, 3 ahead" in html.find("totals").text
    [places] = [one for one in html.root.all("ol") if one.get("class") == "places"]
    assert [item.text for item in places.all("li")] == ["1 Eleni 4", "2 Deniz 1"]


def test_shared_places_are_said_and_a_shared_win_too() -> None:
    table = started("points", NAMES[:3])
    table.save(*((f"points-{side}", "1") for side in range(3)))
    table.post(f"{table.here}more/", [("act", "finish")])
    finale = MatchResult(of(table))
    assert finale.winners == list(NAMES[:3])
    assert [side.place for side in finale.places] == [1, 1, 1]
    assert all(side.is_shared for side in finale.places)
    assert (finale.ahead, finale.decided, finale.rounds) == (0, [], 1)


def test_without_a_round_nobody_has_won() -> None:
    """The sheet that programs read has the places and winners that it had."""
    table = started("pisti", NAMES[:3])
    table.post(f"{table.here}more/", [("act", "finish")])
    html = table.get(table.here).html
    assert html.find("totals").all("h2")[0].text == "Ended without a complete round"
    assert "won" not in html.told("lead-mark")
    assert (html.find("places").text, html.find("why").text, html.find("places").get("hidden")) == ("", "", "")
    assert "The sheet fills from here." not in html.find("sheet").text
    assert MatchResult(of(table)).winners == []
    assert (table.sheet.winners, [side.place for side in of(table).standing.sides]) == ([0, 1, 2], [1, 1, 1])


def test_a_match_whose_rounds_are_all_struck_is_nobodys() -> None:
    table = started("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    table.post(f"{table.here}more/", [("act", "finish")])
    assert MatchResult(of(table)).winners == ["Eleni"]
    table.post(table.round(table.log.deals[0].id), [("strike", "1")])
    assert MatchResult(of(table)).winners == []


@pytest.mark.parametrize("is_amended", [False, True])
def test_a_match_whose_only_round_is_not_complete_is_nobodys(is_amended: bool) -> None:
    table = started("points", NAMES[:2])
    table.save(("points-0", "4"), *([("points-1", "1")] if is_amended else []))
    table.post(f"{table.here}more/", [("act", "finish")])
    if is_amended:
        [deal] = table.log.deals
        assert MatchResult(of(table)).winners == ["Eleni"]
        said = {"deal": deal.id, "answers": {"points": [4, None]}}
        amended = {"id": id_of("amended"), "match": table.match, "kind": "amend", "data": said}
        table.store({**amended, "after": None, "at": NOW})
    html = table.get(table.here).html
    assert html.find("totals").text == "Ended without a complete round"
    assert html.find("places").text == ""
    assert MatchResult(of(table)).winners == []
    sheet = table.get(f"{table.here}sheet/").html
    assert "Place" not in [one.text for one in sheet.find("sheet").all("th")]
    assert "Ended without a complete round" in table.get("/").html.find("main").text


def test_a_rematch_is_dealt_by_the_next_and_starts_at_once() -> None:
    players = [{"id": id_of(name), "name": name} for name in NAMES[:3]]
    table = started("pisti", players, options={"target": 20, "most": "cards"}, first_dealer=1)
    table.players = [{**player, "hidden": False, "same_as": None} for player in players]
    table.save(("jacks-0", "4"))
    table.post(f"{table.here}more/", [("act", "finish")])
    html = table.get(table.here).html
    [form] = [form for form in html.forms() if form.get("action") == "/new/" and form.get("method") == "post"]
    assert form.text == "Rematch, Andreas deals"
    reply = table.post("/new/", fields(form))
    data = reply.events[-1]["data"]
    assert (data["first_dealer"], data["options"], data["players"]) == (2, {"target": 20, "most": "cards"}, players)


def test_a_round_that_is_wrong_has_no_moments() -> None:
    """It scores nothing, so nothing of it has decided anything."""
    table = started("pilotta", NAMES[:4])
    wrong = {
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
            "data": {"deal": id_of("w"), "answers": wrong},
            "after": None,
            "at": NOW,
            "seq": 2,
        }
    )
    assert table.sheet.rows[0].problems
    assert table.sheet.totals == [0, 0]
    assert MatchResult(of(table)).decided == []
    assert "took all eight tricks" not in table.get(f"{table.here}sheet/").text


def test_the_sheet_is_the_whole_match_and_leads_on() -> None:
    """When it was played, the comb where there is one, and from there to the evening and to who wrote what."""
    table = started("bisca_tres", NAMES[:2])
    page = table.get(f"{table.here}sheet/")
    assert f'datetime="{NOW}"' in page.text
    assert "Comb of 4 lines: 0 marked at the top, 0 at the bottom" in page.text
    links = [link.get("href") for link in page.html.root.all("a")]
    assert f"/evenings/of/{table.match}/" in links
    assert f"{table.here}more/#history-title" in links
    assert table.get(f"{table.here}more/").html.find("history-title")
    no_comb = golden(next(case for case in PLAYED if case["game"] == "pilotta"))
    assert "Comb of" not in no_comb.get(f"{no_comb.here}sheet/").text
