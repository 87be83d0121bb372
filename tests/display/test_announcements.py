"""Announcements after a save: the points of the round, and the leader."""

import pytest

from tests.pages.browser import Reply, Table, start_match

THREE = ("Eleni", "Deniz", "Rui")
PAIRS = ("Eleni", "Deniz", "Andreas", "Zeynep")
SAVED = {
    # game, players, options, the points of each round, the announcement of the last one
    "one leads": (
        "points",
        THREE,
        {},
        [(12, 5, 7)],
        "Round 1 saved: Eleni 12, Deniz 5, Rui 7. Eleni leads with 12. Deniz deals now.",
    ),
    "the fewest lead": (
        "points",
        THREE,
        {"wins": "fewest", "target": 100},
        [(12, -5, 7)],
        "Round 1 saved: Eleni 12, Deniz -5, Rui 7. Deniz leads with -5. Deniz deals now.",
    ),
    "two are level": (
        "points",
        THREE,
        {},
        [(12, 5, 0), (0, 7, 1)],
        "Round 2 saved: Eleni 0, Deniz 7, Rui 1. Tied for the lead: Eleni, Deniz, with 12 each. Rui deals now.",
    ),
    "a team leads": (
        "bisca_quatro",
        PAIRS,
        {},
        [(71, 49)],
        "Round 1 saved: Eleni & Andreas 1, Deniz & Zeynep 0. Eleni & Andreas lead with 1. Deniz deals now.",
    ),
    "one has won": (
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
        "Round 1 saved: Eleni 12, Deniz 12, Rui 7. Eleni, Deniz share the win with 12 each.",
    ),
}


def announcement(table: Table, reply: Reply) -> str:
    return " ".join(table.follow(reply).html.find("said").text.split())


def save(table: Table, points: tuple[int, ...], path: str | None = None) -> Reply:
    return table.save(*((f"points-{side}", str(point)) for side, point in enumerate(points)), path=path)


@pytest.mark.parametrize("case", SAVED)
def test_a_save_announces_its_points_and_the_leader(case: str) -> None:
    game, players, options, rounds, words = SAVED[case]
    table = start_match(game, players, options=options)
    assert [announcement(table, save(table, points)) for points in rounds][-1] == words


def test_a_round_that_is_not_complete_announces_no_leader() -> None:
    table = start_match("pilotta", PAIRS)
    assert (
        announcement(table, table.save(("bidder", "0"), ("bid", "90")))
        == "Round 1 saved as incomplete. Add the rest later."
    )
    announced = announcement(table, table.save(("trick_points-0", "100")))
    assert announced.startswith("Round 1 saved: Eleni & Andreas ")


def test_every_change_of_a_round_announces_the_leader() -> None:
    table = start_match("points", THREE)
    save(table, (12, 5, 7))
    save(table, (0, 0, 9))
    first = table.log.counted_deals()[0].id
    amended = save(table, (0, 20, 0), table.round(first))
    assert announcement(table, amended) == "Round 1 corrected: Eleni 0, Deniz 20, Rui 0. Deniz leads with 20."
    struck = table.post(table.round(first), [("strike", "1")])
    assert announcement(table, struck) == "Round 1 crossed out. Rui leads with 9."
    assert (
        announcement(table, save(table, (1, 0, 0), table.round(first)))
        == "Round corrected. It does not count in any total. Rui leads with 9."
    )


def test_nobody_leads_before_the_first_round_or_in_a_deleted_match() -> None:
    table = start_match("points", THREE)
    reply = save(table, (12, 5, 7))
    assert announcement(table, table.undo(reply)) == "Undone: the answers are below again."
    deleted = table.post(f"{table.path}more/", [("act", "delete")])
    assert announcement(table, deleted) == "Match deleted. You can restore it for 30 days."


def test_nobody_wins_without_a_complete_round() -> None:
    table = start_match("points", THREE)
    save(table, (12, 5, 7))
    table.save(("points-0", "4"))
    table.post(f"{table.path}more/", [("act", "finish")])
    struck = table.post(table.round(table.log.counted_deals()[0].id), [("strike", "1")])
    assert len(table.log.counted_deals()) == 1
    assert announcement(table, struck) == "Round 1 crossed out."


def test_an_earlier_save_is_not_announced_again() -> None:
    table = start_match("points", THREE)
    save(table, (12, 5, 7))
    assert table.get(table.path).html.find("said").text.strip() == ""


def test_the_notice_has_the_points_of_the_round_and_who_deals_now() -> None:
    table = start_match("points", THREE[:2])
    save(table, (40, 2))
    notice = table.follow(save(table, (8, 5))).html.find("notice").text
    assert notice.startswith("Eleni deals now. Round 2 saved: 8 to 5.")
    assert table.follow(save(table, (8, 5))).html.texts_of("dealer") == ["Deniz deals now."]
