"""Stakes: off by default, chosen by owners, on the page of an evening for everyone in the group."""

from typing import Any

import pytest

from games import models
from tests.web.evenings.conftest import Cast, points
from tests.web.statistics.reading import plain, table

pytestmark = pytest.mark.slow


def evening_of(cast: Cast) -> str:
    """Write three matches of an evening: Eleni beats Deniz 4 to 0 and Rui 4 to 0, and Rui beats Deniz 4 to 0."""
    for at, one, other in (("19:00", "Eleni", "Deniz"), ("19:30", "Eleni", "Rui"), ("20:00", "Rui", "Deniz")):
        cast.play(f"2026-01-09T{at}:00+02:00", one, other, rounds=[points(71)] * 4)
    return f"/evenings/{models.Evening.objects.get(circle=cast.circle).id}/"


def choose(browser: Any, cast: Cast, **form: str) -> Any:
    return browser.post(f"/circle/{cast.circle.pk}/stakes/", form)


def test_stakes_are_off_until_an_owner_chooses_them(cast: Cast, open_browser: Any) -> None:
    evening = evening_of(cast)
    eleni, zeynep = open_browser(cast.eleni), open_browser(cast.zeynep)
    assert "Stakes" not in eleni.get(evening).text
    assert zeynep.get(f"{evening}stakes/").status_code == 404
    assert choose(zeynep, cast, by="points", value="1").status_code == 403
    assert choose(eleni, cast, by="points", value="0.25", currency="€").status_code == 302
    assert f"{evening}stakes/" in zeynep.get(evening).text
    assert choose(eleni, cast, by="off").status_code == 302
    assert zeynep.get(f"{evening}stakes/").status_code == 404
    assert models.Circle.objects.get(pk=cast.circle.pk).stakes is None


def test_the_evening_is_settled_by_points(cast: Cast, open_browser: Any) -> None:
    """Eleni has 8 points more than the others, Deniz 8 fewer, and Rui 4 more and 4 fewer."""
    evening = evening_of(cast)
    choose(open_browser(cast.eleni), cast, by="points", value="0.25", currency="€")
    page = open_browser(cast.zeynep).get(f"{evening}stakes/").text
    assert table(page, "balances-title") == [["Eleni", "+2.00 €"], ["Rui", "0.00 €"], ["Deniz", "−2.00 €"]]
    assert table(page, "payments-title") == [["Deniz pays Eleni", "2.00 €"]]


def test_the_evening_is_settled_by_places(cast: Cast, open_browser: Any) -> None:
    evening = evening_of(cast)
    choose(open_browser(cast.eleni), cast, by="places", value="1")
    page = open_browser(cast.eleni).get(f"{evening}stakes/").text
    assert table(page, "balances-title") == [["Eleni", "+2.00"], ["Rui", "0.00"], ["Deniz", "−2.00"]]
    assert "1.00 each" in plain(page)


def test_an_evening_without_a_finished_match(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-01-09", "Eleni", "Deniz", rounds=[points(71)])
    choose(open_browser(cast.eleni), cast, by="places", value="1")
    evening = models.Evening.objects.get(circle=cast.circle).id
    assert (
        "No match of this evening is finished yet." in open_browser(cast.eleni).get(f"/evenings/{evening}/stakes/").text
    )


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"by": "points"}, "Fill in this field."),
        ({"by": "points", "value": "x"}, "Enter an amount, such as 0.10."),
        ({"by": "points", "value": "0"}, "Enter an amount, such as 0.10."),
        ({"by": "points", "value": "0.001"}, "Enter an amount, such as 0.10."),
        ({"by": "points", "value": "1001"}, "Enter at most 1000."),
        ({"by": "points", "value": "1,000"}, "Enter an amount, such as 0.10."),
        ({"by": "points", "value": "1,000.50"}, "Enter an amount, such as 0.10."),
        ({"by": "points", "value": "1", "currency": "x" * 9}, "Use at most 8 characters."),
        ({"by": "luck", "value": "1"}, "Choose one of the options shown."),
        ({}, "Choose one of the options shown."),
    ],
)
def test_wrong_stakes_are_refused_beside_their_field(
    cast: Cast, open_browser: Any, form: dict[str, str], sentence: str
) -> None:
    page = choose(open_browser(cast.eleni), cast, **form)
    assert page.status_code == 422
    assert sentence in plain(page.text)
    assert models.Circle.objects.get(pk=cast.circle.pk).stakes is None


@pytest.mark.parametrize("language", ["de", "en", "el"])
@pytest.mark.parametrize("typed", ["0,10", "0.10"])
def test_an_amount_is_typed_with_a_comma_or_a_point(cast: Cast, open_browser: Any, typed: str, language: str) -> None:
    browser = open_browser(cast.eleni)
    form = {"by": "points", "value": typed, "currency": "€"}
    browser.post(f"/circle/{cast.circle.pk}/stakes/", form, headers={"accept-language": language})
    assert models.Circle.objects.get(pk=cast.circle.pk).stakes == {"by": "points", "cents": 10, "currency": "€"}
    page = browser.get(f"/circle/{cast.circle.pk}/stakes/", headers={"accept-language": language}).text
    assert f'value="{"0.10" if language == "en" else "0,10"}"' in page
