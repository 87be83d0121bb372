"""The page of an evening: what it tells, to whom, and how little is asked of the database."""

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
from games.store.log_cache import LOG_CACHE
from tests.statistics.test_highlights import KAPO, MADE, round
from tests.web.evenings.conftest import Cast, points
from tests.web.test_pseudo import plain

DAY = "2026-11-20T{}:00+02:00"


@pytest.fixture
def evening(cast: Cast) -> UUID:
    """Pişti, which turned round and is over; Bisca, which was shared; Pilotta under way."""
    LOG_CACHE.clear()
    first = cast.play(
        DAY.format("19:05"), "Eleni", "Deniz", game="pisti", rounds=[round(1, 0), round(0, 3), round(0, 0)], end=True
    )
    cast.play(DAY.format("20:20"), "Eleni", "Zeynep", rounds=[points(71), points(49)], end=True)
    cast.play(DAY.format("21:15"), "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta", rounds=[MADE, KAPO])
    return first


def words(page: str) -> str:
    """What people read of it, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def rows(page: str, title: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    body = page.partition(f'<h2 class="head" id="{title}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_its_matches_in_order_each_with_its_sheet(cast: Cast, open_browser: Any, evening: UUID) -> None:
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "<h1>Friday, Nov. 20, 2026</h1>" in page
    links = re.findall(r'href="/table/([\w-]+)/sheet/">', page.partition("</ol>")[0])
    started = models.Match.objects.filter(circle=cast.circle).order_by("started")
    assert [UUID(link) for link in links] == list(started.values_list("id", flat=True))
    told = words(page)
    assert "Deniz won at Pişti Deniz 51, Eleni 28 19:05" in told
    assert "Eleni, Zeynep shared Bisca de Três Eleni 1, Zeynep 1 20:20" in told
    assert "Pilotta, under way" in told


def test_a_match_without_a_round_is_told_and_won_by_nobody(cast: Cast, open_browser: Any) -> None:
    evening = cast.play(DAY.format("19:05"), "Eleni", "Deniz", game="pisti", end=True)
    told = words(open_browser(cast.zeynep).get(f"/evenings/{evening}/").text)
    assert "Pişti, ended without a complete round Eleni 0, Deniz 0 19:05" in told
    assert "Who won" not in told
    listed = words(open_browser(cast.zeynep).get("/evenings/").text)
    assert "Pişti Eleni , Deniz" in listed
    assert "shared" not in listed


def test_who_won_and_what_is_added_up(cast: Cast, open_browser: Any, evening: UUID) -> None:
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
    assert "Of the 2 matches that ended." in words(page)


def test_what_is_worth_telling_leads_to_its_round(cast: Cast, open_browser: Any, evening: UUID) -> None:
    client = open_browser(cast.zeynep)
    page = client.get(f"/evenings/{evening}/").text
    told = words(page.partition('id="moments-title"')[2].join(("<main", "")))
    assert "Eleni &amp; Andreas took all eight tricks. Pilotta, round 2" in told
    assert "The largest swing: Deniz went from 9 behind to 22 ahead. Pişti, round 2" in told
    assert f'href="/table/{evening}/sheet/#round-2"' in page
    assert 'id="round-2"' in client.get(f"/table/{evening}/sheet/").text


def test_where_nothing_has_ended_nothing_is_added_up(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    page = open_browser(cast.zeynep).get(f"/evenings/{match}/").text
    assert "Bisca de Três, under way" in page
    for title in ("won-title", "points-title", "moments-title", "note-title"):
        assert title not in page


def test_what_a_hand_has_said_of_it_is_shown_as_it_was_written(cast: Cast, open_browser: Any, evening: UUID) -> None:
    cast.tell(evening, name="<i>Name day</i>", place="%(x)s", note="n" * 2000)
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "<h1>&lt;i&gt;Name day&lt;/i&gt;</h1>" in page
    assert "Friday, Nov. 20, 2026 · %(x)s" in page
    assert "n" * 2000 in page


def test_players_have_the_names_of_today(cast: Cast, open_browser: Any, evening: UUID) -> None:
    actions.put_player(player=cast.players["Eleni"], name="Helena", **cast.me)
    page = open_browser(cast.zeynep).get(f"/evenings/{evening}/").text
    assert "Helena" in page
    assert "Eleni" not in page


def test_a_game_that_this_version_does_not_know_is_listed_all_the_same(
    cast: Cast, open_browser: Any, evening: UUID
) -> None:
    told = models.Match.objects.get(id=evening).summary
    for name in ("totals", "places", "winners", "sides"):
        del told[name]
    models.Match.objects.filter(id=evening).update(game="tarot", summary={**told, "game": "tarot", "finished": False})
    assert "tarot, under way" in open_browser(cast.zeynep).get(f"/evenings/{evening}/").text


def test_an_evening_of_others_is_not_there(cast: Cast, open_browser: Any, evening: UUID) -> None:
    for person in (None, cast.rosa):
        for path in (f"/evenings/{evening}/", f"/evenings/of/{evening}/"):
            assert open_browser(person).get(path).status_code == 404


def test_an_evening_whose_matches_are_gone_is_gone(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-11-20")
    cast.tell(match, name="Name day")
    cast.delete(match)
    for path in (f"/evenings/{match}/", f"/evenings/of/{match}/"):
        assert open_browser(cast.eleni).get(path).status_code == 404


def test_a_match_leads_to_its_evening(cast: Cast, open_browser: Any, evening: UUID) -> None:
    last = models.Match.objects.filter(circle=cast.circle).order_by("-started").first()
    assert last is not None
    assert open_browser(cast.zeynep).get(f"/evenings/of/{last.id}/")["Location"] == f"/evenings/{evening}/"


@pytest.mark.usefixtures("evening")
def test_the_list_leads_to_it(cast: Cast, open_browser: Any, evening: UUID) -> None:
    assert f'href="/evenings/{evening}/"' in open_browser(cast.zeynep).get("/evenings/").text


def test_it_speaks_the_language_of_the_reader(cast: Cast, open_browser: Any, evening: UUID, pseudo: str) -> None:
    page = open_browser(cast.eleni).get(f"/evenings/{evening}/", headers={"accept-language": pseudo}).text
    assert set(plain(page)) - {*cast.players, "Friday", "Nov"} == set()


def test_as_many_questions_for_one_match_as_for_twenty(cast: Cast, open_browser: Any) -> None:
    counts, client = [], open_browser(cast.zeynep)
    match = cast.play(DAY.format("19:00"))
    for count in (1, 20):
        for number in range(1, count):
            cast.play(DAY.format(f"19:{number:02}"), rounds=[points(71)])
        LOG_CACHE.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/evenings/{match}/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize("key", ["50%", "%(x)s %s", "<b>", "100 %% {{ x }}"])
def test_a_game_of_a_newer_version_is_named_as_it_is_written(cast: Cast, open_browser: Any, key: str) -> None:
    """Pages take its name for a text to translate, which is HTML and has places for values."""
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
