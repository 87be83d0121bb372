"""A phone left lying about: whoever picks it up for a moment carries nothing away that lasts."""

import pytest

from games import models
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import Browser, deniz, eleni, unhurried

__all__ = ["deniz", "eleni", "unhurried"]


def at_the_phone_of(writer: Writer) -> Browser:
    found = Browser()
    found.force_login(writer.person)
    return found


def ways_out(writer: Writer) -> list[tuple[str, dict[str, str], type]]:
    """Address, form, and what would be there afterwards."""
    key = {"name": "Mine", "circle": str(writer.circle.pk), "role": "owner"}
    return [("/invite/", {"purpose": "account"}, models.Invitation), ("/you/tokens/", key, models.Device)]


@pytest.mark.parametrize("number", [0, 1])
def test_who_is_kept_shows_it_before_the_account_is_carried_anywhere(eleni: Writer, number: int) -> None:
    path, form, made = ways_out(eleni)[number]
    phone = at_the_phone_of(eleni)
    answer = phone.post(path, form)
    assert (answer.status_code, answer["Location"]) == (302, f"/you/again/?next={path}")
    assert not made.objects.exists()
    phone.confirm()
    assert phone.post(path, form).status_code in (200, 303)
    assert made.objects.count() == 1


@pytest.mark.parametrize("number", [0, 1])
def test_a_guest_has_nothing_to_show(deniz: Writer, number: int) -> None:
    path, form, made = ways_out(deniz)[number]
    assert at_the_phone_of(deniz).post(path, form).status_code in (200, 303)
    assert made.objects.count() == 1
