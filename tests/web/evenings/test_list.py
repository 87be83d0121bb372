"""The evenings of a circle: in which order, what is found, for whom, and how little is asked of the database."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services import actions
from games.web.evenings import listed, search
from tests.web.evenings.conftest import Cast, fill, points
from tests.web.test_pseudo import plain


def days(page: str) -> list[str]:
    return re.findall(r'<time class="leaf"[^>]* datetime="([\d-]+)"', page)


@pytest.fixture
def three(cast: Cast) -> None:
    """Three evenings: the second with two matches, a name, a place and a note."""
    cast.play("2025-12-31T23:30:00-05:00", "Eleni", "Deniz", rounds=[points(71)], end=True)
    match = cast.play("2026-01-09", "Eleni", "Deniz", "Zeynep", game="pisti")
    cast.play("2026-01-09T22:00:00+02:00", "Eleni", "Rosa")
    cast.tell(match, name="Épiphanie", place="ΚΑΦΕΝΕΙΟΝ 100%", note="Şeker")
    cast.play("2026-02-20", "Maria", "Deniz")


@pytest.mark.usefixtures("three")
def test_month_by_month_the_last_one_first(cast: Cast, open_browser: Any) -> None:
    page = open_browser(cast.zeynep).get("/evenings/").text
    assert days(page) == ["2026-02-20", "2026-01-09", "2025-12-31"]
    assert re.findall(r'<h2 id="month-\d">(.*?)</h2>', page) == ["February 2026", "January 2026", "December 2025"]
    assert re.findall(r"</time>\s*<span>\s*<b>(.*?)</b>", page) == ["Friday", "Épiphanie", "Wednesday"]


@pytest.mark.usefixtures("three")
def test_who_was_there_and_who_has_won_are_told_at_a_glance(cast: Cast, open_browser: Any) -> None:
    page = re.sub("</?bdi>", "", open_browser(cast.zeynep).get("/evenings/").text)
    page = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Pişti : one under way" in page.replace("Pişti:", "Pişti :")
    assert "Bisca de Três: Eleni" in page
    assert "Eleni, Deniz, Zeynep, Rosa" in page


@pytest.mark.slow
@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("game=pisti", ["2026-01-09"]),
        ("game=bisca_tres", ["2026-02-20", "2026-01-09", "2025-12-31"]),
        ("game=pilotta", []),
        ("player=Zeynep", ["2026-01-09"]),
        ("player=Maria", ["2026-02-20"]),
        ("player=Rosa&game=pisti", []),  # she came for another game
        ("year=2025", ["2025-12-31"]),  # by the clock of the table: elsewhere it was the new year
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
def test_what_is_looked_for_is_found(cast: Cast, open_browser: Any, query: str, found: list[str]) -> None:
    for name, id in cast.players.items():
        query = query.replace(f"player={name}", f"player={id}")
    page = open_browser(cast.zeynep).get(f"/evenings/?{query}").text
    assert days(page) == found
    assert ("No evening is like this." in page) == (not found)


def test_a_player_is_found_under_every_name(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-01-09", "Elena", "Deniz")
    cast.play("2026-02-20", "Eleni", "Deniz")
    actions.put_player(player=cast.players["Elena"], same_as=cast.players["Eleni"], **cast.me)
    page = open_browser(cast.zeynep).get(f"/evenings/?player={cast.players['Eleni']}").text
    assert days(page) == ["2026-02-20", "2026-01-09"]
    assert "Elena" not in page


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("game=chess", "This is not among those offered here."),
        ("player=x", "This is not among those offered here."),
        ("year=1999", "This is not among those offered here."),
        ("year=x", "This is not among those offered here."),
        ("words=%01", "A control character stands in a text."),
        ("before=x", "This is no page of the list. Begin at the top."),
        ("before=%C3%A9", "This is no page of the list. Begin at the top."),
        ("before=" + "9" * 30, "This is no page of the list. Begin at the top."),
    ],
)
def test_what_cannot_be_looked_for_is_told(cast: Cast, open_browser: Any, query: str, told: str) -> None:
    answer = open_browser(cast.zeynep).get(f"/evenings/?{query}")
    assert answer.status_code == 422
    assert told in answer.text
    assert days(answer.text) == []


@pytest.mark.parametrize("few", [0, 300])
def test_page_by_page_nothing_is_skipped_or_shown_twice(
    cast: Cast, open_browser: Any, monkeypatch: Any, few: int
) -> None:
    """Where many matches are like that, and where they are few."""
    monkeypatch.setattr(listed, "MOST", 4)
    monkeypatch.setattr(search, "FEW", few)
    fill(cast.circle, 10)
    client, found, counts, path = open_browser(cast.zeynep), list[str](), [], "/evenings/?game=bisca_tres"
    while path:
        page = client.get(path).text
        found += days(page)
        counts.append(len(days(page)))
        [path] = re.findall(r'rel="next"\s+href="([^"]+)"', page) or [""]
        path = path and "/evenings/" + path.replace("&amp;", "&")
    assert counts == [4, 4, 2]
    assert found == sorted(found, reverse=True)
    assert "To the newest" in page
    assert "bisca_tres" in re.search(r'href="([^"]+)">To the newest', page)[1]  # type: ignore[index]


def test_nothing_is_told_to_strangers_or_of_other_circles(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-01-09")
    for page in (open_browser().get("/evenings/").text, open_browser(cast.rosa).get("/evenings/").text):
        assert days(page) == []
        assert "Deniz" not in page
        assert "kept here, evening by evening" in page


def test_who_only_looks_is_offered_no_match_to_add(cast: Cast, open_browser: Any) -> None:
    assert "/new/?day=" not in open_browser(cast.zeynep).get("/evenings/").text
    for person in (cast.eleni, cast.deniz):
        assert 'href="/new/?day="' in open_browser(person).get("/evenings/").text


def test_evenings_are_reached_from_home_and_from_the_circle(cast: Cast, open_browser: Any) -> None:
    for path in ("/", "/circle/"):
        assert 'href="/evenings/"' in open_browser(cast.zeynep).get(path).text


@pytest.mark.usefixtures("three")
def test_names_are_shown_as_they_are(cast: Cast, open_browser: Any) -> None:
    match = cast.play("2026-03-01", "<b>Bob</b>", "n" * 200)
    cast.tell(match, name="<i>{{ x }}", place="%(name)s 100%")
    page = open_browser(cast.zeynep).get("/evenings/").text
    for shown in ("&lt;b&gt;Bob&lt;/b&gt;", "n" * 200, "&lt;i&gt;{{ x }}", "%(name)s 100%"):
        assert shown in page
    assert "<b>Bob" not in page


@pytest.mark.slow
@pytest.mark.usefixtures("three")
def test_it_speaks_the_language_of_the_reader(cast: Cast, open_browser: Any, pseudo: str) -> None:
    page = open_browser(cast.eleni).get("/evenings/", headers={"accept-language": pseudo}).text
    known = {*cast.players, "Friday", "Wednesday", "Fri", "Wed", "February", "January", "December"}
    known |= {"Épiphanie", "ΚΑΦΕΝΕΙΟΝ"}  # what people have written, and Django's own days
    assert set(plain(page)) - known == set()


@pytest.mark.slow
def test_as_many_questions_for_a_thousand_matches_as_for_ten(cast: Cast, open_browser: Any) -> None:
    counts = []
    client = open_browser(cast.zeynep)
    for count in (10, 990):
        fill(cast.circle, count)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get("/evenings/?game=bisca_tres").status_code == 200
        counts.append(len(asked))
    assert counts == [10, 9]  # of few matches the evenings are named


def test_a_phone_may_keep_a_copy_for_this_person_alone(cast: Cast, open_browser: Any) -> None:
    answer = open_browser(cast.zeynep).get("/evenings/")
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer["Vary"]
    assert f'data-person="{cast.zeynep.pk}"' in answer.text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Plans are told in the words of SQLite.")
@pytest.mark.parametrize("query", ["", "game=pisa", "player=0", "words=x"])
def test_nobody_looks_through_all_matches(cast: Cast, open_browser: Any, query: str) -> None:
    cast.play("2026-01-09", "Eleni", "Deniz")
    client = open_browser(cast.zeynep)
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/evenings/?{query.replace('=0', '=' + cast.players['Eleni'])}")
    plans = []
    with connection.cursor() as cursor:
        for one in asked.captured_queries:
            if "games_match" in one["sql"] or "games_evening" in one["sql"]:
                cursor.execute(f"EXPLAIN QUERY PLAN {one['sql']}")
                plans += [row[3] for row in cursor.fetchall() if row[3].startswith(("SEARCH", "SCAN"))]
    assert plans
    narrow = (
        "evenings_by_time",
        "matches_of_a_game",
        "evenings_by_hand",
        "matches_of_an_evening",
        "seats_of_a_player",
        "sqlite_autoindex",
    )
    assert [plan for plan in plans if not any(index in plan for index in narrow)] == []
