"""A pad for any game on the page: numbers below zero, the fewest that win, and an end that people make by hand."""

import pytest

from games.display.chart import BOTTOM, TOP, Chart
from games.display.open_match import OpenMatch, open_match
from games.match.log import fold_events
from games.match.summary import summary
from games.pages.result_page import MatchResult
from tests.pages.browser import Element, Reply, Table, choices, fields, put, started
from tests.rules.golden import NAMES


def table(players: int = 3, **options: object) -> Table:
    return started("points", NAMES[:players], options=options)


def play(table: Table, *rounds: list[int]) -> None:
    for numbers in rounds:
        reply = table.get(table.here)
        pairs = [(f"points-{side}", str(number)) for side, number in enumerate(numbers)]
        saved = table.post(table.here, put(fields(reply.form), *pairs))
        assert [event["kind"] for event in saved.events] == ["deal"]


def of(table: Table) -> OpenMatch:
    found = open_match(fold_events(table.events), table.match, "owner")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "answers"),
    [("-12", [-12, 5, 0]), ("−12", [-12, 5, 0]), (" -3 ", [-3, 5, 0]), ("-0", [0, 5, 0]), ("-999999", [-999999, 5, 0])],
)
def test_a_number_below_zero_can_be_typed(text: str, answers: list[int]) -> None:
    here = table()
    form = put(fields(here.get(here.here).form), ("points-0", text), ("points-1", "5"), ("points-2", "0"))
    saved = here.post(here.here, form)
    assert [event["data"]["answers"] for event in saved.events] == [{"points": answers}]


@pytest.mark.parametrize("text", ["--1", "1-", "- 1x", "-1.5", "-1234567", "+4"])
def test_what_is_no_number_is_told_and_stays(text: str) -> None:
    here = table()
    form = put(fields(here.get(here.here).form), ("points-0", text), ("points-1", "5"), ("points-2", "0"))
    reply = here.post(here.here, form)
    assert (reply.status, reply.events) == (422, [])
    assert "A whole number is needed here" in reply.text
    assert reply.html.find("points-0").get("value") == text.strip()


def test_a_minus_alone_is_the_beginning_of_a_number() -> None:
    here = table()
    reply = here.press("sign", put(fields(here.get(here.here).form), ("now", "points-0")))
    assert reply.html.find("points-0").get("value") == "-"
    assert "problem" not in reply.text
    reply = here.press("7", fields(reply.form))
    assert reply.html.find("points-0").get("value") == "-7"


def test_the_keypad_has_a_minus_only_where_there_is_something_below_zero() -> None:
    def signs(here: Table) -> int:
        return len([one for one in here.get(here.here).form.all("button") if one.get("value") == "sign"])

    assert signs(table()) == 1
    assert signs(started("bisca_tres", NAMES[:2])) == 0


def test_points_are_not_given_as_a_reason_for_themselves() -> None:
    here = table()
    play(here, [3, -4, 0])
    sheet = here.get(f"{here.here}sheet/").html
    assert sheet.told("reasons") == [""]
    assert [cell.text for cell in sheet.find("round-1").all("td")] == ["3 +3", "-4 -4", "0 –"]


def test_the_fewest_lead_and_win() -> None:
    here = table(wins="fewest", target=50)
    play(here, [20, -5, 30])
    found = of(here)
    assert [side.leads for side in found.standing.sides] == [False, True, False]
    assert [side.place for side in found.standing.sides] == [2, 1, 3]
    assert [side.to_go for side in found.standing.sides] == [None] * 3  # nobody wants to get there
    assert [side.progress for side in found.standing.sides] == [20, 0, 30]
    play(here, [1, 2, 20])
    finale = MatchResult(of(here))
    assert (finale.winners, finale.total, finale.ahead) == (["Deniz"], -3, 24)
    assert [side.name for side in finale.places] == ["Deniz", "Eleni", "Andreas"]
    told = summary(fold_events(here.events))
    assert (told["winners"], told["places"]) == ([1], [2, 1, 3])


def test_without_limits_people_finish_it_from_the_table() -> None:
    here = table()
    assert "Finish the match" not in here.get(here.here).text
    play(here, [5, 9, 9])
    page = here.get(here.here)
    assert "Finish the match" in page.text
    done = here.post(f"{here.here}more/", [("act", "finish")])
    assert [event["kind"] for event in done.events] == ["finish"]
    finale = MatchResult(of(here))
    assert (finale.winners, finale.is_closed, finale.is_early) == (["Deniz", "Andreas"], True, False)
    page = here.get(here.here)
    assert "Shared by Deniz, Andreas" in page.text
    assert "finished early" not in page.text


def test_a_match_with_a_limit_is_finished_early_where_it_is_seldom_needed() -> None:
    here = table(rounds=3)
    play(here, [5, 9, 9])
    assert "Finish the match" not in here.get(here.here).text
    assert "Finish early" in here.get(f"{here.here}more/").text
    here.post(f"{here.here}more/", [("act", "finish")])
    assert MatchResult(of(here)).is_early
    assert "finished early" in here.get(here.here).text


def test_the_chart_reaches_below_zero_and_tells_eight_lines_apart() -> None:
    here = table(8, wins="fewest")
    play(here, [-40, 1, 2, 3, 4, 5, 6, 7], [0, -60, 1, 1, 1, 1, 1, 90])
    found = Chart(of(here))
    assert (found.leading, found.top, found.fewest) == (["Deniz"], -59, True)
    assert sorted({curve.style for curve in found.curves}) == list(range(1, 9))
    assert len({curve.key for curve in found.curves}) == 8
    marks = [(int(level.text), level.at) for level in found.levels]
    assert (marks[0][0] <= -59, marks[0][1], marks[-1][1]) == (True, BOTTOM, TOP)
    assert "Deniz: -59, the fewest." in here.get(f"{here.here}sheet/").text


def rules_of(page: Reply) -> Element:
    [found] = [form for form in page.html.forms() if "option-target" in dict(fields(form))]
    return found


def test_there_need_be_no_number_to_play_to() -> None:
    here = table()
    form = rules_of(here.get(f"{here.here}more/"))
    assert [value for name, value in choices(form) if name == "option-target"] == ["none", "50", "100", "500", "other"]
    assert ("option-target", "none") in fields(form)


@pytest.mark.parametrize(
    ("chosen", "options"),
    [
        ([("option-rounds", "none")], {}),
        ([("option-rounds", "none"), ("option-target", "100")], {"target": 100}),
        ([("option-target", "other"), ("option-target-other", "75")], {"target": 75, "rounds": 5}),
        ([("option-rounds", "other"), ("option-rounds-other", "")], {}),
    ],
)
def test_the_limits_are_chosen_in_the_house_rules(chosen: list[tuple[str, str]], options: dict) -> None:
    here = table(rounds=5)
    form = rules_of(here.get(f"{here.here}more/"))
    done = here.post(f"{here.here}more/", [*put(fields(form), *chosen), ("act", "options")])
    assert [event["data"]["options"] for event in done.events] == [options]


@pytest.mark.parametrize(
    ("numbers", "style"),
    [([999, 0, 0], "scores of-3"), ([-99, 1000, 0], "scores of-3 long"), ([-999, 0, 0], "scores of-3 long"), ([-1000, 0, 0], "scores of-3 longer")],
)  # fmt: skip
def test_long_totals_are_told_to_the_look(numbers: list[int], style: str) -> None:
    here = table()
    play(here, numbers)
    assert [one.get("class") for one in here.get(here.here).html.root.all("ol") if "scores" in one.get("class")] == [
        style
    ]


def test_eight_play_in_two_teams() -> None:
    here = table(8, teams=True)
    play(here, [3, -4])
    assert [side.name for side in of(here).standing.sides] == [
        "Eleni & Andreas & Rosa & Maria",
        "Deniz & Zeynep & Duarte & Rui",
    ]
