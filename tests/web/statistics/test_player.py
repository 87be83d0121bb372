"""The page of a player. The expected numbers were calculated by hand from the table in conftest.py."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.services import actions
from tests.web.evenings.conftest import Cast, points
from tests.web.statistics.reading import facts, plain, table

pytestmark = [pytest.mark.slow, pytest.mark.fifth]


@pytest.fixture
def player_page(years: Cast, open_browser: Any) -> Any:
    def page(name: str = "Eleni", query: str = "", status: int = 200) -> str:
        answer = open_browser(years.zeynep).get(f"/players/{years.players[name]}/{query}")
        assert answer.status_code == status
        return str(answer.text)

    return page


def test_all_games_together(player_page: Any) -> None:
    """Nine matches are over: three of five Biscas and four Pilottas were won, and one Bisca shared; 7.5 of 9 are 83%.

    In a row: two, then one lost and one shared, then five.
    """
    assert facts(player_page()) == {
        "Matches": "9",
        "Won": "7",
        "Shared": "1",
        "Win rate": "83%",
        "Against chance": "+3.0, as chance gives 4.5 wins",
        "Best streak": "longest 5, current 5",
    }


def test_one_game(player_page: Any) -> None:
    """Bisca: 3.5 of 5; places 1, 1, 2, 1, 1; a point in three of five rounds."""
    assert facts(player_page(query="?game=bisca_tres")) == {
        "Matches": "5",
        "Won": "3",
        "Shared": "1",
        "Win rate": "70%",
        "Against chance": "+1.0, as chance gives 2.5 wins",
        "Best streak": "longest 2, current 1",
        "Place": "1.2",
        "Points per round": "0.6",
        "Most in one round": "1",
        "Fewest in one round": "0",
    }


def test_team_win_counts_for_each_member(player_page: Any) -> None:
    """Pilotta: 19, 26, 19 and 34, 26 in five rounds. Deniz had 6, 0, 6 and 0, and with Eleni 26."""
    assert facts(player_page(query="?game=pilotta")) == {
        "Matches": "4",
        "Won": "4",
        "Win rate": "100%",
        "Against chance": "+2.0, as chance gives 2.0 wins",
        "Best streak": "longest 4, current 4",
        "Place": "1.0",
        "Points per round": "24.8",
        "Most in one round": "34",
        "Fewest in one round": "19",
    }
    assert facts(player_page("Deniz", "?game=pilotta")) == {
        "Matches": "4",
        "Won": "1",
        "Win rate": "25%",
        "Against chance": "−1.0, as chance gives 2.0 wins",
        "Best streak": "longest 1, current 1",
        "Place": "1.8",
        "Points per round": "7.6",
        "Most in one round": "26",
        "Fewest in one round": "0",
    }


def test_best_round_links_to_its_sheet(player_page: Any, years: Cast) -> None:
    match = models.Match.objects.get(circle=years.circle, date="2025-07-03")
    assert f'href="/table/{match.id}/sheet/#round-2"' in player_page(query="?game=pilotta")


def test_counted_figures_of_a_game(player_page: Any) -> None:
    """Five rounds were bid, one of them a kapo. Each side bid in two matches only, which is too few for a figure of its bids."""
    for name in ("Eleni", "Zeynep"):
        rows = table(player_page(name, "?game=pilotta"), "figures-title")
        assert [row[0] for row in rows] == ["Kapo"]
    assert table(player_page(query="?game=pilotta"), "figures-title") == [["Kapo", "1", "5", "2.0"]]


def test_bids_count_in_the_rounds_of_those_who_bid(cast: Cast, open_browser: Any) -> None:
    """Eleni's side bids once in each of three matches, and makes two. The bids of the other side are none of theirs."""
    others = {"bidder": 1, "bid": 90, "trump": "clubs", "trick_points": [70, 92]}
    for day, tricks in enumerate((112, 60, 100), 1):
        own = {"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [tricks, 162 - tricks]}
        names = ("Rosa", "Deniz", "Andreas", "Zeynep")
        cast.play(f"2025-08-0{day}", *names, game="pilotta", rounds=[own, others, others], end=True)
    page = open_browser(cast.zeynep).get(f"/players/{cast.players['Rosa']}/?game=pilotta").text
    rows = {row[0]: row[1:] for row in table(page, "figures-title")}
    assert rows["Bids made: Hearts"] == rows["Bids made"] == ["2", "3", "6.7"]
    assert rows["Bids failed: Hearts"] == rows["Bids failed"] == ["1", "3", "3.3"]
    assert "Bids made: Clubs" not in rows


def test_figures_are_counted_apart_by_a_value(cast: Cast, open_browser: Any) -> None:
    """Eleni's calls of Briscola chiamata with coins as trumps: two of three were won."""
    for day, card_points in enumerate((70, 61, 60), 1):
        call = {"caller": 0, "partner": 1, "trump": "coins", "points": card_points}
        names = ("Eleni", "Deniz", "Andreas", "Zeynep", "Rui")
        cast.play(f"2025-08-0{day}", *names, game="briscola_chiamata", rounds=[call], end=True)
    page = open_browser(cast.zeynep).get(f"/players/{cast.players['Eleni']}/?game=briscola_chiamata").text
    rows = {row[0]: row[1:] for row in table(page, "figures-title")}
    assert rows["Calls: Coins"] == rows["Calls"] == ["3", "3", "10.0"]
    assert rows["Calls won: Coins"] == ["2", "3", "6.7"]


def test_opponents(player_page: Any) -> None:
    """Deniz in four Biscas and three Pilottas, Zeynep in four Pilottas; Rui and Andreas once each."""
    page = player_page()
    assert table(page, "faced-title") == [["Deniz", "5", "1", "1", "7"], ["Zeynep", "4", "0", "–", "4"]]
    assert "Fewer than 3 matches against: Andreas, Rui." in plain(page)


def test_best_partner(player_page: Any) -> None:
    page = player_page()
    assert table(page, "partners-title") == [["Andreas", "100% best partner", "3"]]
    assert "Fewer than 3 matches with: Deniz." in plain(page)
    assert table(player_page("Zeynep"), "partners-title") == [["Deniz", "0%", "3"]]  # no win, no best partner


def test_partners_against_expectation(player_page: Any) -> None:
    """Pilotta: Eleni won 4 of 4, Andreas 3 of 4, so three matches as a pair are worth 3 · (1 + 0.75) / 2 = 2.6."""
    page = player_page(query="?game=pilotta")
    assert table(page, "partners-title") == [["Andreas", "100% best partner", "3.0", "2.6", "3"]]
    assert "Expected: the wins of the pair" in plain(page)


def test_the_two_pages_of_a_pair_agree_where_parties_change(cast: Cast, open_browser: Any) -> None:
    """Briscola chiamata, three times: Eleni calls Deniz and wins, and Deniz calls Eleni and loses.

    Eleni has 2 − 1 = 1 point of that and Deniz has 1 − 2 = −1, but their party won one round of two, so 3 of 6 rounds.
    """
    calls = [{"caller": 0, "partner": 1, "points": 61}, {"caller": 1, "partner": 0, "points": 60}]
    for day in (1, 2, 3):
        names = ("Eleni", "Deniz", "Andreas", "Zeynep", "Rui")
        cast.play(f"2025-08-0{day}", *names, game="briscola_chiamata", rounds=calls, end=True)
    browser = open_browser(cast.zeynep)
    for name, partner in (("Eleni", "Deniz"), ("Deniz", "Eleni")):
        page = browser.get(f"/players/{cast.players[name]}/?game=briscola_chiamata").text
        assert "Rounds together" in plain(page)
        assert table(page, "partners-title") == [[partner, "50% best partner", "3", "6"]]
        assert "partners-title" not in browser.get(f"/players/{cast.players[name]}/").text  # over all games


@pytest.mark.parametrize(
    ("period", "matches"), [("2025", "7"), ("2025-07", "3"), ("2024", None), ("2026", None), ("2023", None)]
)
def test_by_period(player_page: Any, period: str, matches: str | None) -> None:
    assert facts(player_page(query=f"?period={period}")).get("Matches") == matches


def test_last_twelve_months_include_the_current_one(player_page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """From June 2025 on: two Biscas and four Pilottas."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 5, 31, 12, tzinfo=UTC))
    assert facts(player_page(query="?period=12-months"))["Matches"] == "6"


def test_fewer_than_three_matches_give_no_figures(player_page: Any) -> None:
    assert "One finished match. Statistics need 3." in plain(player_page("Rui"))
    page = player_page(query="?game=bisca_tres&period=2024")
    assert "One finished match." in plain(page)
    assert facts(page) == {}
    assert "No finished matches for this selection." in plain(player_page(query="?game=pisa"))


def test_chart_has_a_gap_for_years_with_few_matches(player_page: Any) -> None:
    """2024 has one match, 2025 seven: five and a half won. January 2026 has one again."""
    page = player_page()
    assert table(page, "when-title")[:2] == [["May 2024", "1", "–"], ["June 2024", "0", "–"]]
    assert ["July 2025", "3", "100%"] in table(page, "when-title")
    assert page.count("a4 4 0 1 0 8 0") == 1  # one dot: July 2025


def test_merged_players_have_one_page(years: Cast, open_browser: Any) -> None:
    actions.put_player(player=years.players["Rui"], same_as=years.players["Deniz"], **years.me)
    answer = open_browser(years.zeynep).get(f"/players/{years.players['Rui']}/?game=bisca_tres")
    assert answer["Location"] == f"/players/{years.players['Deniz']}/?game=bisca_tres"
    page = open_browser(years.zeynep).get(f"/players/{years.players['Eleni']}/").text
    assert table(page, "faced-title")[0] == ["Deniz", "6", "1", "1", "8"]


def test_name_without_player_counts_for_others_and_has_no_page(years: Cast, open_browser: Any) -> None:
    seats = [{"id": years.players["Rui"], "name": "Rui"}, "Ada"]
    for _ in range(3):
        match = str(uuid4())
        actions.start_match(match=match, game="bisca_tres", players=seats, **years.me)
        actions.add_deal(match=UUID(match), deal=str(uuid4()), answers=points(60), **years.me)
        actions.finish(match=models.Match.objects.get(id=match).id, **years.me)
    page = open_browser(years.zeynep).get(f"/players/{years.players['Rui']}/").text
    assert table(page, "faced-title") == [["Ada", "0", "0", "3", "3"]]
    assert 'href="/players/name' not in page


def test_player_of_another_circle_is_not_found(years: Cast, open_browser: Any) -> None:
    for person in (None, years.rosa):
        assert open_browser(person).get(f"/players/{years.players['Eleni']}/").status_code == 404
    assert open_browser(years.zeynep).get(f"/players/{uuid4()}/").status_code == 404


@pytest.mark.parametrize(
    "query", ["?game=whist", "?period=2025-13", "?period=0000", "?period=x", "?period=2025-1", "?game=%00"]
)
def test_invalid_choice_is_reported_beside_its_field(player_page: Any, query: str) -> None:
    assert "Choose one of the options shown." in player_page(query=query, status=422)


def test_query_count_is_the_same_for_sixty_matches(cast: Cast, open_browser: Any) -> None:
    counts, client = [], open_browser(cast.zeynep)
    for count in (20, 40):
        for number in range(count):
            cast.play(f"{2020 + number % 5}-05-{1 + number % 28:02}", rounds=[points(71)], end=True)
        path = f"/players/{cast.players['Eleni']}/?period=2023"
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


def test_page_is_in_the_language_of_the_reader(years: Cast, open_browser: Any, pseudo: str) -> None:
    path = f"/players/{years.players['Eleni']}/"
    page = open_browser(years.eleni).get(path, headers={"accept-language": pseudo}).text
    for word in ("Matches", "Opponent", "Fewer", "Points", "Place", "numbers"):
        assert word not in plain(page)


def test_chart_draws_no_line_without_a_dot(cast: Cast, open_browser: Any) -> None:
    for month in (1, 2, 3):
        cast.play(f"2025-{month:02}-05", rounds=[points(71)], end=True)
    path = f"/players/{cast.players['Eleni']}/"
    page = open_browser(cast.zeynep).get(path).text
    assert "so there is no line" in page
    assert 'class="chart"' not in page
    cast.play("2025-03-06", rounds=[points(71)], end=True)
    cast.play("2025-03-07", rounds=[points(71)], end=True)
    assert 'class="chart"' in open_browser(cast.zeynep).get(path).text
