"""The pages of seasons over the matches of three years (conftest.py). The expected numbers were calculated by hand."""

import re
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.rules.custom_game import custom_key
from games.services import actions
from games.services.actions import NULL
from games.store import season_results
from games.store.rebuild import rebuild
from games.web.seasons import base
from games.web.seasons import page as season_page
from tests.api.conftest import Caller
from tests.web.evenings.conftest import Cast, points
from tests.web.statistics.reading import plain, table, words

pytestmark = [pytest.mark.fifth, pytest.mark.slow]

FORM = {"name": "Summer", "from": "2025-05-01", "to": "2025-07-31", "rule": "average", "minimum": "2", "dropped": "0"}


def put(cast: Cast, season: UUID | None = None, **changes: Any) -> UUID:
    season = season or uuid4()
    actions.put_season(season=season, changes=changes, **cast.me)
    return season


def summer(cast: Cast, **more: Any) -> UUID:
    return put(cast, name="Summer", **{"from": "2025-05-01", "to": "2025-07-31", "minimum": 2, **more})


def standings(page: str, columns: int) -> list[list[str]]:
    """Return the first columns of the table, without the last five places."""
    return [[cell.partition(" Last five")[0] for cell in row[:columns]] for row in table(page, "table-title")]


def test_the_table_by_average(years: Cast, open_browser: Any) -> None:
    """Eleni: 2, 0, a half, 2, and three times 2 of seven matches. Andreas: three times 2. Deniz: 0, 2, a half, three times 0.

    Two who share the first place have left nobody behind, and share the point for winning.
    """
    season = summer(years)
    page = open_browser(years.zeynep).get(f"/seasons/{season}/").text
    assert table(page, "table-title") == [
        ["1 Andreas Last five 1 1 1", "2.00", "3", "3"],
        ["2 Eleni Last five 1 1 1 1 1", "1.50", "7", "5.5"],
        ["3 Deniz Last five 1 1 2 2 2", "0.42", "6", "1.5"],
        ["4 Zeynep Last five 2 2 2", "0.00", "3", "0"],
        ["Fewer than 2 matches: no place yet"],
        ["– Rui Last five 2", "0.00", "1", "0"],
    ]
    assert "Champion: Andreas" in plain(page)
    assert "1 May 2025 to 31 Jul 2025" in words(page)
    assert table(page, "attendance-title")[0] == ["Eleni", "7 of 7", "7 of 7"]
    assert "7 evenings" in plain(page)
    assert "July 2025 Mon Tue Wed Thu Fri Sat Sun 1 2 3" in plain(page)


def test_the_table_says_why_nobody_has_a_place(years: Cast, open_browser: Any) -> None:
    season = summer(years, minimum=99)
    rows = table(open_browser(years.zeynep).get(f"/seasons/{season}/").text, "table-title")
    assert rows[0] == ["Fewer than 99 matches: no place yet"]
    assert all(row[0].startswith("–") for row in rows[1:])


def test_a_season_without_places_says_why(years: Cast, open_browser: Any) -> None:
    page = open_browser(years.zeynep).get(f"/seasons/{summer(years, minimum=50)}/").text
    assert table(page, "table-title")[0] == ["Fewer than 50 matches: no place yet"]


def test_the_page_lists_the_first_rows_of_a_long_table(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_page, "MOST_ROWS", 2)
    page = open_browser(years.zeynep).get(f"/seasons/{summer(years)}/").text
    assert [row[0][0] for row in table(page, "table-title")] == ["1", "2"]
    assert len(table(page, "attendance-title")) == 2
    assert plain(page).count("and 3 more") == 2


def test_the_calendar_builds_only_the_months_that_it_shows(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season may have thousands of months, and each has some thirty dates in words."""
    season, built, month = summer(years), [], season_page.CalendarMonth
    monkeypatch.setattr(season_page, "MOST_MONTHS", 1)
    monkeypatch.setattr(season_page, "CalendarMonth", lambda first, days: built.append(first) or month(first, days))
    page = plain(open_browser(years.zeynep).get(f"/seasons/{season}/").text)
    assert "July 2025" in page
    assert "Only the newest 24 months are listed." in page
    assert built == [date(2025, 7, 1)]


def test_a_list_of_seasons_reads_the_names_of_games_once(years: Cast, open_browser: Any) -> None:
    browser, game, counts = open_browser(years.zeynep), uuid4(), []
    actions.put_custom_game(custom_game=game, changes={"name": "Rummy"}, **years.me)
    for number in (1, 2, 3):
        summer(years, games=[custom_key(str(game)), "pilotta"])
        with CaptureQueriesContext(connection) as queries:
            page = browser.get("/seasons/").text
        assert plain(page).count("Rummy, Pilotta") == number
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_a_season_of_many_games_names_the_first(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    summer(years, games=["bisca_tres", "pilotta", "pisa"])
    monkeypatch.setattr("games.export.season.MOST_NAMED", 2)
    assert "Bisca de Três, Pilotta, …" in plain(open_browser(years.zeynep).get("/seasons/").text)


def test_the_form_offers_a_limited_number_of_games(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = open_browser(years.eleni)
    boxes = re.compile(r'<input[^>]*name="games"[^>]*value="([^"]+)"')
    offered = boxes.findall(browser.get("/seasons/new/").text)
    assert len(offered) > 1
    monkeypatch.setattr("games.web.seasons.change.MOST_OFFERED", 1)
    assert boxes.findall(browser.get("/seasons/new/").text) == offered[:1]
    page = browser.get(f"/seasons/{summer(years, games=['wizard'])}/change/").text
    assert boxes.findall(page) == [offered[0], "wizard"]


@pytest.mark.parametrize("limit", ["MOST_SEATS", "MOST_PEOPLE"])
def test_a_season_that_is_too_large_says_so(
    years: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(season_results, limit, 4)
    season, browser = summer(years), open_browser(years.zeynep)
    answer = browser.get(f"/seasons/{season}/")
    assert answer.status_code == 409
    assert "This season has too many matches to add up at once." in answer.text
    assert browser.get(f"/export/season/{season}/csv/").status_code in (409, 422)
    assert Caller(years.eleni, years.circle).get(f"seasons/{season}/table/").json()["code"] == "large_season"


def test_the_table_by_place_of_one_game_with_a_dropped_result(years: Cast, open_browser: Any) -> None:
    """Bisca: Eleni 3, 1, shared 2, 3 without the 1; Deniz 1, 3, 2 without a 1; Rui 1."""
    season = summer(years, games=["bisca_tres"], rule="places", place_points=[3, 1], dropped=1, minimum=0)
    page = open_browser(years.eleni).get(f"/seasons/{season}/").text
    assert standings(page, 3) == [
        ["1 Eleni", "8", "4"],
        ["2 Deniz ▼ 1 One place down", "5", "3"],  # both were first before the last evening
        ["3 Rui", "1", "1"],
    ]
    assert "By place: 3, 1 points, then none." in plain(page)
    assert "The worst result of each player does not count. Games that count: Bisca de Três." in plain(page)


def test_the_points_of_a_game(years: Cast, open_browser: Any) -> None:
    season = summer(years, games=["pilotta"], rule="points", minimum=0)
    page = open_browser(years.eleni).get(f"/seasons/{season}/").text
    assert standings(page, 2) == [
        ["1 Andreas", "98"],
        ["1 Eleni", "98"],
        ["3 Deniz", "12"],
        ["3 Zeynep", "12"],
    ]


def test_movement_since_the_last_evening(years: Cast, open_browser: Any) -> None:
    season = put(
        years, name="All", **{"from": "2025-06-05", "to": NULL}, games=["bisca_tres"], rule="places", place_points=[1]
    )
    years.play("2026-02-01", "Eleni", "Rui", rounds=[points(49)], end=True)
    years.play("2026-02-01", "Deniz", "Rui", rounds=[points(49)], end=True)
    page = open_browser(years.eleni).get(f"/seasons/{season}/").text
    assert standings(page, 1) == [["1 Rui ▲ 1 One place up"], ["2 Eleni ▼ 1 One place down"], ["3 Deniz"]]
    assert "Champion" not in plain(page)  # it goes on


def test_an_amended_match_and_a_merged_player_change_the_table(years: Cast, open_browser: Any) -> None:
    season = summer(years, games=["bisca_tres"], minimum=0)
    browser = open_browser(years.eleni)
    actions.put_player(player=years.players["Rui"], same_as=years.players["Deniz"], **years.me)
    assert standings(browser.get(f"/seasons/{season}/").text, 1) == [["1 Eleni"], ["2 Deniz ▼ 1 One place down"]]
    match = models.Match.objects.get(circle=years.circle.pk, date=date(2025, 6, 5))
    actions.delete_match(match=match.id, **years.me)
    assert [row[2] for row in table(browser.get(f"/seasons/{season}/").text, "table-title")] == ["3", "3"]
    assert rebuild(years.circle.pk) == []


def test_a_form_that_comes_twice_creates_one_season(years: Cast, open_browser: Any) -> None:
    """As when its answer is lost, and someone sends it again."""
    browser = open_browser(years.eleni)
    [season] = re.findall(r'name="id" value="([0-9a-f-]{36})"', browser.get("/seasons/new/").text)
    before = models.Season.objects.count()
    for _time in range(2):
        assert browser.post("/seasons/new/", FORM | {"id": season}).headers["Location"] == f"/seasons/{season}/"
    assert models.Season.objects.count() == before + 1
    again = browser.post("/seasons/new/", FORM | {"id": str(uuid4()), "name": "SUMMER"})  # from the browser's history
    assert "This group already has a season with this name and first day." in plain(again.text)
    assert models.Season.objects.count() == before + 1
    browser.post("/seasons/new/", FORM | {"id": "wrong", "from": "2025-04-01"})
    assert models.Season.objects.count() == before + 2


def test_another_season_in_the_same_form_is_created(years: Cast, open_browser: Any) -> None:
    """The browser's *Back* may bring the form with the id that the first season has."""
    browser = open_browser(years.eleni)
    id = str(uuid4())
    one, two = FORM | {"id": id, "name": "One"}, FORM | {"id": id, "name": "Two", "minimum": "3"}
    addresses = [browser.post("/seasons/new/", form).headers["Location"] for form in (one, two, two, one)]
    assert addresses == [f"/seasons/{id}/", addresses[1], addresses[1], f"/seasons/{id}/"]
    assert sorted(models.Season.objects.values_list("name", "minimum")) == [("One", 2), ("Two", 3)]
    refused = browser.post("/seasons/new/", one | {"minimum": "4"})
    assert "This group already has a season with this name and first day." in plain(refused.text)


def test_a_form_of_a_deleted_season_creates_another_one(years: Cast, open_browser: Any) -> None:
    browser = open_browser(years.eleni)
    form = FORM | {"id": str(uuid4())}
    first = browser.post("/seasons/new/", form).headers["Location"]
    browser.post(f"{first}delete/", {})
    second, again = (browser.post("/seasons/new/", form).headers["Location"] for _time in range(2))
    assert first != second == again
    assert browser.get(second).status_code == 200
    assert models.Season.objects.count() == 2


def test_a_season_is_not_changed_or_restored_to_a_second_one_of_its_name(years: Cast, open_browser: Any) -> None:
    browser, sentence = open_browser(years.eleni), "This group already has a season with this name and first day."
    first, other = summer(years), put(years, name="Winter", **{"from": "2025-12-01"})
    changed = browser.post(f"/seasons/{other}/change/", FORM | {"name": "SUMMER"})
    assert sentence in plain(changed.text)
    assert browser.post(f"/seasons/{other}/change/", FORM | {"from": "2025-05-02"}).status_code == 302
    assert browser.post(f"/seasons/{first}/change/", FORM | {"name": "SUMMER"}).status_code == 302  # its own name
    browser.post(f"/seasons/{first}/delete/", {})
    put(years, other, **{"from": "2025-05-01"})
    refused = browser.post(f"/seasons/{first}/restore/", {})
    assert (refused.status_code, sentence in plain(refused.text)) == (409, True)
    assert models.Season.objects.get(id=first).is_deleted
    put(years, other, name="Another")
    assert browser.post(f"/seasons/{first}/restore/", {}).headers["Location"] == f"/seasons/{first}/"


def test_one_of_two_seasons_of_a_name_can_be_changed(years: Cast, open_browser: Any) -> None:
    """A program may have created the second one."""
    summer(years)
    address = f"/seasons/{summer(years)}/change/"
    assert open_browser(years.eleni).post(address, FORM | {"minimum": "7"}).status_code == 302


def test_a_season_without_matches_and_the_list(years: Cast, open_browser: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.web.seasons.listed.today", lambda: date(2026, 1, 5))
    browser = open_browser(years.zeynep)
    assert "A season adds up the matches between two days." in plain(browser.get("/seasons/").text)
    summer(years)
    running = put(years, name="Winter", **{"from": "2025-12-01"})
    put(years, name="Spring", **{"from": "2026-03-01"})
    text = plain(browser.get("/seasons/").text)
    assert text.index("Running") < text.index("Winter") < text.index("To come") < text.index("Spring")
    assert text.index("Spring") < text.index("Over") < text.index("Summer")
    assert "from 1 Dec 2025" in text
    assert f"/seasons/{running}/" in browser.get("/statistics/").text
    empty = put(years, name="Long ago", **{"from": "2020-01-01", "to": "2020-12-31"})
    assert "No match of this season is finished yet." in plain(browser.get(f"/seasons/{empty}/").text)


def test_a_season_is_created_changed_deleted_and_restored(years: Cast, open_browser: Any) -> None:
    browser = open_browser(years.eleni)
    assert 'value="5, 3, 2, 1"' in browser.get("/seasons/new/").text
    page = browser.post("/seasons/new/", FORM | {"games": ["pilotta"]})
    season = models.Season.objects.get(circle=years.circle.pk)
    assert page.headers["Location"] == f"/seasons/{season.id}/"
    assert (season.name, season.begins, season.ends) == ("Summer", date(2025, 5, 1), date(2025, 7, 31))
    assert (season.games, season.rule, season.minimum) == (["pilotta"], "average", 2)
    assert 'value="Summer"' in browser.get(f"/seasons/{season.id}/change/").text
    browser.post(
        f"/seasons/{season.id}/change/", FORM | {"to": "", "rule": "places", "place_points": "4; 2 -1", "dropped": "1"}
    )
    last = models.Event.objects.filter(circle=years.circle.pk).latest("seq")
    assert last.data == {
        "season": str(season.id), "to": None, "games": [], "rule": "places", "place_points": [4, 2, -1], "dropped": 1,
    }  # fmt: skip
    season.refresh_from_db()
    assert (season.ends, season.place_points) == (None, [4, 2, -1])
    browser.post(f"/seasons/{season.id}/delete/", {})
    assert browser.get(f"/seasons/{season.id}/").status_code == 404
    assert "One deleted season" in plain(browser.get("/seasons/").text)
    browser.post(f"/seasons/{season.id}/restore/", {})
    assert browser.get(f"/seasons/{season.id}/").status_code == 200
    assert rebuild(years.circle.pk) == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Fill in this field."),
        ({"from": ""}, "Fill in this field."),
        ({"from": "1.9.2025"}, "Enter a date, such as 2026-11-20."),
        ({"to": "2025-04-30"}, "This is before the start date."),
        ({"dropped": "1"}, "Only a sum of points drops the worst results."),
        ({"rule": "places", "place_points": ""}, "Fill in this field."),
        ({"rule": "places", "place_points": "5, x"}, "Enter whole numbers with commas between them"),
        ({"rule": "places", "place_points": "5, 1001"}, "Enter the points of at most 20 places, each at most 1000."),
        ({"rule": "places", "place_points": " ".join("1" * 21)}, "Enter the points of at most 20 places"),
        ({"minimum": "-1"}, "Enter a whole number from 0 on."),
        ({"minimum": "1001"}, "Enter at most 1000."),
        ({"minimum": "two"}, "Enter a whole number."),
        ({"games": ["no_such_game"]}, "Choose one of the options shown."),
        ({"rule": "none"}, "Choose one of the options shown."),
    ],
)
def test_wrong_input_is_refused_beside_its_field(years: Cast, open_browser: Any, wrong: Any, sentence: str) -> None:
    page = open_browser(years.eleni).post("/seasons/new/", FORM | wrong)
    assert page.status_code == 422
    assert sentence in plain(page.text)
    assert "Summer" in page.text or wrong.get("name") == ""  # what was typed stays
    assert not models.Season.objects.exists()


def test_a_reader_sees_a_season_and_changes_nothing(years: Cast, open_browser: Any) -> None:
    season = summer(years)
    browser = open_browser(years.zeynep)
    page = browser.get(f"/seasons/{season}/").text
    assert "change" not in page
    assert "season_new" not in browser.get("/seasons/").text
    for path in ("new/", f"{season}/change/", f"{season}/delete/", f"{season}/restore/"):
        assert browser.post(f"/seasons/{path}", FORM).status_code in (403, 404)
    assert models.Season.objects.get().name == "Summer"


def test_today_is_a_day() -> None:
    assert isinstance(base.today(), date)
