"""Lists: what they hold, in which order, page by page, and how little they ask of the database."""

from time import process_time
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models
from tests.api.conftest import Caller


def ids(answer: Any) -> list[str]:
    return [match["id"] for match in answer.json()["matches"]]


def at(day: int, hour: int = 20) -> str:
    return f"2026-01-{day:02}T{hour:02}:00:00+02:00"


@pytest.fixture
def three(owner: Caller) -> list[str]:
    """Three matches on three days, the second of another game and finished."""
    found = [
        owner.started(at=at(1)),
        owner.started(at=at(2), game="pisti", players=["Eleni", "Deniz", "Zeynep"]),
        owner.started(at=at(3)),
    ]
    owner.post(f"matches/{found[1]}/finish/")
    return found


def test_a_match_in_a_line(owner: Caller) -> None:
    match = owner.started(at=at(1))
    owner.dealt(match, 71, at=at(1, 21))
    row = owner.get(f"matches/{match}/").json()
    assert [row] == owner.get("matches/").json()["matches"]
    assert row == {
        "id": match,
        "seq": 2,
        "game": "bisca_tres",
        "started": "2026-01-01T18:00:00Z",
        "last": "2026-01-01T19:00:00Z",
        "date": "2026-01-01",
        "evening": match,
        "names": ["Eleni", "Deniz"],
        "sides": ["Eleni", "Deniz"],
        "deals": 1,
        "totals": [1, 0],
        "places": [1, 2],
        "finished": False,
        "winners": [],
        "next_dealer": 1,
        "problems": 0,
        "undecided": 0,
        "needs_newer": False,
    }


def test_filters(owner: Caller, three: list[str]) -> None:
    one, two, last = three
    for query, wanted in {
        "": [last, two, one],
        "order=started": [one, two, last],
        "order=-last": [last, two, one],
        "order=last": [one, two, last],
        "game=pisti": [two],
        "game=bisca_tres": [last, one],
        "date=2026-01-02": [two],
        "from=2026-01-02": [last, two],
        "to=2026-01-02": [two, one],
        "from=2026-01-02&to=2026-01-02": [two],
        "unfinished=true": [last, one],
        "unfinished=false": [two],
        f"evening={two}": [two],
        f"evening={uuid4()}": [],
        f"player={uuid4()}": [],
        "game=pisti&unfinished=true": [],
        "limit=1": [last],
    }.items():
        assert ids(owner.get(f"matches/?{query}")) == wanted, query


def test_the_day_is_that_of_the_table(owner: Caller) -> None:
    """Half past midnight in Auckland is still the day before in London."""
    match = owner.started(at="2026-01-05T00:30:00+13:00")
    assert ids(owner.get("matches/?date=2026-01-05")) == [match]
    assert ids(owner.get("matches/?date=2026-01-04")) == []
    far = owner.started(at="2026-01-05T23:30:00-11:00")
    assert set(ids(owner.get("matches/?date=2026-01-05"))) == {match, far}


def test_matches_of_a_player_and_of_who_is_the_same_person(owner: Caller) -> None:
    eleni, lena, deniz = (owner.post("players/", {"name": name}).json()["player"]["id"] for name in ("E", "L", "D"))
    one = owner.started(players=[{"id": eleni, "name": "E"}, {"id": deniz, "name": "D"}], at=at(1))
    two = owner.started(players=[{"id": lena, "name": "L"}, "Rosa"], at=at(2))
    assert ids(owner.get(f"matches/?player={eleni}")) == [one]
    owner.patch(f"players/{lena}/", {"same_as": eleni})
    for player in (eleni, lena):
        assert ids(owner.get(f"matches/?player={player}")) == [two, one]
    assert ids(owner.get(f"matches/?player={deniz}")) == [one]
    owner.patch(f"players/{eleni}/", {"same_as": lena})  # in a circle: nobody is lost, nothing turns for ever
    assert ids(owner.get(f"matches/?player={eleni}")) == [two, one]


def test_matches_of_the_last_of_many_merged_players_take_little_time(owner: Caller) -> None:
    """Each player of the chain is the next one. Time that grows with the square of the chain stops the server."""
    players = [UUID(int=number) for number in range(1, 2001)]
    circle = models.Circle.objects.get()
    models.Player.objects.bulk_create(
        models.Player(circle=circle, id=id, name="E", same_as=following)
        for id, following in zip(players, [*players[1:], None], strict=True)
    )
    match = owner.started(players=[{"id": str(players[0]), "name": "E"}, "Rosa"], at=at(1))
    used = process_time()
    assert ids(owner.get(f"matches/?player={players[-1]}")) == [match]
    assert process_time() - used < 1


@pytest.mark.parametrize(
    "query",
    [
        "order=name", "cursor=x", "cursor=%00", "cursor=4oKs", "cursor=OTk5OTk5OTk5OTk5OTk5OTkgeA", "limit=0",
        "limit=201", "limit=x", "limit=", "game=whist", "game=%00", "game=", "player=Eleni", "player=%00", "date=x",
        "date=2026-02-30", "date=0001-01-01", "date=9999-12-31", "from=%F0%9F", "to=", "evening=1", "unfinished=yes",
        "unfinished=",
    ],
)  # fmt: skip
def test_what_no_list_can_be_made_of(owner: Caller, query: str) -> None:
    answer = owner.get(f"matches/?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")
