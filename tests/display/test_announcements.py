"""What is said aloud after a save: what the round was worth to whom, and who leads then."""

import pytest

from tests.pages.browser import Reply, Table, started

THREE = ("Eleni", "Deniz", "Rui")
PAIRS = ("Eleni", "Deniz", "Andreas", "Zeynep")
SAVED = {
    # game, players, options, the points of each round, what is said of the last one
    "one leads": ("points", THREE, {}, [(12, 5, 7)], "Round 1 saved: Eleni 12, Deniz 5, Rui 7. Eleni leads with 12."),
    "the fewest lead": (
        "points",
        THREE,
        {"wins": "fewest", "target": 100},
        [(12, -5, 7)],
        "Round 1 saved: Eleni 12, Deniz -5, Rui 7. Deniz leads with -5.",
    ),
    "two are level": (
        "points",
        THREE,
        {},
        [(12, 5, 0), (0, 7, 1)],
        "Round 2 saved: Eleni 0, Deniz 7, Rui 1. Level at the top: Eleni, Deniz, each with 12.",
    ),
    "a team leads": (
        "bisca_quatro",
        PAIRS,
        {},
        [(71, 49)],
        "Round 1 saved: Eleni & Andreas 1, Deniz & Zeynep 0. Eleni & Andreas lead with 1.",
    ),
    "somebody has won": (
        "points",
        THREE,
        {"target": 10},
        [(12, 5, 7)],
        "Round 1 saved: Eleni 12, Deniz 5, Rui 7. Eleni wins with 12.",
    ),
    "two share it": (
        "points",
        THREE,
        {"target": 10},
        [(12, 12, 7)],
        "Round 1 saved: Eleni 12, Deniz 12, Rui 7. Shared by Eleni, Deniz, each with 12.",
    ),
}


def said(table: Table, reply: Reply) -> str:
    return " ".join(table.follow(reply).html.find("said").text.split())


def save(table: Table, points: tuple[int, ...], path: str | None = None) -> Reply:
    return table.save(*((f"points-{side}", str(one)) for side, one in enumerate(points)), path=path)


@pytest.mark.parametrize("case", SAVED)
def test_a_save_says_what_it_was_worth_and_who_leads(case: str) -> None:
    game, players, options, rounds, words = SAVED[case]
    table = started(game, players, options=options)
    assert [said(table, save(table, points)) for points in rounds][-1] == words


def test_what_is_only_noted_leads_nobody_on() -> None:
    table = started("pilotta", PAIRS)
    assert said(table, table.save(("bidder", "0"), ("bid", "90"))) == "Round 1 is noted; the rest can follow."
    whole = said(table, table.save(("trick_points-0", "100")))
    assert whole.startswith("Round 1 is put right: Eleni & Andreas ")


def test_what_is_done_to_a_round_says_who_leads_then() -> None:
    table = started("points", THREE)
    save(table, (12, 5, 7))
    save(table, (0, 0, 9))
    first = table.log.counted_deals()[0].id
    amended = save(table, (0, 20, 0), table.round(first))
    assert said(table, amended) == "Round 1 is put right: Eleni 0, Deniz 20, Rui 0. Deniz leads with 20."
    struck = table.post(table.round(first), [("strike", "1")])
    assert said(table, struck) == "The round is struck. Rui leads with 9."
    assert (
        said(table, save(table, (1, 0, 0), table.round(first)))
        == "The round is put right; it counts in no total. Rui leads with 9."
    )


def test_before_the_first_round_and_in_a_deleted_match_nobody_leads() -> None:
    table = started("points", THREE)
    reply = save(table, (12, 5, 7))
    assert said(table, table.undo(reply)) == "The round is struck."
    deleted = table.post(f"{table.here}more/", [("act", "delete")])
    assert said(table, deleted) == "The match is deleted. It can be brought back for 30 days."


def test_where_no_complete_round_is_left_nobody_has_won() -> None:
    table = started("points", THREE)
    save(table, (12, 5, 7))
    table.save(("points-0", "4"))
    table.post(f"{table.here}more/", [("act", "finish")])
    struck = table.post(table.round(table.log.counted_deals()[0].id), [("strike", "1")])
    assert len(table.log.counted_deals()) == 1
    assert said(table, struck) == "The round is struck."


def test_nothing_is_said_of_what_was_saved_before() -> None:
    table = started("points", THREE)
    save(table, (12, 5, 7))
    assert table.get(table.here).html.find("said").text.strip() == ""
