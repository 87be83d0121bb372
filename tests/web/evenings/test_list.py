"""The list of a circle's evenings: order, search, permissions and query counts."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.services import actions
from games.web.evenings import listed, search
from games.web.evenings.letters import fold
from tests.web.evenings.conftest import Cast, fill, points
from tests.web.test_pseudo import plain

pytestmark = pytest.mark.fifth


def days(page: str) -> list[str]:
    return re.findall(r'<time class="leaf"[^>]* datetime="([\d-]+)"', page)


@pytest.fixture
def three_evenings(cast: Cast) -> None:
    """Three evenings: the second with two matches, a name, a place and a note."""
    cast.play("2025-12-31T23:30:00-05:00", "Eleni", "Deniz", rounds=[points(71)], end=True)
    match = cast.play("2026-01-09", "Eleni", "Deniz", "Zeynep", game="pisti")
    cast.play("2026-01-09T22:00:00+02:00", "Eleni", "Rosa")
    cast.change_evening(match, name="Épiphanie", place="ΚΑΦΕΝΕΙΟΝ 100%", note="Şeker")
    cast.play("2026-02-20", "Maria", "Deniz")


@pytest.mark.usefixtures("three_evenings")
def test_evenings_are_listed_by_month_last_first(cast: Cast, open_browser: Any) -> None:
    page = open_browser(cast.zeynep).get("/evenings/").text
    assert days(page) == ["2026-02-20", "2026-01-09", "2025-12-31"]
    assert re.findall(r'<h2 id="month-\d">(.*?)</h2>', page) == ["February 2026", "January 2026", "December 2025"]
    assert re.findall(r"</time>\s*<span>\s*<b>(.*?)</b>", page) == ["Friday", "Épiphanie", "Wednesday"]


@pytest.mark.usefixtures("three_evenings")
def test_row_names_people_and_winners(cast: Cast, open_browser: Any) -> None:
    page = re.sub("</?bdi>", "", open_browser(cast.zeynep).get("/evenings/").text)
    page = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Pişti : one in progress" in page.replace("Pişti:", "Pişti :")
    assert "Bisca de Três: Eleni" in page
    assert "Eleni, Deniz, Zeynep, Rosa" in page


@pytest.mark.usefixtures("three_evenings")
def test_row_counts_people_and_results_beyond_the_first(
    cast: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed, "MOST_NAMED", 1)
    for first, hour in ((71, "22"), (49, "23")):
        cast.play(f"2026-02-20T{hour}:00:00+02:00", "Maria", "Deniz", rounds=[points(first)], end=True)
    page = re.sub(r"<[^>]*>", " ", open_browser(cast.zeynep).get("/evenings/").text)
    assert "Bisca de Três: Maria , …, one in progress Maria and 1 more" in " ".join(page.split())


@pytest.mark.slow
@pytest.mark.usefixtures("three_evenings")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("game=pisti", ["2026-01-09"]),
        ("game=bisca_tres", ["2026-02-20", "2026-01-09", "2025-12-31"]),
        ("game=pilotta", []),
        ("player=Zeynep", ["2026-01-09"]),
        ("player=Maria", ["2026-02-20"]),
        ("player=Rosa&game=pisti", []),  # she came for another game
        ("year=2025", ["2025-12-31"]),  # by the players' clock; in UTC it was the new year
        ("year=2026&player=Deniz", ["2026-02-20", "2026-01-09"]),
        ("words=épi", ["2026-01-09"]),
        ("words=EPIPHANIE", ["2026-01-09"]),
        ("words=καφενείον", ["2026-01-09"]),
        ("words=seker", ["2026-01-09"]),
        ("words=καφενειον", ["2026-01-09"]),
        ("words=şEKER", ["2026-01-09"]),
        ("words=0%25", ["2026-01-09"]),
        ("words=.*", []),
        ("words=%20%20", ["2026-02-20", "2026-01-09", "2025-12-31"]),
        ("nothing=1", ["2026-02-20", "2026-01-09", "2025-12-31"]),
    ],
)
def test_search_finds_evenings(cast: Cast, open_browser: Any, query: str, expected: list[str]) -> None:
    for name, id in cast.players.items():
        query = query.replace(f"player={name}", f"player={id}")
    page = open_browser(cast.zeynep).get(f"/evenings/?{query}").text
    assert days(page) == expected
    assert ("No evenings found." in page) == (not expected)


def test_player_is_found_under_every_name(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-01-09", "Elena", "Deniz")
    cast.play("2026-02-20", "Eleni", "Deniz")
    actions.put_player(player=cast.players["Elena"], same_as=cast.players["Eleni"], **cast.me)
    page = open_browser(cast.zeynep).get(f"/evenings/?player={cast.players['Eleni']}").text
    assert days(page) == ["2026-02-20", "2026-01-09"]
    assert "Elena" not in page


@pytest.mark.usefixtures("three_evenings")
@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("game=chess", "Choose one of the options shown."),
        ("player=x", "Choose one of the options shown."),
        ("year=1999", "Choose one of the options shown."),
        ("year=x", "Choose one of the options shown."),
        ("words=%01", "The text contains a control character."),
        ("before=x", "This page does not exist. Start again with the newest evenings."),
        ("before=%C3%A9", "This page does not exist. Start again with the newest evenings."),
        ("before=" + "9" * 30, "This page does not exist. Start again with the newest evenings."),
    ],
)
def test_invalid_search_is_reported(cast: Cast, open_browser: Any, query: str, error: str) -> None:
    answer = open_browser(cast.zeynep).get(f"/evenings/?{query}")
    assert answer.status_code == 422
    assert error in answer.text
    assert days(answer.text) == []


@pytest.mark.parametrize("few", [0, 300])
def test_pages_skip_and_repeat_no_evening(cast: Cast, open_browser: Any, monkeypatch: Any, few: int) -> None:
    """The search reads evenings of many matches and of few matches in different ways."""
    monkeypatch.setattr(listed, "MOST", 4)
    monkeypatch.setattr(search, "FEW", few)
    fill(cast.circle, 10)
    client, dates, counts, path = open_browser(cast.zeynep), list[str](), [], "/evenings/?game=bisca_tres"
    while path:
        page = client.get(path).text
        dates += days(page)
        counts.append(len(days(page)))
        [path] = re.findall(r'rel="next"\s+href="([^"]+)"', page) or [""]
        path = path and "/evenings/" + path.replace("&amp;", "&")
    assert counts == [4, 4, 2]
    assert dates == sorted(dates, reverse=True)
    assert "Newest" in page
    assert "bisca_tres" in re.search(r'href="([^"]+)">Newest', page)[1]  # type: ignore[index]


def test_search_by_words_reads_a_limited_number_of_letters(
    cast: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page goes on where the one before stopped, even if that one was empty. All pages find each evening once."""
    fill(cast.circle, 30)
    note = "a" * 2_000
    models.Evening.objects.filter(circle=cast.circle).update(by_hand=True, note=note)
    rows = models.Evening.objects.filter(circle=cast.circle).order_by("-begins")
    found = [rows[place] for place in (3, 20, 21, 22)]
    for row in found:
        models.Evening.objects.filter(id=row.id).update(note="a" * 150 + "B")
    read: list[int] = []
    monkeypatch.setattr(search, "fold", lambda text: (read.append(len(text)), fold(text))[1])
    monkeypatch.setattr(search, "MOST_LETTERS", 19_000)
    monkeypatch.setattr(search, "READ", 7)
    monkeypatch.setattr(listed, "MOST", 2)
    client, dates, counts, path = open_browser(cast.zeynep), list[str](), [], f"/evenings/?words={'a' * 120}b"
    while path:
        read.clear()
        page = client.get(path).text
        assert sum(read) <= 19_000 + len(note) + 200
        dates += days(page)
        counts.append(len(days(page)))
        assert ("No newer evenings found." in page) == (not counts[-1] and 'rel="next"' in page)
        [path] = re.findall(r'rel="next"\s+href="([^"]+)"', page) or [""]
        path = path and "/evenings/" + path.replace("&amp;", "&")
    assert dates == [str(row.date) for row in found]
    assert max(counts) <= 2
    assert 0 in counts


def test_strangers_and_other_circles_see_nothing(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-01-09")
    for page in (open_browser().get("/evenings/").text, open_browser(cast.rosa).get("/evenings/").text):
        assert days(page) == []
        assert "Deniz" not in page
        assert "kept here, evening by evening" in page


def test_reader_is_not_offered_to_add_a_match(cast: Cast, open_browser: Any) -> None:
    assert "/new/?day=" not in open_browser(cast.zeynep).get("/evenings/").text
    for person in (cast.eleni, cast.deniz):
        assert 'href="/new/?day="' in open_browser(person).get("/evenings/").text


def test_home_and_circle_pages_link_to_the_evenings(cast: Cast, open_browser: Any) -> None:
    for path in ("/", "/circle/"):
        assert 'href="/evenings/"' in open_browser(cast.zeynep).get(path).text


@pytest.mark.usefixtures("three_evenings")
def test_names_are_escaped(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-03-01", "<b>Bob</b>", "n" * 200)
    cast.change_evening(match, name="<i>{{ x }}", place="%(name)s 100%")
    page = open_browser(cast.zeynep).get("/evenings/").text
    for text in ("&lt;b&gt;Bob&lt;/b&gt;", "n" * 200, "&lt;i&gt;{{ x }}", "%(name)s 100%"):
        assert text in page
    assert "<b>Bob" not in page


@pytest.mark.slow
@pytest.mark.usefixtures("three_evenings")
def test_page_is_in_the_language_of_the_reader(cast: Cast, open_browser: Any, pseudo: str) -> None:
    page = open_browser(cast.eleni).get("/evenings/", headers={"accept-language": pseudo}).text
    known = {*cast.players, "Friday", "Wednesday", "Fri", "Wed", "February", "January", "December"}
    known |= {"Épiphanie", "ΚΑΦΕΝΕΙΟΝ"}  # typed by people, and Django's own names of days
    assert set(plain(page)) - known == set()


@pytest.mark.fifth
@pytest.mark.slow
def test_query_count_is_the_same_for_a_thousand_matches(cast: Cast, open_browser: Any) -> None:
    counts = []
    client = open_browser(cast.zeynep)
    for count in (10, 990):
        fill(cast.circle, count)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get("/evenings/?game=bisca_tres").status_code == 200
        counts.append(len(queries))
    assert counts == [12, 11]  # for few matches, the evenings are listed by id


def test_page_is_cached_only_for_this_person(cast: Cast, open_browser: Any) -> None:
    answer = open_browser(cast.zeynep).get("/evenings/")
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer["Vary"]
    assert f'data-person="{cast.zeynep.pk}"' in answer.text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Query plans have the format of SQLite.")
@pytest.mark.parametrize("query", ["", "game=pisa", "player=0", "words=x"])
def test_searches_use_indexes(cast: Cast, open_browser: Any, query: str) -> None:
    cast.play("2026-01-09", "Eleni", "Deniz")
    client = open_browser(cast.zeynep)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/evenings/?{query.replace('=0', '=' + cast.players['Eleni'])}")
    plans = []
    with connection.cursor() as cursor:
        for query_data in queries.captured_queries:
            if "games_match" in query_data["sql"] or "games_evening" in query_data["sql"]:
                cursor.execute(f"EXPLAIN QUERY PLAN {query_data['sql']}")
                plans += [row[3] for row in cursor.fetchall() if row[3].startswith(("SEARCH", "SCAN"))]
    assert plans
    narrow = (
        "evenings_by_time",
        "matches_of_a_game",
        "evenings_by_hand",
        "first_of_an_evening",
        "matches_of_an_evening",
        "seats_of_a_player",
        "sqlite_autoindex",
    )
    assert [plan for plan in plans if not any(index in plan for index in narrow)] == []
