"""Figures are stored by month, in the transaction that changes a match. Readers write nothing."""

from collections.abc import Callable
from datetime import date
from importlib import import_module
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast
from django.test.utils import CaptureQueriesContext

from games import models
from games.match.errors import Refused
from games.rules import catalogue
from games.services import actions
from games.statistics.figures import rank_players
from games.statistics.people import PlayerIndex
from games.statistics.periods import days_of
from games.statistics.tally import MatchesTally, PersonTally
from games.statistics.wins import chance_of
from games.store import rebuild
from games.store.figures import months, years
from games.store.figures import period as figures_of_period
from games.store.figures.period import CircleMonths, PeriodFigures
from games.store.figures.years import is_of_years
from games.store.logs import log_of
from tests.chance import random_for
from tests.rules.documents import random_document
from tests.store.conftest import Home
from tests.store.from_logs import figures_of, sheets

NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rui", "Rosa", "Duarte")


LEVEL: list[Any] = [{"points": [60, 60]}]  # a round of Bisca that neither side wins
PISTI = {
    "jacks": [4, 0], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [12, 12], "pistis": [0, 0], "jack_pistis": [0, 0],
}  # fmt: skip


class PlayingCircle:
    """A circle that plays: its players, and matches of any day."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.me: actions.ActionContext = {"by": home.person, "circle": home.circle.pk}
        self.ids = {name: str(uuid4()) for name in NAMES}
        for name, id in self.ids.items():
            actions.put_player(player=id, name=name, **self.me)

    def play(self, day: str, *names: str, game: str = "bisca_tres", rounds: Any = LEVEL, **more: Any) -> UUID:
        """Play a match. End it by hand if its rounds have not ended it."""
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

    def read(self, period: str = "", game: str = "") -> MatchesTally:
        """Read the tally of a month, of a year, or of all time."""
        days = days_of(period) if period else ()
        return PeriodFigures(CircleMonths(self.home.circle.pk), *days).tally(game)

    def played(self, period: str = "") -> int:
        return self.read(period).matches

    def stored(self) -> list[str]:
        """Return the months that have a tally."""
        return [name for name in self.rows() if not is_of_years(name)]

    def years(self) -> list[str]:
        """Return the years that have a tally."""
        return [name for name in self.rows() if is_of_years(name)]

    def rows(self) -> list[str]:
        rows = models.MonthTally.objects.filter(circle=self.home.circle, game="", tally__isnull=False)
        return sorted(rows.values_list("month", flat=True))


@pytest.fixture
def table(home: Home) -> PlayingCircle:
    return PlayingCircle(home)


@pytest.fixture
def stored_months(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The months that are stored from now on, in that order."""
    names: list[str] = []
    store_month = months.store_month

    def store(circle: UUID, name: str, *more: Any) -> None:
        names.append(name)
        store_month(circle, name, *more)

    monkeypatch.setattr(months, "store_month", store)
    return names


def won(first: int) -> list[Any]:
    return [{"points": [first, 120 - first]}]


def test_a_match_counts_once_it_is_over_and_no_longer_when_it_goes_on(table: PlayingCircle) -> None:
    assert table.played() == 0
    match = table.play("2026-11-20", rounds=won(71))
    assert [table.played(period) for period in ("", "2026", "2026-11", "2026-10", "2025")] == [1, 1, 1, 0, 0]
    actions.reopen(match=match, **table.me)
    assert [table.played(period) for period in ("", "2026", "2026-11")] == [0, 0, 0]
    actions.finish(match=match, **table.me)
    assert table.played() == 1


def test_too_many_months_without_figures_are_refused(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    for month in range(1, 5):
        table.play(f"2026-0{month}-10", rounds=won(71))
    circle = table.home.circle.pk
    months.drop_tallies(circle, months.played_months(circle))
    monkeypatch.setattr(figures_of_period, "MOST_MISSING", 3)
    with pytest.raises(Refused):
        table.read()
    months.fill_all_circles()
    assert table.played() == 4


def test_a_match_that_ended_without_result_counts_for_nobody(table: PlayingCircle) -> None:
    for day in ("2026-11-01", "2026-11-03"):
        table.play(day, rounds=won(71))
    lost = table.play("2026-11-02", rounds=won(49))
    circle, eleni = table.home.circle.pk, table.ids["Eleni"]
    assert (table.played(), table.read().people[eleni].wins.won) == (3, 2)
    actions.reopen(match=lost, **table.me)
    actions.finish(match=lost, result="none", **table.me)
    tally = table.read("2026-11").people[eleni]
    assert (tally.wins.played, tally.wins.won, tally.streak.longest) == (2, 2, 2)
    assert not models.Result.objects.filter(circle=circle, match=lost, is_winner=True).exists()
    assert not models.MatchRatings.objects.filter(circle=circle, match=lost).exists()
    assert rebuild.rebuild(circle) == []
    actions.reopen(match=lost, **table.me)
    actions.finish(match=lost, **table.me)
    assert table.played() == 3


def test_a_match_without_a_round_counts_nothing_and_ends_no_row_of_wins(table: PlayingCircle) -> None:
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


def first_deal(table: PlayingCircle, match: UUID) -> UUID:
    return UUID(log_of(table.home.circle.pk, match).counted_deals()[0].id)


def test_a_match_without_a_complete_round_counts_nothing(table: PlayingCircle) -> None:
    match = table.play("2026-11-20", game="points", rounds=[{"points": [4, None]}])
    deal = first_deal(table, match)
    assert table.played() == 0
    actions.amend_deal(match=match, deal=deal, answers={"points": [4, 1]}, **table.me)
    assert (table.played(), table.read().people[table.ids["Eleni"]].wins.won) == (1, 1)
    assert models.Result.objects.filter(match=match, is_winner=True).count() == 1
    actions.amend_deal(match=match, deal=deal, answers={"points": [4, None]}, **table.me)
    assert table.played() == 0
    assert models.Result.objects.filter(match=match, is_winner=True).count() == 0
    assert rebuild.rebuild(table.home.circle.pk) == []


def test_a_deleted_match_counts_nothing_until_it_is_brought_back(table: PlayingCircle) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    table.play("2026-11-21", rounds=won(71))
    assert table.played() == 2
    actions.delete_match(match=match, **table.me)
    assert table.played("2026-11") == 1
    actions.undelete_match(match=match, **table.me)
    assert table.played("2026") == 2


def test_a_round_that_is_put_right_is_put_right_in_the_figures(table: PlayingCircle) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    assert table.read().people[table.ids["Eleni"]].wins.won == 1
    deal = first_deal(table, match)
    actions.amend_deal(match=match, deal=deal, answers={"points": [49, 71]}, **table.me)
    assert table.read().people[table.ids["Deniz"]].wins.won == 1


def test_a_game_has_figures_of_its_own(table: PlayingCircle) -> None:
    table.play("2026-11-20", rounds=won(71))
    table.play("2026-11-20", game="pisti", rounds=[PISTI])
    assert [table.read("", game).matches for game in ("", "bisca_tres", "pisti", "pisa")] == [2, 1, 1, 0]


def test_the_games_of_many_months_are_read_once(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game read all months: a page over 2,000 months with a game each took 24 s."""
    table.play("2025-10-20")
    table.play("2025-11-20", game="pisti", rounds=[PISTI])
    table.play("2025-12-20", game="pisti", rounds=[PISTI])
    figures, read = PeriodFigures(CircleMonths(table.home.circle.pk)), figures_of_period.read_tally
    games: list[str] = []
    monkeypatch.setattr(
        figures_of_period, "read_tally", lambda part, game, *more: games.append(game) or read(part, game, *more)
    )
    assert [figures.tally(game).matches for game in ("", *figures.games, "skat")] == [3, 1, 2, 0]
    assert games == ["", "", "", "bisca_tres", "pisti", "pisti"]


def test_the_month_is_that_of_the_day_at_the_table(table: PlayingCircle) -> None:
    """In Nicosia it was December already; and a clock that was set wrong is shown as it was."""
    table.play("2025-12-01T00:30:00+02:00")
    table.play("1999-12-31T20:00:00+02:00")
    assert [table.played(period) for period in ("2025-11", "2025-12", "1999-12", "")] == [0, 1, 1, 2]


def test_two_who_are_one_count_as_one_and_as_two_again(table: PlayingCircle) -> None:
    table.play("2026-10-20", "Eleni", "Deniz", rounds=won(71))
    table.play("2026-11-20", "Maria", "Deniz", rounds=won(71))
    eleni, maria = table.ids["Eleni"], table.ids["Maria"]
    assert table.read().people[eleni].wins.won == 1
    actions.put_player(player=maria, same_as=eleni, **table.me)
    people = table.read().people
    assert maria not in people
    assert (people[eleni].wins.won, people[eleni].streak.longest) == (2, 2)
    assert people[table.ids["Deniz"]].others[eleni].matches == 2
    actions.set_apart(player=maria, **table.me)
    assert {name: table.read().people[table.ids[name]].wins.won for name in ("Eleni", "Maria")} == {
        "Eleni": 1,
        "Maria": 1,
    }


def test_merging_players_replaces_only_the_months_of_the_merged_one(
    table: PlayingCircle, stored_months: list[str]
) -> None:
    table.play("2026-10-20", "Eleni", "Deniz")
    table.play("2026-11-20", "Maria", "Deniz")
    stored_months.clear()
    actions.put_player(player=table.ids["Maria"], same_as=table.ids["Eleni"], **table.me)
    assert stored_months == ["2026-11"]


def test_another_name_changes_no_figure(table: PlayingCircle, stored_months: list[str]) -> None:
    table.play("2026-11-20")
    stored_months.clear()
    actions.put_player(player=table.ids["Eleni"], name="Elenitsa", **table.me)
    assert stored_months == []
    assert rebuild.rebuild(table.home.circle.pk) == []


def test_a_tally_of_an_older_version_is_added_up_again(table: PlayingCircle) -> None:
    """Until then the page does not say what chance gives."""
    table.play("2026-10-20", rounds=won(71))
    table.play("2026-11-20", rounds=won(71))
    row = models.MonthTally.objects.get(circle=table.home.circle, month="2026-10", game="")
    new = row.tally
    old = {key: value for key, value in new.items() if key != "shape"}
    old["people"] = {key: {**person, "tables": {}} for key, person in new["people"].items()}
    models.MonthTally.objects.filter(circle=table.home.circle, month="2026-10", game="").update(tally=old)
    names = PlayerIndex([])
    tally = table.read()
    assert [player.chance for player in rank_players(tally, names, None)] == [None, None]
    months.drop_old_tallies()
    assert table.stored() == ["2026-11"]
    months.fill_all_circles()
    assert table.stored() == ["2026-10", "2026-11"]
    assert [player.chance for player in rank_players(table.read(), names, None)] == [1, 1]


def test_figures_of_another_circle_are_not_touched(table: PlayingCircle, other_home: Home) -> None:
    other = PlayingCircle(other_home)
    other.play("2026-11-20")
    table.play("2026-11-20")
    table.play("2026-11-21")
    assert (other.played(), table.played()) == (1, 2)


def test_one_push_of_many_matches_stores_each_month_once(table: PlayingCircle, stored_months: list[str]) -> None:
    events: list[dict[str, Any]] = []
    for number in range(12):
        at = f"2026-{10 + number % 2}-{1 + number:02}T20:00:00Z"
        events += match_events(at, {"points": [71, 49]})
    table.home.accept(*events)
    assert stored_months == ["2026-11", "2026-10"]
    assert [table.played(period) for period in ("", "2026-10", "2026-11")] == [12, 6, 6]


def match_events(at: str, answers: dict[str, Any]) -> list[dict[str, Any]]:
    match = str(uuid4())
    start = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    data = (("start", start), ("deal", {"deal": str(uuid4()), "answers": answers}), ("finish", {}))
    common = {"match": match, "after": None, "at": at}
    return [{"id": str(uuid4()), "kind": kind, "data": fields, **common} for kind, fields in data]


def test_a_month_without_a_match_that_counts_has_no_row(table: PlayingCircle) -> None:
    match = table.play("1999-12-31")
    table.play("2026-11-20")
    actions.delete_match(match=match, **table.me)
    assert set(models.MonthTally.objects.values_list("month", "game")) == {("2026-11", ""), ("2026-11", "bisca_tres")}
    days = CircleMonths(table.home.circle.pk).days
    assert days == (date(2026, 11, 1), date(2026, 11, 30))


def test_a_game_that_was_deleted_is_no_longer_listed(table: PlayingCircle) -> None:
    table.play("2026-11-20")
    match = table.play("2026-11-21", game="pisti", rounds=[PISTI])
    assert CircleMonths(table.home.circle.pk).games == {"bisca_tres", "pisti"}
    actions.delete_match(match=match, **table.me)
    assert CircleMonths(table.home.circle.pk).games == {"bisca_tres"}


def test_odd_days_are_added_up_from_rows(table: PlayingCircle) -> None:
    for day in ("2025-10-05", "2025-10-20", "2025-11-05", "2025-12-05", "2025-12-06"):
        table.play(day)
    figures = PeriodFigures(CircleMonths(table.home.circle.pk), date(2025, 10, 20), date(2025, 12, 5))
    assert (figures.tally("").matches, figures.tally("").first, figures.tally("").last) == (
        3,
        "2025-10-20",
        "2025-12-05",
    )
    assert [(name, matches) for name, matches, _wins in figures.columns("", "")] == [
        ("2025-10", 1),
        ("2025-11", 1),
        ("2025-12", 1),
    ]


class TestLimit:
    """One transaction adds up a limited number of matches. Figures are right all the time."""

    @pytest.fixture(autouse=True)
    def limits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(months, "MATCHES_AT_ONCE", 2)

    @pytest.fixture
    def large(self, table: PlayingCircle) -> PlayingCircle:
        """October and December have one match each, November has three."""
        for day in ("2025-10-05", "2025-11-05", "2025-11-06", "2025-11-07", "2025-12-05"):
            table.play(day)
        return table

    def test_readers_add_up_a_large_month(self, large: PlayingCircle) -> None:
        assert large.stored() == ["2025-10", "2025-12"]
        assert [large.played(period) for period in ("", "2025", "2025-11", "2025-12")] == [5, 5, 3, 1]
        assert CircleMonths(large.home.circle.pk).games == {"bisca_tres"}

    def test_a_later_change_stores_months_within_the_limit(self, large: PlayingCircle) -> None:
        actions.put_player(player=large.ids["Eleni"], same_as=large.ids["Maria"], **large.me)
        assert large.stored() == ["2025-10", "2025-12"]
        months.drop_tallies(large.home.circle.pk, ["2025-10"])
        large.play("2026-01-05")
        assert large.stored() == ["2025-10", "2025-12", "2026-01"]

    def test_tidy_stores_the_rest(self, large: PlayingCircle) -> None:
        call_command("tidy")
        assert large.stored() == ["2025-10", "2025-11", "2025-12"]
        assert large.played() == 5

    def test_a_month_that_changes_while_tidy_adds_it_up_is_left_to_the_next(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Adding up takes seconds, so others can save meanwhile."""
        tally_days = months.tally_days

        def tally_slowly(*arguments: Any) -> Any:
            tallies = tally_days(*arguments)
            monkeypatch.setattr(months, "tally_days", tally_days)
            large.play("2025-11-29")
            return tallies

        monkeypatch.setattr(months, "tally_days", tally_slowly)
        assert months.fill_all_circles() == 0
        assert large.played("2025-11") == 4
        assert months.fill_all_circles() == 3, "the month, its year, and all years"
        assert large.played("2025-11") == 4

    def test_a_month_too_large_for_tidy_stays_right(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(months, "MATCHES_IN_TIDY", 2)
        assert months.fill_all_circles() == 0
        assert large.stored() == ["2025-10", "2025-12"]
        assert large.played("2025-11") == 3

    def test_an_answer_adds_up_a_limited_number_of_seats(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two months are stored, so November's three matches have six seats to add up."""
        monkeypatch.setattr(figures_of_period, "MOST_SEATS", 6)
        assert large.played() == 5
        monkeypatch.setattr(figures_of_period, "MOST_SEATS", 5)
        for period in ("", "2025", "2025-11"):
            with pytest.raises(Refused, match="too many"):
                large.read(period)
        assert [large.played(period) for period in ("2025-10", "2025-12")] == [1, 1]

    def test_an_answer_adds_up_a_limited_number_of_people(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two play in each month, the same two in all."""
        for period in ("", "2025", "2025-10", "2025-11"):  # November is not stored
            monkeypatch.setattr(figures_of_period, "MOST_PEOPLE", 2)
            assert large.played(period)
            monkeypatch.setattr(figures_of_period, "MOST_PEOPLE", 1)
            with pytest.raises(Refused, match="too many"):
                large.read(period)

    def test_people_who_are_no_players_of_the_circle_count(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A match may name ids for which there is no player event."""
        for month in range(1, 5):
            players = [{"id": str(uuid4()), "name": f"Guest {month} {seat}"} for seat in range(2)]
            large.play(f"2025-0{month}-01", rounds=won(71), players=players)
        monkeypatch.setattr(figures_of_period, "MOST_PEOPLE", len(NAMES))
        assert large.played("2025-01") == 1
        with pytest.raises(Refused, match="too many"):
            large.read()

    def test_texts_are_parsed_only_if_the_circle_has_so_many_people(
        self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The months name two people each, but these are the same two."""
        parsed: list[str] = []
        monkeypatch.setattr(figures_of_period, "MOST_PEOPLE", len(NAMES))
        monkeypatch.setattr(figures_of_period, "parsed", lambda _part, game: parsed.append(game) or {})
        stored = [{"": '{"people":{"a":{"partners":{}},"b":{"partners":{}}}}'}] * len(NAMES)
        assert not figures_of_period.has_many_people(large.home.circle.pk, stored)
        assert parsed == []

    def test_days_at_the_ends_count_as_seats(self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
        months_of_circle = CircleMonths(large.home.circle.pk)
        monkeypatch.setattr(figures_of_period, "MOST_SEATS", 6)
        days = date(2025, 11, 6), date(2025, 12, 6)
        assert PeriodFigures(months_of_circle, *days).tally("").matches == 3
        monkeypatch.setattr(figures_of_period, "MOST_SEATS", 5)
        with pytest.raises(Refused):
            PeriodFigures(months_of_circle, *days)

    def test_an_answer_reads_a_limited_length(self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
        call_command("tidy")
        monkeypatch.setattr(figures_of_period, "MOST_CHARACTERS", 4000)
        monkeypatch.setattr(figures_of_period, "FEW", 1)
        months.drop_all_years(large.home.circle.pk)
        with pytest.raises(Refused, match="too many"):
            large.read()
        assert large.played("2025-12") == 1

    def test_many_months_of_a_merged_player(self, large: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(months, "MONTHS_AT_ONCE", 1)
        actions.put_player(player=large.ids["Eleni"], same_as=large.ids["Maria"], **large.me)
        assert large.stored() == ["2025-12"]
        assert large.read("2025-10").people.keys() == {large.ids["Maria"], large.ids["Deniz"]}
        assert large.read().people[large.ids["Maria"]].wins.played == 5


def test_rebuild_stores_all_months_and_lists_wrong_ones(table: PlayingCircle) -> None:
    table.play("2026-11-20")
    assert rebuild.rebuild(table.home.circle.pk) == []
    rows = models.MonthTally.objects.filter(circle=table.home.circle)
    assert set(rows.values_list("month", "game")) == {("2026-11", ""), ("2026-11", "bisca_tres")}
    rows.filter(game="").update(tally={"matches": 7})
    [line] = rebuild.rebuild(table.home.circle.pk)
    assert line.startswith("MonthTally 2026-11 all games: was {'matches': 7}, is {")
    assert table.played("2026") == 1


def test_results_of_older_versions_are_read_from_their_logs(table: PlayingCircle) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    models.Result.objects.filter(match=match).update(rounds=None)
    months.drop_tallies(table.home.circle.pk, ["2026-11"])
    assert table.read("").people[table.ids["Eleni"]].points == 1


def test_matches_of_older_versions_count_at_once_after_a_migration(table: PlayingCircle) -> None:
    table.play("2026-11-20")
    table.play("2025-10-20")
    models.MonthTally.objects.all().delete()
    import_module("games.migrations.0009_month_tallies").name_months(apps, None)
    assert table.stored() == []
    assert [table.played(period) for period in ("", "2026", "2025-10")] == [2, 1, 1]
    call_command("migrate", verbosity=0)
    assert table.stored() == ["2025-10", "2026-11"]
    assert [table.played(period) for period in ("", "2026", "2025-10")] == [2, 1, 1]


@pytest.mark.slow
def test_a_change_costs_the_same_after_one_year_and_after_four(table: PlayingCircle) -> None:
    counts = []
    for played in (range(2025, 2026), range(2022, 2025)):
        for year in played:
            for month in range(1, 13):
                table.play(f"{year}-{month:02}-03")
        match = table.play("2025-12-05")
        ending = queries(lambda match=match: (actions.reopen(match=match, **table.me), table.end(match)))
        counts.append([ending, queries(table.played)])
    assert counts[0] == counts[1]
    assert counts[0][1] == 3


def year_figures(circle: UUID, eleni: str) -> list[Any]:
    """Return the figures of all time, of a year, and of some months with days at both ends."""
    whole = PeriodFigures(CircleMonths(circle))
    periods = [
        whole,
        PeriodFigures(CircleMonths(circle), *days_of("2024")),
        PeriodFigures(CircleMonths(circle), date(2023, 5, 4), date(2025, 6, 7)),
    ]
    columns = [
        period.columns(game, player) for period in periods for game in ("", "bisca_tres") for player in ("", eleni)
    ]
    return [*([period.tally(""), period.tally("bisca_tres")] for period in periods), *columns]


def test_years_stand_for_their_months(table: PlayingCircle) -> None:
    """Figures read from rows of years are those read from months, and a change of a month deletes the years with it."""
    circle, eleni = table.home.circle.pk, table.ids["Eleni"]
    for day in ("2023-05-03", "2023-05-05", "2024-01-05", "2024-01-06", "2024-12-31", "2025-06-05", "2025-07-05"):
        table.play(day, rounds=won(71 if day < "2024-06" else 30))
    table.play("2026-01-05", game="pisti", rounds=[PISTI])
    expected = year_figures(circle, eleni)
    assert table.years() == []
    call_command("tidy")
    assert table.years() == ["2023", "2024", "2025", "to 2025"]
    assert year_figures(circle, eleni) == expected
    assert list(PeriodFigures(CircleMonths(circle)).tallies) == ["to 2025", "2026-01"]
    assert list(PeriodFigures(CircleMonths(circle), *days_of("2024")).tallies) == ["2024"]
    table.play("2026-02-05")
    assert table.years() == ["2023", "2024", "2025", "to 2025"]
    match = table.play("2024-03-05")
    assert table.years() == ["2023", "2025"]
    assert PeriodFigures(CircleMonths(circle)).tally("").matches == 10
    actions.delete_match(match=match, **table.me)
    actions.put_player(player=table.ids["Eleni"], same_as=table.ids["Maria"], **table.me)
    assert table.years() == []
    call_command("tidy")
    assert table.years() == ["2023", "2024", "2025", "to 2025"]
    assert rebuild.rebuild(circle) == []
    assert PeriodFigures(CircleMonths(circle)).tally("").matches == 9
    columns = PeriodFigures(CircleMonths(circle)).columns("", table.ids["Maria"])
    assert [(name, matches, wins.played, wins.won) for name, matches, wins in columns] == [
        ("2023", 2, 2, 2),  # 71 points each
        ("2024", 3, 3, 2),  # 71, 71 and 30 points
        ("2025", 2, 2, 0),
        ("2026", 2, 2, 1),
    ]


def test_a_year_with_a_month_that_is_not_stored_has_no_row(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in ("2023-05-03", "2024-01-05", "2024-01-06", "2024-02-06", "2025-06-05"):
        table.play(day)
    months.drop_tallies(table.home.circle.pk, ["2024-01"])
    monkeypatch.setattr(months, "MATCHES_IN_TIDY", 1)
    call_command("tidy")
    assert table.years() == ["2023", "2025", "to 2023"]
    assert table.played() == 5


@pytest.mark.parametrize("at", ["rows_to_fill", "tally_row"])
def test_a_match_of_a_past_year_that_comes_while_tidy_adds_it_up(
    table: PlayingCircle, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another phone may send old rounds at that moment. The next run stores the year with them."""
    table.play("2024-03-05")
    table.play("2025-03-05")
    work = getattr(years, at)

    def with_match(*arguments: Any, **named: Any) -> Any:
        result = work(*arguments, **named)
        table.play("2024-06-10")
        return result

    monkeypatch.setattr(years, at, with_match)
    months.fill_all_circles()
    monkeypatch.undo()
    assert table.played() == table.played("2024") + 1 == 3
    months.fill_all_circles()
    assert table.years() == ["2024", "2025", "to 2025"]
    assert table.played() == table.played("2024") + 1 == 3


@pytest.mark.parametrize("period", [(), (date(2023, 2, 1), date(2026, 2, 1)), days_of("2024")], ids=str)
def test_a_match_of_a_past_year_that_comes_while_someone_reads(table: PlayingCircle, period: Any) -> None:
    """Its year, and all years together, are no longer stored then. The next `tidy` stores them."""
    circle, eleni = table.home.circle.pk, table.ids["Eleni"]
    for day in ("2023-03-05", "2024-03-05", "2024-05-05", "2025-03-05"):
        table.play(day)
    months.fill_all_circles()
    listed, read = CircleMonths(circle), PeriodFigures(CircleMonths(circle), *period)
    table.play("2024-05-10")
    late = PeriodFigures(listed, *period)
    now = PeriodFigures(CircleMonths(circle), *period)
    assert late.tally("") == now.tally("")
    for game in ("", "bisca_tres"):
        assert late.columns(game, eleni) == read.columns(game, eleni) == now.columns(game, eleni)
    assert max(matches for _name, matches, _wins in now.columns("", "")) == (2 if period == days_of("2024") else 3)


def test_a_period_with_stored_years_is_no_longer_than_without(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the rows that are read count, and not those of the months inside a year."""
    for day in ("2023-01-05", "2023-06-05", "2024-02-05", "2024-06-05", "2024-10-05", "2025-02-05", "2025-06-05"):
        table.play(day)
    months.fill_all_circles()
    days = date(2023, 6, 1), date(2025, 2, 28)
    names = ["2023-06", "2024", "2025-02"]
    rows = models.MonthTally.objects.filter(circle=table.home.circle, month__in=names)
    length = sum(len(text) for text in rows.values_list(Cast("tally", TextField()), flat=True))
    monkeypatch.setattr(figures_of_period, "MOST_CHARACTERS", length)
    monkeypatch.setattr(figures_of_period, "FEW", 1)
    period = PeriodFigures(CircleMonths(table.home.circle.pk), *days)
    assert list(period.tallies) == names
    assert period.tally("").matches == 5


def test_rebuild_lists_wrong_years(table: PlayingCircle) -> None:
    table.play("2025-03-05")
    months.fill_all_circles()
    models.MonthTally.objects.filter(circle=table.home.circle, month="2025", game="").update(tally={"matches": 7})
    [line] = rebuild.rebuild(table.home.circle.pk)
    assert line.startswith("MonthTally 2025 all games: was {'matches': 7}, is {")
    assert table.years() == ["2025", "to 2025"]


def queries(do: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        do()
    return len(captured)


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_figures_are_those_of_the_logs(table: PlayingCircle, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play matches of every game, delete and correct some, merge players. Some months are too large for a transaction."""
    chance = random_for(f"figures {seed}")
    for number in range(48):
        monkeypatch.setattr(months, "MATCHES_AT_ONCE", chance.choice((1, 3, 300)))
        step(table, chance)
        if number % 12 == 11:
            compare(table)
    assert rebuild.rebuild(table.home.circle.pk) == []


def step(table: PlayingCircle, chance: Random) -> None:
    circle = table.home.circle
    matches = list(models.Match.objects.filter(circle=circle).order_by("id"))
    act = chance.random()
    if act < 0.65 or not matches:
        document = random_document(chance, chance.choice(catalogue.GAMES))
        names = chance.sample(NAMES, len(document["players"]))
        seats = [{"id": table.ids[name], "name": name} if name != "Rui" else name for name in names]
        day = date(chance.choice((2023, 2024, 2025, 2025)), chance.choice((1, 6, 12, 12)), chance.randrange(1, 29))
        match = uuid4()
        setup = {"options": document["options"], "first_dealer": document["first_dealer"]}
        actions.start_match(
            match=str(match), game=document["game"], players=seats, at=f"{day}T19:00:00Z", **setup, **table.me
        )
        deals = [{**deal, "id": str(uuid4())} for deal in document["deals"]]
        table.home.push(*(deal_event(match, deal) for deal in deals))  # invalid ones are refused
        if chance.random() < 0.8:
            table.end(match)
    elif act < 0.75:
        correct(table, chance, chance.choice(matches))
    elif act < 0.87:
        row = chance.choice(matches)
        (actions.undelete_match if row.is_deleted else actions.delete_match)(match=row.id, **table.me)
    elif act < 0.94:
        actions.put_player(player=table.ids["Maria"], same_as=table.ids[chance.choice(NAMES[:3])], **table.me)
    else:
        actions.set_apart(player=table.ids["Maria"], **table.me)


def correct(table: PlayingCircle, chance: Random, match: models.Match) -> None:
    """Cross out the first round, or reopen the match."""
    deals = log_of(table.home.circle.pk, match.id).counted_deals()
    if deals and chance.random() < 0.7:
        actions.strike_deal(match=match.id, deal=UUID(deals[0].id), **table.me)
    elif match.is_finished:
        actions.reopen(match=match.id, **table.me)


def deal_event(match: UUID, deal: dict[str, Any]) -> dict[str, Any]:
    data = {"deal": deal["id"], "answers": deal["answers"]}
    return {"id": str(uuid4()), "match": str(match), "kind": "deal", "data": data, "after": None, "at": None}


def compare(table: PlayingCircle) -> None:
    counted, stored = sheets(table.home.circle), CircleMonths(table.home.circle.pk)
    for days in ((), *map(days_of, ("2023", "2024", "2025-06", "2025-12")), (date(2024, 6, 9), date(2025, 12, 15))):
        figures = PeriodFigures(stored, *days)
        within = [match for match in counted if not days or days[0] <= match[0] <= days[1]]
        for game in ("", *catalogue.keys()):
            matches = [match for match in within if game in ("", match[1])]
            tally = figures.tally(game)
            assert tally.matches == len(matches)
            assert {key: as_dict(person) for key, person in tally.people.items()} == {
                person: figures_of(matches, person) for match in matches for people in match[3] for person in people
            }


def as_dict(person: PersonTally) -> dict[str, Any]:
    return {
        "played": person.wins.played,
        "won": person.wins.won,
        "worth": person.wins.worth,
        "chance": chance_of(person.tables),
        "places": person.places,
        "rounds": person.rounds,
        "points": person.points,
        "most": person.most and person.most.points,
        "least": person.least and person.least.points,
        "most_at": person.most and (person.most.match, person.most.number),
        "longest": person.streak.longest,
        "current": person.streak.last,
        "figures": {name: (count.many, count.rounds) for name, count in person.figures.items()},
        "others": {key: (a.matches, a.before, a.behind) for key, a in person.others.items()},
        "partners": {key: (wins.played, wins.worth) for key, wins in person.partners.items()},
        "together": {key: (count.many, count.rounds, count.matches) for key, count in person.together.items()},
        "last": person.last,
    }
