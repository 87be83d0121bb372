"""Where figures of many months are to be made at once: a page says how far it is, and nobody waits long for any page."""

import re
from typing import Any

import pytest

from games.services import actions
from games.store.figures import catch_up
from games.store.figures.months import drop_all
from tests.web.evenings.conftest import Cast

pytestmark = pytest.mark.slow

MONTHS = 5  # in which the years were played in


@pytest.fixture
def dropped(years: Cast, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Nobody waits for more than one month."""
    monkeypatch.setattr(catch_up, "PATIENCE", 0)
    drop_all(years.circle.pk)
    return years


@pytest.mark.parametrize("path", ["/statistics/", "/players/", "/players/ELENI/", "/statistics/?game=bisca_tres"])
def test_it_goes_on_from_page_to_page(dropped: Cast, open_browser: Any, path: str) -> None:
    client, path = open_browser(dropped.zeynep), path.replace("ELENI", dropped.players["Eleni"])
    for months in range(1, MONTHS):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["Refresh"] == "1"
        assert "no-store" in answer.headers["Cache-Control"]  # no phone keeps it
        assert re.search(rf'<progress max="{MONTHS}"\s+value="{months}"', answer.text)
        assert f"{months} of {MONTHS} months" in answer.text
    answer = client.get(path)
    assert "Refresh" not in answer.headers
    assert "no-store" not in answer.headers["Cache-Control"]
    assert "being added up" not in answer.text


def test_figures_are_the_same_in_the_end(dropped: Cast, open_browser: Any) -> None:
    client = open_browser(dropped.zeynep)
    for _ in range(MONTHS - 1):
        client.get("/statistics/")
    assert "9 matches that are over." in client.get("/statistics/").text


def test_only_the_months_of_somebody_written_down_twice_are_made_anew(dropped: Cast, open_browser: Any) -> None:
    client = open_browser(dropped.zeynep)
    while "Refresh" in client.get("/statistics/").headers:
        pass
    actions.put_player(player=dropped.players["Andreas"], same_as=dropped.players["Zeynep"], **dropped.me)
    assert "4 of 5 months" in client.get("/statistics/").text
    assert "Refresh" not in client.get("/statistics/").headers


def test_one_match_more_shows_no_such_page(dropped: Cast, open_browser: Any) -> None:
    client = open_browser(dropped.zeynep)
    while "Refresh" in client.get("/statistics/").headers:
        pass
    dropped.play("2026-01-06", rounds=[], end=True)
    assert "Refresh" not in client.get("/statistics/").headers
    dropped.play("2024-05-01", rounds=[], end=True)
    assert "Refresh" not in client.get("/statistics/").headers
