"""The page More as plain actions: someone leaves, joins, replaces another, changes chairs, or the wrong one dealt."""

from typing import Any

import pytest

from tests.pages.browser import Reply, Table, fields, start_match
from tests.rules.golden import NAMES

THREE = list(NAMES[:3])
Act = tuple[Any, ...]  # its name, and the fields of its form


def pad(*rounds: tuple[int, ...]) -> Table:
    table = start_match("points", THREE)
    for points in rounds:
        save(table, *points)
    return table


def save(table: Table, *points: int) -> Reply:
    return table.save(*[(f"points-{side}", str(number)) for side, number in enumerate(points)])


def do(table: Table, act: str, *form: tuple[str, str]) -> Reply:
    reply = table.post(f"{table.path}more/", [("act", act), *form])
    assert reply.status == 303, reply.text
    return reply


def acts(table: Table) -> list[str]:
    """Return what the page More offers, without explanations."""
    html = table.get(f"{table.path}more/").html
    lists = [element for element in html.root.all("ul") if element.get("class") == "acts"]
    return [element.text for acts in lists for element in acts.all("b")]


def history(table: Table) -> list[str]:
    title = table.get(f"{table.path}more/").html.find("history-title")
    assert title.parent is not None
    return [element.text for element in title.parent.all("b")]


@pytest.mark.parametrize(
    ("game", "players", "offered"),
    [
        ("points", 3, ["Someone leaves", "Someone joins", "Replace a player"]),
        ("points", 2, ["Someone joins", "Replace a player"]),
        ("pisti", 4, ["Someone leaves", "Replace a player"]),
        ("pisa", 4, ["Replace a player"]),
        ("pilotta", 4, ["Replace a player"]),
    ],
)
def test_the_page_offers_what_the_game_allows(game: str, players: int, offered: list[str]) -> None:
    table = start_match(game, NAMES[:players])
    assert acts(table) == [
        *offered,
        *("Change seats", "Wrong dealer", "House rules", "Share live scores", "Show on a large screen"),
        "Only the totals",
        *(["End match"] if game == "points" else ["End early"]),
        "End without result",
        "Delete match",
    ]


def test_no_form_has_a_native_select_or_a_seat_by_its_number_alone() -> None:
    table = pad((5, 3, 1))
    for kind in ("", "leave", "join", "replace", "seats", "chairs", "swap", "other", "dealer", "options"):
        reply = table.get(f"{table.path}more/?do={kind}")
        assert (reply.status, reply.html.root.all("select")) == (200, [])
        assert "Seat 1" not in reply.text


def test_what_takes_away_is_last() -> None:
    table = pad((5, 3, 1))
    [last] = [
        element for element in table.get(f"{table.path}more/").html.root.all("li") if element.get("class") == "gone"
    ]
    assert acts(table)[-1] == last.all("b")[0].text == "Delete match"


def test_someone_leaves_and_the_next_round_asks_the_others() -> None:
    table = pad((5, 3, 1))
    reply = table.follow(do(table, "leave", ("who", "1")))
    assert "From round 2: Deniz leaves." in reply.text
    save(table, 4, 6)
    assert table.sheet.totals == [9, 3, 7]
    assert [cell.text for cell in table.get(table.path).html.find("round-2").all("td")] == ["9 +4", "–", "7 +6"]
    assert history(table)[1] == "From round 2: Deniz leaves."


def test_someone_who_left_has_no_place_on_the_sheet_and_at_the_end() -> None:
    table = pad((5, 30, 1))
    do(table, "leave", ("who", "1"))
    save(table, 4, 6)
    do(table, "finish")
    assert table.get(table.path).html.find("places").text.endswith("– Deniz has left 30")
    assert "9 points, 2 ahead" in table.get(table.path).text
    [places] = [
        row for row in table.get(f"{table.path}sheet/").html.find("sheet").all("tr") if row.get("class") == "place"
    ]
    assert [cell.text for cell in places.all("td")] == ["1", "–", "2"]


def test_someone_joins_behind_the_chosen_one() -> None:
    table = pad((5, 3, 1))
    reply = do(table, "join", ("new_player", " Max "), ("before", "0"))
    assert [event["kind"] for event in reply.events] == ["player", "people"]
    assert table.sheet.names == ["Eleni", "Max", "Deniz", "Andreas"]
    save(table, 1, 2, 3, 4)
    assert (table.sheet.side_names, table.sheet.totals) == (["Eleni", "Deniz", "Andreas", "Max"], [6, 6, 5, 2])


@pytest.mark.parametrize(("points", "totals"), [("take_over", [7, 4, 3]), ("from_zero", [7, 1, 3])])
def test_someone_replaces_another(points: str, totals: list[int]) -> None:
    table = pad((5, 3, 1))
    do(table, "replace", ("who", "1"), ("new_player", "Max"), ("points", points))
    save(table, 2, 1, 2)
    assert (table.sheet.side_names, table.sheet.totals) == (["Eleni", "Max", "Andreas"], totals)


@pytest.mark.parametrize(
    ("act", "offered"),
    [("replace", ["take_over", "from_zero"]), ("leave", []), ("join", []), ("chairs", []), ("dealer", [])],
)
def test_the_points_are_a_choice_only_where_someone_takes_a_seat_over(act: str, offered: list[str]) -> None:
    """Someone who leaves keeps a column, and someone who joins gets a new one, so there are no points to take over."""
    table = pad((5, 3, 1))
    html = table.get(f"{table.path}more/?do={act}").html
    inputs = [field for field in html.root.all("input") if field.get("name") == "points"]
    assert [field.get("value") for field in inputs] == offered
    assert ["checked" in field.attributes for field in inputs] == [True, False][: len(inputs)]


LEAVE, JOIN = ("leave", ("who", "1")), ("join", ("new_player", "Max"), ("before", "0"))


@pytest.mark.parametrize(("first", "second"), [(LEAVE, JOIN), (JOIN, ("leave", ("who", "2")))])
@pytest.mark.parametrize(("points", "total"), [("take_over", 3), ("from_zero", 0)])
def test_leaving_and_joining_before_the_same_round_asks_for_the_points(
    first: Act, second: Act, points: str, total: int
) -> None:
    table = pad((5, 3, 1))
    do(table, first[0], *first[1:])
    assert 'name="points"' in table.get(f"{table.path}more/?do={second[0]}").text
    do(table, second[0], *second[1:], ("points", points))
    by_name = dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))
    assert (by_name["Max"], table.sheet.names) == (total, ["Eleni", "Max", "Andreas"])


@pytest.mark.parametrize(("first", "second"), [(LEAVE, JOIN), (JOIN, ("leave", ("who", "2")))])
def test_whoever_joins_starts_from_zero_unless_someone_chooses_otherwise(first: Act, second: Act) -> None:
    """Someone leaves and someone joins: nobody has said that one replaces the other."""
    table = pad((5, 3, 1))
    do(table, first[0], *first[1:])
    html = table.get(f"{table.path}more/?do={second[0]}").html
    legend = "Points of Max" if second[0] == "leave" else "The points so far"
    assert legend in [element.text for element in html.root.all("legend")]
    chosen = [
        field for field in html.root.all("input") if field.get("name") == "points" and "checked" in field.attributes
    ]
    assert [field.get("value") for field in chosen] == ["from_zero"]
    do(table, second[0], *second[1:])
    save(table, 1, 1, 1)
    assert dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))["Max"] == 1


def test_someone_who_has_replaced_another_keeps_the_points_when_a_third_one_leaves() -> None:
    table = start_match("points", NAMES[:4])
    save(table, 5, 3, 1, 2)
    do(table, "replace", ("who", "1"), ("new_player", "Max"), ("points", "take_over"))
    do(table, "leave", ("who", "3"))
    assert dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))["Max"] == 3


ZOE = ("join", ("new_player", "Zoe"), ("before", "3"))
CLEO_LEAVES = ("leave", ("who", "2"))


@pytest.mark.parametrize("points", ["take_over", "from_zero"])
@pytest.mark.parametrize(
    ("earlier", "last"),
    [
        ([ZOE, CLEO_LEAVES], ("replace", ("who", "2"), ("new_player", "Gus"))),
        ([("replace", ("who", "3"), ("new_player", "Gus"))], CLEO_LEAVES),
        ([("replace", ("who", "3"), ("new_player", "Gus"), ("points", "from_zero"))], ("replace", ("who", "2"), ("new_player", "Zoe"))),
        ([CLEO_LEAVES], ("replace", ("who", "2"), ("new_player", "Gus"))),
    ],
)  # fmt: skip
def test_a_change_that_would_give_points_to_others_is_refused(earlier: list[Act], last: Act, points: str) -> None:
    """All changes before a round count as one, which pairs those who come with those who leave by their seats."""
    table = start_match("points", ("Anna", "Ben", "Cleo", "Dimi"))
    save(table, 5, 1, 2, 3)
    for act in earlier:
        do(table, *act)
    expected = dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))
    names = table.sheet.names
    reply = table.post(f"{table.path}more/", [("act", last[0]), *last[1:], ("points", points)])
    if reply.status == 303:  # then everyone has what they had, or takes over what the form says
        [new] = [name for name in table.sheet.names if name not in names] or [None]
        [old] = [name for name in names if name not in table.sheet.names]
        totals = dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))
        expected |= {new: expected[old] if points == "take_over" else 0} if new else {}
        assert {name: totals[name] for name in table.sheet.names} == {
            name: expected[name] for name in table.sheet.names
        }
    else:
        assert "Players have already changed before this round." in reply.text
        assert table.sheet.names == names
    assert (reply.status == 422) == (points == "take_over" or last is CLEO_LEAVES)


@pytest.mark.parametrize("first", ["take_over", "from_zero"])
def test_a_second_newcomer_before_a_round_hears_which_points_are_possible(first: str) -> None:
    table = start_match("points", ("Anna", "Ben", "Cleo", "Dimi"))
    save(table, 5, 1, 2, 3)
    do(table, "replace", ("who", "0"), ("new_player", "Gus"), ("points", first))
    second = [("act", "replace"), ("who", "1"), ("new_player", "Zoe")]
    other = "from_zero" if first == "take_over" else "take_over"
    assert "Choose the same here." in table.post(f"{table.path}more/", [*second, ("points", other)]).text
    assert table.post(f"{table.path}more/", [*second, ("points", first)]).status == 303


@pytest.mark.parametrize("points", [("take_over", "take_over"), ("from_zero", "from_zero"), ("take_over", "from_zero")])
@pytest.mark.parametrize("chairs", [("2", "3"), ("0", "3"), ("0", "1")])
def test_newcomers_who_change_chairs_before_the_same_round_keep_their_points(
    points: tuple[str, str], chairs: tuple[str, str]
) -> None:
    table = start_match("points", ("Anna", "Ben", "Cleo", "Dimi"))
    save(table, 5, 1, 2, 3)
    for seat, name, chosen in (("2", "Gus", points[0]), ("3", "Zoe", points[1])):
        table.post(f"{table.path}more/", [("act", "replace"), ("who", seat), ("new_player", name), ("points", chosen)])
    expected = dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))
    names = table.sheet.names
    reply = table.post(f"{table.path}more/", [("act", "chairs"), *(("swap", seat) for seat in chairs)])
    totals = dict(zip(table.sheet.side_names, table.sheet.totals, strict=True))
    assert {name: totals[name] for name in names} == {name: expected[name] for name in names}
    if reply.status != 303:
        assert "Players have already changed before this round." in reply.text
        assert table.sheet.names == names


def test_someone_who_joins_after_a_round_without_the_other_gets_new_points() -> None:
    table = pad((5, 3, 1))
    do(table, *LEAVE)
    save(table, 1, 1)
    assert 'name="points"' not in table.get(f"{table.path}more/?do=join").text
    do(table, *JOIN)
    assert (table.sheet.side_names, table.sheet.totals) == ([*THREE, "Max"], [6, 3, 2, 0])


def test_another_change_before_the_same_round_leaves_the_points_as_chosen() -> None:
    table = pad((5, 3, 1))
    do(table, "replace", ("who", "1"), ("new_player", "Max"), ("points", "from_zero"))
    do(table, "chairs", ("swap", "0"), ("swap", "2"))
    assert table.sheet.totals == [5, 0, 1]


def test_a_replacement_may_begin_with_an_earlier_round() -> None:
    table = pad((5, 3, 1), (1, 1, 1), (1, 1, 1))
    do(table, "replace", ("who", "1"), ("new_player", "Max"), ("points", "from_zero"), ("from", "1"))
    assert table.sheet.totals == [7, 2, 3]


def test_the_totals_have_the_order_of_the_fields_below_them() -> None:
    table = pad((5, 3, 1))
    do(table, "chairs", ("swap", "0"), ("swap", "2"))
    page = table.get(table.path)
    scores = page.html.find("totals").all("li")
    totals = [(item.all("span")[0].all("span")[-1].text, item.all("b")[0].text) for item in scores]
    assert totals == [("Andreas", "1"), ("Deniz", "3"), ("Eleni", "5")]
    boxes = [
        field.all("span")[0].text for field in page.html.root.all("label") if "amount" in field.get("class").split()
    ]
    assert boxes == ["Andreas", "Deniz", "Eleni"]
    do(table, "leave", ("who", "1"))
    scores = table.get(table.path).html.find("totals").all("li")
    assert [item.all("b")[0].text for item in scores] == ["1", "5", "3"]


def test_two_change_chairs_and_keep_their_points() -> None:
    table = pad((5, 3, 1))
    do(table, "chairs", ("swap", "0"), ("swap", "1"))
    save(table, 10, 20, 30)
    assert (table.sheet.side_names, table.sheet.totals) == (THREE, [25, 13, 31])
    assert table.get(table.path).html.find("points-0").parent.text.startswith("Deniz")  # type: ignore[union-attr]


def test_a_mix_up_is_corrected_from_the_start() -> None:
    table = pad((5, 3, 1))
    reply = do(table, "swap", ("swap", "0"), ("swap", "1"))
    assert reply.events[0]["kind"] == "seats"
    assert (table.sheet.side_names, table.sheet.totals) == (["Deniz", "Eleni", "Andreas"], [5, 3, 1])
    do(table, "other", ("who", "2"), ("new_player", "Max"))
    assert table.sheet.side_names == ["Deniz", "Eleni", "Max"]


def test_undoing_a_wrong_dealer_says_that_the_usual_player_deals() -> None:
    table = pad((5, 3, 1))
    reply = do(table, "dealer", ("dealer", "0"), ("from", "1"))
    assert "From round 2: Eleni deals." in table.follow(reply).text
    table.undo(reply)
    assert table.sheet.next_deal().dealer == 1  # type: ignore[union-attr]
    assert "From round 2: players deal in the usual order again." in history(table)


def test_the_wrong_dealer_from_this_round_or_from_the_start() -> None:
    table = pad((5, 3, 1))
    do(table, "dealer", ("dealer", "0"), ("from", "1"))
    assert [row.deal.dealer for row in table.sheet.rows] + [table.sheet.next_deal().dealer] == [0, 0]  # type: ignore[union-attr]
    table = pad((5, 3, 1))
    do(table, "dealer", ("dealer", "0"), ("from", "start"))
    assert [row.deal.dealer for row in table.sheet.rows] + [table.sheet.next_deal().dealer] == [2, 0]  # type: ignore[union-attr]


def test_the_form_says_who_deals_now_and_that_all_rounds_change() -> None:
    table = pad((5, 3, 1))
    page = table.get(f"{table.path}more/?do=dealer").text
    assert f"Now: {table.sheet.side_names[1]} deals" in page
    assert "From the start: all rounds are corrected" in page


def test_a_form_with_one_round_to_begin_with_does_not_ask_from_when() -> None:
    table = pad((5, 3, 1))
    assert "From when?" in table.get(f"{table.path}more/?do=dealer").text
    do(table, "leave", ("who", "0"))
    page = table.get(f"{table.path}more/?do=dealer").text
    assert "From when?" not in page
    assert "From round 2" in page


@pytest.mark.parametrize(
    ("act", "form", "dealer"),
    [
        ("chairs", [("swap", "0"), ("swap", "2")], "Andreas"),
        ("chairs", [("swap", "0"), ("swap", "1")], "Andreas"),
        ("replace", [("who", "2"), ("new_player", "Max")], "Max"),
        ("replace", [("who", "0"), ("new_player", "Max")], "Andreas"),
        ("leave", [("who", "0")], "Andreas"),
        ("leave", [("who", "2")], "Eleni"),
        ("join", [("before", "0"), ("new_player", "Max")], "Andreas"),
    ],
)
def test_another_change_before_the_same_round_keeps_the_corrected_dealer(
    act: str, form: list[tuple[str, str]], dealer: str
) -> None:
    table = pad((5, 3, 1))
    do(table, "dealer", ("dealer", "2"), ("from", "1"))
    do(table, act, *form)
    assert table.sheet.names[table.sheet.next_deal().dealer] == dealer  # type: ignore[union-attr]


def test_someone_leaves_after_another_has_joined_and_the_same_player_deals() -> None:
    """Both changes count as one, in which the newcomer seems to replace the one who leaves."""
    table = start_match("points", ("Cleo", "Dimi", "Ben", "Hugo"), first_dealer=2)
    save(table, 1, 1, 1, 1)
    for act, form in (("join", [("new_player", "Zoe"), ("before", "3")]), ("leave", [("who", "0")])):
        do(table, act, *form)
        assert table.sheet.names[table.sheet.next_deal().dealer] == "Hugo"  # type: ignore[union-attr]
    assert table.sheet.names == ["Dimi", "Ben", "Hugo", "Zoe"]


def test_a_change_before_a_later_round_passes_the_deal_on() -> None:
    table = pad((5, 3, 1))
    do(table, "dealer", ("dealer", "2"), ("from", "1"))
    save(table, 1, 1, 1)
    do(table, "chairs", ("swap", "0"), ("swap", "1"))
    assert (table.sheet.names, table.sheet.next_deal().dealer) == (["Deniz", "Eleni", "Andreas"], 0)  # type: ignore[union-attr]


def test_the_points_of_a_team_are_no_choice() -> None:
    table = start_match("pilotta", NAMES[:4])
    text = table.get(f"{table.path}more/?do=replace").text
    assert 'name="points"' not in text
    assert "The points are those of the side." in text


def test_every_change_can_be_undone() -> None:
    table = pad((5, 3, 1))
    for act, form in (
        ("leave", [("who", "1")]),
        ("replace", [("who", "1"), ("new_player", "Max"), ("points", "from_zero")]),
        ("chairs", [("swap", "0"), ("swap", "2")]),
        ("dealer", [("dealer", "0")]),
    ):
        reply = do(table, act, *form)
        assert table.sheet.is_changed
        table.undo(reply)
        assert (table.sheet.is_changed, table.sheet.names, table.sheet.totals) == (False, THREE, [5, 3, 1])


@pytest.mark.parametrize(
    ("act", "form", "sentence"),
    [
        ("leave", [], "Choose a player."),
        ("leave", [("who", "7")], "Choose a player."),
        ("join", [("before", "0")], "Choose who plays, or type a name."),
        ("join", [("before", "0"), ("new_player", "Eleni")], "Eleni is already seated."),
        ("join", [("before", "x"), ("new_player", "Max")], "Choose a player."),
        ("replace", [("who", "0"), ("new_player", "n" * 201)], "This name is longer than 200 characters."),
        ("chairs", [("swap", "0")], "Choose the two players who change seats."),
        ("swap", [("swap", "0"), ("swap", "1"), ("swap", "2")], "Choose the two players who change seats."),
        ("dealer", [], "Choose a player."),
    ],
)
def test_a_wrong_form_is_explained_and_nothing_is_lost(act: str, form: list[tuple[str, str]], sentence: str) -> None:
    table = pad((5, 3, 1))
    reply = table.post(f"{table.path}more/", [("act", act), *form])
    assert (reply.status, reply.events) == (422, [])
    assert sentence in reply.html.texts_of("problem")
    for name, value in form:
        if name == "new_player":
            assert reply.html.find("new-player").get("value") == value


def test_a_finished_match_has_other_players_only_where_they_were_entered_wrongly() -> None:
    table = pad((5, 3, 1))
    do(table, "finish")
    assert acts(table)[0] == "Change seats"
    assert "They changed seats" not in table.get(f"{table.path}more/?do=seats").text
    assert table.post(f"{table.path}more/", [("act", "leave"), ("who", "1")]).events == []
    assert do(table, "swap", ("swap", "0"), ("swap", "1")).events


def test_an_earlier_round_is_corrected_with_the_people_who_played_it() -> None:
    table = pad((5, 3, 1))
    do(table, "leave", ("who", "1"))
    save(table, 4, 6)
    [first, second] = [deal.id for deal in table.log.deals]
    html = table.get(f"{table.path}{first}/").html
    assert [html.find(f"points-{side}").get("value") for side in range(3)] == ["5", "3", "1"]
    late = table.get(f"{table.path}{second}/before/").html
    assert late.has("points-2")


def test_a_match_from_paper_is_entered_by_its_totals() -> None:
    table = start_match("pilotta", NAMES[:4])
    assert "Only the totals" in acts(table)
    reply = table.follow(do(table, "totals", ("total-0", "312"), ("total-1", "280")))
    assert reply.html.root.all("h2")[0].text == "Eleni & Andreas win"
    assert history(table)[0] == "Totals entered: 312 · 280"
    for path in ("", "sheet/", "wall/", "more/"):
        assert table.get(f"{table.path}{path}").status == 200
    reopened = do(table, "reopen")
    assert table.sheet.totals == [0, 0]
    table.undo(reopened)
    assert table.sheet.totals == [312, 280]


def test_totals_do_not_count_beside_rounds_of_another_phone() -> None:
    table = start_match("points", NAMES[:2])
    offline = Table(table.events, table.match)
    save(table, 5, 3)
    do(offline, "totals", ("total-0", "300"), ("total-1", "301"))
    table.events.extend(offline.events[1:])
    page = table.get(table.path).text
    assert table.sheet.totals == [5, 3]
    assert "Only the totals were entered." not in page
    assert "One round." in page


@pytest.mark.parametrize("wrong", ["", "x", "1.5", "1000000", "٣", "--1"])
def test_a_total_is_a_whole_number(wrong: str) -> None:
    table = start_match("pilotta", NAMES[:4])
    reply = table.post(f"{table.path}more/", [("act", "totals"), ("total-0", "312"), ("total-1", wrong)])
    assert (reply.status, reply.html.texts_of("problem")) == (422, ["Enter a whole number for each side."])
    assert [reply.html.find(f"total-{side}").get("value") for side in (0, 1)] == ["312", wrong]


def test_a_match_with_rounds_offers_no_totals() -> None:
    assert "Only the totals" not in acts(pad((5, 3, 1)))


def test_finishing_names_the_winners_who_played_not_those_of_the_next_round() -> None:
    table = start_match("pilotta", NAMES[:4])
    assert finish_key(table) == "End early"
    answers = (("bidder", "0"), ("bid", "80"), ("trump", "hearts"), ("trick_points-0", "100"))
    table.save(*answers)
    before = finish_key(table)
    assert before == f"End early {NAMES[0]} & {NAMES[2]} win with 18."
    do(table, "chairs", ("swap", "0"), ("swap", "1"))
    assert finish_key(table) == f"{before} The change of people does not count, because no round has followed"
    do(table, "finish")
    assert f"{NAMES[0]} & {NAMES[2]} win" in table.get(table.path).html.find("totals").text


def finish_key(table: Table) -> str:
    html = table.get(f"{table.path}more/").html
    return next(key.text for key in html.root.all("button") if key.get("value") == "finish")


def test_a_rematch_is_for_those_who_played_last() -> None:
    table = pad((5, 3, 1))
    do(table, "leave", ("who", "1"))
    save(table, 1, 1)
    table.post(f"{table.path}more/", [("act", "finish")])
    page = table.get(table.path)
    [form] = [form for form in page.html.forms() if form.get("action") == "/new/" and form.get("method") == "post"]
    assert form.text == "Rematch, Eleni deals"
    players = table.post("/new/", fields(form)).events[-1]["data"]["players"]
    assert [player["name"] if isinstance(player, dict) else player for player in players] == ["Eleni", "Andreas"]
    assert "Deniz has left" in page.html.find("places").text


def test_someone_who_left_shares_the_column_and_is_listed_last() -> None:
    """Someone joins and another leaves before the same round, so both have points in one column."""
    table = start_match("points", ("Cleo", "Dimi", "Ben", "Hugo"))
    save(table, 31, 2, 3, 4)
    do(table, "join", ("new_player", "Zoe"), ("before", "3"))
    do(table, "leave", ("who", "0"), ("points", "from_zero"))
    save(table, 5, 6, 7, 8)
    heads = [head.text for head in table.get(f"{table.path}sheet/").html.root.all("th") if head.get("scope") == "col"]
    assert [head for head in heads if "Zoe" in head] == ["Cleo / Zoe"]
    do(table, "finish")
    places = table.get(table.path).html.find("places").text
    assert places.endswith("– Cleo has left 31")


def test_the_table_says_that_two_phones_changed_the_people_until_the_next_round() -> None:
    """The later change counts as a whole, so it may take someone's points away who did not leave."""
    table = pad((5, 3, 1))
    offline = Table(table.events, table.match)
    do(table, "replace", ("who", "1"), ("new_player", "Max"))
    save(table, 1, 2, 3)
    do(offline, "replace", ("who", "0"), ("new_player", "Zoe"), ("points", "from_zero"))
    assert CROSSED not in table.get(table.path).text
    table.events.extend(event for event in offline.events[2:] if event["match"])
    page = table.get(table.path).text
    assert CROSSED in page
    assert "Now these play: Zoe, Deniz, Andreas. If that is wrong, correct it before the next round." in page
    assert CROSSED in table.get(f"{table.path}more/").text
    table.role = "reader"
    page = table.get(table.path).text
    assert CROSSED in page
    assert "If that is wrong" not in page
    table.role = "owner"
    save(table, 1, 2, 3)
    assert CROSSED not in table.get(table.path).text


CROSSED = "Two phones changed who plays."
