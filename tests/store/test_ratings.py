"""Ratings are stored by match and by month. A change of an old result has the later matches rated again, in batches."""

from datetime import date
from itertools import count
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openskill.models import PlackettLuce

from games import models
from games.services import actions
from games.statistics import rating_figures
from games.statistics.people import TablePerson
from games.statistics.rating import Rating, Ratings
from games.store import rebuild
from games.store.people import people_of
from games.store.ratings import names, replay
from games.store.ratings.months import GameState
from games.store.ratings.progress import is_unrated, mark_missing, mark_unrated
from games.store.ratings.read import CircleRatings
from tests.chance import random_for
from tests.store.conftest import Home
from tests.store.from_logs import height, sheets, side_of
from tests.store.test_figures import NAMES, PlayingCircle, first_deal, step, won

pytestmark = pytest.mark.fifth

MODEL = PlackettLuce()


@pytest.fixture
def table(home: Home) -> PlayingCircle:
    return PlayingCircle(home)


def ledger(circle: Any, game: str = "") -> dict[str, tuple[float, float, int]]:
    """Rate all matches by openskill itself, from the logs: mu, sigma and matches of each person."""
    ratings: dict[str, Any] = {}
    matches: dict[str, int] = {}
    for match in sheets(circle):
        if game not in ("", match[1]):
            continue
        teams = [sorted(key for key in side if side_of(match, key) == number) for number, side in enumerate(match[3])]
        heights = height(match)
        sides = [(team, 1 + sum(other > heights[at] for other in heights)) for at, team in enumerate(teams) if team]
        if len(sides) < 2:
            continue
        before = [[ratings.get(key, MODEL.rating()) for key in team] for team, _place in sides]
        for (team, _place), after in zip(
            sides, MODEL.rate(before, ranks=[place for _team, place in sides]), strict=True
        ):
            for key, rating in zip(team, after, strict=True):
                ratings[key] = rating
                matches[key] = matches.get(key, 0) + 1
    return {key: (rating.mu, rating.sigma, matches[key]) for key, rating in ratings.items()}


def stored(circle: models.Circle, game: str = "") -> Ratings:
    return GameState(circle.pk, game).ratings


def compare(table: PlayingCircle) -> None:
    circle = table.home.circle
    replay.rate_all(circle.pk, pause=0)
    for game in ("", *models.Match.objects.filter(circle=circle).values_list("game", flat=True).distinct()):
        expected = ledger(circle, game)
        found = {key: (rating.mu, rating.sigma, rating.matches) for key, rating in stored(circle, game).items()}
        assert found == {key: pytest.approx(values, rel=1e-9) for key, values in expected.items()}


def points(table: PlayingCircle, name: str = "Eleni") -> int:
    return stored(table.home.circle).get(table.ids[name], Rating()).points


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_ratings_are_those_of_openskill_from_the_logs(
    table: PlayingCircle, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play matches of every game, delete and correct some, merge players. Batches end within months and days."""
    chance = random_for(f"ratings {seed}")
    for number in range(48):
        step(table, chance)
        if number % 8 == 7:
            monkeypatch.setattr(replay, "BATCH", chance.choice((1, 2, 5, 500)))
            compare(table)
    assert rebuild.rebuild(table.home.circle.pk) == []


@pytest.mark.slow
@pytest.mark.turns
@pytest.mark.fifth
def test_400_matches_with_amendments_merges_and_deletions(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, me = random_for("400 matches"), table.me
    monkeypatch.setattr(replay, "BATCH", 70)
    matches = [play_some(table, chance, number) for number in range(400)]
    compare(table)
    for number in range(40):
        match = matches[chance.randrange(len(matches))]
        if number % 4 == 3:
            row = models.Match.objects.get(circle=table.home.circle, id=match)
            (actions.undelete_match if row.is_deleted else actions.delete_match)(match=match, **me)
        elif not models.Match.objects.get(circle=table.home.circle, id=match).is_deleted:
            answers = won(chance.choice((49, 60, 71)))[0]
            actions.amend_deal(match=match, deal=first_deal(table, match), answers=answers, **me)
        if number % 10 == 9:
            actions.put_player(player=table.ids["Maria"], same_as=table.ids[chance.choice(NAMES[:3])], **me)
            compare(table)
            actions.set_apart(player=table.ids["Maria"], **me)
    compare(table)
    assert rebuild.rebuild(table.home.circle.pk) == []


def play_some(table: PlayingCircle, chance: Random, number: int) -> UUID:
    day = f"{2024 + number // 200}-{1 + number % 200 // 17:02}-{chance.randrange(1, 29):02}"
    game, size = chance.choice((("bisca_tres", 2), ("bisca_nove", 2), ("bisca_quatro", 4)))
    return table.play(day, *chance.sample(NAMES, size), game=game, rounds=won(chance.choice((49, 60, 71))))


def test_a_push_marks_the_first_changed_day(table: PlayingCircle) -> None:
    """In a larger transaction nothing is rated, as the circle stays locked until its end."""
    table.play("2026-11-20", rounds=won(71))
    table.play("2026-11-18", rounds=won(71))
    table.play("2026-11-19", rounds=won(71))
    progress = models.RatingProgress.objects.get(circle=table.home.circle)
    assert (progress.since, progress.match) == (date(2026, 11, 18), None)
    assert stored(table.home.circle) == {}


def test_a_saved_round_marks_nothing(table: PlayingCircle) -> None:
    match = uuid4()
    seats = [{"id": table.ids[name], "name": name} for name in NAMES[:2]]
    actions.start_match(match=str(match), game="points", players=seats, at="2026-11-20T20:00:00Z", **table.me)
    with CaptureQueriesContext(connection) as queries:
        actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [4, 5]}, **table.me)
    assert not any("ratingprogress" in query["sql"].lower() for query in queries)


def test_old_ratings_stay_until_an_amended_round_is_rated(table: PlayingCircle) -> None:
    """Eleni won in 2025 and in 2026. She did not win in 2025 after all: until the replay, the page has the state of before."""
    old = table.play("2025-11-20", rounds=won(71))
    table.play("2026-11-20", rounds=won(71))
    compare(table)
    before = points(table)
    actions.amend_deal(match=old, deal=first_deal(table, old), answers=won(49)[0], **table.me)
    assert is_unrated(table.home.circle.pk)
    assert points(table) == before
    assert replay.rate_some(table.home.circle.pk, 1)
    assert points(table) == before  # November 2026 is not rated yet
    compare(table)
    assert points(table) < before
    assert not is_unrated(table.home.circle.pk)


def test_a_result_that_changes_during_a_batch_is_not_lost(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table.play("2026-11-20", rounds=won(71))
    calculated, times = replay.RatedBatch, count()

    def calculate(*values: Any) -> Any:
        batch = calculated(*values)
        if not next(times):  # someone deletes the match before the batch is stored
            actions.delete_match(match=match, **table.me)
        return batch

    monkeypatch.setattr(replay, "RatedBatch", calculate)
    replay.rate_all(table.home.circle.pk, pause=0)
    assert next(times) == 2
    assert stored(table.home.circle) == {}
    assert not models.MatchRatings.objects.exists()


def test_rating_all_ends_although_an_early_match_changes_again_and_again(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(1, 9):
        table.play(f"2026-11-0{day}", rounds=won(71))
    calculated, circle = replay.RatedBatch, table.home.circle.pk
    mark_unrated(circle, date(2026, 11, 1))

    def calculate(*values: Any) -> Any:
        mark_unrated(circle, date(2026, 11, 1))
        return calculated(*values)

    monkeypatch.setattr(replay, "BATCH", 2)
    monkeypatch.setattr(replay, "RatedBatch", calculate)
    replay.rate_all(circle, pause=0)
    assert is_unrated(circle)
    monkeypatch.setattr(replay, "RatedBatch", calculated)
    replay.rate_all(circle, pause=0)
    assert not is_unrated(circle)
    compare(table)


def test_rating_all_circles_ends_after_its_time_and_goes_on_the_next_time(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(1, 5):
        table.play(f"2026-11-0{day}", rounds=won(71))
    mark_unrated(table.home.circle.pk, date(2026, 11, 1))
    assert replay.rate_all_circles(seconds=0) == 0
    assert is_unrated(table.home.circle.pk)
    assert replay.rate_all_circles() == 1
    assert not is_unrated(table.home.circle.pk)


def test_a_month_without_a_match_has_no_ratings(table: PlayingCircle) -> None:
    table.play("2026-10-20", rounds=won(71))
    only = table.play("2026-11-20", rounds=won(71))
    compare(table)
    actions.delete_match(match=only, **table.me)
    compare(table)
    assert {*models.MonthRatings.objects.values_list("month", flat=True)} == {"2026-10"}


def test_the_curve_has_the_months_in_which_the_player_played(table: PlayingCircle) -> None:
    """Eleni plays in January and April. The row of March has everyone, as those of February and March name four people together."""
    for month, pair in enumerate(
        (("Eleni", "Deniz"), ("Deniz", "Andreas"), ("Deniz", "Andreas"), ("Eleni", "Deniz")), 1
    ):
        table.play(f"2026-0{month}-10", *pair, rounds=won(71))
    replay.rate_all(table.home.circle.pk, pause=0)
    rows = models.MonthRatings.objects.filter(game="").order_by("month")
    assert [table.ids["Eleni"] in ratings for ratings in rows.values_list("ratings", flat=True)] == [
        True,
        False,
        True,
        True,
    ]
    curve = CircleRatings(table.home.circle.pk, "").curve(table.ids["Eleni"])
    assert [(point.period, point.rating.matches) for point in curve] == [("2026-01", 1), ("2026-04", 2)]


def test_rows_of_months_grow_with_the_matches(table: PlayingCircle) -> None:
    """New people in each of 60 months: rows with everyone come ever more seldom. The curve is as if each row had everyone."""
    players = [f"Player {number}" for number in range(120)]
    for name in players:
        table.ids[name] = str(uuid4())
        actions.put_player(player=table.ids[name], name=name, **table.me)
    expected = []
    for number in range(60):
        pair = (players[2 * number], players[2 * number + 1] if number % 5 else players[1])
        table.play(f"{2010 + number // 12}-{1 + number % 12:02}-10", *pair, rounds=won(71))
        replay.rate_all(table.home.circle.pk, pause=0)
        expected.append(stored(table.home.circle)[table.ids[players[1]]])
    people = [len(ratings) for ratings in models.MonthRatings.objects.filter(game="").values_list("ratings", flat=True)]
    assert len(people) == 60
    assert sum(people) <= 3 * 2 * 60
    assert models.MonthRatings.objects.filter(game="", is_whole=True).count() <= 8
    assert len(stored(table.home.circle)) == 109
    curve = CircleRatings(table.home.circle.pk, "").curve(table.ids[players[1]])
    assert [point.period for point in curve] == ["2010", "2011", "2012", "2013", "2014"]
    assert [point.rating for point in curve] == expected[11::12]
    assert rebuild.rebuild(table.home.circle.pk) == []


def test_tidy_and_migrate_rate_the_rest(table: PlayingCircle) -> None:
    table.play("2026-11-20", rounds=won(71))
    call_command("tidy")
    assert points(table) == 1658
    models.MatchRatings.objects.all().delete()  # an older version has ended the match
    models.MonthRatings.objects.all().delete()
    assert not is_unrated(table.home.circle.pk)
    call_command("migrate", verbosity=0)
    assert points(table) == 1658
    mark_missing()
    assert not is_unrated(table.home.circle.pk)


def test_rebuild_lists_wrong_ratings(table: PlayingCircle) -> None:
    table.play("2026-11-20", rounds=won(71))
    compare(table)
    models.MonthRatings.objects.filter(game="").update(ratings={})
    [line] = rebuild.rebuild(table.home.circle.pk)
    assert line.startswith("MonthRatings 2026-11 all games: was {}, is {")
    assert points(table) == 1658


def test_a_replay_of_a_circle_leaves_others_alone(table: PlayingCircle, other_home: Home) -> None:
    other = PlayingCircle(other_home)
    other.play("2026-11-20", rounds=won(71))
    table.play("2026-11-20", rounds=won(49))
    compare(table)
    assert is_unrated(other_home.circle.pk)
    mark_unrated(table.home.circle.pk, date(2026, 11, 20))
    compare(other)
    assert (points(table), points(other)) == (1342, 1658)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_finished_match_is_rated_without_waiting_for_its_own_lock() -> None:
    """The transaction really ends, and only then the match is rated."""
    table = PlayingCircle(Home("Eleni"))
    table.play("2026-11-20", rounds=won(71))
    assert not is_unrated(table.home.circle.pk)
    assert (points(table), points(table, "Deniz")) == (1658, 1342)


def test_the_ranking_has_the_first_thousand_and_few_queries(
    table: PlayingCircle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids without a player of the circle take a query each, so only some of them have a name."""
    strangers = [{"id": str(uuid4()), "name": f"Guest {number}"} for number in range(6)]
    for first in range(0, 6, 2):
        table.play("2026-11-01", players=strangers[first : first + 2], rounds=won(71))
    replay.rate_all(table.home.circle.pk, pause=0)
    monkeypatch.setattr(rating_figures, "MOST_RANKED", 5)
    monkeypatch.setattr(names, "MOST_UNKNOWN", 2)
    ratings = stored(table.home.circle)
    with CaptureQueriesContext(connection) as queries:
        rated_names = names.RatedNames(table.home.circle.pk, people_of(table.home.circle.pk))
        ranked = rating_figures.rank_by_rating(ratings, rated_names.person)
    assert len(queries) == 1 + 2
    assert len(ranked) == 5
    assert [player.person.name for player in ranked].count("–") == 3


def test_each_rank_is_the_one_of_the_ranking(table: PlayingCircle) -> None:
    chance = random_for("ranks")
    for number in range(24):
        table.play(f"2026-{1 + number // 3:02}-10", *chance.sample(NAMES, 2), rounds=won(chance.choice((49, 71))))
    replay.rate_all(table.home.circle.pk, pause=0)
    ratings = stored(table.home.circle)
    ranked = rating_figures.rank_by_rating(ratings, lambda key: TablePerson(key, key))
    assert {player.person.key: player.rank for player in ranked} == {
        key: rating_figures.rank_of(key, ratings) for key in ratings
    }
    assert any(player.rank for player in ranked)


def test_a_push_leaves_a_large_circle_to_tidy(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_left_after(day: str) -> bool:
        table.play(day, *NAMES[:2], rounds=won(71))
        replay.rate_after_push(table.home.circle.pk)
        return is_unrated(table.home.circle.pk)

    monkeypatch.setattr(replay, "MOST_IN_MONTH", 1)
    assert [is_left_after(f"2026-09-0{day}") for day in (1, 2, 3)] == [False, False, True]
    call_command("tidy")
    assert not is_unrated(table.home.circle.pk)
    assert not is_left_after("2026-10-01")
    with monkeypatch.context() as patch:
        patch.setattr(replay, "MOST_RATINGS", 2)
        assert not is_left_after("2026-10-02")
        patch.setattr(replay, "MOST_RATINGS", 1)
        assert is_left_after("2026-10-03")
    call_command("tidy")
    monkeypatch.setattr(replay, "MOST_PEOPLE", 1)
    assert is_left_after("2026-11-01")
    call_command("tidy")
    compare(table)
