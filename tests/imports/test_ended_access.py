"""An import on its way stores nothing more after its key or session has ended."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from games.http.cookie import DEVICE
from games.services import imports
from games.web.imports import pack
from tests.api.conftest import Caller, owner, unhurried
from tests.imports.test_documents import MATCH

__all__ = ["owner", "unhurried"]

FEW_ROUNDS = 3  # a part of the file ends after them
DOCUMENTS = [{**MATCH, "id": str(UUID(int=number))} for number in range(1, 5)]


@pytest.fixture(autouse=True)
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.imports.preview.BATCH", FEW_ROUNDS)


def end_after_first_part(monkeypatch: pytest.MonkeyPatch, end: Callable[[], Any]) -> None:
    """End the access between the first part of a file and the second."""
    monkeypatch.setattr(imports, "let_others_go_first", end)


def revoke(caller: Caller) -> None:
    models.Device.objects.filter(id=caller.device).update(revoked=timezone.now())


def require_other_key(caller: Caller) -> None:
    models.Device.objects.filter(id=caller.device).update(needs_session=True)


@pytest.mark.parametrize("end", [revoke, require_other_key])
def test_import_of_an_ended_key_stops(
    owner: Caller, monkeypatch: pytest.MonkeyPatch, end: Callable[[Caller], None]
) -> None:
    assert owner.circle
    end_after_first_part(monkeypatch, partial(end, owner))
    answer = owner.post(f"circles/{owner.circle.pk}/import/", DOCUMENTS)
    assert answer.status_code == 403
    assert models.Match.objects.filter(circle=owner.circle).count() == 1


def confirm(client: Client) -> int:
    return client.post("/import/in/", {"packed": pack(json.dumps(DOCUMENTS).encode())}).status_code


def test_import_of_an_ended_session_stops(client: Client, owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(owner.person)
    end = partial(services.sign_out_everywhere, person=owner.person, current=services.CurrentPhone())
    end_after_first_part(monkeypatch, end)
    assert confirm(client) == 403
    assert models.Match.objects.filter(circle=owner.circle).count() == 1


def test_import_by_the_page_of_a_revoked_phone_stops(
    client: Client, owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(owner.person)
    session = client.session
    session[DEVICE] = str(owner.device)
    session.save()
    end_after_first_part(monkeypatch, partial(revoke, owner))
    assert confirm(client) == 403
    assert models.Match.objects.filter(circle=owner.circle).count() == 1


def test_import_of_a_session_that_goes_on_stores_everything(client: Client, owner: Caller) -> None:
    client.force_login(owner.person)
    assert confirm(client) == 303
    assert models.Match.objects.filter(circle=owner.circle).count() == len(DOCUMENTS)
