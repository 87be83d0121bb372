"""Every address refuses forms of foreign pages, and a GET changes nothing."""

from typing import Any

import pytest
from django.test import Client

from games import models
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, known, path_of

FORM = "application/x-www-form-urlencoded"
# These check the origin themselves (tests/web/app/test_device.py), or need a key, which no foreign page has.
WITHOUT_FORMS = ("api/", "^api/", "phone/session/")
TABLES = (models.Event, models.Membership, models.Invitation, models.Device, models.Circle, models.Person)


def stored() -> list[Any]:
    return [list(table._default_manager.order_by("pk").values()) for table in TABLES]


def visitor(person: Any = None) -> Client:
    client = Client(enforce_csrf_checks=True)
    if person is not None:
        client.force_login(person)
    return client


@pytest.mark.slow
def test_forms_of_foreign_pages_are_refused(things: dict[str, str], owner: Caller) -> None:
    """A token of another visitor does not help, as it belongs to another cookie."""
    forms = [row for row in known() if row[0] != "GET" and not row[1].startswith(WITHOUT_FORMS)]
    assert len(forms) > 80
    other = visitor()
    other.get("/code/")
    token = {"x-csrftoken": other.cookies["csrftoken"].value}
    clients, before = [visitor(owner.person), visitor()], stored()
    for method, address in forms:
        path = path_of(address, things).partition("^")[0].replace("<path:object_id>", "1")
        for client in clients:
            for headers in ({}, token, {"origin": "https://evil.example", **token}):
                answer = client.generic(method, path, b"sure=on", content_type=FORM, headers=headers)
                assert answer.status_code == 403, (method, address)
    assert stored() == before


@pytest.mark.fifth
@pytest.mark.slow
def test_method_override_is_ignored_and_get_changes_nothing(things: dict[str, str], owner: Caller) -> None:
    client, before = visitor(owner.person), stored()
    disguised = {"x-http-method-override": "POST", "x-http-method": "DELETE", "x-method-override": "DELETE"}
    for method, address in ROWS:
        if method != "GET" or address.startswith(("^api/", "api/v1/")):
            continue
        path = path_of(address, things)
        client.get(f"{path}?_method=POST&method=DELETE&sure=on&press=delete&accept=1", headers=disguised)
        head = client.head(path)
        assert head.status_code == client.get(path).status_code, address
        assert head.getvalue() == b"", address
        assert client.options(path).status_code < 500, address
    assert stored() == before
