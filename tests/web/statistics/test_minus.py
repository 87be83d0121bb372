"""Negative numbers have a minus sign wherever people read them. Tables for programs keep their numbers."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import get_template

from games import models
from games.services import actions
from games.statistics.rating import Rating
from games.statistics.rating_chart import RatingChart
from tests.web.evenings.conftest import Cast
from tests.web.statistics.reading import facts, plain, table

pytestmark = pytest.mark.slow

HYPHENS = ("-7", "-3", "-10", "-21", "-30")


@pytest.fixture
def below_zero(cast: Cast) -> Cast:
    """Three matches of Points, each of two rounds: Eleni has -7 and -3, Deniz 5 and 5."""
    for day in ("2025-05-01", "2025-05-02", "2025-05-03"):
        rounds = [{"points": [-7, 5]}, {"points": [-3, 5]}]
        cast.play(day, "Eleni", "Deniz", game="points", rounds=rounds, end=True)
    return cast


def test_figures_of_a_game(below_zero: Cast, open_browser: Any) -> None:
    """Eleni: -30 points in 6 rounds are -5 a round. Her lowest total is -7 - 3 = -10."""
    page = open_browser(below_zero.zeynep).get("/statistics/?game=points").text
    assert [row[-2] for row in table(page, "won-title")] == ["5.0", "−5.0"]
    assert dict(table(page, "records-title"))["Lowest total Eleni, 1 May 2025"] == "−10"
    assert not [text for text in HYPHENS if f" {text} " in plain(page)]


def test_figures_of_a_player(below_zero: Cast, open_browser: Any) -> None:
    address = f"/players/{below_zero.players['Eleni']}/?game=points"
    listed = facts(open_browser(below_zero.zeynep).get(address).text)
    assert (listed["Most in one round"], listed["Fewest in one round"]) == ("−3", "−7")
    assert listed["Points per round"] == "−5.0"


def test_an_evening(below_zero: Cast, open_browser: Any) -> None:
    evening = models.Evening.objects.filter(circle=below_zero.circle).order_by("begins")[0].id
    page = open_browser(below_zero.zeynep).get(f"/evenings/{evening}/").text
    assert table(page, "points-title") == [["Deniz", "10 place 1"], ["Eleni", "−10 place 2"]]
    assert "Deniz 10, Eleni −10" in plain(page)


def test_a_season_and_its_files(below_zero: Cast, open_browser: Any) -> None:
    """Three times -10 are -30."""
    season, days = uuid4(), {"from": "2025-05-01", "to": "2025-05-31"}
    actions.put_season(season=season, changes={"name": "May", **days, "rule": "points", "minimum": 0}, **below_zero.me)
    browser = open_browser(below_zero.zeynep)
    assert [row[1] for row in table(browser.get(f"/seasons/{season}/").text, "table-title")] == ["30", "−30"]
    assert "2. Eleni −30 (3)" in browser.get(f"/export/season/{season}/txt/").text
    file = StringIO(browser.get(f"/export/season/{season}/csv/").content.decode("utf-8-sig"))
    assert [line.split(",")[2] for line in file.read().splitlines()] == ["Points", "30", "-30"]


def test_levels_of_a_chart_have_a_minus_sign() -> None:
    """The range of a rating after few matches may begin below zero."""
    chart = RatingChart(["2025-05"], [Rating(mu=5, sigma=7.5)])
    assert chart.levels[0].text[0] == "-"  # 1500 + 60 × (5 − 25) − 120 × 7.5 = −600
    html = get_template("statistics/_axes.html").render({"chart": chart})
    assert f">−{chart.levels[0].text[1:]}<" in html
