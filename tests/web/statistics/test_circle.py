"""The page of the circle and the list of its players. The expected numbers were calculated by hand (conftest.py)."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.export.name_list import name_list
from games.match.errors import Refused
from games.services import actions
from games.store.figures import period
from games.store.figures.months import drop_tallies
from games.web.statistics import base
from tests.api.conftest import Caller
from tests.web.evenings.conftest import Cast, points
from tests.web.statistics.reading import plain, table

pytestmark = pytest.mark.slow


def test_ranking_over_all_games(years: Cast, open_browser: Any) -> None:
    """Eleni 7.5 of 9, Andreas 3 of 4, Deniz 2.5 of 8, Zeynep 0 of 4; Rui played once."""
    page = open_browser(years.zeynep).get("/statistics/").text
    assert table(page, "won-title") == [
        ["Eleni 9 matches", "83%", "7", "1", "5"],
        ["Andreas 4 matches", "75%", "3", "–", "3"],
        ["Deniz 8 matches", "31%", "2", "1", "1"],
        ["Zeynep 4 matches", "0%", "0", "–", "–"],
    ]
    assert "Too few matches (fewer than 3) to rank: Rui." in plain(page)
    assert "9 finished matches. First: 1 May 2024, last: 4 Jan 2026." in plain(page)
    assert "Bisca de Três 5 matches, best: Eleni, win rate 70%" in plain(page)
    assert "Pilotta 4 matches, best: Eleni, win rate 100%" in plain(page)


def test_a_sentence_names_the_first_people(years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group may have thousands of people who played once, or who share the best win rate."""
    monkeypatch.setitem(base.HELP, "name_list", lambda names, most=1: name_list(names, min(most, 2)))
    for number in range(3):
        guests = f"A{number}", f"B{number}"
        years.play(f"2025-05-1{number}", *guests, rounds=[points(60)], end=True)
    page = plain(open_browser(years.zeynep).get("/statistics/").text)
    assert "(fewer than 3) to rank: A0, A1 and 5 more." in page


def test_wins_against_chance(years: Cast, open_browser: Any) -> None:
    """All tables have two sides. Eleni 7.5 − 9/2 = 3, Andreas 3 − 4/2 = 1, Deniz 2.5 − 8/2 = −1.5, Zeynep 0 − 4/2 = −2."""
    page = open_browser(years.zeynep).get("/statistics/").text
    assert table(page, "chance-title") == [
        ["Eleni", "+3.0", "7.5", "4.5"],
        ["Andreas", "+1.0", "3.0", "2.0"],
        ["Deniz", "−1.5", "2.5", "4.0"],
        ["Zeynep", "−2.0", "0.0", "2.0"],
    ]


def test_all_players_against_each_other(years: Cast, open_browser: Any) -> None:
    """Eleni finished before Deniz in five of seven matches, behind once, and once level; Rui played too few.

    Eleni and Andreas met once, and so did Deniz and Zeynep.
    """
    page = open_browser(years.zeynep).get("/statistics/").text
    assert table(page, "grid-title") == [
        ["Eleni", "–", "–", "5 : 1", "4 : 0"],
        ["Andreas", "–", "–", "3 : 1", "3 : 0"],
        ["Deniz", "1 : 5", "1 : 3", "–", "–"],
        ["Zeynep", "0 : 4", "0 : 3", "–", "–"],
    ]
    assert table(page, "seats-title") == []  # of one game only


def test_seats_and_records_of_a_game(years: Cast, open_browser: Any) -> None:
    """Pilotta: the first dealer was Eleni in four matches, and won them all; her partner sits opposite, and won, too."""
    page = open_browser(years.zeynep).get("/statistics/?game=pilotta").text
    assert table(page, "seats-title") == [
        ["First dealer of 4 players", "100%", "4"],
        ["Seat 1 after the first dealer of 4 players", "0%", "4"],
        ["Seat 2 after the first dealer of 4 players", "100%", "4"],
        ["Seat 3 after the first dealer of 4 players", "0%", "4"],
    ]
    assert table(page, "records-title") == [
        ["Highest total Eleni, Andreas, 3 Jul 2025", "53"],
        ["Lowest total Deniz, Zeynep, 2 Jul 2025", "0"],
        ["Largest lead over the second Eleni, Andreas, 3 Jul 2025", "47"],
        ["Most rounds Eleni, Andreas, Deniz, Zeynep, 3 Jul 2025", "2"],
    ]


def test_length_of_matches(cast: Cast, open_browser: Any) -> None:
    """Three matches of 10, 20 and 60 minutes: 90 / 3. The rounds of a fourth were all entered at once.

    Each has a round of 23:00 that was struck, and an open one, which make none longer.
    """
    for day, minutes in (("01", 10), ("02", 20), ("03", 60), ("04", 0)):
        match = cast.play(f"2025-05-{day}T20:00:00+02:00")
        ends = f"2025-05-{day}T{20 + minutes // 60}:{minutes % 60:02}:00+02:00"
        actions.add_deal(match=match, deal=str(uuid4()), answers=points(71), at=ends, **cast.me)
        wrong, late = uuid4(), f"2025-05-{day}T23:00:00+02:00"
        actions.add_deal(match=match, deal=str(wrong), answers=points(71), at=late, **cast.me)
        actions.strike_deal(match=match, deal=wrong, **cast.me)
        actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [None, None]}, at=late, **cast.me)
        actions.finish(match=match, **cast.me)
    page = open_browser(cast.eleni).get("/statistics/").text
    assert table(page, "records-title") == [
        ["Longest match", "60 min"],
        ["Shortest match", "10 min"],
        ["Average length", "30 min"],
    ]


def test_ranking_of_one_game_in_one_year(years: Cast, open_browser: Any) -> None:
    """Bisca in 2025: Eleni 1, 0, a half and 1; Deniz 0, 1 and a half; 2 points in 4 rounds, and 1 in 3."""
    page = open_browser(years.zeynep).get("/statistics/?game=bisca_tres&period=2025").text
    assert table(page, "won-title") == [
        ["Eleni 4 matches", "63%", "2", "1", "1.3", "0.5", "1"],
        ["Deniz 3 matches", "50%", "1", "1", "1.3", "0.3", "1"],
    ]
    months = table(page, "when-title")
    assert [row for row in months if row[1] != "0"] == [["May 2025", "2"], ["June 2025", "2"]]
    assert len(months) == 12


def test_links_keep_the_choice(years: Cast, open_browser: Any) -> None:
    page = open_browser(years.zeynep).get("/statistics/?game=bisca_tres&period=2025").text
    assert f'href="/players/{years.players["Eleni"]}/?game=bisca_tres&amp;period=2025"' in page
    assert 'href="?game=bisca_tres&amp;period=2025-05"' in page


def test_players_are_listed_with_their_matches(years: Cast, open_browser: Any) -> None:
    actions.put_player(player=years.players["Rui"], hidden=True, **years.me)
    actions.put_player(player=years.players["Andreas"], same_as=years.players["Zeynep"], **years.me)
    years.player("Ada")
    listed, _, hidden = plain(open_browser(years.zeynep).get("/players/").text).partition(
        "Not suggested for new matches"
    )
    assert listed.strip().startswith("Players Ada no finished match Deniz 8 matches, the last on 4 Jan 2026 Eleni")
    assert "Andreas" not in listed
    assert hidden.strip().startswith("Rui one match, on 5 Jun 2025")


def test_strangers_see_what_the_page_is_for(years: Cast, open_browser: Any) -> None:
    for path in ("/statistics/", "/players/"):
        for person in (None, years.rosa):
            page = open_browser(person).get(path)
            assert page.status_code == 200
            assert "Eleni" not in page.text


def test_home_circle_and_evenings_link_to_the_page(years: Cast, open_browser: Any) -> None:
    client = open_browser(years.zeynep)
    for path in ("/", "/circle/", "/evenings/", "/players/"):
        assert 'href="/statistics/"' in client.get(path).text, path
    assert 'href="/players/"' in client.get("/circle/players/").text
    evening = years.play("2026-11-20", rounds=[points(71)], end=True)
    assert f'href="/players/{years.players["Eleni"]}/"' in client.get(f"/evenings/{evening}/").text


def test_page_is_cached_only_for_this_person(years: Cast, open_browser: Any) -> None:
    client = open_browser(years.zeynep)
    for path in ("/statistics/", "/players/", f"/players/{years.players['Eleni']}/"):
        answer = client.get(path)
        assert answer["Cache-Control"] == "private, no-cache"
        assert "Cookie" in answer["Vary"]
        assert f'data-circle="{years.circle.pk}"' in answer.text


@pytest.mark.parametrize("query", ["?game=whist", "?period=tomorrow"])
def test_invalid_choice_is_reported_beside_its_field(years: Cast, open_browser: Any, query: str) -> None:
    answer = open_browser(years.zeynep).get(f"/statistics/{query}")
    assert answer.status_code == 422
    assert "Choose one of the options shown." in answer.text


def test_a_period_with_too_many_matches_asks_for_a_shorter_one(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All months but July 2025 are stored. July has three matches of four, so twelve seats."""
    drop_tallies(years.circle.pk, ["2025-07"])
    monkeypatch.setattr(period, "MOST_SEATS", 11)
    client, eleni = open_browser(years.zeynep), years.players["Eleni"]
    sentence = "This period has too many matches to add up at once. Choose a shorter period."
    for path in ("/statistics/", f"/players/{eleni}/", "/statistics/?period=2025-07"):
        answer = client.get(path)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert 'name="period"' in answer.text
    assert client.get("/statistics/?period=2024").status_code == 200
    names = plain(client.get("/players/").text)
    assert "Eleni" in names
    assert "match" not in names.partition("Eleni")[2].partition("Group ranking")[0]
    caller = Caller(years.eleni, years.circle)
    for path in ("statistics/", f"players/{eleni}/figures/"):
        answer = caller.get(path)
        assert (answer.status_code, answer.json()) == (400, {"error": sentence, "code": "large_period"})
        assert caller.get(f"{path}?to=2025-06-30").json()["matches"] == 5


def test_pages_have_no_chart_while_its_months_cannot_be_added_up(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: Any) -> None:
        raise Refused(*period.LARGE_PERIOD)

    client, paths = open_browser(years.zeynep), ("/statistics/", f"/players/{years.players['Eleni']}/")
    assert all('id="when-title"' in client.get(path).text for path in paths)
    monkeypatch.setattr(period.PeriodFigures, "columns", refuse)
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200
        assert 'id="when-title"' not in answer.text
        assert "Pilotta" in answer.text


def test_query_count_is_the_same_for_sixty_matches(cast: Cast, open_browser: Any) -> None:
    counts, client = [], open_browser(cast.zeynep)
    for count in (20, 40):
        for number in range(count):
            cast.play(f"{2020 + number % 5}-05-{1 + number % 28:02}", rounds=[points(71)], end=True)
        numbers = []
        for path in ("/statistics/", "/statistics/?period=2023&game=bisca_tres", "/players/"):
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            numbers.append(len(queries))
        counts.append(numbers)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 10


def test_page_is_in_the_language_of_the_reader(years: Cast, open_browser: Any, pseudo: str) -> None:
    for path in ("/statistics/?game=pilotta", "/players/"):
        page = plain(open_browser(years.eleni).get(path, headers={"accept-language": pseudo}).text)
        for word in ("Matches", "matches", "Player", "Fewer", "numbers", "Points"):
            assert word not in page
