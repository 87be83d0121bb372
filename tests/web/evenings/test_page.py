"""The page of an evening: its content, permissions and query counts."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from markupsafe import escape

from games import models
from games.services import actions
from games.store import rebuild
from games.store.logs import LOG_CACHE, open_logs
from games.web.evenings import base
from games.web.evenings import page as page_of_evening
from tests.statistics.test_highlights import KAPO, MADE, round
from tests.web.evenings.conftest import Cast, points
from tests.web.test_pseudo import plain

pytestmark = pytest.mark.fifth

DAY = "2026-11-20T{}:00+02:00"


@pytest.fixture
def evening(cast: Cast) -> UUID:
    """Three matches: Pişti with a comeback, a shared Bisca, and a Pilotta in progress."""
    LOG_CACHE.clear()
    first = cast.play(
        DAY.format("19:05"), "Eleni", "Deniz", game="pisti", rounds=[round(1, 0), round(0, 3), round(0, 0)], end=True
    )
    cast.play(DAY.format("20:20"), "Eleni", "Zeynep", rounds=[points(71), points(49)], end=True)
    cast.play(DAY.format("21:15"), "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta", rounds=[MADE, KAPO])
    return first


def words(page: str) -> str:
    """Return the text of a page in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def rows(page: str, title: str) -> list[list[str]]:
    """Return the cells of the table under a heading."""
    body = page.partition(f'<h2 class="head" id="{title}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_matches_are_in_order_with_links_to_their_sheets(cast: Cast, open_browser: Any, evening: UUID) -> None:
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "<h1>Friday, 20 Nov 2026</h1>" in page
    links = re.findall(r'href="/table/([\w-]+)/sheet/">', page.partition("</ol>")[0])
    started = models.Match.objects.filter(circle=cast.circle).order_by("started")
    assert [UUID(link) for link in links] == list(started.values_list("id", flat=True))
    lines = words(page)
    assert "Deniz won at Pişti Deniz 51, Eleni 28 19:05" in lines
    assert "Eleni, Zeynep shared the win at Bisca de Três Eleni 1, Zeynep 1 20:20" in lines
    assert "Pilotta, in progress" in lines


def test_a_long_evening_comes_in_parts(
    cast: Cast, open_browser: Any, evening: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest matches come first. No part renders, adds up or folds the matches of another one."""
    monkeypatch.setattr(base, "MOST", 2)
    opened = opened_matches(monkeypatch)
    browser = open_browser(cast.zeynep)
    newest, oldest = (browser.get(f"/evenings/{evening}/{part}").text for part in ("", "?part=2"))
    assert opened == [2, 1]
    assert "3 matches Matches 2 to 3 of 3. Everything below covers only these." in words(newest)
    assert "3 matches Matches 1 to 1 of 3." in words(oldest)
    assert 'href="?part=2"' in newest
    assert "Later matches" not in newest
    assert 'href="?part=1"' in oldest
    assert "Earlier matches" not in oldest
    assert ("Pişti" in words(newest), "Pişti" in words(oldest)) == (False, True)
    assert "Based on one finished match." in words(newest)
    assert "Only the newest 2 matches are listed." in words(browser.get("/evenings/").text)
    for part in ("0", "3", "x", "-1", "", "9999999"):
        assert browser.get(f"/evenings/{evening}/?part={part}").status_code == 404


def test_match_without_a_round_has_no_winner(cast: Cast, open_browser: Any) -> None:
    evening = cast.play(DAY.format("19:05"), "Eleni", "Deniz", game="pisti", end=True)
    lines = words(open_browser(cast.zeynep).get(f"/evenings/{evening}/").text)
    assert "Pişti, ended without a complete round Eleni 0, Deniz 0 19:05" in lines
    assert "Wins" not in lines
    listed = words(open_browser(cast.zeynep).get("/evenings/").text)
    assert "Pişti Eleni , Deniz" in listed
    assert "shared" not in listed


def test_wins_and_totals(cast: Cast, open_browser: Any, evening: UUID) -> None:
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert rows(page, "won-title") == [
        ["Deniz", "1", "–", "1", "1"],
        ["Eleni", "0", "1", "2", "2 shared"],
        ["Zeynep", "0", "1", "1", "2 shared"],
    ]
    assert rows(page, "points-title") == [
        ["Deniz", "51 place 1", "–"],
        ["Eleni", "28 place 2", "1 place 1"],
        ["Zeynep", "–", "1 place 1"],
    ]
    assert "Based on 2 finished matches." in words(page)


def test_tables_of_many_people_and_games_have_the_first_ones(
    cast: Cast, open_browser: Any, evening: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_of_evening, "MOST_ROWS", 2)
    monkeypatch.setattr(page_of_evening, "MOST_GAMES", 1)
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert [len(rows(page, title)) for title in ("won-title", "points-title")] == [2, 2]
    assert [len(row) for row in rows(page, "points-title")] == [3, 3]  # the player, a game, and an empty cell
    assert "Player Pişti and 1 more" in words(page)
    assert words(page).count("and 1 more") == 3


def test_highlight_links_to_its_round(cast: Cast, open_browser: Any, evening: UUID) -> None:
    client = open_browser(cast.zeynep)
    page = client.get(f"/evenings/{evening}/").text
    lines = words(page.partition('id="moments-title"')[2].join(("<main", "")))
    assert "Eleni &amp; Andreas took all eight tricks. Pilotta, round 2" in lines
    assert "Biggest swing: Deniz came from 9 behind to 22 ahead. Pişti, round 2" in lines
    assert f'href="/table/{evening}/sheet/#round-2"' in page
    assert 'id="round-2"' in client.get(f"/table/{evening}/sheet/").text


def test_without_finished_matches_there_are_no_totals(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    page = open_browser(cast.zeynep).get(f"/evenings/{match}/").text
    assert "Bisca de Três, in progress" in page
    for title in ("won-title", "points-title", "moments-title", "note-title"):
        assert title not in page


def test_name_place_and_note_are_escaped(cast: Cast, open_browser: Any, evening: UUID) -> None:
    cast.change_evening(evening, name="<i>Name day</i>", place="%(x)s", note="n" * 2000)
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "<h1>&lt;i&gt;Name day&lt;/i&gt;</h1>" in page
    assert "Friday, 20 Nov 2026 · %(x)s" in page
    assert "n" * 2000 in page


def test_players_have_their_current_names(cast: Cast, open_browser: Any, evening: UUID) -> None:
    actions.put_player(player=cast.players["Eleni"], name="Helena", **cast.me)
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "Helena" in page
    assert "Eleni" not in page


def test_unknown_game_is_listed(cast: Cast, open_browser: Any, evening: UUID) -> None:
    lines = models.Match.objects.get(id=evening).summary
    for name in ("totals", "places", "winners", "sides"):
        del lines[name]
    models.Match.objects.filter(id=evening).update(game="whist", summary={**lines, "game": "whist", "finished": False})
    assert "whist, in progress" in open_browser(cast.zeynep).get(f"/evenings/{evening}/").text


def opened_matches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of matches whose logs the page opens."""
    opened: list[int] = []
    monkeypatch.setattr(
        page_of_evening, "open_logs", lambda circle, ids: (opened.append(len(ids)), open_logs(circle, ids))[1]
    )
    return opened


def test_long_matches_have_no_highlights(
    cast: Cast, open_browser: Any, evening: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page folds no more rounds than the limit. The matches have 3, 2 and 2 rounds, so the first is left out."""
    opened = opened_matches(monkeypatch)
    client = open_browser(cast.zeynep)
    assert "Biggest swing" in client.get(f"/evenings/{evening}/").text
    monkeypatch.setattr(page_of_evening, "MOST_ROUNDS", 4)
    page = client.get(f"/evenings/{evening}/").text
    assert opened == [3, 2]
    assert "Biggest swing" not in page
    assert "moments-title" in page


@pytest.mark.parametrize(("most", "is_read"), [(13, True), (12, False)])
def test_matches_with_many_events_have_no_highlights(
    cast: Cast, open_browser: Any, evening: UUID, monkeypatch: pytest.MonkeyPatch, most: int, is_read: bool
) -> None:
    """A match of few rounds may have been amended often. The database counts no further than the limit.

    There are twelve events, whose data counts as another one.
    """
    opened = opened_matches(monkeypatch)
    monkeypatch.setattr(page_of_evening, "MOST_EVENTS", most)
    with CaptureQueriesContext(connection) as queries:
        page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert ("moments-title" in page) == is_read
    assert any(opened) == is_read
    [counted] = [sql for query in queries if (sql := query["sql"]).endswith(f'LIMIT {most + 1}) AS "few"')]
    assert "ORDER BY" not in counted


def test_evening_of_another_circle_is_not_found(cast: Cast, open_browser: Any, evening: UUID) -> None:
    for person in (None, cast.rosa):
        for path in (f"/evenings/{evening}/", f"/evenings/of/{evening}/"):
            assert open_browser(person).get(path).status_code == 404


def test_evening_without_matches_is_not_found(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    cast.change_evening(match, name="Name day")
    cast.delete(match)
    for path in (f"/evenings/{match}/", f"/evenings/of/{match}/"):
        assert open_browser(cast.eleni).get(path).status_code == 404


def test_match_redirects_to_its_evening(cast: Cast, open_browser: Any, evening: UUID) -> None:
    last = models.Match.objects.filter(circle=cast.circle).order_by("-started").first()
    assert last is not None
    assert open_browser(cast.zeynep).get(f"/evenings/of/{last.id}/")["Location"] == f"/evenings/{evening}/"


@pytest.mark.usefixtures("evening")
def test_list_links_to_the_evening(cast: Cast, open_browser: Any, evening: UUID) -> None:
    assert f'href="/evenings/{evening}/"' in open_browser(cast.zeynep).get("/evenings/").text


def test_page_is_in_the_language_of_the_reader(cast: Cast, open_browser: Any, evening: UUID, pseudo: str) -> None:
    page = open_browser(cast.eleni).get(f"/evenings/{evening}/", headers={"accept-language": pseudo}).text
    assert set(plain(page)) - {*cast.players, "Friday", "Nov"} == set()


def test_query_count_is_the_same_for_twenty_matches(cast: Cast, open_browser: Any) -> None:
    counts, client = [], open_browser(cast.zeynep)
    match = cast.play(DAY.format("19:00"))
    for count in (1, 20):
        for number in range(1, count):
            cast.play(DAY.format(f"19:{number:02}"), rounds=[points(71)])
        LOG_CACHE.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/evenings/{match}/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize("key", ["50%", "%(x)s %s", "<b>", "100 %% {{ x }}"])
def test_name_of_an_unknown_game_is_escaped(cast: Cast, open_browser: Any, key: str) -> None:
    """Pages pass the name to gettext, whose texts are safe HTML with placeholders."""
    match = cast.play("2026-01-09", rounds=[points(71)])
    begun = models.Event.objects.get(match=match, kind="start")
    begun.data = begun.data | {"game": key}
    begun.save()
    rebuild.rebuild(cast.circle.pk)
    LOG_CACHE.clear()
    browser = open_browser(cast.eleni)
    assert browser.get("/statistics/").status_code == 200
    for path in ("/", "/evenings/", f"/evenings/{match}/"):
        assert escape(key) in browser.get(path).text, path
