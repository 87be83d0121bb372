"""Django as the host of games/pages: responses, permissions and query counts."""

from uuid import uuid4

import pytest
from django.test import Client

from games import models, services
from games.services import actions
from tests.match.logs import answers
from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.writers import Writer

pytestmark = pytest.mark.django_db

BISCA = next(evening for evening in EVENINGS if evening.game == "bisca_tres")


@pytest.fixture
def writer():
    return Writer(*services.make_person("Eleni", "Fridays"))


@pytest.fixture
def browser(writer):
    client = Client()
    client.force_login(writer.person)
    return client


def rounds(count):
    """Return tied rounds, so that the match does not end."""
    return [answers(60)] * count


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "sheet/", "wall/", "rules/", "more/"])
def test_query_count_does_not_grow_with_rounds(writer, browser, django_assert_max_num_queries, page):
    for count in (3, 60):
        match = writer.start(BISCA, rounds(count))
        with django_assert_max_num_queries(6):
            assert browser.get(f"/table/{match}/{page}").status_code == 200


@pytest.mark.parametrize("page", ["/", "/new/"])
def test_query_count_of_home_does_not_grow_with_matches(writer, browser, django_assert_max_num_queries, page):
    for _ in range(2):
        for _match in range(10):
            writer.start(BISCA, ())
        with django_assert_max_num_queries(6):
            assert browser.get(page).status_code == 200


def test_fragment_equals_its_part_of_the_page(writer, browser):
    match = writer.start(BISCA, rounds(2))
    path = f"/table/{match}/"
    page = browser.post(path, {"press": "", "points-0": "71"}).text
    part = browser.post(path, {"press": "", "points-0": "71"}, headers={"hx-target": "round"}).text
    assert "<html" in page
    assert "<html" not in part
    assert part.startswith('<form id="round"')
    for text in ("71 + 49 = 120", 'id="preview"'):
        assert text in page
        assert text in part


def test_poll_returns_not_modified_with_few_queries(writer, browser, django_assert_max_num_queries):
    match = writer.start(BISCA, rounds(2))
    first = browser.get(f"/table/{match}/", headers={"hx-target": "live"})
    again = {"hx-target": "live", "if-none-match": first["ETag"]}
    with django_assert_max_num_queries(4):
        assert browser.get(f"/table/{match}/", headers=again).status_code == 304
    deal = models.Event.objects.filter(match=match, kind="deal").order_by("seq").first()
    assert deal is not None
    browser.post(f"/table/{match}/{deal.data['deal']}/", {"strike": "1"})
    assert browser.get(f"/table/{match}/", headers=again).status_code == 200


def test_rows_have_the_language_of_their_reader(writer, browser):
    """The server renders the rows of a sheet once, for everyone who opens the match."""
    path = f"/table/{writer.start(BISCA, rounds(2))}/"
    texts = {"pt-PT": "Mão 2:", "de": "Runde 2:", "en": "Round 2:"}
    for language in texts:
        page = browser.get(path, headers={"accept-language": language}).text
        assert [name for name, text in texts.items() if text in page] == [language]


def test_get_requests_store_nothing():
    client = Client()
    for path in ("/", "/new/", "/games/"):
        assert client.get(path).status_code == 200
    assert not models.Person.objects.exists()
    assert "sessionid" not in client.cookies


def test_first_write_creates_a_guest_with_a_circle():
    client = Client()
    form = {"game": "bisca_tres", "seat-0": "name:Eleni", "seat-1": "name:Deniz", "first_dealer": "1"}
    response = client.post("/new/", form)
    assert response.status_code == 303
    assert client.get(response["Location"]).status_code == 200
    assert models.Membership.objects.get().role == "owner"
    assert sorted(models.Player.objects.values_list("name", flat=True)) == ["Deniz", "Eleni"]
    client.post("/new/", form)
    assert models.Person.objects.count() == 1


def test_a_form_of_a_match_that_is_sent_again_starts_no_second_match(writer, browser, monkeypatch):
    match = "5c4b3a2d-0000-4000-8000-000000000001"
    form = {"game": "bisca_tres", "match": match, "seat-0": "name:Eleni", "seat-1": "name:Deniz", "first_dealer": "1"}
    paths = [browser.post("/new/", form)["Location"]]
    paths.append(browser.post("/new/", form)["Location"])  # the first answer was lost
    monkeypatch.setattr("games.pages.start.new_match.find_match", lambda stored, match: None)
    paths.append(browser.post("/new/", form | {"first_dealer": "0"})["Location"])  # both were sent at the same time
    assert paths == [f"/table/{match}/"] * 3
    assert models.Match.objects.count() == 1
    assert sorted(models.Player.objects.values_list("name", flat=True)) == ["Deniz", "Eleni"]


@pytest.mark.parametrize("page", ["/", "/evenings/", "evening"])
def test_an_open_page_about_the_circle_polls_for_news(writer, browser, django_assert_max_num_queries, page):
    match = writer.start(BISCA, rounds(1))
    if page == "evening":
        page = f"/evenings/{models.Match.objects.get(id=match).evening}/"
    headers = {"hx-target": "live"}
    first = browser.get(page, headers=headers)
    assert first.text.count("data-live")
    again = headers | {"if-none-match": first["ETag"]}
    with django_assert_max_num_queries(5):
        assert browser.get(page, headers=again).status_code == 304
    assert browser.get(page, headers={"if-none-match": first["ETag"]}).status_code == 200
    actions.put_player(player=str(uuid4()), name="Kerem", by=writer.person, circle=writer.circle.pk)
    assert browser.get(page, headers=again).status_code == 200
