"""Figures, seasons and records of random matches equal a ledger of their own, after amendments, deletions, merges and re-import."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.statistics.figures import LEAST, Names, rank_players
from games.statistics.game_figures import records
from games.statistics.tally import MatchesTally
from games.store.figures.months import fill_months
from games.store.figures.period import CircleMonths, PeriodFigures
from games.store.people import people_of
from games.store.rebuild import rebuild
from tests.api.conftest import Caller, other_owner, owner

__all__ = ["other_owner", "owner"]
pytestmark = pytest.mark.slow

NAMES = ("Ana", "Bia", "Duarte", "Eleni", "Maria", "Rui", "Zeynep", "Deniz")
BEGINS = datetime(2024, 1, 5, 19, tzinfo=UTC)


@dataclass
class LedgerMatch:
    """A match as someone would note it on paper."""

    id: str
    began: datetime
    players: list[str]  # names
    teams: bool
    fewest: bool
    deals: dict[str, list[int]]  # points of the sides, by the id of the round
    is_deleted: bool = False

    @property
    def totals(self) -> list[int]:
        return [sum(column) for column in zip(*self.deals.values(), strict=True)]

    @property
    def sides(self) -> list[list[str]]:
        return [self.players[0::2], self.players[1::2]] if self.teams else [[name] for name in self.players]

    def places(self) -> list[int]:
        worth = [-total if self.fewest else total for total in self.totals]
        return [1 + len([other for other in worth if other > mine]) for mine in worth]


class Ledger:
    """Random matches, written to the server and to the ledger at the same time."""

    def __init__(self, owner: Caller, chance: Random) -> None:
        assert owner.person
        assert owner.circle
        self.owner, self.person, self.circle, self.chance = owner, owner.person, owner.circle, chance
        self.ids = {name: str(uuid4()) for name in NAMES}
        self.same: dict[str, str] = {}  # merged players
        self.matches: list[LedgerMatch] = []
        self.push([self.event("player", player=id, name=name) for name, id in self.ids.items()])

    def event(self, kind: str, match: str | None = None, at: datetime | None = None, **data: Any) -> dict[str, Any]:
        return {"id": str(uuid4()), "match": match, "kind": kind, "data": data, "at": at and at.isoformat()}

    def push(self, events: list[Any]) -> None:
        while events:
            pushed = services.push(by=self.person, circle=self.circle.pk, events=events)
            assert pushed.refused == []
            events = events[len(pushed.accepted) :]

    def play(self, number: int) -> None:
        chance = self.chance
        teams = chance.random() < 0.4
        players = chance.sample(chance.choice((NAMES, NAMES[1:])), 4 if teams else chance.randint(2, 5))
        if "Ana" in players and "Maria" in players:  # they will be merged; test_tally.py has someone who sat twice
            players = [name for name in NAMES if name != "Maria"][: len(players)]
        began = BEGINS + timedelta(hours=number * 27 + chance.randint(0, 5))
        match = LedgerMatch(str(uuid4()), began, players, teams, chance.random() < 0.3, {})
        options = {"wins": "fewest"} if match.fewest else {}
        options |= {"teams": True} if teams else {}
        seats = [{"id": self.ids[name], "name": name} for name in players]
        events = [self.event("start", match.id, began, game="points", players=seats, options=options)]
        for minute in range(1, chance.randint(1, 4) + 1):
            deal, points = str(uuid4()), [chance.randint(-3, 12) for _ in match.sides]
            match.deals[deal] = points
            events.append(
                self.event(
                    "deal", match.id, began + timedelta(minutes=7 * minute), deal=deal, answers={"points": points}
                )
            )
        events.append(self.event("finish", match.id, began + timedelta(minutes=60)))
        self.push(events)
        self.matches.append(match)

    def change(self) -> None:
        """Amend a round of an old match, strike one, or delete a match or restore it."""
        match, what = self.chance.choice(self.matches), self.chance.random()
        deal = self.chance.choice(list(match.deals))
        if what < 0.6:
            match.deals[deal] = [self.chance.randint(-3, 12) for _ in match.sides]
            self.push([self.event("amend", match.id, deal=deal, answers={"points": match.deals[deal]})])
        elif what < 0.8 and len(match.deals) > 1:
            del match.deals[deal]
            self.push([self.event("strike", match.id, deal=deal)])
        else:
            match.is_deleted = not match.is_deleted
            self.push([self.event("delete" if match.is_deleted else "undelete", match.id)])

    def merge(self, name: str, into: str) -> None:
        self.same[name] = into
        self.push([self.event("player", player=self.ids[name], same_as=self.ids[into])])

    def person_of(self, name: str) -> str:
        return self.same.get(name, name)

    def counted(self) -> list[LedgerMatch]:
        return sorted([match for match in self.matches if not match.is_deleted], key=lambda match: match.began)


def seats_of(ledger: Ledger, match: LedgerMatch) -> dict[str, int]:
    """Return the side of each person. One who sat twice has the side with the better place, or the first of equal ones."""
    places, sides = match.places(), {}
    for side in sorted(range(len(match.sides)), key=lambda number: places[number]):
        for name in match.sides[side]:
            sides.setdefault(ledger.person_of(name), side)
    return sides


def expected_people(ledger: Ledger) -> dict[str, dict[str, Any]]:
    people: dict[str, dict[str, Any]] = defaultdict(
        lambda: {
            "matches": 0,
            "worth": Fraction(),
            "places": 0,
            "points": 0,
            "rounds": 0,
            "against": defaultdict(list),
            "run": 0,
            "longest": 0,
        }
    )
    for match in ledger.counted():
        places, sides = match.places(), seats_of(ledger, match)
        winners = places.count(1)
        for name, side in sides.items():
            row = people[name]
            row["matches"] += 1
            row["worth"] += Fraction(1, winners) if places[side] == 1 else 0
            row["places"] += places[side]
            row["points"] += match.totals[side]
            row["rounds"] += len(match.deals)
            row["run"] = row["run"] + 1 if places[side] == 1 and winners == 1 else 0
            row["longest"] = max(row["longest"], row["run"])
            for other, theirs in sides.items():
                if theirs != side:
                    row["against"][other].append((places[side] > places[theirs]) - (places[side] < places[theirs]))
    return people


def check_figures(ledger: Ledger, circle: UUID) -> None:
    tally: MatchesTally = PeriodFigures(CircleMonths(circle)).tally("points")
    people, expected = people_of(circle), expected_people(ledger)
    names = Names(people, tally)
    assert tally.matches == len(ledger.counted())
    found = {
        names.person(key).name: {
            "matches": person.wins.played,
            "worth": person.wins.worth,
            "places": person.places,
            "points": person.points,
            "rounds": person.rounds,
            "longest": person.streak.longest,
            "against": {
                names.person(other).name: (met.matches, met.before, met.behind) for other, met in person.others.items()
            },
        }
        for key, person in tally.people.items()
    }
    assert found == {
        name: {
            **{part: row[part] for part in ("matches", "worth", "places", "points", "rounds", "longest")},
            "against": {other: (len(met), met.count(-1), met.count(1)) for other, met in row["against"].items()},
        }
        for name, row in expected.items()
    }
    check_records(ledger, tally, names)
    shares = [player.share for player in rank_players(tally, people, None)]
    assert shares == sorted(shares, reverse=True)


def check_records(ledger: Ledger, tally: MatchesTally, names: Names) -> None:
    matches = ledger.counted()
    if len(matches) < LEAST:
        return
    found = {record.name: record.value for record in records(tally, names)}
    assert found["highest"] == max(max(match.totals) for match in matches)
    assert found["lowest"] == min(min(match.totals) for match in matches)
    assert found["rounds"] == max(len(match.deals) for match in matches)


def check_season(ledger: Ledger, caller: Caller) -> None:
    """A season of a year by place: 3 points for the first place and 1 for the second; the two worst do not count."""
    season = f"seasons/{uuid4()}/"
    rule = {
        "name": "A year",
        "from": "2024-03-01",
        "to": "2025-02-28",
        "rule": "places",
        "place_points": [3, 1],
        "dropped": 2,
    }
    assert caller.put(season, rule).status_code == 201
    results: dict[str, list[Fraction]] = defaultdict(list)
    for match in ledger.counted():
        if date(2024, 3, 1) <= match.began.date() <= date(2025, 2, 28):
            places = match.places()
            for name, side in seats_of(ledger, match).items():
                tied = places.count(places[side])
                taken = [3, 1, *[0] * 8][places[side] - 1 : places[side] - 1 + tied]
                results[name].append(Fraction(sum(taken), tied))
    expected = {
        name: round(float(sum(sorted(worth, reverse=True)[: max(1, len(worth) - 2)])), 4)
        for name, worth in results.items()
    }
    rows = caller.get(f"{season}table/").json()["rows"]
    assert {row["name"]: row["points"] for row in rows} == expected
    assert [row["points"] for row in rows] == sorted(expected.values(), reverse=True)


@pytest.mark.parametrize("matches", [60, pytest.param(400, marks=pytest.mark.long)])
def test_figures_equal_a_ledger(owner: Caller, other_owner: Caller, matches: int) -> None:
    ledger = Ledger(owner, Random(matches))
    for number in range(matches):
        ledger.play(number)
        if number % 3 == 2:
            ledger.change()
        if number == matches // 2:
            ledger.merge("Maria", "Ana")
    assert ledger.circle
    circle = ledger.circle.pk
    check_figures(ledger, circle)
    check_season(ledger, owner)
    fill_months(circle)
    check_figures(ledger, circle)
    assert rebuild(circle) == []
    file = owner.get(f"circles/{circle}/export/jsonl/")
    documents = b"".join(file.streaming_content)
    assert other_owner.circle
    copy = other_owner.circle.pk
    answer = other_owner.post(f"circles/{copy}/import/", documents, content_type="application/jsonl")
    assert answer.status_code == 200, answer.content
    fill_months(copy)
    check_figures(ledger, copy)  # an imported name that one player has is that player: merged people stay one
    assert models.Match.objects.filter(circle=copy).count() == len(ledger.counted())
