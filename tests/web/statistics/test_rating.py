"""Ratings on pages: the ranking by the lower end, the curve of a player, and the part of a finished match."""

from typing import Any

import pytest

from games import models
from games.services import actions
from games.store.ratings.read import CircleRatings
from games.store.ratings.replay import rate_all
from tests.web.evenings.conftest import Cast
from tests.web.statistics.reading import plain, table

pytestmark = pytest.mark.slow


def test_ranking_is_ordered_by_the_lower_end(years: Cast, open_browser: Any) -> None:
    """Rui played once, so he has no rank. Each row has rating, range and both ends: 1500 − 1000 = 500."""
    rate_all(years.circle.pk, pause=0)
    rows = table(open_browser(years.zeynep).get("/statistics/").text, "rating-title")
    assert [row[0] for row in rows] == ["1 Eleni", "2 Andreas", "3 Deniz", "4 Zeynep", "– Rui"]
    assert [row[3] for row in rows] == ["9", "4", "8", "4", "1"]
    ratings = CircleRatings(years.circle.pk, "").ratings
    for row, name in zip(rows, ("Eleni", "Andreas", "Deniz", "Zeynep", "Rui"), strict=True):
        rating = ratings[years.players[name]]
        assert row[1] == f"{rating.points} ± {rating.range}"
        assert row[2] == f"{rating.points - rating.range}–{rating.points + rating.range}"
    ends = [int(row[2].split("–")[0]) for row in rows[:4]]
    assert ends == sorted(ends, reverse=True)


def test_the_page_says_that_ratings_are_being_recalculated(years: Cast, open_browser: Any) -> None:
    client, words = open_browser(years.zeynep), "The ratings are being recalculated."
    rate_all(years.circle.pk, pause=0)
    before = table(client.get("/statistics/").text, "rating-title")
    assert words not in plain(client.get("/statistics/").text)
    first = models.Match.objects.get(circle=years.circle, date="2024-05-01")
    actions.delete_match(match=first.id, **years.me)
    page = client.get("/statistics/").text
    assert words in plain(page)
    assert table(page, "rating-title") == before
    assert words in plain(client.get(f"/players/{years.players['Eleni']}/").text)
    rate_all(years.circle.pk, pause=0)
    page = client.get("/statistics/").text
    assert words not in plain(page)
    assert table(page, "rating-title") != before


def test_the_page_of_a_player_has_the_curve_and_the_last_change(years: Cast, open_browser: Any) -> None:
    """May 2024 to January 2026 are 21 months, five of them with a match. In the last one Eleni and Deniz won."""
    rate_all(years.circle.pk, pause=0)
    page = open_browser(years.zeynep).get(f"/players/{years.players['Eleni']}/").text
    rows = table(page, "rating-title")
    assert [row[0] for row in rows] == ["May 2024", "May 2025", "June 2025", "July 2025", "January 2026"]
    assert [row[3] for row in rows] == ["1", "3", "5", "8", "9"]
    assert rows[0][1] == "1658 ± 968"
    assert "rank 1." in plain(page)
    assert "won against Andreas, Zeynep, who stood" in plain(page)
    assert 'id="curve-title"' in page


def test_the_part_of_a_match_appears_once_it_is_rated(years: Cast, open_browser: Any) -> None:
    client, first = open_browser(years.zeynep), models.Match.objects.get(circle=years.circle, date="2024-05-01")
    path = f"/ratings/{first.id}/"
    assert client.get(path).status_code == 204
    rate_all(years.circle.pk, pause=0)
    answer = client.get(path)
    assert answer.status_code == 200
    assert "Eleni: 1658 ± 968 (+158: won against Deniz, who stood as high)" in " ".join(
        answer.text.replace("<li>", " ").split()
    )
    assert "Deniz: 1342 ± 968" in answer.text
    assert open_browser(years.rosa).get(path).status_code == 404
    assert f'data-from="{path}"' in client.get(f"/table/{first.id}/").text
