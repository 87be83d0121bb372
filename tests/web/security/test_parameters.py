"""Repeated parameters, additional fields and unexpected content types."""

import pytest
from django.test import Client

from games import models, services
from tests.web.account.conftest import account_writer, deniz, guest_browser, unhurried, visitor

__all__ = ["deniz", "guest_browser", "unhurried", "visitor"]


@pytest.mark.parametrize("path", ["/matches/", "/statistics/"])
def test_repeated_parameter_opens_no_foreign_circle(deniz, guest_browser, path):
    eleni = account_writer("Eleni", circle="Fridays")
    own, foreign = deniz.circle.pk, eleni.circle.pk
    for query in (f"?circle={own}&circle={foreign}", f"?circle={foreign}&circle={own}"):
        answer = guest_browser.get(path + query)
        assert "Fridays" not in answer.text
        assert str(eleni.match) not in answer.text


def test_additional_fields_change_nothing(deniz, guest_browser):
    extra = {
        "is_staff": "1",
        "is_active": "0",
        "is_superuser": "1",
        "password": "x",
        "email": "x@example.org",
        "id": "1",
    }
    before = models.Person.objects.values().get(pk=deniz.person.pk)
    assert guest_browser.post("/you/name/", {"name": "Dino", **extra}).status_code == 302
    after = models.Person.objects.values().get(pk=deniz.person.pk)
    assert {name for name in after if after[name] != before[name]} == {"name"}


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
def test_api_refuses_other_content_types(db, content_type):
    key = services.make_token(name="Program")
    client = Client(headers={"Authorization": f"Token {key}"})
    answer = client.generic("POST", "/api/v1/score/", b'{"game": "points"}', content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
