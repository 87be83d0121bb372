"""Figures are kept by month, year and for ever: never behind the matches, and made anew no further than they changed."""

from datetime import date
from importlib import import_module
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.rules import catalogue
from games.services import actions
from games.statistics import tally_json
from games.statistics.periods import days_of
from games.statistics.tally import PersonTally, PlayerTally
from games.store import rebuild
from games.store.figures import from_rows, refresh
from tests.rules.documents import random_document
from tests.store.conftest import Home
from tests.store.reckoned import reckon, sheets

NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rui", "Rosa", "Duarte")


LEVEL: list[Any] = [{"points": [60, 60]}]  # a round of Bisca that nobody wins
PISTI = {
    "jacks": [4, 0], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [12, 12], "pistis": [0, 0], "jack_pistis": [0, 0],
}  # fmt: skip


class Table:
    """A circle that plays: six players, and matches of any day."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.me: actions.ActionContext = {"by": home.person, "circle": home.circle.pk}
        self.ids = {name: str(uuid4()) for name in NAMES}
        for name, id in self.ids.items():
            actions.put_player(player=id, name=name, **self.me)

    def play(self, day: str, *names: str, game: str = "bisca_tres", rounds: Any = LEVEL, **more: Any) -> UUID:
        """A match that is ended by hand, if its rounds have not done so."""
        match, seats = uuid4(), [{"id": self.ids[name], "name": name} for name in names or NAMES[:2]]
        at = day if "T" in day else f"{day}T20:00:00+02:00"
        actions.start_match(match=str(match), game=game, players=more.pop("players", seats), at=at, **more, **self.me)
        for answers in rounds:
            actions.add_deal(match=match, deal=str(uuid4()), answers=answers, at=at, **self.me)
        self.end(match)
        return match

    def end(self, match: UUID) -> None:
        if not models.Match.objects.get(circle=self.home.circle, id=match).is_finished:
            actions.finish(match=match, **self.me)

    def read(self, period: str, game: str = "") -> PlayerTally:
        told = refresh.read(self.home.circle.pk, [period], game).get(period, {}).get(game)
        return PlayerTally() if told is None else tally_json.tallies_from_json(told)

    def played(self, period: str = "") -> int:
        return self.read(period).matches


@pytest.fixture
def table(home: Home) -> Table:
    return Table(home)


def won(first: int) -> list[Any]:
    return [{"points": [first, 120 - first]}]


def test_a_match_counts_once_it_is_over_and_no_longer_when_it_goes_on(table: Table) -> None:
    assert table.played() == 0
    match = table.play("2026-11-20", rounds=won(71))
    assert [table.played(period) for period in ("", "2026", "2026-11", "2026-10", "2025")] == [1, 1, 1, 0, 0]
    actions.reopen(match=match, **table.me)
    assert [table.played(period) for period in ("", "2026", "2026-11")] == [0, 0, 0]
    actions.finish(match=match, **table.me)
    assert table.played() == 1


def test_a_match_without_a_round_counts_nothing_and_ends_no_row_of_wins(table: Table) -> None:
    for day in ("2026-11-01", "2026-11-03"):
        table.play(day, rounds=won(71))
    nothing = table.play("2026-11-02", rounds=())
    table.play("2026-12-01", rounds=())
    eleni = table.read("2026-11").people[table.ids["Eleni"]]
    assert (eleni.wins.played, eleni.wins.won, eleni.wins.parts, eleni.streak.longest) == (2, 2, {}, 2)
    assert [table.played(period) for period in ("", "2026-11", "2026-12")] == [2, 2, 0]
    assert rebuild.rebuild(table.home.circle.pk) == []
    deal = str(uuid4())
    actions.reopen(match=nothing, **table.me)
    actions.add_deal(match=nothing, deal=deal, answers=won(49)[0], at="2026-11-02T20:10:00+02:00", **table.me)
    actions.finish(match=nothing, **table.me)
    assert table.played() == 3
    actions.strike_deal(match=nothing, deal=UUID(deal), **table.me)
    assert table.played() == 2


def test_a_match_without_a_complete_round_counts_nothing(table: Table) -> None:
    match = table.play("2026-11-20", game="points", rounds=[{"points": [4, None]}])
    row = models.Deal.objects.filter(match=match).first()
    assert row is not None
    assert not row.is_complete
    assert table.played() == 0
    actions.amend_deal(match=match, deal=row.deal, answers={"points": [4, 1]}, **table.me)
    assert (table.played(), table.read("").people[table.ids["Eleni"]].wins.won) == (1, 1)
    assert models.Result.objects.filter(match=match, is_winner=True).count() == 1
    actions.amend_deal(match=match, deal=row.deal, answers={"points": [4, None]}, **table.me)
    assert table.played() == 0
    assert models.Result.objects.filter(match=match, is_winner=True).count() == 0
    assert rebuild.rebuild(table.home.circle.pk) == []


def test_a_deleted_match_counts_nothing_until_it_is_brought_back(table: Table) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    table.play("2026-11-21", rounds=won(71))
    assert table.played() == 2
    actions.delete_match(match=match, **table.me)
    assert table.played("2026-11") == 1
    actions.undelete_match(match=match, **table.me)
    assert table.played("2026") == 2


def test_a_round_that_is_put_right_is_put_right_in_the_figures(table: Table) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    assert table.read("").people[table.ids["Eleni"]].wins.won == 1
    deal = models.Deal.objects.filter(match=match).first()
    assert deal is not None
    actions.amend_deal(match=match, deal=deal.deal, answers={"points": [49, 71]}, **table.me)
    assert table.read("").people[table.ids["Deniz"]].wins.won == 1


def test_a_game_has_figures_of_its_own(table: Table) -> None:
    table.play("2026-11-20", rounds=won(71))
    table.play("2026-11-20", game="pisti", rounds=[PISTI])
    assert [table.read("", game).matches for game in ("", "bisca_tres", "pisti", "pisa")] == [2, 1, 1, 0]


def test_the_month_is_that_of_the_day_at_the_table(table: Table) -> None:
    """In Nicosia it was December already; and a clock that was set wrong is shown as it was."""
    table.play("2025-12-01T00:30:00+02:00")
    table.play("1999-12-31T20:00:00+02:00")
    assert [table.played(period) for period in ("2025-11", "2025-12", "1999-12", "")] == [0, 1, 1, 2]


def test_two_who_are_one_count_as_one_and_as_two_again(table: Table) -> None:
    table.play("2026-10-20", "Eleni", "Deniz", rounds=won(71))
    table.play("2026-11-20", "Maria", "Deniz", rounds=won(71))
    eleni, maria = table.ids["Eleni"], table.ids["Maria"]
    assert table.read("").people[eleni].wins.won == 1
    actions.put_player(player=maria, same_as=eleni, **table.me)
    found = table.read("").people
    assert maria not in found
    assert (found[eleni].wins.won, found[eleni].streak.longest) == (2, 2)
    assert found[table.ids["Deniz"]].others[eleni].matches == 2
    actions.set_apart(player=maria, **table.me)
    assert {name: table.read("").people[table.ids[name]].wins.won for name in ("Eleni", "Maria")} == {
        "Eleni": 1,
        "Maria": 1,
    }


def test_only_where_they_played_is_made_anew(table: Table) -> None:
    table.play("2026-10-20", "Eleni", "Deniz")
    table.play("2026-11-20", "Maria", "Deniz")
    table.played()
    actions.put_player(player=table.ids["Maria"], same_as=table.ids["Eleni"], **table.me)
    rows = models.Cell.objects.filter(circle=table.home.circle, game="").order_by("period")
    assert [row.period for row in rows if row.tally is None] == ["", "2026", "2026-11"]


def test_another_name_changes_no_figure(table: Table) -> None:
    table.play("2026-11-20")
    table.played()
    actions.put_player(player=table.ids["Eleni"], name="Elenitsa", **table.me)
    assert not models.Cell.objects.filter(tally__isnull=True).exists()
    assert rebuild.rebuild(table.home.circle.pk) == []


def test_what_changes_while_a_cell_is_made_is_not_forgotten(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches are read, then somebody ends another one, then what was made of the first is to be kept."""
    table.play("2026-11-20")
    of_days = from_rows.tally_days

    def meanwhile(circle: UUID, first: date, last: date) -> Any:
        found = of_days(circle, first, last)
        if found[""].matches:
            monkeypatch.undo()
            table.play("2026-11-21")
        return found

    monkeypatch.setattr(refresh, "tally_days", meanwhile)
    table.played()
    assert not models.Cell.objects.filter(circle=table.home.circle, tally__isnull=False).exists()
    assert [table.played(period) for period in ("2026-11", "2026", "")] == [2, 2, 2]


def test_figures_of_another_circle_are_not_touched(table: Table, other_home: Home) -> None:
    other = Table(other_home)
    other.play("2026-11-20")
    assert other.played() == 1
    table.play("2026-11-20")
    assert not models.Cell.objects.filter(circle=other_home.circle, tally__isnull=True).exists()
    assert table.played() == 1


def test_rebuild_fills_all_cells_and_tells_what_was_wrong(table: Table) -> None:
    table.play("2026-11-20")
    assert rebuild.rebuild(table.home.circle.pk) == []
    rows = models.Cell.objects.filter(circle=table.home.circle)
    assert {(row.period, row.game) for row in rows if row.tally} == {
        (period, game) for period in ("", "2026", "2026-11") for game in ("", "bisca_tres")
    }
    rows.filter(period="2026", game="").update(tally={"matches": 7})
    [told] = rebuild.rebuild(table.home.circle.pk)
    assert told.startswith("Cell 2026 all games: was {'matches': 7}, is {")
    assert table.played("2026") == 1


def test_a_match_from_before_there_were_statistics_is_read_of_its_log(table: Table) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    models.Result.objects.filter(match=match).update(rounds=None)
    assert table.read("").people[table.ids["Eleni"]].points == 1


def test_matches_from_before_there_were_cells_count_too(table: Table) -> None:
    table.play("2026-11-20")
    table.play("2025-10-20")
    models.Cell.objects.all().delete()
    assert table.played() == 0
    import_module("games.migrations.0006_statistics").name_cells(apps, None)
    assert [table.played(period) for period in ("", "2026", "2025-10")] == [2, 1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("day", ["2025-12-05", "2025-01-04"], ids=["of the last evening", "of long ago"])
def test_what_a_change_costs_does_not_grow_with_what_was_played_before(table: Table, day: str) -> None:
    counts = []
    for years in (range(2025, 2026), range(2022, 2025)):
        for year in years:
            for month in range(1, 13):
                table.play(f"{year}-{month:02}-03")
        table.play(day)
        table.played()
        table.play(day)
        counts.append([asked(table), asked(table)])
    assert counts[0] == counts[1]
    assert counts[0][1] == 1


def asked(table: Table) -> int:
    with CaptureQueriesContext(connection) as queries:
        table.played()
    return len(queries)


def test_what_is_played_today_is_put_behind_what_there_was(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """No match of before is read again; one that is played or put right on an earlier day is."""
    for day in ("2025-12-05", "2026-10-05", "2026-11-05", "2026-11-06"):
        table.play(day)
    table.played()
    read = list[date]()
    monkeypatch.setattr(refresh, "tally_days", lambda *days: read.append(days[1]) or from_rows.tally_days(*days))
    table.play("2026-11-06")
    table.play("2026-11-07")
    assert [table.played(period) for period in ("", "2026", "2026-11")] == [6, 5, 4]
    assert min(read) == date(2026, 11, 6)
    table.play("2026-11-05")
    assert [table.played(period) for period in ("", "2026", "2026-11")] == [7, 6, 5]
    assert min(read) == date(2026, 11, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_kept_is_what_logs_say(table: Table, seed: int) -> None:
    """Matches of every game, ended, deleted, put right, and players who turn out to be one; looked at now and then."""
    chance = Random(seed)
    for number in range(48):
        step(table, chance)
        if chance.random() < 0.4:
            table.read(chance.choice(("", "2026", "2026-12")))
        if number % 12 == 11:
            compare(table)
            compare_before(table)
    assert rebuild.rebuild(table.home.circle.pk) == []


def step(table: Table, chance: Random) -> None:
    circle = table.home.circle
    known = list(models.Match.objects.filter(circle=circle).order_by("id"))
    act = chance.random()
    if act < 0.65 or not known:
        document = random_document(chance, chance.choice(catalogue.GAMES))
        names = chance.sample(NAMES, len(document["players"]))
        seats = [{"id": table.ids[name], "name": name} if name != "Rui" else name for name in names]
        day = date(chance.choice((2024, 2025, 2026, 2026)), chance.choice((1, 6, 12, 12)), chance.randrange(1, 29))
        match = uuid4()
        said = {"options": document["options"], "first_dealer": document["first_dealer"]}
        actions.start_match(
            match=str(match), game=document["game"], players=seats, at=f"{day}T19:00:00Z", **said, **table.me
        )
        deals = [{**one, "id": str(uuid4())} for one in document["deals"]]
        events = [event_of(match, one) for one in deals]
        table.home.push(*events)  # those that cannot be are refused
        if chance.random() < 0.8:
            table.end(match)
    elif act < 0.75:
        put_right(table, chance, chance.choice(known))
    elif act < 0.87:
        one = chance.choice(known)
        (actions.undelete_match if one.is_deleted else actions.delete_match)(match=one.id, **table.me)
    elif act < 0.94:
        actions.put_player(player=table.ids["Maria"], same_as=table.ids[chance.choice(NAMES[:3])], **table.me)
    else:
        actions.set_apart(player=table.ids["Maria"], **table.me)


def put_right(table: Table, chance: Random, match: models.Match) -> None:
    """A round that is struck, or a match that goes on."""
    deal = models.Deal.objects.filter(circle=table.home.circle, match=match.id).order_by("number", "side").first()
    if deal is not None and chance.random() < 0.7:
        actions.strike_deal(match=match.id, deal=deal.deal, **table.me)
    elif match.is_finished:
        actions.reopen(match=match.id, **table.me)


def event_of(match: UUID, deal: dict[str, Any]) -> dict[str, Any]:
    data = {"deal": deal["id"], "answers": deal["answers"]}
    return {"id": str(uuid4()), "match": str(match), "kind": "deal", "data": data, "after": None, "at": None}


def compare(table: Table) -> None:
    found = sheets(table.home.circle)
    for period in ("", "2024", "2025", "2026-06", "2026-12"):
        within = [match for match in found if str(match[0]).startswith(period)]
        for game in ("", *catalogue.keys()):
            matches = [match for match in within if game in ("", match[1])]
            tally = table.read(period, game)
            assert tally.matches == len(matches)
            assert {key: shown(one) for key, one in tally.people.items()} == {
                who: reckon(matches, who) for match in matches for people in match[3] for who in people
            }


def compare_before(table: Table) -> None:
    """What was before the last day, wherever that is kept: what the matches of those days add up to."""
    circle = table.home.circle.pk
    rows = models.Cell.objects.filter(circle=circle, since__isnull=False).values_list("period", "since", "before")
    assert rows
    for period, since, before in rows:
        anew = from_rows.tally_days(circle, days_of(period)[0], since - refresh.DAY)
        assert {game: tally for game, tally in before.items() if tally["matches"]} == {
            game: tally for game, tally in refresh.tallies_json(anew).items() if tally["matches"]
        }


def shown(one: PersonTally) -> dict[str, Any]:
    return {
        "played": one.wins.played,
        "won": one.wins.won,
        "worth": one.wins.worth,
        "places": one.places,
        "rounds": one.rounds,
        "points": one.points,
        "most": one.most and one.most.points,
        "least": one.least and one.least.points,
        "most_at": one.most and (one.most.match, one.most.number),
        "longest": one.streak.longest,
        "current": one.streak.last,
        "figures": {name: (count.many, count.rounds) for name, count in one.figures.items()},
        "others": {key: (a.matches, a.before, a.behind) for key, a in one.others.items()},
        "partners": {key: (wins.played, wins.worth) for key, wins in one.partners.items()},
        "last": one.last,
    }
