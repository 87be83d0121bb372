"""Rounds that know each other: who deals and plays, who leads, and what earlier rounds have left."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.rules import catalogue
from tests.rules.golden import NAMES
from tests.rules.small_games import SOLO


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, SOLO))


def sheet(*rounds: dict[str, Any], players: int = 4, **more: Any) -> Sheet:
    deals = [{"id": str(number), "answers": answers} for number, answers in enumerate(rounds)]
    match = {"format": documents.FORMAT, "game": "solo", "players": list(NAMES[:players]), "deals": deals}
    return Sheet(documents.read(match | more))


def dealers(scored: Sheet) -> list[int]:
    return [row.deal.dealer for row in scored.rows]


def codes(scored: Sheet) -> list[tuple[int, str | None, str]]:
    return [(row.deal.number, problem.question, problem.code) for row in scored.rows for problem in row.problems]


def test_the_deal_passes_on_unless_the_game_decides_otherwise() -> None:
    scored = sheet({"soloist": 1}, {"soloist": 3, "again": True}, {"soloist": 3}, {"again": True}, {"soloist": 1})
    assert dealers(scored) == [0, 1, 1, 2, 3]  # the open round decides nothing
    assert scored.next_dealer == 0


def test_the_dealer_sits_out() -> None:
    scored = sheet({"soloist": 0}, {"soloist": 0}, {"soloist": 3, "silent": [1, 2]}, {"soloist": 1, "lost": [None] * 4})
    assert codes(scored) == [(0, "soloist", "seat"), (2, "silent", "seat")]
    assert [list(row.deal.playing) for row in scored.rows] == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]


def test_nobody_sits_out_of_three() -> None:
    assert codes(sheet({"soloist": 0}, {"soloist": 1}, players=3)) == []


def test_who_sits_out_has_nothing_in_a_list() -> None:
    scored = sheet(
        {"soloist": 1, "cards": [None, 4, 4, None], "lost": [None, True, False, True]},
        {"soloist": 0, "cards": [4, 1, 4, 3]},
        {"soloist": 0, "cards": [4, 4, None, 3]},
        {"soloist": 0, "lost": [True, True, True, False]},
    )
    assert scored.rows[0].deal["cards"] == [0, 4, 4, 4]
    assert scored.rows[0].deal["lost"] == [None, True, False, True]
    assert codes(scored) == [(1, "cards", "seat"), (2, "cards", "sum"), (3, "lost", "seat")]


def test_a_complete_round_leaves_facts_to_the_next() -> None:
    rounds = [{"soloist": 2}, {"soloist": 2}, {}, {"soloist": 2}]
    scored = sheet(*rounds)
    assert [row.points[2] for row in scored.rows] == [2, -8, 0, 2]
    assert [row.deal.carried for row in scored.rows] == [{}, *[{"solos": {"2": count}} for count in (1, 2, 2)]]
    amended = sheet({"soloist": 3}, *rounds[1:])  # all later rounds are worked out anew
    assert [row.points[2] for row in amended.rows] == [0, 2, 0, -8]


def test_the_leader_may_be_unknown() -> None:
    public = as_json(sheet({"soloist": 2, "again": True}, {"soloist": 2}), str)
    assert [deal["leader"] for deal in public["deals"]] == [None, 1]
    assert public["next_leader"] == 2


def test_the_first_playing_seat_after_the_dealer_leads() -> None:
    scored = sheet({"soloist": 3}, first_dealer=2)
    assert (scored.rows[0].deal.leader, scored.next_dealer) == (3, 3)


CHANGE = {"format": documents.FORMAT_OF_CHANGES}


@pytest.mark.parametrize(
    ("players", "dealer", "expected"),
    [
        (["Ana", "Duarte", "Rosa", "Deniz"], None, [0, 0, 0, 1]),
        (["Ana", "Duarte", "Rosa", "Deniz"], 3, [0, 0, 3, 0]),
    ],
)
def test_new_people_are_dealt_to_by_the_next_dealer(
    players: list[str], dealer: int | None, expected: list[int]
) -> None:
    change = {"before": "2", "players": players, "first_dealer": dealer, "points": "take_over"}
    rounds = [{"soloist": 1, "again": True}, {"soloist": 1, "again": True}, {"soloist": 1}, {"soloist": 2}]
    assert dealers(sheet(*rounds, changes=[change], **CHANGE)) == expected
