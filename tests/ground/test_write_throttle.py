"""Forms that are sent too often are refused for a moment, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper import client_budgets, write_throttle
from scorekeeper.client_budgets import Budgets

OWN = {"origin": "http://testserver"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.THROTTLE = 50
    monkeypatch.setattr(write_throttle, "OF_ADDRESS", Budgets(1, 0.1))


def send(path: str = "/code/", headers: dict[str, str] = OWN, **form: str) -> Any:
    return Client(headers=headers).post(path, form)


@pytest.fixture
def refused(db: None, few: None) -> None:
    assert send(code="a").status_code == 422


def content(answer: Any) -> str:
    return str(answer.content.decode())


def send_encoded(path: str, form: str, headers: dict[str, str] = OWN) -> Any:
    kind = "application/x-www-form-urlencoded"
    return Client(headers=headers).post(path, form, content_type=kind)


def test_a_refused_form_can_be_sent_again(refused: None) -> None:
    answer = send_encoded("/code/?a=b", "code=%3Cabc%3E&name=Eleni")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 20
    page = content(answer)
    assert "Nothing was changed" in page
    assert 'action="/code/?a=b"' in page
    assert 'name="code" value="&lt;abc&gt;"' in page
    assert 'name="name" value="Eleni"' in page


@pytest.mark.parametrize("form", ["password1=secret&email=a", "oldpassword=secret"])
def test_a_password_is_not_repeated(refused: None, form: str) -> None:
    answer = send_encoded("/code/", form)
    assert answer.status_code == 429
    assert "secret" not in content(answer)
    assert "<form method" not in content(answer)


@pytest.mark.parametrize("headers", [{}, {"origin": "https://evil.example"}])
def test_a_form_of_another_site_is_not_repeated(refused: None, headers: dict[str, str]) -> None:
    page = content(send_encoded("/code/", "code=abc", headers))
    assert 'value="abc"' not in page


def test_reading_and_the_api_are_not_counted(refused: None) -> None:
    assert Client().get("/code/").status_code == 200
    assert Client().post("/api/v1/events/").status_code == 401


def test_eight_phones_behind_one_router_are_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each saves every two seconds and presses three keys a second, for half an hour, all with the same worker."""
    now = 0.0
    monkeypatch.setattr(client_budgets.time, "monotonic", lambda: now)
    for _ in range(1800):
        now += 1
        for phone in range(8):
            for budgets, client in ((write_throttle.OF_ADDRESS, "home"), (write_throttle.OF_PERSON, str(phone))):
                budgets.spend(client, 3.5)
                assert budgets.wait(client) == 0


def test_a_program_that_sends_forms_without_a_pause_is_refused(db: None, settings: Any) -> None:
    settings.THROTTLE = 50
    write_throttle.OF_ADDRESS.spend("127.0.0.1", 610)
    assert send(code="a").status_code == 429
    settings.THROTTLE = 0
    assert send(code="a").status_code == 422
