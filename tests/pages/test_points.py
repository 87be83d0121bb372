"""The game "points" on the page: negative numbers, the fewest points win, and an end by hand."""

import pytest

from games.display.chart import BOTTOM, TOP, Chart
from games.display.open_match import OpenMatch, open_match
from games.match.log import fold_events
from games.match.summary import summary
from games.pages.result_page import MatchResult
from tests.pages.browser import Element, Reply, Table, buttons, choices, fields, start_match, with_values
from tests.rules.golden import NAMES


def start_points_match(players: int = 3, **options: object) -> Table:
    return start_match("points", NAMES[:players], options=options)


def play(table: Table, *rounds: list[int]) -> None:
    for numbers in rounds:
        reply = table.get(table.path)
        pairs = [(f"points-{side}", str(number)) for side, number in enumerate(numbers)]
        saved = table.post(table.path, with_values(fields(reply.form), *pairs))
        assert [event["kind"] for event in saved.events] == ["deal"]


def opened_match(table: Table) -> OpenMatch:
    opened = open_match(fold_events(table.events), "owner")
    assert opened is not None
    return opened


@pytest.mark.parametrize(
    ("text", "answers"),
    [("-12", [-12, 5, 0]), ("−12", [-12, 5, 0]), (" -3 ", [-3, 5, 0]), ("-0", [0, 5, 0]), ("-999999", [-999999, 5, 0])],
)
def test_a_number_below_zero_can_be_typed(text: str, answers: list[int]) -> None:
    table = start_points_match()
    form = with_values(fields(table.get(table.path).form), ("points-0", text), ("points-1", "5"), ("points-2", "0"))
    saved = table.post(table.path, form)
    assert [event["data"]["answers"] for event in saved.events] == [{"points": answers}]


@pytest.mark.parametrize("text", ["--1", "1-", "- 1x", "-1.5", "-1234567", "+4"])
def test_an_invalid_number_is_explained_and_stays(text: str) -> None:
    table = start_points_match()
    form = with_values(fields(table.get(table.path).form), ("points-0", text), ("points-1", "5"), ("points-2", "0"))
    reply = table.post(table.path, form)
    assert (reply.status, reply.events) == (422, [])
    assert "Must be a whole number" in reply.text
    assert reply.html.find("points-0").get("value") == text.strip()


def test_a_minus_alone_is_the_beginning_of_a_number() -> None:
    table = start_points_match()
    reply = table.press("sign", with_values(fields(table.get(table.path).form), ("now", "points-0")))
    assert reply.html.find("points-0").get("value") == "-"
    assert "problem" not in reply.text
    reply = table.press("7", fields(reply.form))
    assert reply.html.find("points-0").get("value") == "-7"


def test_the_keypad_has_a_minus_only_if_numbers_can_be_negative() -> None:
    def signs(table: Table) -> int:
        return len([button for button in table.get(table.path).form.all("button") if button.get("value") == "sign"])

    assert signs(start_points_match()) == 1
    assert signs(start_match("bisca_tres", NAMES[:2])) == 0


def test_points_are_not_their_own_reason() -> None:
    table = start_points_match()
    play(table, [3, -4, 0])
    sheet = table.get(f"{table.path}sheet/").html
    assert sheet.texts_of("reasons") == [""]
    assert [cell.text for cell in sheet.find("round-1").all("td")] == ["3 +3", "-4 -4", "0 –"]


def test_the_fewest_lead_and_win() -> None:
    table = start_points_match(wins="fewest", target=50)
    play(table, [20, -5, 30])
    opened = opened_match(table)
    assert [side.leads for side in opened.standing.sides] == [False, True, False]
    assert [side.place for side in opened.standing.sides] == [2, 1, 3]
    assert [side.to_go for side in opened.standing.sides] == [None] * 3  # the side that reaches the target loses
    assert [side.progress for side in opened.standing.sides] == [20, 0, 30]
    play(table, [1, 2, 20])
    result = MatchResult(opened_match(table))
    assert (result.winners, result.total, result.ahead) == (["Deniz"], -3, 24)
    assert result.deciding_highlights == []  # the most points in a round are bad here
    assert [side.name for side in result.places] == ["Deniz", "Eleni", "Andreas"]
    match_summary = summary(fold_events(table.events))
    assert (match_summary["winners"], match_summary["places"]) == ([1], [2, 1, 3])


def test_the_lead_is_measured_to_the_next_place_and_not_to_someone_who_left() -> None:
    """Deniz left with 0, the fewest points of all, and has the last place. Eleni has 5, Andreas 15."""
    table = start_points_match(wins="fewest")
    play(table, [3, 0, 5])
    assert table.post(f"{table.path}more/", [("act", "leave"), ("who", "1")]).status == 303
    play(table, [2, 10])
    table.post(f"{table.path}more/", [("act", "finish")])
    result = MatchResult(opened_match(table))
    assert (result.winners, result.total, result.ahead) == (["Eleni"], 5, 10)


def test_the_plural_of_a_negative_total_ignores_its_sign() -> None:
    table = start_points_match()
    play(table, [-1, -5, -9])
    table.post(f"{table.path}more/", [("act", "finish")])
    assert "-1 point, 4 ahead" in table.get(table.path).text


def test_a_match_without_limits_can_be_finished_on_its_page() -> None:
    table = start_points_match()
    assert "End match" not in table.get(table.path).text
    play(table, [5, 9, 9])
    page = table.get(table.path)
    assert "End match" in page.text
    reply = table.post(f"{table.path}more/", [("act", "finish")])
    assert [event["kind"] for event in reply.events] == ["finish"]
    result = MatchResult(opened_match(table))
    assert (result.winners, result.is_closed, result.is_early) == (["Deniz", "Andreas"], True, False)
    page = table.get(table.path)
    assert "Deniz, Andreas share the win" in page.text
    assert "ended early" not in page.text


def test_a_match_with_a_limit_can_be_finished_early_in_its_settings() -> None:
    table = start_points_match(rounds=3)
    play(table, [5, 9, 9])
    assert "End match" not in table.get(table.path).text
    assert "End early" in table.get(f"{table.path}more/").text
    table.post(f"{table.path}more/", [("act", "finish")])
    assert MatchResult(opened_match(table)).is_early
    assert "ended early" in table.get(table.path).text


def test_the_chart_has_negative_numbers_and_eight_different_lines() -> None:
    table = start_points_match(8, wins="fewest")
    play(table, [-40, 1, 2, 3, 4, 5, 6, 7], [0, -60, 1, 1, 1, 1, 1, 90])
    chart = Chart(opened_match(table))
    assert (chart.leading, chart.top, chart.fewest) == (["Deniz"], -59, True)
    assert sorted({curve.style for curve in chart.curves}) == list(range(1, 9))
    assert len({curve.key for curve in chart.curves}) == 8
    badges = [side.badges[0].colour for side in opened_match(table).standing.sides]
    assert [curve.colour for curve in chart.curves] == badges
    marks = [(int(level.text), level.at) for level in chart.levels]
    assert (marks[0][0] <= -59, marks[0][1], marks[-1][1]) == (True, BOTTOM, TOP)
    assert "Lowest: Deniz with -59." in table.get(f"{table.path}sheet/").text


def rules_of(page: Reply) -> Element:
    [form] = [form for form in page.html.forms() if "option-target" in dict(fields(form))]
    return form


def test_the_target_is_optional() -> None:
    table = start_points_match()
    form = rules_of(table.get(f"{table.path}more/?do=options"))
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
def test_house_rules_set_the_limits(chosen: list[tuple[str, str]], options: dict) -> None:
    table = start_points_match(rounds=5)
    form = rules_of(table.get(f"{table.path}more/?do=options"))
    reply = table.post(f"{table.path}more/", [*with_values(fields(form), *chosen), ("act", "options")])
    assert [event["data"]["options"] for event in reply.events] == [options]


@pytest.mark.parametrize(
    ("numbers", "style"),
    [([999, 0, 0], "scores of-3"), ([-99, 1000, 0], "scores of-3 long"), ([-999, 0, 0], "scores of-3 long"), ([-1000, 0, 0], "scores of-3 longer")],
)  # fmt: skip
def test_long_totals_have_a_style_of_their_own(numbers: list[int], style: str) -> None:
    table = start_points_match()
    play(table, numbers)
    assert [
        element.get("class")
        for element in table.get(table.path).html.root.all("ol")
        if "scores" in element.get("class")
    ] == [style]


def test_eight_players_can_form_two_teams() -> None:
    table = start_points_match(8, teams=True)
    play(table, [3, -4])
    assert [side.name for side in opened_match(table).standing.sides] == [
        "Eleni & Andreas & Rosa & Maria",
        "Deniz & Zeynep & Duarte & Rui",
    ]


def typed(table: Table, keys: str) -> Reply:
    """Press keys of the keypad from an empty form, each as a form that comes back without a script."""
    reply = table.get(table.path)
    for key in keys.split():
        reply = table.press(key, fields(reply.form))
    return reply


@pytest.mark.parametrize(
    ("keys", "numbers", "rest"),
    [
        ("5 0 1 8", [5, 0, 18, 3], "3"),
        ("2 6 0 0", [26, 0, 0, 0], "0"),
        ("2 0 3 2", [20, 3, 2, 1], "1"),  # another digit after the 3 would make more than 26
        ("1 3 1 3 0", [13, 13, 0, 0], "0"),
        ("0 2 6 2 6 2 6", [0, 26, 26, 26], ""),  # one player took everything: another sum
        ("5 now:points-2 4 now:points-3 9", [5, 8, 4, 9], "8"),
    ],
)
def test_the_last_number_is_the_rest_of_the_usual_sum(keys: str, numbers: list[int], rest: str) -> None:
    table = start_points_match(4, wins="fewest", sum=26)
    reply = typed(table, keys)
    boxes = [reply.html.find(f"points-{side}") for side in range(4)]
    assert [box.get("placeholder") for box in boxes if box.get("placeholder")] == ([rest] if rest else [])
    saved = table.post(table.path, fields(reply.form))
    assert [event["data"]["answers"] for event in saved.events] == [{"points": numbers}]


@pytest.mark.parametrize(
    ("texts", "answers"),
    [
        (["5", "0", "", ""], [5, 0, None, None]),
        (["20", "7", "0", ""], [20, 7, 0, None]),  # more than 26 already
        (["-6", "2", "0", ""], [-6, 2, 0, None]),
        (["5", "0", "18", "-"], [5, 0, 18, None]),  # half a number
    ],
)
def test_nothing_is_filled_in_where_the_rest_is_uncertain(texts: list[str], answers: list[int | None]) -> None:
    table = start_points_match(4, wins="fewest", sum=26)
    pairs = [(f"points-{side}", text) for side, text in enumerate(texts)]
    saved = table.post(table.path, with_values(fields(table.get(table.path).form), *pairs))
    assert [event["data"]["answers"] for event in saved.events] == [{"points": answers}]


def test_a_number_that_is_none_is_explained_and_no_rest() -> None:
    table = start_points_match(4, sum=26)
    pairs = [(f"points-{side}", text) for side, text in enumerate(["5", "0", "18", "x"])]
    reply = table.post(table.path, with_values(fields(table.get(table.path).form), *pairs))
    assert (reply.status, reply.events, reply.html.find("points-3").get("value")) == (422, [], "x")


def test_a_round_keeps_its_numbers_when_the_usual_sum_changes() -> None:
    table = start_points_match(2, sum=162)
    table.post(table.path, fields(typed(table, "1 0 0").form))
    form = rules_of(table.get(f"{table.path}more/?do=options"))
    chosen = ("option-sum", "none")
    table.post(f"{table.path}more/", [*with_values(fields(form), chosen), ("act", "options")])
    assert opened_match(table).standing.sides[1].total == 62


def test_without_a_usual_sum_only_a_zero_goes_on() -> None:
    reply = typed(start_points_match(4), "5 0 now:points-1 0 7 -")
    assert [reply.html.find(f"points-{side}").get("value") for side in range(4)] == ["50", "0", "7", ""]


@pytest.mark.parametrize(
    ("keys", "options", "texts"),
    [
        ("5 next 0 next 7 next 8", {}, ["5", "0", "7", "8"]),  # the cursor goes on by itself after the 0
        ("5 next 0 next next 8", {}, ["5", "0", "", "8"]),  # pressed twice it goes on
        ("5 next 3 next 1 8", {"sum": 26}, ["5", "3", "18", ""]),
        ("now:points-3 1 next 2", {}, ["2", "", "", "1"]),  # from the last field to an empty one
        ("1 next next 3 next 4 next 2", {}, ["1", "2", "3", "4"]),
        ("1 next 2 next 3 next next 5", {}, ["5", "2", "3", ""]),  # only the last one is empty, so *Next* leads back
    ],
)
def test_next_skips_no_player_and_overwrites_no_number(keys: str, options: dict[str, int], texts: list[str]) -> None:
    table = start_points_match(4, wins="fewest", **options)
    reply = table.get(table.path)
    for key in keys.split():
        following = [value for _name, value in buttons(reply.form) if value.startswith("now:")]
        reply = table.press(following[0] if key == "next" else key, fields(reply.form))
    assert [reply.html.find(f"points-{side}").get("value") for side in range(4)] == texts
