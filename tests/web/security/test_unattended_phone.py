"""An unattended phone: nobody who picks it up gets lasting access."""

import pytest

from games import models
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import Browser, deniz, eleni, unhurried

__all__ = ["deniz", "eleni", "unhurried"]


def old_session(writer: Writer) -> Browser:
    browser = Browser()
    browser.force_login(writer.person)
    return browser


def lasting_actions(writer: Writer) -> list[tuple[str, dict[str, str], type]]:
    """Return the path, the form, and the model of which a row would be created."""
    key = {"name": "Mine", "circle": str(writer.circle.pk), "role": "owner"}
    return [("/invite/", {"purpose": "account"}, models.Invitation), ("/you/tokens/", key, models.Device)]


@pytest.mark.parametrize("number", [0, 1])
def test_account_needs_a_recent_sign_in_for_lasting_actions(eleni: Writer, number: int) -> None:
    path, form, model = lasting_actions(eleni)[number]
    phone = old_session(eleni)
    answer = phone.post(path, form)
    assert (answer.status_code, answer["Location"]) == (302, f"/you/again/?next={path}")
    assert not model.objects.exists()
    phone.confirm()
    assert phone.post(path, form).status_code in (200, 303)
    assert model.objects.count() == 1


@pytest.mark.parametrize("number", [0, 1])
def test_guest_needs_no_recent_sign_in(deniz: Writer, number: int) -> None:
    path, form, model = lasting_actions(deniz)[number]
    assert old_session(deniz).post(path, form).status_code in (200, 303)
    assert model.objects.count() == 1
