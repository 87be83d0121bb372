"""A push does little that follows from its events, as others wait for it. The client sends the rest again."""

from typing import Any

import pytest

from games.statistics.tally import MatchesTally
from games.store import later_work
from games.store.figures import months
from tests.match.logs import deal, event, id_of, start
from tests.store.conftest import Home
from tests.store.test_figures import PlayingCircle, table

__all__ = ["table"]


def of_circle(key: str, kind: str, **data: Any) -> dict[str, Any]:
    return {**event(key, kind, None, **data), "match": None}


def player(id: str, **data: Any) -> dict[str, Any]:
    return of_circle(f"{id} {sorted(data)}", "player", player=id_of(id), **data)


@pytest.fixture
def costly(home: Home) -> list[dict[str, Any]]:
    """Events of which each has much work: they finish and delete matches, merge players and list matches."""
    names = ["a", "b", "c"]
    home.accept(*(player(name, name=name) for name in names))
    home.accept(start(), deal("a", "start"))
    return [
        event("finish", "finish", "a"),
        player("b", same_as=id_of("a")),
        of_circle("e", "evening", evening=id_of("x"), matches=[id_of("match")]),
        event("reopen", "reopen", "finish"),
        player("c", same_as=id_of("a")),
    ]


def test_costly_events_are_stored_by_several_pushes(
    home: Home, costly: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later_work, "MOST", 0)
    counts, left = [], costly
    while left:
        pushed = home.push(*left)
        assert pushed.refused == []
        counts.append(len(pushed.accepted))
        left = left[counts[-1] :]
    assert counts == [1, 1, 1, 1, 1]


def test_what_is_done_once_counts_once(home: Home, costly: list[dict[str, Any]]) -> None:
    of_players = [costly[0], costly[1], *costly[3:]]
    assert len(home.push(*of_players).accepted) == 4


def test_rounds_of_a_new_match_are_no_later_work(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that was offline for long sends its matches by few pushes."""
    monkeypatch.setattr(later_work, "MOST", 0)
    assert len(home.push(start(), deal("a", "start"), deal("b", "a")).accepted) == 3


def test_refused_events_are_no_later_work(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a file of refused lines took a transaction for each line."""
    monkeypatch.setattr(later_work, "MOST", 0)
    home.accept(start())
    lists = [of_circle(f"e{place}", "evening", evening=id_of("x"), matches=[id_of("none")]) for place in range(5)]
    pushed = home.push(*lists)
    assert (len(pushed.accepted), len(pushed.refused)) == (0, 5)


@pytest.mark.parametrize(
    "wrong", [None, 3, [], {}, {"match": []}, {"kind": [], "match": {}}, {"kind": "evening", "data": []}]
)
def test_anything_may_be_pushed(home: Home, wrong: Any) -> None:
    pushed = home.push(start(), wrong, deal("a", "start"))
    assert (len(pushed.accepted), len(pushed.refused)) == (2, 1)


def tallies_equal(first: MatchesTally, second: MatchesTally) -> bool:
    return (first.matches, first.rounds, first.people) == (second.matches, second.rounds, second.people)


def test_figures_are_right_after_a_merge_of_players_of_many_matches(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in ("2025-10-05", "2025-11-05", "2025-12-05"):
        table.play(day, "Eleni", "Deniz")
    monkeypatch.setattr(months, "MOST_SEATS", 2)
    table.home.push(of_circle("merge", "player", player=table.ids["Eleni"], same_as=table.ids["Maria"]))
    assert table.stored() == []
    from_rows = table.read()
    assert from_rows.people.keys() == {table.ids["Maria"], table.ids["Deniz"]}
    months.fill_all_circles()
    assert table.stored() == ["2025-10", "2025-11", "2025-12"]
    assert tallies_equal(table.read(), from_rows)


def test_a_month_with_long_names_is_never_stored(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its JSON repeats the names for each pair of players."""
    monkeypatch.setattr(months, "MOST_NAMES", 1_000)
    table.play("2025-11-05", players=["x" * 190, "y" * 190])
    table.play("2025-11-06")
    table.play("2025-12-05")
    assert table.stored() == ["2025-12"]
    assert [table.played(period) for period in ("2025-11", "2025-12", "")] == [2, 1, 3]
    assert months.fill_all_circles() == 0
    assert table.stored() == ["2025-12"]
