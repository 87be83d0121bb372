"""The history names each round, its points and its writer."""

import pytest

from tests.pages.browser import NOW, Pairs, Table, start_match, with_values


def lines(table: Table) -> list[str]:
    [card] = [
        element
        for element in table.get(f"{table.path}more/").html.root.all("ul")
        if element.get("class") == "card ruled"
    ]
    return [line.all("b")[0].text for line in card.all("li")]


def points(first: int) -> Pairs:
    return [("points-0", str(first)), ("points-1", "5"), ("points-2", "0")]


def three_rounds() -> Table:
    table = start_match("points", ("Eleni", "Deniz", "Rui"))
    for first in (10, 20, 30):
        table.save(*points(first))
    return table


def deals(table: Table) -> list[str]:
    return [event["data"]["deal"] for event in table.events if event["kind"] == "deal"]


def test_every_line_says_its_round_and_its_points() -> None:
    table = three_rounds()
    second = f"{table.path}{deals(table)[1]}/"
    table.post(second, with_values(table.form(second), ("points-0", "21")))
    table.post(second, [("strike", "1")])
    table.post(second, [("restore", "1")])
    assert lines(table) == [
        "Round 2 restored: 21 · 5 · 0",
        "Round 2 crossed out: 21 · 5 · 0",
        "Round 2 corrected: 21 · 5 · 0",
        "Round 3 entered: 30 · 5 · 0",
        "Round 2 entered: 20 · 5 · 0",
        "Round 1 entered: 10 · 5 · 0",
        "Match started: Eleni, Deniz, Rui",
    ]
    assert "Round 2 corrected: 21 · 5 · 0" in table.get(second).text


@pytest.mark.parametrize(
    ("writer", "words"),
    [(None, "this phone"), ({"id": "1", "name": "Zeynep"}, "Zeynep"), ({"id": "1", "name": ""}, "someone")],
)
def test_a_line_names_its_writer(writer: dict[str, str] | None, words: str) -> None:
    table = three_rounds()
    for event in table.events:
        event["by"] = writer
    [card] = [
        element for element in table.get(f"{table.path}more/").html.root.all("ul") if "ruled" in element.get("class")
    ]
    assert {line.all("small")[0].text.startswith(words) for line in card.all("li")} == {True}


def test_a_line_about_house_rules_has_their_numbers() -> None:
    table = three_rounds()
    table.post(f"{table.path}more/", [("act", "options"), ("option-target", "100")])
    assert lines(table)[0].startswith("House rules changed: ")
    assert "100" in lines(table)[0]


@pytest.mark.parametrize(("first", "expected"), [(0, "Nobody scored."), (4, "")])
def test_a_round_without_points_says_so(first: int, expected: str) -> None:
    table = start_match("points", ("Eleni", "Deniz"))
    table.save(("points-0", str(first)), ("points-1", "0"))
    assert [text for text in table.get(f"{table.path}sheet/").html.texts_of("reasons") if text] == [expected][
        : bool(expected)
    ]


def test_a_passed_round_of_pilotta_is_named() -> None:
    table = start_match("pilotta")
    table.save(("passed_out", "true"))
    assert "Everyone passed" in table.get(f"{table.path}sheet/").html.texts_of("reasons")[0]


def test_adding_the_rest_of_an_incomplete_round_is_no_correction() -> None:
    table = start_match("points", ("Eleni", "Deniz"))
    table.save(("points-0", "4"))
    table.save(("points-1", "2"))
    [deal] = table.log.deals
    table.save(("points-1", "3"), path=table.round(deal.id))
    assert lines(table)[:3] == ["Round 1 corrected: 4 · 3", "Round 1, rest added: 4 · 2", "Round 1 entered: 0 · 0"]


@pytest.mark.parametrize(
    ("players", "line", "notice"),
    [
        (["Eleni", "Deniz", "Rui"], "Dealer corrected: Rui deals first", "Dealer corrected."),
        (["Deniz", "Eleni", "Rui"], "Seats corrected: Deniz, Eleni, Rui", "Seats corrected."),
    ],
)
def test_another_first_dealer_is_no_other_seat(players: list[str], line: str, notice: str) -> None:
    table = three_rounds()
    event = {"id": table.new_ids()[0], "match": table.match, "kind": "seats", "after": None, "at": NOW}
    table.store({**event, "data": {"players": players, "first_dealer": 2}})
    assert lines(table)[0] == line
    assert notice in table.get(f"{table.path}?saved={event['id']}").html.find("notice").text
